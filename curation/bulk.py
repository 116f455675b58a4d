"""Changing many memories at once, as the form of the list sends it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from curation.forms_memories import split_labels
from knowledge.errors import HubError, Invalid
from knowledge.services.edit import forget_many
from knowledge.services.many import add_tags, restore_many

if TYPE_CHECKING:
    from collections.abc import Mapping

    from knowledge.services.types import Actor

FORGET, RESTORE, LABEL = "forget", "restore", "label"


@dataclass(frozen=True, slots=True)
class BulkAnswer:
    """What was done.

    Attributes:
        text: one sentence for the person.
        changed: how many memories are different now.
        params: address of the list the form was part of.
        undo: hidden fields of the form that takes it back, empty when nothing can be.
    """

    text: str
    changed: int
    params: QueryDict
    undo: list[tuple[str, str]]


def change(sent: QueryDict, actor: Actor) -> BulkAnswer:
    """Do what a form of the list asks for.

    Raises:
        Invalid: nothing is chosen, no label is named, or it is none of the things one can do.
        Refused: the person only reads.
    """
    ids = sent.getlist("id")
    if not ids:
        raise Invalid(_("Choose at least one memory."), field="id")
    what = sent.get("do", "")
    if what == FORGET:
        results = forget_many(actor=actor, memory_ids=ids, reason=sent.get("reason", "").strip())
    elif what == RESTORE:
        results = restore_many(actor=actor, memory_ids=ids)
    elif what == LABEL:
        labels = split_labels(sent.get("label", ""))
        if not labels:
            raise Invalid(_("Write the label to add."), field="label")
        results = add_tags(actor=actor, memory_ids=ids, tags=labels)
    else:
        raise Invalid(_("Choose what to do with the memories."), field="do")
    done = [one for one, result in results.items() if result is True]
    here = sent.get("here", "")
    undo = [("do", RESTORE), ("here", here), *(("id", one) for one in done)] if what == FORGET and done else []
    return BulkAnswer(_words(what, results), len(done), QueryDict(here), undo)


def _words(what: str, results: Mapping[str, bool | HubError]) -> str:
    done = sum(result is True for result in results.values())
    refused = sum(isinstance(result, HubError) for result in results.values())
    shapes = {
        FORGET: ngettext("%d memory forgotten.", "%d memories forgotten.", done),
        RESTORE: ngettext("%d memory restored.", "%d memories restored.", done),
        LABEL: ngettext("%d memory labelled.", "%d memories labelled.", done),
    }
    lines = [shapes[what] % done]
    same = len(results) - done - refused
    if same:
        lines.append(ngettext("%d was so already.", "%d were so already.", same) % same)
    if refused:
        lines.append(ngettext("%d could not be changed.", "%d could not be changed.", refused) % refused)
    return " ".join(lines)
