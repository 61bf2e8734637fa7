"""Test logs in archives and folders, limits and cancellation, and repeated hands."""

import gzip
import io
import itertools
import json
import random
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from backports import zstd
from django.core.management import call_command

from showdown.audits.sources import LogFolder, skip_repeated
from showdown.evaluator.games import GAMES
from showdown.files import archives, log_hands
from showdown.files.byte_streams import DamagedInput, ExcessiveInput
from showdown.files.log_hands import read_log_hands
from showdown.notation.logs.logged_hand import LoggedHand, Skip
from tests.log_writers import write_open_hand_history, write_pokerstars
from tests.logs import make_correct_hand

LOGS = Path("tests/data/logs")


def make_log(seed, count=2):
    rng = random.Random(seed)
    hands = (make_correct_hand(rng, GAMES["holdem"]) for _ in range(count))
    return "".join(map(write_pokerstars, hands)).encode()


def make_zip(files):
    zip_file = io.BytesIO()
    with zipfile.ZipFile(zip_file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return zip_file.getvalue()


def hands_of(content, max_bytes=1 << 30):
    return list(read_log_hands(io.BytesIO(content), max_bytes))


def test_hands_from_a_zip_have_the_names_of_their_files():
    files = {
        "monday.txt": make_log(1),
        "more/tuesday.txt": make_log(2),
        "wide.txt": make_log(3).decode().encode("utf-16"),
        "pokernow.csv": (LOGS / "pokernow.csv").read_bytes(),
    }
    hands = hands_of(make_zip(files))
    assert all(isinstance(hand, LoggedHand) for hand in hands)
    assert [hand.origin.file for hand in hands] == [
        *("monday.txt", "monday.txt", "more/tuesday.txt", "more/tuesday.txt"),
        *("wide.txt", "wide.txt", *["pokernow.csv"] * 3),
    ]
    assert [hand.origin.line for hand in hands[:6:2]] == [1, 1, 1]


@pytest.mark.parametrize(
    ("content", "detail"),
    [
        (gzip.compress(make_log(2))[:-9], "the gzip file is damaged"),
        (gzip.compress(gzip.compress(make_log(2))), "contains another compressed file"),
        (make_zip({"a.txt": make_log(1)})[:-9], "the zip file is damaged"),
        (b"\x00\x01\x02", "this is not text"),
    ],
)
def test_an_unreadable_file_of_a_zip_is_reported(content, detail):
    hands = hands_of(make_zip({"a.txt": make_log(1), "b.txt": content, "c.txt": make_log(3)}))
    assert [hand.origin.file for hand in hands if isinstance(hand, LoggedHand)][-1] == "c.txt"
    last_of_b = [hand for hand in hands if hand.origin.file == "b.txt"][-1]
    assert detail in last_of_b.detail


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (gzip.compress(make_log(2)), "b"),
        (zstd.compress(make_log(2)), "b"),
        (make_zip({"a.txt": make_log(2)}), "b/a.txt"),
        (make_zip({"a.txt.gz": gzip.compress(make_log(2))}), "b/a.txt.gz"),
    ],
)
def test_compressed_files_of_a_zip_are_expanded_within_its_limit(content, name):
    archive = make_zip({"a.txt": make_log(1), "b": content})
    hands = hands_of(archive)
    assert [hand.origin.file for hand in hands] == ["a.txt", "a.txt", name, name]
    assert all(isinstance(hand, LoggedHand) for hand in hands)
    with pytest.raises(ExcessiveInput):
        hands_of(archive, len(make_log(1)) + len(make_log(2)) - 1)


def test_zips_are_expanded_to_two_levels_and_share_a_limit_of_files(monkeypatch):
    inner = make_zip({"a.txt": make_log(1), "b.txt": make_log(2)})
    (refused,) = hands_of(make_zip({"c.zip": make_zip({"d.zip": inner})}))
    assert "only one level deep" in refused.detail
    monkeypatch.setattr(log_hands, "MAX_FILES", 4)
    with pytest.raises(ExcessiveInput, match="at most 4 files in all"):
        hands_of(make_zip({"c.zip": inner, "d.zip": inner}))


def test_a_zip_is_bounded_in_files_bytes_and_ratio(monkeypatch):
    monkeypatch.setattr(archives, "MAX_UNCHECKED_BYTES", 10_000)
    with pytest.raises(ExcessiveInput, match="250 times"):
        hands_of(make_zip({"bomb.txt": b"PokerStars" + b"\n" * 50_000}))
    with pytest.raises(ExcessiveInput, match="at most 1,000 bytes"):
        hands_of(make_zip({"a.txt": make_log(1)}), 1_000)
    two = make_zip({"a.txt": make_log(1), "b.txt": make_log(2)})
    monkeypatch.setattr(archives, "MAX_FILES", 1)
    with pytest.raises(ExcessiveInput, match="at most 1 files"):
        hands_of(two)
    monkeypatch.setattr(archives, "MAX_BYTES", 500)
    with pytest.raises(ExcessiveInput, match="at most 500 bytes"):
        hands_of(two)


