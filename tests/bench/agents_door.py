"""The agents' door under a stopwatch, under load, and over a long day.

    python tests/bench/agents_door.py latency [--rows 2000] [--rounds 300]
    python tests/bench/agents_door.py load [--clients 40] [--seconds 60]
    python tests/bench/agents_door.py growth [--calls 20000] [--stores 0]

`latency` takes the same question in turn in this process, over a bare connection and through the official client, so
that a machine that slows down slows all of them. `load` fails (exit code 1) with the first answer that is an error.
`growth` prints the memory of all processes of the hub at a tenth, a half and the end of the calls; with `--stores 10`
every tenth call stores something: then what the hub keeps at hand of its memories, and of their words, grows with them.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.hub import ROOT, open_hub
from tests.bench.speed import WORDS_A_MEMORY, WORDS_A_QUESTION, Texts

PLENTY = "10000000"
PATIENCE = 60.0
AGENT = "bench"
LIMIT = 10
VERSION = "2026-07-28"
_META = "io.modelcontextprotocol"
_BATCH = 500


class Served:
    """The hub as its own processes, on the data folder of this one."""

    def __init__(self, *, worker: bool) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        command = [sys.executable, str(ROOT / "manage.py"), "up", "--port", str(self.port)]
        self._process = subprocess.Popen(
            command if worker else [*command, "--no-worker"],
            env={**os.environ, "MEMORYHUB_LOG_LEVEL": "WARNING"},
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            if time.monotonic() > deadline or self._process.poll() is not None:
                raise SystemExit("The hub does not start.")
            time.sleep(0.2)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return True
        except OSError:
            return False

    def processes(self) -> list[int]:
        """Every process of the hub."""
        found = [self._process.pid]
        for pid in found:
            children = Path(f"/proc/{pid}/task/{pid}/children")
            found.extend(int(one) for one in children.read_text().split()) if children.exists() else None
        return found

    def resident(self) -> dict[str, float]:
        """Memory that is held, in MB, by process, without what they share with others."""
        held = {}
        for pid in self.processes():
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            sizes = {line.split(":")[0]: int(line.split()[1]) for line in lines if line.endswith("kB")}
            held[f"{pid}"] = (sizes["Private_Clean"] + sizes["Private_Dirty"]) / 1024
        return held

    def cpu(self) -> float:
        """Seconds of the processor that all of them have used."""
        ticks = 0
        for pid in self.processes():
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(PATIENCE)


@contextmanager
def served(*, worker: bool = False) -> Iterator[Served]:
    hub = Served(worker=worker)
    try:
        yield hub
    finally:
        hub.stop()


class Wire:
    """One connection, nothing but JSON on it, in the protocol's newest version."""

    def __init__(self, port: int, secret: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self._headers = {
            "Authorization": f"Bearer {secret}",
            "Accept": "application/json, text/event-stream",
            "Content-Type": "application/json",
        }

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        meta = {f"{_META}/protocolVersion": VERSION, f"{_META}/clientCapabilities": {}}
        asked = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": tool, "arguments": arguments, "_meta": meta},
        }
        headers = {"MCP-Protocol-Version": VERSION, "Mcp-Method": "tools/call", "Mcp-Name": tool}
        result: dict[str, Any] = json.loads(self.send("/mcp", asked, headers))["result"]
        if result.get("isError"):
            raise SystemExit(f"{tool} is refused: {result['content']}")
        return result

    def send(self, path: str, body: Any, headers: dict[str, str] | None = None) -> bytes:
        self._connection.request("POST", path, json.dumps(body), {**self._headers, **(headers or {})})
        answer = self._connection.getresponse()
        text = answer.read()
        if answer.status >= 400:
            raise SystemExit(f"{path} answers {answer.status}: {text[:300]!r}")
        return text


def fill(rows: int) -> None:
    """Store memories for one agent."""
    from knowledge.engine.types import Actor, MemoryDraft
    from knowledge.services.store import store_many

    texts = Texts(1)
    actor = Actor(kind="agent", name=AGENT, door="import", agents=None, origin="user_direct")
    for start in range(0, rows, _BATCH):
        batch = [MemoryDraft(texts.words_of(WORDS_A_MEMORY)) for _ in range(min(_BATCH, rows - start))]
        store_many(actor=actor, agent=AGENT, drafts=batch)


