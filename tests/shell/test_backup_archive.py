"""The file of a backup: whatever happens to it on its way, nothing of it is believed that was not written."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from knowledge.errors import Invalid
from memoryhub.backup import archive
from memoryhub.backup.archive import Archive, Manifest, Member, Writer

CONTENTS = {"database": b"rows " * 5_000, "digest_key": b"k" * 86, "hub.toml": "[hub]\n# 日本\n".encode()}
END = 120  # the comment of the archive, with the checksum


def manifest(files: dict[str, Member], kind: str = "sqlite") -> Manifest:
    return Manifest("2026-11-30T12:00:00Z", "0.1.0", kind, ("knowledge.0001_memories",), {"memories": 3}, files)


def written() -> bytes:
    file = io.BytesIO()
    writer = Writer(file)
    for name, data in CONTENTS.items():
        writer.add(name, io.BytesIO(data))
    writer.finish(manifest(writer.files))
    return file.getvalue()


def sealed(build: Callable[[zipfile.ZipFile], None]) -> bytes:
    """An archive by another hand, with a checksum that fits."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        build(made)
        made.comment = archive._COMMENT + b"0" * 64
    return file.getvalue()[:-64] + sha256(file.getvalue()[:-64]).hexdigest().encode()


def read(data: bytes) -> dict[str, bytes]:
    found = Archive(io.BytesIO(data))
    return {name: b"".join(found.pieces(name)) for name in found.manifest.files}


def test_what_went_in_comes_out() -> None:
    data = written()
    assert read(data) == CONTENTS
    found = Archive(io.BytesIO(data))
    assert found.manifest.counts == {"memories": 3}
    assert found.size == sum(map(len, CONTENTS.values()))
    assert found.digest == sha256(data[:-64]).hexdigest()
    assert zipfile.ZipFile(io.BytesIO(data)).testzip() is None


def test_any_flipped_byte_is_seen() -> None:
    data = written()
    for place in [*range(0, len(data), 7), *range(len(data) - END, len(data))]:
        changed = bytearray(data)
        changed[place] ^= 0x20
        with pytest.raises(Invalid):
            read(bytes(changed))


@pytest.mark.parametrize("part", [0.0, 0.2, 0.5, 0.9, 0.999])
def test_a_part_of_it_is_nothing(part: float) -> None:
    data = written()
    with pytest.raises(Invalid, match="damaged or cut off"):
        read(data[: int(len(data) * part)])


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"x" * 5_000, b"SQLite format 3\0" + bytes(4_096)])
def test_another_file_is_no_backup(data: bytes) -> None:
    with pytest.raises(Invalid):
        read(data)


@pytest.mark.parametrize(
    "name", ["../evil", "/etc/passwd", "a/../../b", "database/../x", "C:\\x", "DATABASE", "manifest"]
)
def test_names_never_become_paths(name: str) -> None:
    def build(made: zipfile.ZipFile) -> None:
        made.writestr("database", b"x")
        made.writestr(name, b"evil")
        files = {
            one: Member(len(data), sha256(data).hexdigest()) for one, data in (("database", b"x"), (name, b"evil"))
        }
        made.writestr("manifest.json", manifest(files).as_json())

    with pytest.raises(Invalid, match="something that no backup"):
        read(sealed(build))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_one_name_twice_is_refused() -> None:
    def build(made: zipfile.ZipFile) -> None:
        made.writestr("database", b"x")
        made.writestr("database", b"y")
        made.writestr("manifest.json", manifest({"database": Member(1, sha256(b"x").hexdigest())}).as_json())

    with pytest.raises(Invalid, match="something that no backup"):
        read(sealed(build))


def test_a_bomb_stops_at_what_was_promised(tmp_path: Path) -> None:
    def build(made: zipfile.ZipFile) -> None:
        with made.open(zipfile.ZipInfo("database"), "w") as bomb:
            for _ in range(64):
                bomb.write(bytes(1 << 20))
        made.writestr(
            "manifest.json", manifest({"database": Member(1_000, sha256(bytes(1_000)).hexdigest())}).as_json()
        )

    found = Archive(io.BytesIO(sealed(build)))
    with pytest.raises(Invalid):
        found.unpack("database", tmp_path / "out")
    assert (tmp_path / "out").stat().st_size <= 1_000


def test_a_small_member_that_claims_to_be_huge_is_refused() -> None:
    def build(made: zipfile.ZipFile) -> None:
        made.writestr("database", b"x")
        made.writestr("hub.toml", b"x")
        files = {"database": Member(1, sha256(b"x").hexdigest()), "hub.toml": Member(1 << 40, "0" * 64)}
        made.writestr("manifest.json", manifest(files).as_json())

    with pytest.raises(Invalid):
        read(sealed(build))


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        "not json",
        '{"memoryhub_backup": "1"}',
        '{"memoryhub_backup": 1}',
        '{"memoryhub_backup": 1, "files": 3}',
        json.dumps({"memoryhub_backup": 1, "files": {"database": {"size": -1, "sha256": ""}}}),
        "[" * 100_000,
    ],
)
def test_a_manifest_of_nonsense_is_refused(text: str) -> None:
    def build(made: zipfile.ZipFile) -> None:
        made.writestr("database", b"x")
        made.writestr("manifest.json", text)

    with pytest.raises(Invalid):
        read(sealed(build))


def test_a_newer_format_says_so() -> None:
    def build(made: zipfile.ZipFile) -> None:
        made.writestr("database", b"x")
        made.writestr("manifest.json", json.dumps({"memoryhub_backup": 2}))

    with pytest.raises(Invalid, match="newer version"):
        read(sealed(build))


def test_what_is_unpacked_is_its_owners_alone(tmp_path: Path) -> None:
    Archive(io.BytesIO(written())).unpack("digest_key", tmp_path / "key")
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    with pytest.raises(FileExistsError):
        Archive(io.BytesIO(written())).unpack("digest_key", tmp_path / "key")
