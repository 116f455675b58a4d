"""A small server that speaks the protocol of chat completions; the name of the model says how it behaves.

Started as a process of its own: it prints its port and serves until it is ended. `GET /asked` tells what it was asked.
"""

from __future__ import annotations

import json
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

ASKED: list[dict[str, Any]] = []


def fact(content: str, turns: list[Any], **more: Any) -> dict[str, Any]:
    empty = dict.fromkeys(("subject", "predicate", "object", "denies", "valid_from", "valid_until"))
    return {"content": content, "confidence": 0.9, "turns": turns, **empty, **more}


def facts_of(model: str, turns: list[dict[str, Any]]) -> Any:
    """What a model of that name makes of the turns."""
    users = [one["turn"] for one in turns if one["role"] == "user"]
    if model == "good":
        return [
            fact("Ann lives in Kyoto.", users[:1], subject="Ann", predicate="lives in", object="Kyoto"),
            fact("Ann is learning to sail.", users[-1:], confidence=0.8),
        ]
    if model == "many":
        return [fact(f"Ann owns thing number {number}.", users[:1]) for number in range(40)]
    if model == "wild":
        return [
            fact("From nowhere.", []),
            fact("From the assistant.", [one["turn"] for one in turns if one["role"] == "assistant"]),
            fact("From the future.", [99, -1, True, "0"]),
            fact("x" * 601, users[:1]),
            fact("", users[:1]),
            fact("Sure of itself.", users[:1], confidence=7, subject="Ann", predicate="is", object="sure"),
            fact("Over\u0000 and\u202e out.", users[:1], origin_trust=1.0, standing="believed"),
            fact(
                "Ended.",
                users[:1],
                subject="Ann",
                predicate="lived in",
                object="Rome",
                valid_until="2001-01-01T00:00:00Z",
            ),
            fact(
                "No zone.", users[:1], subject="Ann", predicate="has", object="time", valid_from="2026-01-01T00:00:00"
            ),
            "no fact at all",
            None,
            7,
        ]
    if model == "echo":
        return [fact("Ann lives in Kyoto with two cats.", users[:1])]
    if model == "parrot":
        return [fact(one["text"], [one["turn"]]) for one in turns if one["role"] == "user"]
    return {"nonsense": True}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self._answer(200, json.dumps(ASKED).encode())

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        ASKED.append({"path": self.path, "headers": dict(self.headers), "body": body})
        model = body["model"]
        if model == "slow":
            time.sleep(20)
        if model == "broken":
            self._answer(500, b"{}")
        elif model == "moved":
            self.send_response(302)
            self.send_header("Location", "http://127.0.0.1:1/")
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif model == "huge":
            self._answer(200, b"x" * 3_000_000)
        elif model == "prose":
            self._answer(200, b"Sure! Here are your facts.")
        elif model == "shapeless":
            self._completed("[1, 2")
        else:
            turns = json.loads(body["messages"][1]["content"])["turns"]
            self._completed(json.dumps({"facts": facts_of(model, turns)}))

    def _completed(self, content: str) -> None:
        answer = {"choices": [{"message": {"role": "assistant", "content": content}}]}
        self._answer(200, json.dumps(answer).encode())

    def _answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()
