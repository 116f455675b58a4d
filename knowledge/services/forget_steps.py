"""What follows a forgetting once it is committed: no byte of the text stays in a file. Tried again until it is done.

SQLite overwrites what it deletes; the text index keeps words until its parts are merged, and the log keeps pages until
it is cut. PostgreSQL keeps dead rows until its tables are written anew, which keeps everybody waiting: that is left to
a person, and shown as needed until then.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from django.db import connection

from knowledge.clock import hub_now
from knowledge.conf import forgetting_settings
from knowledge.errors import HubError
from knowledge.models import ForgetPlan
from knowledge.queries.textindex import MEMORIES, PAGES
from knowledge.services import block_list
from knowledge.services.transactions import alone, write_transaction

if TYPE_CHECKING:
    from collections.abc import Callable

BLOCK_FILE, INDEX, VACUUM, LOG = "block_file", "index", "vacuum", "log"
WAITING, DONE, NEEDED, FAILED = "waiting", "done", "needed", "failed"
TABLES: Final = (
    "knowledge_memory",
    "knowledge_memorytext",
    "knowledge_memorysource",
    "knowledge_memoryspan",
    "knowledge_memorytag",
    "knowledge_reaffirmation",
    "knowledge_memoryembedding",
    "knowledge_entityembedding",
    "knowledge_entityalias",
    "knowledge_accesshit",
    "knowledge_guardsighting",
    "knowledge_mistake",
    "knowledge_wikipage",
    "knowledge_wikitext",
    "knowledge_wikirevision",
    "knowledge_wikilink",
    "knowledge_wikisource",
    "knowledge_wikidraft",
    "curation_approvalitem",
    "curation_outboxevent",
    "memoryhub_idempotencyclaim",
)
_BUSY: Final = "The store is in use; it is tried again."
_MEGABYTE: Final = 1 << 20


class _NotYetError(Exception):
    """A step could not be done now; the message says why."""


def waiting() -> list[dict[str, Any]]:
    """Return the steps that a fresh forgetting waits for."""
    names = (BLOCK_FILE, VACUUM) if connection.vendor == "postgresql" else (BLOCK_FILE, INDEX, VACUUM, LOG)
    return [{"name": name, "state": WAITING, "tries": 0, "note": "", "at": ""} for name in names]


def run_steps(*, plan_id: str | None = None, vacuum: bool = False) -> dict[str, list[dict[str, Any]]]:
    """Do what is still to be done after the commit of plans, each step at most once for all of them.

    Args:
        plan_id: only this plan; None for all that wait.
        vacuum: also write the tables of PostgreSQL anew, which keeps everybody waiting meanwhile.

    Returns:
        The steps of each plan as they are now.
    """
    plans = ForgetPlan.objects.filter(pending=True).order_by("pk")
    plans = plans if plan_id is None else plans.filter(pk=plan_id)
    results: dict[str, tuple[str, str]] = {}
    reports = {}
    for plan in plans:
        steps = [dict(one) for one in plan.steps]
        for step in steps:
            if step["state"] == DONE or (step["state"] == NEEDED and not vacuum):
                continue
            if step["name"] not in results:
                results[step["name"]] = _try(step["name"], vacuum=vacuum)
            step["state"], step["note"] = results[step["name"]]
            step["tries"] += 1
            step["at"] = hub_now().isoformat()
        reports[plan.pk] = steps
        with write_transaction():
            open_ones = any(step["state"] != DONE for step in steps)
            ForgetPlan.objects.filter(pk=plan.pk).update(steps=steps, pending=open_ones)
    if results.get(VACUUM, ("", ""))[0] == DONE and connection.vendor == "sqlite" and LOG in results:
        _try(LOG, vacuum=False)  # the notes just written are in the log again
    return reports


def pending() -> int:
    """Return how many plans wait for steps."""
    return ForgetPlan.objects.filter(pending=True).count()


def _try(name: str, *, vacuum: bool) -> tuple[str, str]:
    """Do one step; return its state, and what there is to say about it."""
    if name == VACUUM and connection.vendor == "postgresql":
        if not vacuum:
            return NEEDED, f"Run VACUUM FULL on {', '.join(TABLES)}, or forget_source finish --vacuum."
        work: Callable[[], str] = _vacuum_postgresql
    else:
        work = {BLOCK_FILE: _write_block_file, INDEX: _merge_index, VACUUM: _vacuum_sqlite, LOG: _cut_log}[name]
    try:
        return DONE, work()
    except _NotYetError as error:
        return FAILED, str(error)
    except (HubError, OSError) as error:
        return FAILED, f"{type(error).__name__}; it is tried again."


def _write_block_file() -> str:
    return f"{block_list.write_out()} blocks"


def _merge_index() -> str:
    """Merge the parts of the text index into one; what was deleted from it is in none of them then."""
    for table in (MEMORIES, PAGES):
        with write_transaction(), connection.cursor() as cursor:
            cursor.execute(f"INSERT INTO {table} ({table}) VALUES ('optimize')")  # noqa: S608 - fixed table names
    return ""


def _vacuum_sqlite() -> str:
    size = _file_size()
    most = forgetting_settings().vacuum_megabytes
    if size > most * _MEGABYTE and _overwrites():
        return f"not needed: what is deleted is overwritten in place, and the file is over {most} MB"
    _run_alone("VACUUM")
    return ""


def _vacuum_postgresql() -> str:
    for table in TABLES:
        _run_alone(f"VACUUM FULL {table}")
    return ""


def _cut_log() -> str:
    """Bring the log into the file and cut it to nothing; readers that hold an old picture keep it from that."""
    row = _run_alone("PRAGMA wal_checkpoint(TRUNCATE)")
    if row is not None and row[0]:
        raise _NotYetError(_BUSY)
    return ""


def _run_alone(statement: str) -> Any:
    if connection.in_atomic_block:
        raise _NotYetError("This cannot be done inside a transaction; it is tried again.")
    with alone(), connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone() if cursor.description else None


def _file_size() -> int:
    path = Path(str(connection.settings_dict["NAME"]))
    return path.stat().st_size if path.is_file() else 0


def _overwrites() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA secure_delete")
        return bool(cursor.fetchone()[0] == 1)
