"""How many examples of the CommonMark specification are drawn like the reference, and why the others differ.

Example: python tests/bench/commonmark.py examples.jsonl (one object a line: example, section, markdown, html)
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

from knowledge.engine.wiki.render import render

SAID = {"a": {"href", "title"}, "code": {"class"}, "ol": {"start"}}


class Shape(HTMLParser):
    """What a reader sees of a page: elements with the attributes that mean something, and texts."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[tuple[object, ...]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the beginning of an element; the spans of coloured code mean nothing."""
        if tag != "span":
            self.parts.append(("<", tag, sorted(pair for pair in attrs if pair[0] in SAID.get(tag, set()))))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Treat `<br />` as `<br>`."""
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        """Note the end of an element."""
        if tag != "span":
            self.parts.append((">", tag))

    def handle_data(self, data: str) -> None:
        """Note a text; neighbours are one."""
        if self.parts and self.parts[-1][0] == "t":
            data = str(self.parts.pop()[1]) + data
        self.parts.append(("t", data))


def shape(html: str) -> list[tuple[object, ...]]:
    """Return the shape of a page; white space between blocks says nothing."""
    reader = Shape()
    reader.feed(html)
    reader.close()
    return [part for part in reader.parts if part[0] != "t" or str(part[1]).strip()]


def reason(example: dict[str, str]) -> str:
    """Say why an example is drawn differently."""
    markdown, html = example["markdown"], example["html"]
    if "<img" in html:
        return "picture (a link here)"
    if example["section"] in {"HTML blocks", "Raw HTML"} or re.search(r"<[a-z/!?][^>:@]*>", markdown, re.IGNORECASE):
        return "raw HTML (sanitised)"
    if re.search(r'<a href="(?!https?:|mailto:)[a-z][a-z+.-]*:', html, re.IGNORECASE):
        return "other scheme"
    if "[[" in markdown:
        return "[[ ]] (a page here)"
    return "frontmatter" if markdown.startswith("---") else "other"


def main(file: str) -> None:
    """Print the counts."""
    examples = [json.loads(line) for line in Path(file).read_text("utf-8").splitlines()]
    other = [one for one in examples if shape(render(one["markdown"]).html) != shape(one["html"])]
    print(f"{len(examples) - len(other)} of {len(examples)} as the reference")
    for why, count in Counter(map(reason, other)).most_common():
        print(f"{count:4} {why}: {', '.join(str(one['example']) for one in other if reason(one) == why)}")


if __name__ == "__main__":
    main(sys.argv[1])
