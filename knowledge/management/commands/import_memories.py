"""Bring memories in from a file."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand, CommandError

from knowledge.engine import exchange
from knowledge.errors import HubError
from knowledge.management import vault
from knowledge.management.console import Progress, command_actor, few_collections
from knowledge.services.import_report import FORMATS, ImportReport, ImportRequest, LineReport, Listener
from knowledge.services.importing import import_file, import_stream

_DETAILS = 10_000
_SHOWN = 1_000
_EPILOG = """
formats:
  jsonl       one memory per line: {"content": "…", "subject": …, "valid_from": "2026-03-03T10:00:00Z", …}
  csv         a header naming fields (content, tags, …) or question,answer
  transcript  turns of conversations: {"session", "id", "speaker", "time", "text"} per line, or an array of them;
              with --distil the facts in them are learned too
  duduclaw    an existing DuDuClaw memory.db; without --agent every agent in it keeps its name

A folder of Markdown files goes into the wiki of the agent, without --agent into the shared one, byte for byte.

The folder of an export (export_memories) is recognised too: what this hub exported comes back as it was, in every
state and with its history; with --format jsonl its current memories are imported like those of any file.

Running the same import again adds nothing, so an import that was broken off is finished by repeating it.

exit codes: 0 every line is in (or was there already); 1 some lines were refused; 2 nothing could be imported,
or the import stopped early.

example: python3 manage.py import_memories notes.jsonl --agent alice --dry-run
"""


class Command(BaseCommand):
    """Import a file, line by line, and say what became of each."""

    help = "Import memories from a file. Example: python3 manage.py import_memories notes.jsonl --agent alice"

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        """Keep the lines of the explanation as they are written."""
        kwargs.update(epilog=_EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter)
        return super().create_parser(prog_name, subcommand, **kwargs)

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument(
            "file", help="the file; - reads standard input; a folder of Markdown (a vault) becomes pages of the wiki"
        )
        parser.add_argument(
            "--agent",
            help="whose memories they become (duduclaw: only this agent's rows; a vault without it: the shared wiki)",
        )
        parser.add_argument("--format", choices=FORMATS, help="told from the file when left out")
        parser.add_argument("--dry-run", action="store_true", help="say what would happen and change nothing")
        parser.add_argument("--distil", action="store_true", help="transcript: also learn what the conversations say")
        parser.add_argument("--timezone", help="zone of times that have none, for example Asia/Tokyo or UTC")
        parser.add_argument("--origin", default="import", help="origin of lines that name none (default: import)")
        parser.add_argument(
            "--overwrite", action="store_true", help="folder of Markdown: pages that differ get a new revision"
        )
        parser.add_argument("--name", help="what the import is called (default: the file's name)")
        parser.add_argument("--each", action="store_true", help="also print the outcome of every line")
        parser.add_argument("--json", action="store_true", help="report as JSON on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import; see the exit codes in the help."""
        folder = Path(options["file"])
        if options["file"] != "-" and folder.is_dir() and not (folder / exchange.FILE).is_file():
            self._bring_in(folder, options)
            return
        printer = _Printer(self, options)
        try:
            report = self._run(options, printer)
        except HubError as error:
            printer.stop()
            raise CommandError(error.message, returncode=2) from error
        except KeyboardInterrupt:
            printer.stop()
            raise CommandError("Stopped. Run the same command again to finish.", returncode=2) from None
        printer.finish(report)
        if report.refused:
            sys.exit(1)

    def _bring_in(self, folder: Path, options: dict[str, Any]) -> None:
        """Import a folder of Markdown into the wiki; with the same exit codes."""
        try:
            refused = vault.bring_in(folder, options, self.stdout.write)
        except HubError as error:
            raise CommandError(error.message, returncode=2) from error
        if refused:
            sys.exit(1)

    def _run(self, options: dict[str, Any], printer: _Printer) -> ImportReport:
        given = options["file"]
        path = None if given == "-" else Path(given)
        if path is not None and (path / exchange.FILE).is_file():
            path = path / exchange.FILE  # the folder of an export
        request = ImportRequest(
            agent=options["agent"] or "",
            name=options["name"] or ("standard input" if path is None else path.name),
            format=options["format"],
            origin=options["origin"],
            timezone=_zone(options["timezone"]),
            dry_run=options["dry_run"],
            distil=options["distil"],
        )
        with _opened(path) as stream, few_collections():
            listener = printer.listener()
            actor = command_actor("import")
            if path is None:
                return import_stream(actor=actor, request=request, stream=stream, listener=listener)
            return import_file(actor=actor, request=request, path=path, stream=stream, listener=listener)


