"""The page of one fact, ready for its template: the picture, the table that says the same, links and sentences."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from curation import explain
from curation.lanes import TimelineFigure, timeline_figure
from knowledge.queries.instants import format_instant

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime

    from curation.queries.facts import Answer, FactReading, Question
    from knowledge.queries.versions import FactName, FactVersion, Learned
    from knowledge.services.preview import Preview
    from knowledge.services.types import StoreOutcome

LANES_SHOWN = 12
COLUMNS = (
    "version", "state", "value", "content", "valid_from", "valid_until", "stated_until", "expires_at", "learned_at",
    "closed_at", "closed_by", "origin", "trust", "confidence", "source_event", "source", "confirmed", "id",
    "supersedes", "superseded_by",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FactLinks:
    """Addresses around one fact."""

    name: FactName
    clock: str = ""
    path: str = field(default_factory=lambda: reverse("curation:fact"))

    def to(self, **more: str) -> str:
        """Return the address of the fact with some further keys; empty ones are left out."""
        return f"{self.path}?{urlencode([*self.keys(), *((key, value) for key, value in more.items() if value)])}"

    def keys(self) -> list[tuple[str, str]]:
        """Return the keys that name the fact, for an address or for hidden fields."""
        named = (
            ("agent", self.name.agent),
            ("subject", self.name.subject),
            ("predicate", self.name.predicate),
            ("object", self.name.object_ or ""),
            ("clock", self.clock),
        )
        return [(key, value) for key, value in named if value]

    def version(self, version_id: str) -> str:
        """Return the address of one version."""
        return self.to(v=version_id)

    def export(self, kind: str) -> str:
        """Return the address of the fact's history as a file, `csv` or `json`."""
        plain = FactLinks(self.name, path=reverse("curation:fact-export", args=[kind]))
        return plain.to()


@dataclass(frozen=True, slots=True)
class VersionLine:
    """One version in the table, or a fold: then only `fold` and `href` are set."""

    version: FactVersion | None
    label: str = ""
    href: str = ""
    why: str = ""
    author: str = ""
    here: bool = False
    compare: str = ""
    fold: int = 0


@dataclass(frozen=True, slots=True)
class LearnedLine:
    """One thing the hub learned, as a sentence."""

    one: Learned
    words: str
    event: str
    href: str


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """One value that held, with everything the panel says about it."""

    version: FactVersion
    label: str
    starts: datetime
    ends: datetime | None
    why: str
    author: str
    event: str
    closed_at: datetime | None
    closer: str
    href: str
    before_href: str
    comment: str


def page_of(reading: FactReading, links: FactLinks, clock: str) -> dict[str, Any]:
    """Return the context of the page.

    Args:
        reading: what was read.
        links: addresses of this fact.
        clock: `world`, `hub` or `both`.
    """
    window, question = reading.window, reading.question
    known = known_versions(reading)
    here = {window.chosen.id} if question.chosen and window.chosen else {one.version.id for one in reading.answers}
    answers = [_shown(one.version, one, reading, links) for one in reading.answers]
    chosen = window.chosen if question.chosen else None
    drawn, lanes = _drawn(reading)
    figure = _figure(reading, links, clock, here, drawn, lanes)
    before, after = explain.hole_words(reading.before, reading.after)
    return {
        "name": window.name,
        "now": reading.now,
        "window": window,
        "reading": reading,
        "answers": answers,
        "more_answers": reading.answer_count - len(answers),
        "chosen": _shown(chosen, None, reading, links) if chosen else None,
        "belief": _belief(reading),
        "before_words": before,
        "after_words": after,
        "figure": figure,
        "axis": _axis(figure, reading),
        "lanes_hidden": len({row.value_key for row in window.shown} - set(lanes.values())) if lanes else 0,
        "lines": list(_lines(reading, links, known, here)),
        "learned": [
            LearnedLine(one, explain.learned_words(one), explain.event_words(one.event), links.version(one.version.id))
            for one in reading.learned
        ],
        "earlier": links.version(window.earlier) if window.earlier else "",
        "later": links.version(window.later) if window.later else "",
        "table_text": _table_text(reading, known),
        "csv": links.export("csv"),
        "json": links.export("json"),
        "links": {"now": links.to()},
        "hidden": links.keys(),
        "clock": clock,
        "clocks": _clocks(links, question),
        "waiting": [_waiting(row, links) for row in window.shown if row.state in {"held", "quarantined"}],
        **_compared(reading),
    }


