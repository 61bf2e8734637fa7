"""Test that clients generated from the OpenAPI document work unchanged for every operation."""

import json
import shutil
import sys
from importlib import import_module
from io import BytesIO
from pathlib import Path
from uuid import UUID

import pytest

from showdown.api.openapi import openapi_document
from tests import run_program
from tests.audits.test_command import BAD_LOG
from tests.batches.conftest import command_output, deals
from tests.factories import UserFactory

PASSWORD = "river-turn-flop"
LINE = b"HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd\n"


@pytest.fixture
def account(site):
    return UserFactory(password=PASSWORD)


def operation_ids():
    paths = openapi_document()["paths"].values()
    return {operation["operationId"] for methods in paths for operation in methods.values()}


class GeneratedClient:
    def __init__(self, folder, url):
        self.package, self.called_operations = folder.name, set()
        self.types = import_module(f"{self.package}.types")
        self.models = import_module(f"{self.package}.models")
        self.client = import_module(f"{self.package}.client").Client(base_url=url)

    def close(self):
        self.client.get_httpx_client().close()

    def authenticate(self, token):
        self.close()
        client_type = import_module(f"{self.package}.client").AuthenticatedClient
        self.client = client_type(base_url=self.client._base_url, token=token)

    def call(self, tag, operation, *path, status=200, **arguments):
        module = import_module(f"{self.package}.api.{tag}.{operation}")
        response = module.sync_detailed(*path, client=self.client, **arguments)
        self.called_operations.add(operation)
        assert response.status_code == status, (operation, response.content)
        return response

    def file(self, content, name="night.txt"):
        return self.types.File(payload=BytesIO(content), file_name=name)


@pytest.fixture
def python_client(tmp_path, live_server, monkeypatch):
    (tmp_path / "schema.json").write_text(json.dumps(openapi_document()))
    folder = tmp_path / "generated_client"
    command = ["-m", "openapi_python_client", "generate", "--meta", "none"]
    paths = ["--path", tmp_path / "schema.json", "--output-path", folder]
    run_program([sys.executable, *command, *paths], check=True)
    monkeypatch.syspath_prepend(tmp_path)
    client = GeneratedClient(folder, live_server.url)
    yield client
    client.close()
    for name in [name for name in sys.modules if name.partition(".")[0] == folder.name]:
        del sys.modules[name]


@pytest.mark.long
def test_the_python_client_calls_every_operation(python_client, account, run_jobs, deal):
    call, models = python_client.call, python_client.models
    body = models.TokenRequest(username=account.username, password=PASSWORD, name="laptop")
    python_client.authenticate(call("tokens", "create_token", body=body, status=201).parsed.token)

    settled_deal = call("showdowns", "settle", body=models.Deal.from_dict(deal), status=201).parsed
    assert settled_deal.headline.startswith("HandB scoops")
    assert call("showdowns", "get_showdown", settled_deal.id).parsed.url == settled_deal.url
    assert len(call("showdowns", "list_showdowns").parsed.results) == 1
    results = call("showdowns", "settle_many", body=python_client.file(LINE * 2))
    assert results.content.count(b"scoops") == 2
    spot = models.Spot.from_dict(deal | {"board": "Ah-Kh-5s"})
    assert call("odds", "odds", body=spot).parsed.boards == 820

    ann, bo = {"name": "Ann", "buy_ins": [40], "cash_out": 85}, {"name": "Bo", "buy_ins": [45]}
    night = models.SettleUp.from_dict({"players": [ann, bo]})
    (payment,) = call("settle_up", "settle_up", body=night).parsed.payments
    assert payment.amount == "45.00"
    table = models.FinalTable.from_dict({"stacks": {"Ann": 60, "Bo": 40}, "prizes": [70, 30]})
    assert call("deals", "propose_deals", body=table).parsed.exact

    text = deals(50, bad_every=10)
    form = models.SubmitBatchFilesBody(file=python_client.file(text), store=True)
    batch = call("batches", "submit_batch", body=form, status=202).parsed
    assert call("batches", "get_batch", batch.id).parsed.state == "queued"
    audit = call("audits", "submit_audit", body=python_client.file(BAD_LOG), status=202).parsed
    run_jobs()
    assert call("batches", "get_batch", batch.id).parsed.deals == 45
    output = call("batches", "get_batch_output", batch.id).parsed.payload.read()
    assert output == command_output(text)
    errors = call("batches", "get_batch_errors", batch.id).parsed.payload.read()
    assert errors.count(b"\n") == 5
    assert call("audits", "get_audit", audit.id).parsed.differing > 0
    report = call("audits", "get_audit_report", audit.id).parsed.payload.read()
    assert json.loads(report.splitlines()[0])["audit"]
    assert call("audits", "get_audit_night", audit.id).status_code == 200
    pokerstars = models.ConvertLogAs.POKERSTARS
    converted = call("logs", "convert_log", body=python_client.file(BAD_LOG), as_=pokerstars)
    assert b"PokerStars" in converted.content
    call("batches", "resume_batch", batch.id, status=409)
    call("batches", "cancel_batch", batch.id, status=409)
    assert len(call("batches", "list_batches").parsed.results) == 1
    assert len(call("audits", "list_audits").parsed.results) == 1
    call("batches", "remove_batch", batch.id, status=204)
    call("audits", "remove_audit", audit.id, status=204)

    drill = call("drills", "get_drill", drill="low", game="omaha-hilo").parsed
    answers = [models.DrillAnswer(ticket=drill.ticket, answer=answer) for answer in (True, False)]
    grades = [call("drills", "answer_drill", body=body).parsed.right for body in answers]
    assert sorted(grades) == [False, True]
    assert {game.slug for game in call("games", "list_games").parsed} > {"omaha-hilo"}
    call("rule_sets", "list_rule_sets")
    call("problems", "list_problems")
    assert call("problems", "get_problem", "not-found").parsed.status == 404
    call("default", "list_addresses")
    problem = call("showdowns", "get_showdown", UUID(int=1), status=404).parsed
    assert problem.detail
    assert python_client.called_operations == operation_ids()


@pytest.fixture
def typescript_client(tmp_path):
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed")
    shutil.copytree(Path(__file__).with_name("typescript"), tmp_path / "client")
    (tmp_path / "client" / "schema.json").write_text(json.dumps(openapi_document()))

    def run(*command):
        return run_program(command, cwd=tmp_path / "client")

    if run("npm", "install", "--no-audit", "--no-fund").returncode:
        pytest.skip("npm can't install the packages here")
    for command in (
        "openapi-typescript schema.json --output schema.d.ts",
        "tsc --strict --target es2022 --module nodenext --lib es2022,dom client.ts",
    ):
        completed = run("npx", "--no-install", *command.split())
        assert completed.returncode == 0, completed.stdout + completed.stderr
    return lambda *arguments: run("node", "client.js", *arguments)


@pytest.mark.long
def test_the_typescript_client_calls_every_operation(typescript_client, account, live_server):
    completed = typescript_client(live_server.url, account.username, PASSWORD, BAD_LOG.decode())
    assert completed.returncode == 0, completed.stderr
    assert set(completed.stdout.split()) == operation_ids()
