"""Files of batches in a bucket that speaks S3, which all processes reach by their settings."""

import gzip

import pytest

from tests.batches.conftest import deals, settled

_NAME = "settled-deals"


@pytest.fixture
def bucket(monkeypatch):
    """A bucket of a server in this process; processes that are started from now on use it."""
    import boto3  # these two take as long as all other imports together
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    address = f"http://{host}:{port}"
    for name, value in {
        "AWS_ACCESS_KEY_ID": "somebody",
        "AWS_SECRET_ACCESS_KEY": "something",
        "AWS_DEFAULT_REGION": "us-east-1",
        "BATCH_STORAGE_S3_BUCKET": _NAME,
        "BATCH_STORAGE_S3_ENDPOINT_URL": address,
    }.items():
        monkeypatch.setenv(name, value)
    bucket = boto3.resource("s3", endpoint_url=address).Bucket(_NAME)
    bucket.create()
    yield bucket
    server.stop()


@pytest.mark.long
def test_files_lie_in_the_bucket_and_are_gone_with_the_batch(bucket, site, workers):
    text = deals(120, bad_every=50)
    submitted = workers.run("batch", "submit", "-", stdin=gzip.compress(text))
    batch = submitted.stdout.decode().strip()
    assert workers.run("worker", "--until-idle").returncode == 0
    assert workers.run("batch", "fetch", batch, "-").stdout == settled(text)
    kinds = {file.key.split("/")[2] for file in bucket.objects.all()}
    assert kinds == {"input", "expanded", "output", "errors"}
    assert not site.exists()

    assert workers.run("batch", "remove", batch).returncode == 0
    assert workers.run("worker", "--until-idle").returncode == 0
    assert list(bucket.objects.all()) == []
