"""What a first visit of the table transfers, headers and all, as a browser counts it."""

import pytest

from tests.site.running import running

MOST = 80_000
OPENED = "/showdown/"


@pytest.fixture
def transferred(home, chromium):
    """The bytes of each answer that the table needs, by its address."""
    with running(home, "--processes", "1", "--workers", "0") as site:
        context = chromium.new_context(service_workers="block")
        page = context.new_page()
        network = context.new_cdp_session(page)
        addresses, sizes = {}, {}
        network.on(
            "Network.responseReceived",
            lambda told: addresses.update({told["requestId"]: told["response"]["url"]}),
        )
        network.on(
            "Network.loadingFinished",
            lambda told: sizes.update({told["requestId"]: told["encodedDataLength"]}),
        )
        network.send("Network.enable")
        page.goto(f"http://127.0.0.1:{site.port}{OPENED}")
        page.wait_for_load_state("networkidle")
        context.close()
    return {addresses[request]: size for request, size in sizes.items()}


@pytest.mark.long
def test_a_first_visit_transfers_less_than_80_kilobytes(transferred):
    kinds = {address.rpartition(".")[2] for address in transferred}
    assert {"css", "js", "woff2"} <= kinds
    assert sum(transferred.values()) < MOST, transferred
