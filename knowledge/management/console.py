"""What the commands share: who acts, and a progress bar on a terminal."""

from __future__ import annotations

import gc
import getpass
import json
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from knowledge.errors import HubError
from knowledge.services.types import Actor

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Iterator
    from typing import TextIO

    from knowledge.engine.types import Door

_BAR = 24
_SECONDS_BETWEEN = 0.2
_OBJECTS_BETWEEN_COLLECTIONS = 50_000


def command_actor(door: Door = "command") -> Actor:
    """Return the person at the terminal, who owns the data folder and may do anything with it."""
    try:
        name = getpass.getuser()
    except (KeyError, OSError):
        name = "unknown"
    return Actor(kind="person", name=name, door=door, roles=frozenset({"admin"}), agents=None)


def plain(name: str) -> str:
    """Return a name as one line that a terminal takes: what cannot be seen or printed is written out."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in name)


@contextmanager
def few_collections() -> Iterator[None]:
    """Let a long run be looked through for garbage less often, and never the modules that are loaded already.

    Nearly everything goes by itself as soon as its group is written.
    """
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


class Progress:
    """One line that is drawn over and over, on a terminal only.

    Args:
        stream: where it is drawn, usually the error stream.
        what: name of the things counted, for example `lines`.
    """

    def __init__(self, stream: TextIO | Any, *, what: str) -> None:
        self._stream = stream
        self._what = what
        self._on = bool(getattr(stream, "isatty", lambda: False)())
        self._begun = self._drawn = time.monotonic()
        self._wide = 0

    def show(self, count: int, *, part: float = 0.0) -> None:
        """Draw, unless it was drawn a moment ago.

        Args:
            count: things done so far.
            part: how much of all that is, 0 to 1; 0 when nobody knows.
        """
        now = time.monotonic()
        if not self._on or now - self._drawn < _SECONDS_BETWEEN:
            return
        self._drawn = now
        rate = count / max(now - self._begun, 0.001)
        text = f"{count:,} {self._what} · {rate:,.0f}/s"
        if part:
            filled = round(part * _BAR)
            text = f"[{'█' * filled}{'·' * (_BAR - filled)}] {part:4.0%} · {text}"
        self._write(text)

    def say(self, text: str) -> None:
        """Draw a text instead of a number."""
        if self._on:
            self._write(text)

    def clear(self) -> None:
        """Take the line away, so that something else can be printed."""
        if self._wide:
            self._write("")

    def _write(self, text: str) -> None:
        self._stream.write("\r" + text.ljust(self._wide) + ("\r" if not text else ""))
        self._stream.flush()
        self._wide = len(text)


class PreviewedCommand(BaseCommand):
    """A command that shows what it would do, and does it with `--apply`; answers in words or, for scripts, in JSON."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options such commands have in common."""
        parser.add_argument("--apply", action="store_true", help="do it; without this nothing is changed")
        parser.add_argument("--hash", default="", help="of the preview: if anything differs, nothing is done")
        parser.add_argument("--json", action="store_true", help="print JSON for scripts")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it; any refusal is one sentence and exit code 1."""
        try:
            found, words = self.run(options)
        except HubError as error:
            raise CommandError(error.message) from error
        self.stdout.write(json.dumps(found, ensure_ascii=False) if options["json"] else words)

    def run(self, options: dict[str, Any]) -> tuple[Any, str]:
        """Preview or do it.

        Returns:
            What was found or done, for scripts, and the same in words.
        """
        raise CommandError("This command does nothing by itself.")