def secrets(count: int, *, agent: str = AGENT) -> list[str]:
    """Mint tokens; the first one is of the agent that has memories."""
    from knowledge.services.types import Actor
    from memoryhub import tokens

    actor = Actor(kind="system", name="bench", door="command", roles=frozenset({"admin"}), agents=None)
    names = [agent, *(f"{agent}-{number}" for number in range(1, count))]
    # Facts of an agent would be many at once for the guard; those of a person are not counted.
    made = [tokens.mint(actor=actor, agent=name, scopes=tokens.SCOPES[:4], origin="user_direct") for name in names]
    return [one.secret for one in made]


async def client(stack: AsyncExitStack, port: int, secret: str) -> Any:
    """Connect the official client."""
    import httpx2
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    headers = {"Authorization": f"Bearer {secret}"}
    web = await stack.enter_async_context(httpx2.AsyncClient(headers=headers, trust_env=False, timeout=PATIENCE))
    return await stack.enter_async_context(
        Client(streamable_http_client(f"http://127.0.0.1:{port}/mcp", http_client=web))
    )


# ------------------------------------------------------------------ what a call costs


def latency(asked: argparse.Namespace) -> None:
    """Ask in turn: in this process, over a connection, through the client."""
    fill(asked.rows)
    (secret,) = secrets(1)
    with served() as hub:
        asyncio.run(_in_turn(hub, secret, asked.rounds))


