"""A hub in a program's own words. Needs httpx and nothing else of a hub: no Django, no database.

An address and a token come from the arguments or from `MEMORYHUB_URL` and `MEMORYHUB_TOKEN`.

>>> from memoryhub.client import Hub, HubError
>>> hub = Hub(url, token)

What is true changes, and what was true stays known:

>>> from datetime import UTC, datetime
>>> first = hub.store("The office is on floor two", subject="office", predicate="floor", object="two",
...                   valid_from=datetime(2026, 1, 1, tzinfo=UTC))
>>> hub.store("The office moved to floor three", subject="office", predicate="floor", object="three",
...           valid_from=datetime(2026, 3, 1, tzinfo=UTC)).outcome
'superseded'
>>> [memory.object for memory in hub.true_at("office", "floor", datetime(2026, 2, 1, tzinfo=UTC))]
['two']
>>> [(memory.object, memory.state) for memory in hub.history("office", "floor")]
[('two', 'superseded'), ('three', 'current')]

Ask before answering; every result says why it stands where it stands:

>>> best = hub.search("which floor is the office on?").results[0]
>>> best.memory.content
'The office moved to floor three'
>>> sum(part.contribution for part in best.parts) * best.trust_factor == best.score
True

Learn from a conversation, and from what went wrong:

>>> hub.distil([{"role": "user", "speaker": "Zoe", "text": "My favorite color is green."}]).counts
{'stored': 1}
>>> _ = hub.record_mistake("factual", "said the office is on floor two", truth="it moved to floor three")
>>> [mistake.truth for mistake in hub.relevant_mistakes("where is the office?").mistakes]
['it moved to floor three']

Pages are saved on top of the revision they were made from:

>>> hub.write_page("notes/office.md", "# Office").outcome
'created'
>>> page = hub.page("notes/office.md")
>>> hub.write_page("notes/office.md", page.content + ", floor three", base_revision=page.revision).outcome
'saved'

A refusal says what to do. What failed on the way is tried again by itself, without a second effect:

>>> try:
...     hub.store("")
... except HubError as error:
...     print(error.status, error.code, sorted(error.fields))
400 invalid ['content']
>>> hub.close()

`AsyncHub` has the same methods for programs on an event loop:

>>> import asyncio
>>> from memoryhub.client import AsyncHub
>>> async def main() -> None:
...     async with AsyncHub(url, token) as hub:
...         found = await hub.search("office", limit=1)
...         print([hit.memory.object for hit in found.results])
...         print(len([memory async for memory in hub.memories(subject="office")]))
>>> asyncio.run(main())
['three']
1
"""

from __future__ import annotations

from memoryhub.client.hub import AsyncHub, Hub
from memoryhub.client.sending import HubError, UnreachableError

__all__ = ["AsyncHub", "Hub", "HubError", "UnreachableError"]
