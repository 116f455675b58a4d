"""The file that holds a hub: a ZIP archive of known members, a manifest, and a checksum of the whole at its end.

Names in an archive never become paths: what is called otherwise than the members below is refused. Sizes come from the
manifest, and nothing is written beyond them, so that a small file cannot fill a disk.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from knowledge.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import BinaryIO

FORMAT: Final = 1
MARK: Final = "memoryhub_backup"
MANIFEST: Final = "manifest.json"
DATABASE: Final = "database"
SECRETS: Final = ("secret_key", "token_pepper", "digest_key")
HUB_TOML: Final = "hub.toml"
BLOCK_LIST: Final = "blocks.jsonl"
AUDIT_HEAD: Final = "audit_head"
MEMBERS: Final = frozenset({DATABASE, *SECRETS, HUB_TOML, BLOCK_LIST, AUDIT_HEAD})
SMALL: Final = 64 * 1024 * 1024
"""Most bytes of any member but the database."""

_MOST_MANIFEST: Final = 1_000_000
_COMMENT: Final = b"MemoryHub backup, SHA-256 of all bytes before this one: "
_HEX: Final = 64
_PIECE: Final = 1 << 20
_BROKEN: Final = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, KeyError)
_DAMAGED: Final = "The file is no backup of MemoryHub, or it is damaged or cut off; take another copy of it."


@dataclass(frozen=True, slots=True)
class Member:
    """Size in bytes and SHA-256 of one member, as the manifest says."""

    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an archive says about itself.

    Attributes:
        made_at: when, RFC 3339.
        version: of MemoryHub.
        kind: `sqlite` or `postgresql`.
        migrations: `app.name` of every migration the database has.
        counts: agents, memories and audit records in it.
        files: its members but the manifest.
    """

    made_at: str
    version: str
    kind: str
    migrations: tuple[str, ...]
    counts: dict[str, int]
    files: dict[str, Member]

    def as_json(self) -> bytes:
        """Return the member that holds it."""
        fields = {
            MARK: FORMAT,
            "made_at": self.made_at,
            "version": self.version,
            "database": self.kind,
            "migrations": sorted(self.migrations),
            "counts": self.counts,
            "files": {name: {"size": one.size, "sha256": one.sha256} for name, one in sorted(self.files.items())},
        }
        return json.dumps(fields, indent=1).encode()


# ------------------------------------------------------------------ writing