def _waiting(row: FactVersion, links: FactLinks) -> dict[str, str]:
    return {"href": links.version(row.id), "label": explain.label_of(row)}


def _belief(reading: FactReading) -> str:
    """Return the sentence that sets the answer beside the hub's other knowledge; empty when there is none."""
    if reading.other is None:
        return ""
    return explain.belief_words(
        [one.version for one in reading.answers],
        [one.version for one in reading.other],
        same=reading.same,
        today=reading.question.known_at is not None,
        asked_at=reading.question.at,
    )


def _compared(reading: FactReading) -> dict[str, Any]:
    pair = reading.comparison
    if pair is None:
        return {}
    return {
        "compare_labels": (explain.label_of(pair.before), explain.label_of(pair.after)),
        "compare_fields": explain.compared(pair.before, pair.after),
    }


def _axis(figure: TimelineFigure | None, reading: FactReading) -> dict[str, int | str]:
    """Return what the sliders need, in milliseconds since 1970: ends of the axis, the present, the moments asked."""
    asked = reading.question
    moments = {
        "from": figure.start if figure else reading.now,
        "until": figure.end if figure else reading.now,
        "now": reading.now,
        "at": asked.at,
        "known": asked.known_at,
    }
    return {name: int(moment.timestamp() * 1000) if moment else "" for name, moment in moments.items()}


def _clocks(links: FactLinks, question: Question) -> list[tuple[str, str, str]]:
    asked = {
        "v": question.chosen,
        "at": format_instant(question.at) if question.at else "",
        "known": format_instant(question.known_at) if question.known_at else "",
    }
    names = (("both", _("Both clocks")), ("world", _("True in the world")), ("hub", _("Known to the hub")))
    return [
        (key, name, FactLinks(links.name, "" if key == "both" else key, links.path).to(**asked)) for key, name in names
    ]


def known_versions(reading: FactReading) -> dict[str, FactVersion]:
    """Return every version that was read, by id."""
    return {one.id: one for one in reading.window.shown} | reading.window.also


def _shown(version: FactVersion, answer: Answer | None, reading: FactReading, links: FactLinks) -> ShownAnswer:
    known = known_versions(reading)
    comment = version.metadata.get("comment", "")
    before = _before(version, reading)
    # Asked as known on some day, the panel says nothing of what became known later.
    known_at = reading.question.known_at if answer else None
    closed_at = version.invalidated_at
    unheard = known_at is not None and closed_at is not None and closed_at > known_at
    return ShownAnswer(
        version=version,
        label=explain.value_of(version),
        starts=answer.starts if answer else version.valid_from,
        ends=answer.ends if answer else version.valid_until,
        why="" if unheard else explain.why_ended(version, known),
        author=explain.author_of(version),
        event=explain.event_words(version.source_event),
        closed_at=None if unheard else closed_at,
        closer=explain.closed_words(version, known),
        href=links.version(version.id),
        before_href=links.to(v=version.id, a=before.id, b=version.id) if before and not version.forgotten else "",
        comment=comment if isinstance(comment, str) else "",
    )


def _before(version: FactVersion, reading: FactReading) -> FactVersion | None:
    """Return the version to compare with: the one it replaced, else the one before it that can be read."""
    known = known_versions(reading)
    if version.supersedes in known:
        return known[version.supersedes]
    earlier = [row for row in reading.window.shown if not row.forgotten and row.valid_from <= version.valid_from]
    ids = [row.id for row in earlier]
    return earlier[ids.index(version.id) - 1] if version.id in ids[1:] else None


def _drawn(reading: FactReading) -> tuple[list[FactVersion], dict[str, str] | None]:
    """Return the versions the picture shows, and for a predicate with several values the lane of each."""
    rows = list(reading.window.shown)
    if not reading.window.multi_valued:
        return rows, None
    newest = dict.fromkeys(row.value_key for row in sorted(rows, key=lambda row: row.valid_from, reverse=True))
    drawn = set(list(newest)[:LANES_SHOWN])
    rows = [row for row in rows if row.value_key in drawn]
    return rows, {row.id: row.value_key for row in rows}


