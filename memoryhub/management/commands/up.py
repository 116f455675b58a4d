"""Start a hub: the whole story of running one."""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import os
import socket
import sys
import urllib.request
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core import checks
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection, transaction
from django.db.models import Q
from django.utils import timezone

from knowledge.engine.types import Actor
from knowledge.errors import HubError
from knowledge.services import block_list
from knowledge.services.restored import leave_no_bytes
from memoryhub import keys, signin
from memoryhub.access import ADMINISTRATORS
from memoryhub.checks import LOOPBACK
from memoryhub.jobs import sync_schedules
from memoryhub.processes import Child, Supervisor

FIRST_PERSON = "admin"


class Command(BaseCommand):
    """Prepare everything, then run web and worker until told to stop."""

    help = "Start this hub: first run and every run. Example: python3 manage.py up --port 8080"
    requires_system_checks = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: 8000)")
        parser.add_argument("--no-worker", action="store_true", help="serve pages only; run no jobs")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run; ends with exit code 0 after Ctrl-C or SIGTERM."""
        host, port = str(options["host"]), int(options["port"])
        os.umask(0o077)  # the database and its logs are as private as the keys
        self._refuse_open_door(host)
        settings.MEMORYHUB_DATA.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self._only_one(f"http://{_bracketed(host)}:{port}/"):
            self._refuse_taken_port(host, port)
            self._prepare()
            code = self._run(host, port, with_worker=not options["no_worker"])
        if code:
            sys.exit(code)

    def _refuse_open_door(self, host: str) -> None:
        if signin.is_loopback(host) or host == "localhost":
            return
        if settings.KEY_ORIGIN != "configured":
            raise CommandError(
                f"Listening on {host} lets other machines in: set MEMORYHUB_SECRET_KEY (50 random characters) first."
            )
        if set(settings.ALLOWED_HOSTS) <= LOOPBACK or "*" in settings.ALLOWED_HOSTS:
            raise CommandError(
                f"Listening on {host} lets other machines in: name this hub's addresses in MEMORYHUB_ALLOWED_HOSTS."
            )

    @contextlib.contextmanager
    def _only_one(self, address: str) -> Iterator[None]:
        """Hold the lock of the data folder; the kernel lets go of it however this process ends."""
        path = settings.MEMORYHUB_DATA / "up.lock"
        with path.open("a+", encoding="utf-8") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                file.seek(0)
                running = file.read().strip() or "another process"
                raise CommandError(f"This hub is already running ({running}): stop it first.") from error
            file.seek(0)
            file.truncate()
            file.write(f"process {os.getpid()} at {address}")
            file.flush()
            yield

    def _refuse_taken_port(self, host: str, port: int) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except (OSError, OverflowError) as error:
                reason = error.strerror if isinstance(error, OSError) else "ports go from 0 to 65535"
                raise CommandError(
                    f"Port {port} on {host} cannot be used ({reason}): choose another one with --port."
                ) from error

    def _prepare(self) -> None:
        """Keys, tables, checks, schedules: everything a hub needs before it serves."""
        try:
            for name in keys.ALL:
                keys.load_or_create(settings.MEMORYHUB_DATA, name)
        except (OSError, ValueError) as error:
            raise CommandError(f"The keys in the data folder cannot be used: {error}") from error
        try:
            call_command("migrate", interactive=False, verbosity=0)
            self._refuse_wrong_settings()
            self._learn_what_is_blocked()
            sync_schedules()
        except DatabaseError as error:
            reason = str(error).splitlines()[0]
            raise CommandError(
                f"The database cannot be used ({reason}): check DATABASE_URL, or restore a backup."
            ) from error
        for sentence in settings.CONFIG_WARNINGS:
            self.stdout.write(self.style.WARNING(sentence))

    def _learn_what_is_blocked(self) -> None:
        """An older database may hold what was forgotten since: the list beside it counts before anything is served."""
        actor = Actor(kind="system", name="up", door="command", roles=frozenset({"admin"}), agents=None)
        try:
            done = block_list.read_in(actor=actor)
            if done["deleted"]:
                leave_no_bytes()
        except (OSError, ValueError, KeyError) as error:
            raise CommandError("The file blocks.jsonl in the data folder is damaged: restore it.") from error
        if done["blocks"]:
            self._say(f"{done['blocks']} blocked sources taken over, {done['deleted']} memories of theirs deleted.")

    def _refuse_wrong_settings(self) -> None:
        found = checks.run_checks(databases=["default"])
        wrong = [problem.msg for problem in found if problem.is_serious()]
        if wrong:
            raise CommandError(" ".join(str(sentence) for sentence in wrong))

    def _run(self, host: str, port: int, *, with_worker: bool) -> int:
        python = sys.executable
        children = [Child("web server", [python, "-m", "memoryhub.serve", "web", host, str(port)], restart=False)]
        if with_worker:
            children.append(Child("worker", [python, "-m", "memoryhub.serve", "worker"], restart=True))
        here = "127.0.0.1" if host in {"0.0.0.0", "localhost"} else "::1" if host == "::" else host  # noqa: S104 - compared, not bound
        address = f"http://{_bracketed(here)}:{port}"
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "memoryhub.settings",
            "MEMORYHUB_DATA": str(settings.MEMORYHUB_DATA),
            "PYTHONPATH": os.pathsep.join(
                [str(settings.BASE_DIR), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
            ),
        }
        supervisor = Supervisor(children=children, environment=environment, say=self._say, when_set_back=_due_again)
        link = self._mint_link()

        def announce() -> None:
            self._say(f"MemoryHub is running at {address}/ (Ctrl-C stops it).")
            self._say(f"Sign in, once, within 15 minutes: {address}/sign-in/link/{link}/")

        connection.close()
        code = supervisor.run(ready=lambda: _answers(f"{address}/health/live"), when_ready=announce)
        self._say("MemoryHub has stopped.")
        return code

    def _mint_link(self) -> str:
        """A link for the first administrator, who is made when there is none."""
        with transaction.atomic():
            administers = Q(is_superuser=True) | Q(groups__name=ADMINISTRATORS)
            person = User.objects.filter(administers, is_active=True).order_by("pk").first()
            if person is None:
                person = User.objects.create_superuser(_free_name())
        return signin.mint_link(user=person, now=timezone.now())

    def _say(self, sentence: str) -> None:
        with contextlib.suppress(OSError):  # a closed terminal is no reason to stop serving
            self.stdout.write(sentence)
            self.stdout.flush()


def _due_again() -> None:
    """Let jobs run whose next run lies where a clock that had gone ahead had put it."""
    with contextlib.suppress(DatabaseError, HubError):  # the next start does it
        sync_schedules()
    connection.close()


def _free_name() -> str:
    taken = set(User.objects.filter(username__startswith=FIRST_PERSON).values_list("username", flat=True))
    number = 1
    name = FIRST_PERSON
    while name in taken:
        number += 1
        name = f"{FIRST_PERSON}{number}"
    return name


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _answers(url: str) -> bool:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
