"""A PostgreSQL server for tests: the one that is named, else a throw-away one of our own."""

from __future__ import annotations

import contextlib
import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg

VARIABLE = "MEMORYHUB_TEST_POSTGRES"
ACCOUNT = "postgres"
OWNER = "memoryhub"
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
    done = subprocess.run(
        [programs / "initdb", "-D", data, "-U", OWNER, "--encoding=UTF8", "--locale=C", "--auth=trust", "--no-sync"],
        check=False, user=account, capture_output=True, text=True, cwd="/",
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"initdb failed: {done.stderr or done.stdout}")
    with (data / "postgresql.conf").open("a", encoding="utf-8") as file:
        file.writelines(f"{name} = {value}\n" for name, value in SETTINGS.items())
        file.write(f"unix_socket_directories = '{folder}'\n")  # only its owner can enter this folder
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            [programs / "postgres", "-D", data], user=account, cwd="/", stdout=log, stderr=log,
            stdin=subprocess.DEVNULL, process_group=0,
            preexec_fn=_end_with_parent,  # noqa: PLW1509 - one system call, and no thread runs yet
        )  # fmt: skip
    try:
        _wait(server, folder)
        yield f"postgres://{OWNER}@{quote(str(folder), safe='')}:5432/memoryhub"
    finally:
        server.send_signal(signal.SIGINT)  # stop now, dropping connections
        server.wait(60)


def _end_with_parent() -> None:
    """However the tests end, the server ends with them: the kernel sees to it (on Linux)."""
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGQUIT, 0, 0, 0)


def _wait(server: subprocess.Popen[bytes], folder: Path) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            psycopg.connect(host=str(folder), user=OWNER, dbname="postgres").close()
        except psycopg.OperationalError as error:
            if server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"PostgreSQL did not start: {(folder / 'log').read_text()}") from error
            time.sleep(0.1)
        else:
            return


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