@pytest.mark.parametrize(
    ("method", "name"), [(zipfile.ZIP_BZIP2, "bzip2"), (zipfile.ZIP_LZMA, "LZMA")]
)
def test_files_of_a_zip_that_cannot_be_expanded_in_pieces_are_skipped(method, name):
    """A file of 1.5 KB that bzip2 has compressed can expand to gigabytes."""
    zip_file = io.BytesIO()
    with zipfile.ZipFile(zip_file, "w") as archive:
        archive.writestr("a.txt", make_log(1))
        archive.writestr("bomb.txt", bytes(30 << 20), method)
        archive.writestr("c.txt", make_log(3), zipfile.ZIP_DEFLATED)
    tracemalloc.start()
    hands = hands_of(zip_file.getvalue())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 5 << 20
    assert [hand.origin.file for hand in hands] == [*["a.txt"] * 2, "bomb.txt", *["c.txt"] * 2]
    assert f"is compressed by {name}; a zip file may contain only stored" in hands[2].detail


@pytest.mark.parametrize("outer", [gzip.compress, zstd.compress])
@pytest.mark.parametrize("inner", [gzip.compress, lambda content: make_zip({"a.txt": content})])
def test_a_compressed_file_in_a_compressed_file_is_refused(outer, inner):
    with pytest.raises(DamagedInput, match="contains another compressed file"):
        hands_of(outer(inner(make_log(1))))


def test_a_zip_with_a_huge_list_of_files_is_refused():
    """The list is read at once; a comment on each file makes it long."""
    zip_file = io.BytesIO()
    with zipfile.ZipFile(zip_file, "w") as archive:
        for number in range(300):
            info = zipfile.ZipInfo(f"{number}.txt")
            info.comment = bytes(60_000)
            archive.writestr(info, b"")
    with pytest.raises(ExcessiveInput, match="list of the files"):
        hands_of(zip_file.getvalue())


@pytest.mark.parametrize(
    "content",
    [
        b"\n" * (4 << 20),
        gzip.compress(b"\n" * (4 << 20)),
        make_zip({f"{number}.txt": b"\n" * (1 << 20) for number in range(4)}),
        make_zip({f"{number}.txt": b"" for number in range(40)}),
        make_log(1, 40),
    ],
)
@pytest.mark.parametrize("checks", [0, 1, 4, 8])
def test_reading_a_log_can_be_stopped_anywhere(content, checks):
    """A job checks whether it was canceled even while no hand is found."""

    class Stop(Exception):
        pass

    check_numbers = itertools.count(1)

    def stop():
        if next(check_numbers) > checks:
            raise Stop

    with pytest.raises(Stop):
        list(read_log_hands(io.BytesIO(content), check_stop=stop))
    assert next(check_numbers) == checks + 2


@pytest.mark.parametrize("cut", [10, 100, 1_000, -10])
def test_a_damaged_zip_is_refused(cut):
    with pytest.raises(DamagedInput, match="zip"):
        hands_of(make_zip({"a.txt": make_log(1, 20)})[:cut])


def test_an_encrypted_file_of_a_zip_is_skipped():
    zip_file = bytearray(make_zip({"a.txt": make_log(1)}))
    for magic, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        zip_file[zip_file.index(magic) + offset] |= 1
    (skipped,) = hands_of(bytes(zip_file))
    assert "encrypted" in skipped.detail


def test_hidden_files_of_a_zip_are_skipped():
    files = {"a/one.txt": make_log(1), "__MACOSX/a/._one.txt": b"\0\5", "a/.DS_Store": b"\0\1"}
    assert {hand.origin.file for hand in hands_of(make_zip(files))} == {"a/one.txt"}


def test_the_files_of_a_folder_are_read_in_the_order_of_their_names(tmp_path):
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "two.txt").write_bytes(make_log(2))
    (tmp_path / "a.zip").write_bytes(make_zip({"one.txt": make_log(1)}))
    (tmp_path / ".hidden").write_bytes(b"nothing")
    folder = LogFolder(tmp_path)
    files = [hand.origin.file for hand in folder.read_hands()]
    assert files == ["a.zip/one.txt"] * 2 + ["b/two.txt"] * 2
    assert len(folder.digest()) == 64


@pytest.mark.django_db
def test_the_command_audits_a_folder(tmp_path, capsys, settings):
    settings.AUDIT_KEY_FILE = tmp_path / "key"
    folder = tmp_path / "logs"
    folder.mkdir()
    (folder / "one.txt").write_bytes(make_log(1))
    wrong = make_log(2).replace(b" collected $", b" collected $1", 1)
    (folder / "two.txt").write_bytes(wrong + make_log(1))
    with pytest.raises(SystemExit) as ended:
        call_command("audit", str(folder), str(tmp_path / "r.jsonl"), "--csv", f"{tmp_path}/r.csv")
    assert ended.value.code == 1
    assert "skipped: 2 repeated" in capsys.readouterr().err
    lines = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text().splitlines()]
    assert [entry["file"] for entry in lines if "hand" in entry] == ["two.txt"]
    assert "two.txt" in (tmp_path / "r.csv").read_text()


def test_hands_without_a_time_may_share_a_number():
    rng = random.Random(4)
    one, other = (make_correct_hand(rng, GAMES["holdem"], has_rake=False) for _ in range(2))
    texts = [
        write_open_hand_history(hand).replace("start_date_utc", "x").replace(hand.origin.hand, "7")
        for hand in (one, other, one)
    ]
    hands = list(skip_repeated(read_log_hands(io.BytesIO("".join(texts).encode()))))
    assert [getattr(hand, "reason", None) for hand in hands] == [None, None, Skip.REPEATED]