class Writer:
    """Writes an archive; what it holds is complete once `finish` has returned.

    Args:
        file: a new file, open for writing and reading.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._zip = zipfile.ZipFile(file, "w", compresslevel=1, allowZip64=True)
        self.files: dict[str, Member] = {}

    def add(
        self, name: str, source: BinaryIO, *, packed: bool = False, tell: Callable[[int], None] | None = None
    ) -> None:
        """Add one member.

        Args:
            name: one of `MEMBERS`.
            source: its bytes.
            packed: they are compressed already.
            tell: called with how many bytes were read so far.
        """
        hasher, size = hashlib.sha256(), 0
        with self._member(name, packed=packed) as target:
            while piece := source.read(_PIECE):
                hasher.update(piece)
                size += len(piece)
                target.write(piece)
                if tell is not None:
                    tell(size)
        self.files[name] = Member(size, hasher.hexdigest())

    def finish(self, manifest: Manifest) -> str:
        """Add the manifest and the checksum of the whole; return the checksum."""
        with self._member(MANIFEST, packed=False) as target:
            target.write(manifest.as_json())
        self._zip.comment = _COMMENT + b"0" * _HEX
        self._zip.close()
        digest = _digest(self._file)
        self._file.seek(-_HEX, 2)
        self._file.write(digest.encode())
        self._file.flush()
        return digest

    def _member(self, name: str, *, packed: bool) -> Any:
        info = zipfile.ZipInfo(name)
        info.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
        info.external_attr = 0o600 << 16
        return self._zip.open(info, "w", force_zip64=True)


def _digest(file: BinaryIO) -> str:
    """Return the SHA-256 of all bytes but the checksum at the end."""
    left = file.seek(0, 2) - _HEX
    file.seek(0)
    hasher = hashlib.sha256()
    while left > 0:
        piece = file.read(min(_PIECE, left))
        if not piece:
            break
        hasher.update(piece)
        left -= len(piece)
    return hasher.hexdigest()


# ------------------------------------------------------------------ reading


class Archive:
    """An archive that was found whole.

    Args:
        file: open for reading; stays the caller's to close.

    Attributes:
        manifest: what it says about itself.
        digest: its checksum.

    Raises:
        Invalid: it is damaged, cut off, of a newer version, or no backup at all.
    """

    def __init__(self, file: BinaryIO) -> None:
        self.digest = _checked_digest(file)
        try:
            self._zip = zipfile.ZipFile(file)
            names = self._zip.namelist()
            if len(set(names)) != len(names) or not set(names) <= MEMBERS | {MANIFEST}:
                raise Invalid("The archive holds something that no backup of MemoryHub does; it was not opened.")
            self.manifest = _manifest(self._zip.open(MANIFEST).read(_MOST_MANIFEST + 1))
            if set(names) - {MANIFEST} != self.manifest.files.keys():
                raise Invalid(_DAMAGED)
        except _BROKEN as error:
            raise Invalid(_DAMAGED) from error

    @property
    def size(self) -> int:
        """Bytes that all members take, unpacked."""
        return sum(one.size for one in self.manifest.files.values())

    def pieces(self, name: str) -> Iterator[bytes]:
        """Yield the bytes of a member, never more than the manifest promised.

        Raises:
            Invalid: they are not those the manifest promised.
        """
        promised = self.manifest.files[name]
        hasher, left = hashlib.sha256(), promised.size
        try:
            with self._zip.open(name) as source:
                while piece := source.read(min(_PIECE, left + 1)):
                    left -= len(piece)
                    if left < 0:
                        raise Invalid(_DAMAGED)
                    hasher.update(piece)
                    yield piece
        except _BROKEN as error:
            raise Invalid(_DAMAGED) from error
        if left or hasher.hexdigest() != promised.sha256:
            raise Invalid(_DAMAGED)

    def unpack(self, name: str, path: Path, tell: Callable[[int], None] | None = None) -> None:
        """Write a member into a new file that only its owner may read."""
        done = 0
        path.touch(mode=0o600, exist_ok=False)
        with path.open("wb") as target:
            for piece in self.pieces(name):
                target.write(piece)
                done += len(piece)
                if tell is not None:
                    tell(done)


def _checked_digest(file: BinaryIO) -> str:
    size = file.seek(0, 2)
    if size < len(_COMMENT) + _HEX:
        raise Invalid(_DAMAGED)
    file.seek(size - len(_COMMENT) - _HEX)
    end = file.read()
    found = end[len(_COMMENT) :].decode("ascii", "replace")
    if not end.startswith(_COMMENT) or found != _digest(file):
        raise Invalid(_DAMAGED)
    return found


def _manifest(data: bytes) -> Manifest:
    fields = json.loads(data) if len(data) <= _MOST_MANIFEST else None
    if not isinstance(fields, dict) or not isinstance(fields.get(MARK), int):
        raise Invalid(_DAMAGED)
    if fields[MARK] > FORMAT:
        raise Invalid("The backup was made by a newer version: update this hub, then restore it.")
    try:
        files = {str(name): Member(int(one["size"]), str(one["sha256"])) for name, one in fields["files"].items()}
        found = Manifest(
            made_at=str(fields["made_at"]),
            version=str(fields["version"]),
            kind=str(fields["database"]),
            migrations=tuple(str(one) for one in fields["migrations"]),
            counts={str(name): int(count) for name, count in fields["counts"].items()},
            files=files,
        )
    except (TypeError, AttributeError) as error:
        raise Invalid(_DAMAGED) from error
    too_large = any(not 0 <= one.size <= SMALL for name, one in files.items() if name != DATABASE)
    if DATABASE not in files or too_large or files[DATABASE].size < 0:
        raise Invalid(_DAMAGED)
    return found
