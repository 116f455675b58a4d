"""A small server that speaks the protocol of OpenAI's embeddings, run as a process of its own.

Its model knows two topics, so it finds by meaning. What follows `/v1` in the address makes it misbehave. Every call is
written as a line of JSON to the file named by the second argument.
"""

from __future__ import annotations

import json
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

TOPICS = [
    {"pet", "pets", "dog", "dogs", "cat", "puppy", "terrier", "animal"},
    {"money", "invoice", "refund", "price", "cost", "payment", "budget"},
    {"weather", "rain", "storm", "sunny", "cloud"},
]
LOG = Path(sys.argv[2])


def vector(text: str) -> list[float]:
    words = {word.strip(".,?!:").lower() for word in text.split()}
    return [float(len(words & topic)) for topic in TOPICS] + [0.05 + 0.001 * (len(text) % 7)]


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with LOG.open("a") as log:
            log.write(json.dumps({"path": self.path, "key": self.headers.get("Authorization"), **asked}) + "\n")
        kind = self.path.removeprefix("/v1").removesuffix("/embeddings").strip("/")
        data = [{"index": place, "embedding": vector(text)} for place, text in enumerate(asked["input"])]
        answer = {"object": "list", "data": list(reversed(data)), "model": asked["model"]}
        if kind == "redirect":
            self.send_response(307)
            self.send_header("Location", "/v1/embeddings")
            self.end_headers()
            return
        if kind == "slow":
            time.sleep(5)
        if kind == "short":
            answer["data"] = data[1:]
        if kind == "text":
            answer["data"] = [{"index": place, "embedding": "AAAA"} for place in range(len(data))]
        if kind == "infinite":
            answer["data"] = [{"index": place, "embedding": [1e999, 0.0]} for place in range(len(data))]
        if kind == "wide" and asked["model"] != "narrow":
            answer["data"] = [{"index": place, "embedding": [1.0, 2.0]} for place in range(len(data))]
        body = b"not json" if kind == "nonsense" else json.dumps(answer).encode()
        if kind == "huge":
            body = b"[" + b" " * (40 << 20) + b"]"
        self.send_response(500 if kind == "broken" else 200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is given
        """Stay quiet."""


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Path(sys.argv[1]).write_text(str(server.server_port))
    server.serve_forever()
