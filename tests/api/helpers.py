"""A program at the REST door, in few words."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from django.test import Client

from knowledge.clock import hub_now
from knowledge.engine.types import Actor
from memoryhub import tokens

BASE = "/api/v1"
OPERATOR = Actor(kind="system", name="tests", door="command", roles=frozenset({"admin"}), agents=None)
UNKNOWN_ID = "m_01jzzzzzzz0000000000000000"
READ_WRITE = ("memory:read", "memory:write", "wiki:read", "wiki:write")


def mint(agent: str = "", **options: Any) -> tokens.Minted:
    options.setdefault("scopes", () if options.get("user") else READ_WRITE)
    return tokens.mint(actor=OPERATOR, agent=agent, **options)


def ago(**span: float) -> str:
    """A moment in the past, as callers write it."""
    return (hub_now() - timedelta(**span)).isoformat()


def moment(text: str) -> datetime:
    assert text.endswith("Z")
    return datetime.fromisoformat(text).astimezone(UTC)


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)

    @property
    def code(self) -> str:
        """The stable word of a problem; also checks that it is one."""
        assert self.headers["Content-Type"] == "application/problem+json"
        assert self.json["status"] == self.status
        assert self.json["detail"]
        return str(self.json["code"])

    @property
    def fields(self) -> set[str]:
        return {one["field"] for one in self.json.get("errors", [])}


@dataclass
class Program:
    """Calls the door with one token."""

    secret: str | None
    client: Client = field(default_factory=Client)

    def call(self, method: str, path: str, body: Any = None, *, raw: Any = None, **headers: Any) -> Answer:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.secret is not None:
            sent.setdefault("Authorization", f"Bearer {self.secret}")
        content_type = sent.pop("Content-Type", "application/json")
        data = raw if raw is not None else b"" if body is None else json.dumps(body).encode()
        response = self.client.generic(method, BASE + path, data, content_type=content_type, headers=sent)
        return Answer(response.status_code, dict(response.items()), response.content.decode())

    def get(self, path: str, **headers: str) -> Answer:
        return self.call("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Answer:
        return self.call("POST", path, body, **headers)

    def store(self, content: str, **fields: Any) -> Any:
        """Store one memory; return the outcome."""
        answer = self.post("/memories", {"content": content, **fields})
        assert answer.status in {200, 201, 202}, answer.text
        return answer.json

    def fact(self, value: str, **fields: Any) -> Any:
        fields = {"subject": "user", "predicate": "lang", **fields}
        content = fields.pop("content", f"The {fields['predicate']} of {fields['subject']} is {value}")
        return self.store(content, object=value, **fields)

    def found(self, query: str, **fields: Any) -> list[str]:
        """Contents of the results of a search, best first."""
        answer = self.post("/memories/search", {"query": query, **fields})
        assert answer.status == 200, answer.text
        return [one["memory"]["content"] for one in answer.json["results"]]

    def history(self, subject: str = "user", predicate: str = "lang") -> list[Any]:
        answer = self.get(f"/facts/history?subject={subject}&predicate={predicate}")
        assert answer.status == 200, answer.text
        return list(answer.json["items"])

    def at(self, when: str, subject: str = "user", predicate: str = "lang", **more: str) -> str | None:
        """The object that was true at a moment."""
        query = {"subject": subject, "predicate": predicate, "at": when, **more}
        response = self.client.get(f"{BASE}/facts/at", query, headers={"Authorization": f"Bearer {self.secret}"})
        assert response.status_code == 200, response.content
        memory = response.json()["memory"]
        return None if memory is None else memory["object"]


def program(agent: str = "", **options: Any) -> Program:
    return Program(mint(agent, **options).secret)
