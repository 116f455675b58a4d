"""A receiver of webhooks: a small server in a process of its own, started and stopped by tests.

Every request is written to a file, one JSON line each. What it answers is read from a file beside it for each
request: a status, `slow`, `drip`, `huge` or `redirect`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SERVER = r"""
import json, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

folder = Path(sys.argv[1])

class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        line = {"path": self.path, "headers": dict(self.headers.items()), "body": body.decode()}
        with (folder / "seen").open("a") as file:
            file.write(json.dumps(line) + "\n")
        how = (folder / "how").read_text()
        if how == "slow":
            time.sleep(30)
        if how == "drip":
            self.send_response(200)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            for _ in range(60):
                self.wfile.write(b"x")
                self.wfile.flush()
                time.sleep(0.5)
            return
        if how == "redirect":
            self.send_response(302)
            self.send_header("Location", "http://169.254.169.254/")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        answer = b"x" * (1_000_000 if how == "huge" else 2)
        self.send_response(int(how) if how.isdigit() else 200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *args):
        pass

server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2])), Handler)
server.daemon_threads = True
(folder / "port").write_text(str(server.server_port))
server.serve_forever()
"""


@dataclass
class Receiver:
    folder: Path
    process: subprocess.Popen[bytes] | None = None
    port: int = 0

    def start(self) -> None:
        (self.folder / "port").unlink(missing_ok=True)
        self.process = subprocess.Popen([sys.executable, "-c", SERVER, str(self.folder), str(self.port)])
        end = time.monotonic() + 20
        while not (self.folder / "port").exists() or not (self.folder / "port").read_text():
            assert time.monotonic() < end, "the receiver did not start"
            time.sleep(0.02)
        self.port = int((self.folder / "port").read_text())

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def answers(self, how: str) -> None:
        (self.folder / "how").write_text(how)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?tenant=1"

    @property
    def seen(self) -> list[dict[str, Any]]:
        path = self.folder / "seen"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    @property
    def bodies(self) -> list[dict[str, Any]]:
        return [json.loads(one["body"]) for one in self.seen]
