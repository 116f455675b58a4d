"""The list of checks, from the cheapest to the one that reads every text again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from knowledge.queries.consistency import axis, names, rows, tables, vectors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from knowledge.models import Memory
    from knowledge.queries.consistency.findings import Finding


@dataclass(frozen=True, slots=True)
class Check:
    """One check of the tables.

    Attributes:
        name: what is looked at, in a few words.
        run: yields what breaks a rule.
    """

    name: str
    run: Callable[[], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class Analysis:
    """How texts become entries of the index; services know, queries do not.

    Attributes:
        tokens_of: the analysis of a stored row.
        prefixed: how the index writes a token of an agent.
    """

    tokens_of: Callable[[Memory], list[str]]
    prefixed: Callable[[int, str], str]


def checks_of_tables(now: datetime, analysis: Analysis | None) -> list[Check]:
    """Return the checks of all tables.

    Args:
        now: the moment at which a row counts as over.
        analysis: leave it out to spare the check that reads every text again.
    """
    found = [
        Check("one open row per fact", tables.one_open_row),
        Check("intervals apart and in order", tables.no_overlap),
        Check("rows and their second clock", tables.last_span),
        Check("chains", tables.chains),
        Check("answers at every border", axis.answers),
        Check("sources, tags and parts of rows", tables.belongings),
        Check("trust", tables.trust),
        Check("counters of agents", tables.counters),
        Check("keys and tags", rows.keys_and_tags),
        Check("other names of entities", names.names_closed),
        Check("stored vectors", vectors.stored_vectors),
        Check("rows in the text index", lambda: rows.index_holds_the_right_rows(now)),
        Check("constraints and indexes", tables.promised_by_the_database),
    ]
    if analysis is not None:
        found.append(Check("keys of copies", vectors.keys_of_copies))
        found.append(
            Check("tokens in the text index", lambda: rows.index_tokens(analysis.tokens_of, analysis.prefixed))
        )
    return found
