"""A PostgreSQL server for tests: the one that is named, else a throw-away one of our own."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

VARIABLE = "MEMORYHUB_TEST_POSTGRES"
ACCOUNT = "postgres"
# The server is thrown away: what a power cut would do to it does not matter.
SETTINGS = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "listen_addresses": "''",
    "max_connections": "100",
    "shared_buffers": "128MB",
    "timezone": "UTC",
}


@contextlib.contextmanager
def server() -> Iterator[str | None]:
    """The URL of a database in a running server, or None when there is neither a server nor the programs of one."""
    named = os.environ.get(VARIABLE) or os.environ.get("DATABASE_URL", "")
    if named.startswith(("postgres://", "postgresql://")):
        yield named
        return
    programs = _programs()
    if programs is None or (os.geteuid() == 0 and not _has_account()):
        yield None
        return
    folder = Path(tempfile.mkdtemp(prefix="memoryhub-pg-"))
    try:
        with _running(programs, folder) as url:
            yield url
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _running(programs: Path, folder: Path) -> Iterator[str]:
    account = ACCOUNT if os.geteuid() == 0 else None  # the server refuses to run as root
    if account:
        shutil.chown(folder, account)
    data = folder / "data"

    def run(*command: str) -> None:
        done = subprocess.run(
            command, check=False, user=account, capture_output=True, text=True, cwd="/", stdin=subprocess.DEVNULL
        )
        if done.returncode:
            raise RuntimeError(f"{command[0]} failed: {done.stderr or done.stdout}")

    run(
        str(programs / "initdb"), "-D", str(data), "-U", "memoryhub", "--encoding=UTF8", "--locale=C",
        "--auth=trust", "--no-sync",
    )  # fmt: skip
    with (data / "postgresql.conf").open("a", encoding="utf-8") as file:
        file.writelines(f"{name} = {value}\n" for name, value in SETTINGS.items())
        file.write(f"unix_socket_directories = '{folder}'\n")  # only its owner can enter this folder
    control = str(programs / "pg_ctl")
    run(control, "-D", str(data), "-w", "-t", "60", "-l", str(folder / "log"), "start")
    try:
        yield f"postgres://memoryhub@{quote(str(folder), safe='')}:5432/memoryhub"
    finally:
        run(control, "-D", str(data), "-m", "immediate", "-w", "stop")


def _programs() -> Path | None:
    """The folder with initdb and pg_ctl; of several versions the newest."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


def _has_account() -> bool:
    try:
        pwd.getpwnam(ACCOUNT)
    except KeyError:
        return False
    return True