@contextlib.contextmanager
def _opened(path: Path | None) -> Iterator[BinaryIO]:
    if path is None:
        yield sys.stdin.buffer
        return
    try:
        stream = path.open("rb")
    except OSError as error:
        raise CommandError(f"The file cannot be read: {error.strerror}.", returncode=2) from error
    with stream:
        yield stream


def _zone(name: str | None) -> ZoneInfo | None:
    if not name:
        return None
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        raise CommandError("--timezone is no known zone; write for example UTC or Asia/Tokyo.", returncode=2) from error


class _Printer:
    """Turns reports into text or JSON."""

    def __init__(self, command: BaseCommand, options: dict[str, Any]) -> None:
        self.out = command.stdout
        self.err = command.stderr
        self.style = command.style
        self.as_json = bool(options["json"])
        self.each = bool(options["each"])
        self.details: list[dict[str, Any]] = []
        self.left_out = self.shown = 0
        self.progress: Progress | None = None

    def listener(self) -> Listener:
        """Return who is told while the import runs."""
        self.progress = Progress(sys.stderr, what="lines")
        return Listener(line=self._line, group=self._group)

    def _group(self, report: ImportReport, part: float) -> None:
        if self.progress is not None:
            self.progress.show(report.lines, part=part)

    def _line(self, one: LineReport) -> None:
        told = one.outcome in ("refused", "held") or bool(one.adjusted)
        if not told and not self.each:
            return
        if self.as_json:
            self._keep(one)
            return
        if not self.each and self.shown >= _SHOWN:
            self.left_out += 1
            return
        self.shown += 1
        self.stop()
        stream = self.err if one.outcome == "refused" else self.out
        stream.write(f"line {one.line}: {_sentence(one)}", ending="\n")

    def _keep(self, one: LineReport) -> None:
        if self.each:
            self.out.write(json.dumps(_slim(one), ensure_ascii=False))
        elif len(self.details) < _DETAILS:
            self.details.append(_slim(one))
        else:
            self.left_out += 1

    def stop(self) -> None:
        """Take the progress bar away."""
        if self.progress is not None:
            self.progress.clear()

    def finish(self, report: ImportReport) -> None:
        """Print the summary."""
        self.stop()
        if self.as_json:
            self.out.write(json.dumps(self._summary(report), ensure_ascii=False))
            return
        if self.left_out:
            self.out.write(f"{self.left_out:,} more lines have something to say; --json lists up to {_DETAILS:,}.")
        new = "would be new" if report.dry_run else "new"
        parts = [f"{report.new:,} {new}", f"{report.reaffirmed:,} reaffirmed", f"{report.already:,} already there"]
        if report.held:
            parts.append(f"{report.held:,} held for review")
        parts.append(f"{report.refused:,} refused")
        self.out.write(f"{report.lines:,} lines: {', '.join(parts)}.")
        if report.facts or report.documents:
            learned = ", ".join(f"{count:,} {outcome}" for outcome, count in sorted(report.facts.items())) or "none"
            self.out.write(f"Facts from conversations: {learned}.")
        if report.documents:
            filed = ", ".join(f"{count:,} {outcome}" for outcome, count in sorted(report.documents.items()))
            self.out.write(f"Reference documents in the wiki: {filed}.")
        for note in report.notes:
            self.out.write(note)
        if report.adjusted:
            self.out.write(f"{report.adjusted:,} lines had a value brought into range.")
        if report.dry_run:
            self.out.write("Dry run: nothing was changed.")

    def _summary(self, report: ImportReport) -> dict[str, Any]:
        summary: dict[str, Any] = {
            "agent": report.agent,
            "name": report.name,
            "format": report.format,
            "dry_run": report.dry_run,
            "lines": report.lines,
            "new": report.new,
            "reaffirmed": report.reaffirmed,
            "already": report.already,
            "held": report.held,
            "refused": report.refused,
            "adjusted": report.adjusted,
            "outcomes": dict(sorted(report.outcomes.items())),
            "notes": list(report.notes),
        }
        if report.facts or report.documents:
            summary["facts"] = dict(sorted(report.facts.items()))
            summary["documents"] = dict(sorted(report.documents.items()))
        if not self.each:
            summary |= {"details": self.details, "details_left_out": self.left_out}
        return summary


def _sentence(one: LineReport) -> str:
    if one.outcome == "refused":
        return f"refused: {one.reason}"
    said = one.outcome if not one.memory_id else f"{one.outcome} {one.memory_id}"
    if one.outcome == "held":
        said = f"held for review ({one.code.replace('_', ' ')})"
    return " ".join([f"{said}.", *one.adjusted])


def _slim(one: LineReport) -> dict[str, Any]:
    return {name: value for name, value in asdict(one).items() if value or name == "line"}
