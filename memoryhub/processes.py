"""Start child programs, watch them, stop every last one of them.

On Linux the kernel helps: a child dies with its parent, and a grandchild that loses its parent becomes ours, so that
nothing is left running whatever is killed. Elsewhere only the direct children are stopped.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
SET_BACK_SECONDS = 60.0
"""By less than that, a clock is set back without anybody noticing."""
POLL_SECONDS = 0.25
STOP_SECONDS = 7.0
RESTART_FIRST_SECONDS = 0.5
RESTART_LAST_SECONDS = 30.0
STEADY_SECONDS = 60.0


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


def die_with_parent() -> None:
    """Let the kernel end this process, and every process it forks from now on, when its parent is gone."""
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    os.register_at_fork(after_in_child=lambda: _prctl(PR_SET_PDEATHSIG, signal.SIGKILL))


@dataclass(slots=True)
class Child:
    """One program to keep running.

    Attributes:
        name: what people call it.
        command: the program and its arguments.
        restart: start it again when it ends by itself; otherwise its end stops everything.
    """

    name: str
    command: Sequence[str]
    restart: bool
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    pause: float = RESTART_FIRST_SECONDS
    due: float = 0.0


def clock_ahead() -> float:
    """Return by how much the clock on the wall is ahead of the one that nobody can set, in seconds."""
    return time.time() - time.monotonic()


class Supervisor:
    """Runs children until it is told to stop or one that must not end does."""

    def __init__(
        self,
        *,
        children: Sequence[Child],
        environment: Mapping[str, str],
        say: Callable[[str], None],
        when_set_back: Callable[[], None] = lambda: None,
    ) -> None:
        """Take what to run; `when_set_back` is called when somebody has set the clock of the machine back."""
        self.children = list(children)
        self.environment = dict(environment)
        self.say = say
        self.when_set_back = when_set_back
        self.stop_asked = threading.Event()

    def ask_to_stop(self, number: int = 0, frame: FrameType | None = None) -> None:
        """A signal handler; also callable from elsewhere."""
        self.stop_asked.set()

    def run(self, *, ready: Callable[[], bool], when_ready: Callable[[], None]) -> int:
        """Start everything, watch it, and stop it.

        Args:
            ready: asked again and again until it says yes.
            when_ready: called once after that.

        Returns:
            0 when it was asked to stop, 1 when a child ended that must not.
        """
        _prctl(PR_SET_CHILD_SUBREAPER, 1)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.ask_to_stop)
        code = 0
        try:
            for child in self.children:
                self._start(child)
            announced, ahead = False, clock_ahead()
            while not self.stop_asked.wait(POLL_SECONDS):
                if self._ended():
                    code = 1
                    break
                if not announced and ready():
                    announced = True
                    when_ready()
                before, ahead = ahead, clock_ahead()
                if ahead < before - SET_BACK_SECONDS:
                    self.when_set_back()
        finally:
            self._stop()
        return code

    def _start(self, child: Child) -> None:
        child.process = subprocess.Popen(child.command, env=self.environment, stdin=subprocess.DEVNULL)  # noqa: S603 - our own command
        child.started = time.monotonic()

    def _ended(self) -> bool:
        """Look after each child; True when one ended that must not."""
        now = time.monotonic()
        for child in self.children:
            if child.process is None:
                if now >= child.due:
                    self._start(child)
                    self.say(f"The {child.name} is started again.")
                continue
            status = child.process.poll()
            if status is None:
                continue
            if not child.restart:
                self.say(f"The {child.name} ended by itself ({_reason(status)}): stopping.")
                return True
            self._end_orphans()
            steady = now - child.started > STEADY_SECONDS
            child.pause = RESTART_FIRST_SECONDS if steady else min(child.pause * 2, RESTART_LAST_SECONDS)
            child.process, child.due = None, now + child.pause
            self.say(f"The {child.name} ended by itself ({_reason(status)}).")
        return False

    def _end_orphans(self) -> None:
        """End what a dead child left behind; the kernel has made those processes ours."""
        ours = {child.process.pid for child in self.children if child.process is not None}
        for pid in _children_of(os.getpid()) - ours:
            _kill(pid)
            with contextlib.suppress(ProcessLookupError, ChildProcessError):
                os.waitpid(pid, 0)

    def _stop(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        running = [child.process for child in self.children if child.process is not None]
        for process in running:
            if process.poll() is None:
                process.terminate()
        deadline = time.monotonic() + STOP_SECONDS
        for process in running:
            try:
                process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                for pid in _descendants_of(process.pid):
                    _kill(pid)
                process.kill()
                process.wait()
        for child in self.children:
            child.process = None
        self._end_orphans()


def _reason(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"exit code {status}"


def _children_of(pid: int) -> set[int]:
    """The direct children of a process, of all its threads; nothing where there is no /proc."""
    found: set[int] = set()
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found.update(int(part) for part in path.read_text(encoding="ascii").split())
        except OSError:
            continue
    return found


def _descendants_of(pid: int) -> set[int]:
    found: set[int] = set()
    waiting = [pid]
    while waiting:
        new = _children_of(waiting.pop()) - found
        found |= new
        waiting.extend(new)
    return found


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, ChildProcessError):
        os.kill(pid, signal.SIGKILL)
