"""A person who reads Japanese is refused in Japanese."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from django.utils import translation

from curation.sentences import SENTENCES
from knowledge import errors
from tests.architecture import repository

# Where the sentences come from that a page may show; importing a file and programs' doors speak English.
SAID_ON_PAGES = (
    "curation/access.py",
    "curation/audit_page.py",
    "curation/queries",
    "curation/services",
    "curation/views",
    "knowledge/queries/browse.py",
    "knowledge/queries/detail.py",
    "knowledge/queries/facts.py",
    "knowledge/queries/graph.py",
    "knowledge/queries/merging.py",
    "knowledge/queries/versions.py",
    "knowledge/services/agents.py",
    "knowledge/services/aliases.py",
    "knowledge/services/edit.py",
    "knowledge/services/many.py",
    "knowledge/services/permissions.py",
    "knowledge/services/predicates.py",
    "knowledge/services/preview.py",
    "curation/wiki_",
    "knowledge/engine/wiki",
    "knowledge/queries/wiki",
    "knowledge/services/wiki",
    "memoryhub/signin.py",
    "memoryhub/tokens.py",
)
KINDS = {"PathError", "FrontmatterError"} | {
    name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, errors.HubError)
}


def said(path: Path) -> set[str]:
    """The fixed sentences of the errors that a file raises."""
    tree = repository.tree(path)
    named = constants(tree)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    first = [call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id in KINDS]
    texts = [one.value if isinstance(one, ast.Constant) else named.get(getattr(one, "id", "")) for one in first]
    return {text for text in texts if isinstance(text, str)}


def constants(tree: ast.Module) -> dict[str, object]:
    """What a file's own names of sentences stand for."""
    found: dict[str, object] = {}
    for node in tree.body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        value = getattr(node, "value", None)
        if targets and isinstance(targets[0], ast.Name) and isinstance(value, ast.Constant):
            found[targets[0].id] = value.value
    return found


def test_every_sentence_a_page_may_show_is_listed_for_translators():
    found: set[str] = set()
    for path in repository.python():
        if str(path).startswith(SAID_ON_PAGES):
            found |= said(path)
    assert len(found) > 20
    assert found - set(SENTENCES) == set(), "list new sentences in curation/sentences.py and translate them"


@pytest.mark.parametrize("sentence", SENTENCES)
def test_it_is_translated(sentence):
    with translation.override("ja"):
        assert translation.gettext(sentence) != sentence


def test_a_page_refuses_in_the_viewers_language(as_alice):
    as_alice.cookies["hub-language"] = "ja"
    answer = as_alice.post("/settings/people/new/", {"name": "alice"})
    assert "すでに" in answer.content.decode()
