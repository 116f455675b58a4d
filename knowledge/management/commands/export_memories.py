"""Write an agent's whole memory into a folder."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from knowledge.errors import HubError
from knowledge.management.console import Progress, command_actor, few_collections
from knowledge.management.vault import write_folder
from knowledge.queries.wiki_vault import vault_pages
from knowledge.services.exporting import ExportReport, export_memories


class Command(BaseCommand):
    """Export, while the hub serves."""

    help = (
        "Write an agent's whole memory into a new folder: memories.jsonl, which import_memories brings back as it was,"
        " and Markdown files of what is current. Example: python3 manage.py export_memories --agent alice --to alice"
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options."""
        whose = parser.add_mutually_exclusive_group(required=True)
        whose.add_argument("--agent", help="whose memory")
        whose.add_argument("--shared", action="store_true", help="the pages of the shared wiki, and nothing else")
        parser.add_argument(
            "--to", required=True, metavar="FOLDER", help="a folder that does not exist yet, or is empty"
        )
        parser.add_argument("--json", action="store_true", help="report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Export; exit code 2 when nothing was written."""
        if options["shared"]:
            self._share(Path(options["to"]).absolute(), as_json=options["json"])
            return
        progress = Progress(sys.stderr, what="rows")

        def show(so_far: ExportReport) -> None:
            progress.show(so_far.memories, part=min(1.0, so_far.memories / max(1, so_far.total)))

        folder = Path(options["to"]).absolute()
        try:
            with few_collections():
                report = export_memories(actor=command_actor(), agent=options["agent"], folder=folder, progress=show)
                pages = list(vault_pages(actor=command_actor(), space=options["agent"]))
                if pages:
                    write_folder(folder / "wiki", pages)
        except HubError as error:
            raise CommandError(error.message, returncode=2) from error
        except KeyboardInterrupt:
            raise CommandError("Stopped; nothing was left behind.", returncode=2) from None
        finally:
            progress.clear()
        if options["json"]:
            found = {
                "agent": options["agent"], "folder": str(folder), "memories": report.memories,
                "aliases": report.aliases, "readable": report.readable, "pages": len(pages),
            }  # fmt: skip
            self.stdout.write(json.dumps(found, ensure_ascii=False))
            return
        self.stdout.write(
            f"{report.memories:,} memories of every state and {report.aliases:,} other names are in {folder},"
            f" {report.readable:,} current ones also as Markdown."
        )
        if pages:
            back = f"import_memories {folder / 'wiki'} --agent {options['agent']}"
            self.stdout.write(f"{len(pages):,} pages of its wiki are in {folder / 'wiki'}; {back} brings them back.")
        self.stdout.write("The folder holds everything the agent knows: keep it as private as the hub.")

    def _share(self, folder: Path, *, as_json: bool) -> None:
        """Write the shared wiki as a folder of Markdown."""
        try:
            count = write_folder(folder, vault_pages(actor=command_actor(), space=""))
        except HubError as error:
            raise CommandError(error.message, returncode=2) from error
        if as_json:
            self.stdout.write(json.dumps({"folder": str(folder), "pages": count}, ensure_ascii=False))
            return
        self.stdout.write(
            f"{count:,} pages of the shared wiki are in {folder}; import_memories {folder} brings them back."
        )
