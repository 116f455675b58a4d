"""What a search in a wiki of 10 000 pages costs beside the bare query of the text index, in one run.

    python tests/bench/wiki_search.py [--pages 10000] [--rounds 100] [--folder FOLDER] [--json FILE]

The bare query asks the same index for the same terms joined by OR, in the order of the index's own ranking, for the
ten best, and reads the titles of those ten. It knows nothing of trust, kinds of sources, layers, what is hidden from
whom, highlights, excerpts or how many pages there are in all; the search does all of these and returns whole hits. On
SQLite the index's own ranking is `bm25`, on PostgreSQL `ts_rank` (it has no other). The index of SQLite keeps no
lengths of documents, so that its `bm25` has to take texts apart again; therefore a second bare query asks a full-text
table of its own that holds the same tokens and keeps all that `bm25` wants.

Both sides are called in turn and medians are compared. With `DATABASE_URL` set the database named there is filled.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.hub import open_hub
from tests.bench.speed import Figure, Texts, measure

WORDS_A_PAGE = 150
KINDS = ("verified_fact", "user_statement", "tool_output", "", "raw_dialogue")
LAYERS = ("deep", "deep", "context", "core")


def fill(pages: int) -> None:
    """Bring the shared wiki to its size: rows and index as saving writes them, without drawing."""
    from django.db import transaction

    from knowledge.clock import hub_now
    from knowledge.engine.ids import new_id
    from knowledge.engine.text import analyze
    from knowledge.engine.wiki.paths import name_key, path_key
    from knowledge.models import WikiLink, WikiPage
    from knowledge.models.wiki import SHARED
    from knowledge.queries.textindex import PAGES
    from knowledge.services import index

    have = WikiPage.objects.filter(space=SHARED).count()
    texts, now = Texts(5), hub_now()
    for start in range(have, pages, 500):
        rows, tokens = [], []
        for number in range(start, min(pages, start + 500)):
            path, title, plain = f"f{number % 50}/p{number}.md", texts.words_of(3), texts.words_of(WORDS_A_PAGE)
            found = analyze(f"{path}\n{title}\n{plain}")
            tokens.append(found)
            rows.append(
                WikiPage(
                    id=new_id("w", now), space=SHARED, path=path, path_key=path_key(path), name_key=name_key(path),
                    title=title, title_key=title, text=plain, plain=plain, tags=[f"t{number % 90}"],
                    layer=LAYERS[number % 4], trust=(number % 10) / 10, source_type=KINDS[number % 5],
                    do_not_inject=number % 40 == 0, visible_to=["nobody"] if number % 25 == 0 else None,
                    origin="operator", revision=1, token_count=len(found), created_at=now, updated_at=now,
                    updated_by="bench",
                )
            )  # fmt: skip
        with transaction.atomic():
            WikiPage.objects.bulk_create(rows)
            index.add([(row.number, SHARED, each) for row, each in zip(rows, tokens, strict=True)], PAGES)
            numbers = [row.number for row in rows]
            WikiLink.objects.bulk_create(
                WikiLink(source_id=one, place=0, target="x", key="x", page_id=numbers[(place * 7) % len(numbers)])
                for place, one in enumerate(numbers)
            )


def tell_the_search() -> None:
    """Save one page as everybody does: rows that were written past the service are news to nobody."""
    from knowledge.engine.types import Actor
    from knowledge.services.wiki import PageDraft, save

    admin = Actor(kind="person", name="a", door="page", roles=frozenset({"admin"}), agents=None, user_id=1)
    save(actor=admin, draft=PageDraft("", "last.md", "# The last one", base=0))


class Bare:
    """The same questions to the index itself."""

    def __init__(self, questions: Sequence[str]) -> None:
        from knowledge.engine.text import analyze_query

        self.terms = [[f"0_{term}" for term in dict.fromkeys(analyze_query(one))] for one in questions]

    def index(self, turn: int) -> Any:
        """Ask the hub's own index."""
        from django.db import connection

        terms = self.terms[turn]
        if connection.vendor == "postgresql":
            sql = (
                "SELECT p.number, p.title FROM (SELECT number, ts_rank(tokens, q) AS rank FROM knowledge_wikitext,"
                " CAST(%s AS tsquery) q WHERE tokens @@ q ORDER BY rank DESC LIMIT 10) AS best"
                " JOIN knowledge_wikipage p ON p.number = best.number ORDER BY best.rank DESC"
            )
            asked = " | ".join(f"'{term}'" for term in terms)
        else:
            sql = (
                "SELECT p.number, p.title FROM (SELECT rowid, rank FROM knowledge_wikitext"
                " WHERE knowledge_wikitext MATCH %s ORDER BY rank LIMIT 10) AS best"
                " JOIN knowledge_wikipage p ON p.number = best.rowid ORDER BY best.rank"
            )
            asked = " OR ".join(f'"{term}"' for term in terms)
        with connection.cursor() as cursor:
            cursor.execute(sql, [asked])
            return cursor.fetchall()

    def with_lengths(self) -> Callable[[int], Any]:
        """Make a table with the same tokens that also keeps lengths, and return how it is asked."""
        from django.db import connection

        plain = sqlite3.connect(":memory:", isolation_level=None)
        plain.execute("CREATE TABLE page (number INTEGER PRIMARY KEY, title TEXT)")
        plain.execute(
            "CREATE VIRTUAL TABLE words USING fts5(tokens, tokenize=\"ascii tokenchars '_+-.'\")",
        )
        with connection.cursor() as cursor:
            cursor.execute("SELECT number, title FROM knowledge_wikipage")
            plain.executemany("INSERT INTO page VALUES (?, ?)", cursor.fetchall())
            cursor.execute("SELECT rowid, tokens FROM knowledge_wikitext")
            plain.executemany("INSERT INTO words (rowid, tokens) VALUES (?, ?)", cursor.fetchall())
        plain.execute("INSERT INTO words (words) VALUES ('optimize')")

        def ask(turn: int) -> Any:
            match = " OR ".join(f'"{term}"' for term in self.terms[turn])
            return plain.execute(
                "SELECT p.number, p.title FROM (SELECT rowid, rank FROM words WHERE words MATCH ?"
                " ORDER BY rank LIMIT 10) AS best JOIN page p ON p.number = best.rowid ORDER BY best.rank",
                (match,),
            ).fetchall()

        return ask