def _figure(
    reading: FactReading,
    links: FactLinks,
    clock: str,
    here: set[str],
    rows: list[FactVersion],
    lanes: dict[str, str] | None,
) -> TimelineFigure | None:
    window = reading.window
    return timeline_figure(
        rows,
        now=reading.now,
        labels={row.id: explain.label_of(row) for row in rows},
        hrefs={one: links.version(one) for one in (*(row.id for row in rows), *(fold.opens for fold in window.folds))},
        as_of=reading.question.at,
        known_at=reading.question.known_at,
        clocks=("world", "hub") if clock == "both" else (clock,),
        here=here,
        lanes=lanes,
        folds=() if lanes else window.folds,
    )


def _lines(
    reading: FactReading, links: FactLinks, known: Mapping[str, FactVersion], here: set[str]
) -> Iterator[VersionLine]:
    """Yield the lines of the table, newest world time first, folds where versions were left out."""
    folds = {fold.after: fold for fold in reading.window.folds}
    compare = reading.question.compare or ("", "")
    for row in reversed(reading.window.shown):
        fold = folds.get(row.id)
        if fold is not None:
            yield VersionLine(None, href=links.version(fold.opens), fold=fold.count)
        yield VersionLine(
            row,
            label=explain.label_of(row),
            href=links.version(row.id),
            why=explain.why_ended(row, known),
            author=explain.author_of(row),
            here=row.id in here,
            compare="a" if row.id == compare[0] else "b" if row.id == compare[1] else "",
        )


def _table_text(reading: FactReading, known: Mapping[str, FactVersion]) -> str:
    """Return the shown versions as a table of tabs, for the clipboard."""
    head = [_("Version"), _("Value"), _("State"), _("True from"), _("True until"), _("Learned"), _("Source"), _("Why")]
    lines = ["\t".join(head)]
    for row in reversed(reading.window.shown):
        cells = [
            str(row.version),
            explain.label_of(row),
            row.state,
            format_instant(row.valid_from),
            format_instant(row.valid_until) if row.valid_until else "",
            format_instant(row.ingested_at),
            row.origin,
            explain.why_ended(row, known),
        ]
        lines.append("\t".join(" ".join(cell.split()) for cell in cells))
    return "\n".join(lines)


def forecast_words(said: Preview, reading: FactReading | None, value: str) -> list[str]:
    """Say what a statement would do: the outcome, and every other version whose end would move."""
    known = known_versions(reading) if reading else {}
    carried = known.get(said.row_id)
    lines = explain.outcome_words(
        said,
        value=explain.label_of(carried) if carried else value,
        starts=said.starts,
        ends=said.ends,
        now=_now(reading, said.starts),
        known=known,
    )
    rival = known.get(said.rival_id or "")
    if rival is not None:
        lines.append(_("It stands against %s.") % explain.quoted(explain.label_of(rival)))
    return lines + [explain.change_words(one, known) for one in said.changes]


def warning_words(shown: tuple[str, ...]) -> str:
    """Say that a person's own text reads like an order; it was stored, hidden letters are shown."""
    read = "; ".join(f"“{text}”" for text in shown)
    return f"This reads like an order to whoever recalls it later: {read}. It was stored because you wrote it."


def outcome_words(outcome: StoreOutcome, before: FactReading | None, value: str) -> list[str]:
    """Say what a statement did, with the names of the versions as they were before it."""
    row = outcome.memory
    ends = [end for end in (row.valid_until, row.expires_at) if end]
    return explain.outcome_words(
        outcome,
        value=value,
        starts=row.valid_from,
        ends=min(ends) if ends else None,
        now=row.ingested_at,  # The page was read before the statement: its present would call every start later.
        known=known_versions(before) if before else {},
    )


def _now(reading: FactReading | None, otherwise: datetime) -> datetime:
    return reading.now if reading else otherwise


def export_row(version: FactVersion) -> dict[str, Any]:
    """Return one version for a file, by the names of `COLUMNS`; a forgotten one has no value and no text."""
    return {
        "version": version.version,
        "state": version.state,
        "value": version.value,
        "content": version.content,
        "valid_from": version.valid_from,
        "valid_until": version.valid_until,
        "stated_until": version.stated_until,
        "expires_at": version.expires_at,
        "learned_at": version.ingested_at,
        "closed_at": version.invalidated_at,
        "closed_by": version.invalidated_by_event,
        "origin": version.origin,
        "trust": version.origin_trust,
        "confidence": version.confidence,
        "source_event": version.source_event,
        "source": explain.author_of(version),
        "confirmed": len(version.reaffirmed_by),
        "id": version.id,
        "supersedes": version.supersedes,
        "superseded_by": version.superseded_by,
    }
