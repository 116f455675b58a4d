"""How long a folder of 2 000 linked pages in three languages takes to come in, and to come in again unchanged.

    python tests/bench/wiki_import.py [--pages 2000] [--folder FOLDER]

Every page is checked, scanned, drawn, linked and indexed. With `DATABASE_URL` set the database named there is used; an
agent of its own is made for each run.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.hub import open_hub
from tests.bench.speed import Texts

JAPANESE = ["請求書は経理に送る。", "港の潮位は毎朝測る。", "会議は火曜日に移った。", "新しい担当者は佐藤さん。"]
CHINESE = ["请假流程需要批准。", "港口每天早上测量水位。", "会议改到星期二。", "新的负责人是王女士。"]


def pages(count: int) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of each page: frontmatter, headings, a table, lists, code, and links to five others."""
    texts, draw = Texts(9), random.Random(9)
    for number in range(count):

        def words(n: int, kind: int = number % 3) -> str:
            if kind == 1:
                return "".join(draw.choices(JAPANESE, k=n // 5))
            return "".join(draw.choices(CHINESE, k=n // 5)) if kind == 2 else texts.words_of(n) + "."

        links = " ".join(f"[[page {draw.randrange(count)}]]" for _ in range(3))
        links += f" [other](../folder%20{draw.randrange(40)}/page%20{draw.randrange(count)}.md) [[missing {number}]]"
        text = (
            f"---\ntitle: Page {number}\ntags: [tag{number % 30}, both]\n---\n\n# Page {number}\n\n{words(60)}\n\n"
            f"{links}\n\n## Part\n\n- {words(10)}\n- [ ] {words(10)}\n\n| a | b |\n|---|---|\n| {number} | b |\n\n"
            f"```python\nprint({number})\n```\n\n## Further\n\n{words(60)}\n"
        )
        yield f"folder {number % 40}/page {number}.md", text.encode()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pages", type=int, default=2_000)
    parser.add_argument("--folder", type=Path, help="data folder to use and keep")
    args = parser.parse_args()
    open_hub(args.folder)
    from knowledge.engine.types import Actor
    from knowledge.services.wiki_vault import VaultPage, VaultRequest, import_vault

    actor = Actor(kind="system", name="bench", door="import", roles=frozenset({"admin"}), agents=None)
    vault = [VaultPage(path, content) for path, content in pages(args.pages)]
    request = VaultRequest(f"bench-{time.time_ns()}", "vault")
    for turn in ("first", "again"):
        wall, cpu = time.perf_counter(), time.process_time()
        report = import_vault(actor=actor, request=request, pages=vault)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        print(f"{turn}: {dict(report.counts)} in {wall:.1f} s, {cpu:.1f} s CPU of this process")


if __name__ == "__main__":
    main()