async def _in_turn(hub: Served, secret: str, rounds: int) -> None:
    async with AsyncExitStack() as stack:
        sides = _sides(Wire(hub.port, secret), await client(stack, hub.port, secret))
        names, texts, warm = list(sides), Texts(2), max(10, rounds // 10)
        times: dict[str, list[float]] = {name: [] for name in names}
        busy: dict[str, list[float]] = {name: [] for name in names}
        for turn in range(rounds + warm):
            query = texts.words_of(WORDS_A_QUESTION)
            # Whoever asks second finds pages of the database warm: each is first in its turn.
            for name in names[turn % len(names) :] + names[: turn % len(names)]:
                began, worked = time.perf_counter(), time.process_time()
                await sides[name](query)
                if turn >= warm:
                    times[name].append(1_000 * (time.perf_counter() - began))
                    busy[name].append(1_000 * (time.process_time() - worked))
        base = statistics.median(times["in process"])
        print(f"{rounds} rounds, limit {LIMIT}, load {os.getloadavg()[0]:.1f}; medians")
        for name, found in times.items():
            median, p95 = statistics.median(found), sorted(found)[int(0.95 * rounds)]
            print(
                f"{name:22} {median:7.2f} ms   added {median - base:6.2f} ms   ratio {median / base:5.2f}"
                f"   p95 {p95:7.2f}   processor of this side {statistics.median(busy[name]):6.2f} ms"
            )
        for name in ("REST, wire", "MCP, wire"):
            before = hub.cpu()
            for _ in range(rounds):
                await sides[name](texts.words_of(WORDS_A_QUESTION))
            print(f"{name}: {1_000 * (hub.cpu() - before) / rounds:.2f} ms of the processor in the hub per call")


def _sides(wire: Wire, official: Any) -> dict[str, Callable[[str], Awaitable[Any]]]:
    """Return the ways to ask one question."""
    from knowledge.engine.types import Actor
    from knowledge.services.recall import RecallRequest, recall

    actor = Actor(kind="agent", name=AGENT, door="mcp", agents=frozenset({AGENT}), origin="agent_derived")

    async def service(query: str) -> Any:
        return recall(actor=actor, agent=AGENT, request=RecallRequest(query, limit=LIMIT))

    async def rest(query: str) -> Any:
        return wire.send("/api/v1/memories/search", {"query": query, "limit": LIMIT})

    async def bare(query: str) -> Any:
        return wire.call("memory_search", query=query, limit=LIMIT)

    async def through(query: str) -> Any:
        return await official.call_tool("memory_search", {"query": query, "limit": LIMIT})

    return {"in process": service, "REST, wire": rest, "MCP, wire": bare, "MCP, official client": through}


# ------------------------------------------------------------------ many at once


def load(asked: argparse.Namespace) -> None:
    """Let many official clients search, read and store at once; any error ends it."""
    fill(asked.rows)
    purse = secrets(asked.clients)
    with served(worker=True) as hub:
        before = sum(hub.resident().values())
        counts, slowest, taken = asyncio.run(_crowd(hub, purse, asked.seconds))
        after = sum(hub.resident().values())
    calls = sum(counts.values())
    print(
        f"{asked.clients} clients, {asked.seconds} s, load {os.getloadavg()[0]:.1f}: {calls:,} calls"
        f" ({calls / asked.seconds:.0f}/s), no error; median {statistics.median(taken):.0f} ms,"
        f" slowest {slowest:.0f} ms; memory of the hub {before:.0f} -> {after:.0f} MB"
    )
    print(", ".join(f"{name} {count:,}" for name, count in sorted(counts.items())))


async def _crowd(hub: Served, purse: list[str], seconds: float) -> tuple[Counter[str], float, list[float]]:
    counts: Counter[str] = Counter()
    taken: list[float] = []

    async def one(number: int, secret: str, until: float) -> None:
        texts = Texts(number)
        async with AsyncExitStack() as stack:
            mine = await client(stack, hub.port, secret)
            turn = number
            while time.monotonic() < until:
                turn += 1
                tool, arguments = _next_call(turn, texts, stores=10)
                began = time.perf_counter()
                result = await mine.call_tool(tool, arguments)
                taken.append(1_000 * (time.perf_counter() - began))
                if result.is_error:
                    raise SystemExit(f"client {number}: {tool} is refused: {result.content}")
                counts[tool] += 1

    until = time.monotonic() + seconds
    async with asyncio.TaskGroup() as group:
        for number, secret in enumerate(purse):
            group.create_task(one(number, secret, until))
    return counts, max(taken), taken


def _next_call(turn: int, texts: Texts, *, stores: int) -> tuple[str, dict[str, Any]]:
    """Return what is called next: mostly questions; every so many times a new fact, never with 0."""
    words = texts.words_of(WORDS_A_QUESTION)
    if stores and turn % stores == 0:
        fact = {"subject": f"s{turn % 70}", "predicate": "p", "object": str(turn)}
        return "memory_store", {"content": texts.words_of(WORDS_A_MEMORY), **fact}
    if turn % 10 == 5:
        return "memory_context", {"message": words}
    if turn % 10 == 7:
        return "memory_get_history", {"subject": f"s{turn % 70}", "predicate": "p"}
    return "memory_search", {"query": words, "limit": LIMIT}


# ------------------------------------------------------------------ many one after the other


def growth(asked: argparse.Namespace) -> None:
    """Call thousands of times and look at the memory of every process on the way."""
    fill(asked.rows)
    (secret,) = secrets(1)
    texts = Texts(3)
    with served(worker=True) as hub:
        wire = Wire(hub.port, secret)
        marks = {asked.calls // 10, asked.calls // 2, asked.calls}
        first: dict[str, float] = {}
        for number in range(1, asked.calls + 1):
            tool, arguments = _next_call(number, texts, stores=asked.stores)
            wire.call(tool, **arguments)
            if number in marks:
                held = hub.resident()
                first = first or held
                parts = ", ".join(f"{size:.1f}" for size in held.values())
                print(f"after {number:6,} calls: {sum(held.values()):7.1f} MB (by process: {parts})", flush=True)
        print(f"grown since the first mark: {sum(hub.resident().values()) - sum(first.values()):+.1f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(dest="action", required=True)
    told: dict[str, tuple[Callable[[argparse.Namespace], None], dict[str, int]]] = {
        "latency": (latency, {"rows": 2_000, "rounds": 300}),
        "load": (load, {"rows": 2_000, "clients": 40, "seconds": 60}),
        "growth": (growth, {"rows": 2_000, "calls": 20_000, "stores": 0}),
    }
    for name, (run, numbers) in told.items():
        action = actions.add_parser(name)
        action.set_defaults(run=run)
        for option, usual in numbers.items():
            action.add_argument(f"--{option}", type=int, default=usual)
    asked = parser.parse_args()
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # this process asks its own database between calls
    os.environ["MEMORYHUB_READS_PER_MINUTE"] = os.environ["MEMORYHUB_WRITES_PER_MINUTE"] = PLENTY
    open_hub()
    asked.run(asked)


if __name__ == "__main__":
    main()
