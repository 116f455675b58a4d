"""What the documents say exists, and what exists is in the documents."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands, load_command_class

from curation.services import outbox
from knowledge.conf import SECTIONS
from knowledge.engine.waiting import WHY
from tests.architecture import repository

OURS = {name: app for name, app in get_commands().items() if app in repository.PACKAGES}


@pytest.mark.parametrize("name", sorted(OURS))
def test_every_command_helps_with_an_example_and_is_in_the_readme(name):
    command = load_command_class(OURS[name], name)
    assert "xample" in command.help, name
    assert f"`{name}`" in repository.text(Path("README.md")), name


def test_every_setting_is_in_the_readme_and_no_other():
    readme = repository.text(Path("README.md"))
    written = set(re.findall(r"^\| `([A-Z_]+)` \|", readme, re.MULTILINE))
    assert written == {*settings.CONFIG_KNOWN, "MEMORYHUB_DATA"}


def test_every_table_of_the_settings_file_is_in_the_readme_and_no_other():
    readme = repository.text(Path("README.md"))
    rows = re.findall(r"^\| ((?:`\[\w+\]`(?:, )?)+) \|", readme, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"\[(\w+)\]", row)}
    assert named == {*SECTIONS, "limits", "hub"}


def test_every_reason_to_wait_is_in_the_readme():
    readme = repository.text(Path("README.md"))
    assert {reason for reason in WHY if f"`{reason}`" not in readme} <= {"guard_failed"}


def test_every_kind_of_event_is_in_the_readme():
    readme = repository.text(Path("README.md"))
    assert [kind for kind in outbox.KINDS if f"`{kind}`" not in readme] == []


def test_every_default_in_the_readme_is_the_real_one():
    readme = repository.text(Path("README.md"))
    rows = re.findall(r"^\| `([A-Z_]+)` \| ([^|]+) \|", readme, re.MULTILINE)
    for name, shown in rows:
        number = re.fullmatch(r"`(\d+)`", shown.strip())
        if number:
            value, origin = settings.CONFIG_KNOWN[name]
            assert origin != "default" or int(number.group(1)) == value, name


@pytest.mark.parametrize("document", ["CONTRIBUTING.md", "README.md", "THREAT_MODEL.md"])
def test_every_file_named_in_a_document_exists(document):
    text = repository.text(Path(document))
    named = set(re.findall(r"`((?:memoryhub|curation|knowledge|templates|static|tests|\.ci)/[\w./\-]+)`", text))
    missing = {name for name in named if not (repository.ROOT / name).exists()}
    assert missing == set()


def test_documents_speak_of_the_product_only():
    for path in repository.files(".md"):
        assert not re.search(r"\bTODO\b|\bFIXME\b|\bXXX\b", repository.text(path)), path