def figures(rounds: int) -> list[Figure]:
    from django.db import connection

    from knowledge.engine.types import Actor
    from knowledge.queries.wiki import PageFilters
    from knowledge.queries.wiki_search import search_pages

    texts = Texts(6)
    admin = Actor(kind="person", name="a", door="page", roles=frozenset({"admin"}), agents=None, user_id=1)
    agent = Actor(kind="agent", name="t", door="rest", agents=frozenset({"alice"}))
    kinds = {
        "8 words": [texts.words_of(8) for _ in range(rounds * 2)],
        "2 words": [texts.words_of(2) for _ in range(rounds * 2)],
        "1 common word": [texts.words[turn % 20] for turn in range(rounds * 2)],
    }
    assert search_pages(actor=admin, query=kinds["2 words"][0], space="").hits, "the search knows none of the pages"
    measured = []
    for name, questions in kinds.items():
        bare = Bare(questions)

        def ours(actor: Actor, asked: Sequence[str] = questions, **rest: Any) -> Callable[[int], object]:
            return lambda turn: search_pages(actor=actor, query=asked[turn], space="", **rest)

        deep = PageFilters(layer="deep", min_trust=0.3)
        sides = {
            "administrator": ours(admin),
            "agent, with what is hidden": ours(agent),
            "agent, narrowed": ours(agent, filters=deep),
            "administrator, with what is near": ours(admin, expand=True),
        }
        for side, call in sides.items():
            measured.append(measure(f"{name}: {side}", call, bare.index, rounds))
        if connection.vendor == "sqlite":
            measured.append(
                measure(f"{name}: administrator, index with lengths", ours(admin), bare.with_lengths(), rounds)
            )
    return measured


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--folder", type=Path, help="data folder to use and keep")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    open_hub(args.folder)
    started = time.perf_counter()
    fill(args.pages)
    tell_the_search()
    print(f"{args.pages} pages, filled in {time.perf_counter() - started:.0f} s; medians: search, bare query")
    found = figures(args.rounds)
    if args.json:
        args.json.write_text(json.dumps([asdict(one) for one in found], indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
