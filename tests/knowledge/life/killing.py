"""Running a job in a process of its own, and killing it there."""

from __future__ import annotations

import os
import random
import signal
import time
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.db import connections

from knowledge.errors import Conflict
from knowledge.services import jobs

if TYPE_CHECKING:
    Work = Callable[[], str]

TAKEN = 7
_PATIENCE_SECONDS = 60.0


def begin(name: str, work: Work, *, leased: bool = True) -> int:
    """Start a job in another process; return its number. It ends with 0, with `TAKEN`, or with 1 and a traceback."""
    connections.close_all()
    number = os.fork()
    if number:
        return number
    code = 1
    try:
        if leased:
            jobs.run(name=name, work=work)
        else:
            work()
        code = 0
    except Conflict:
        code = TAKEN
    except BaseException:  # noqa: BLE001 - a child of a test must never go on as a second test
        traceback.print_exc()
    finally:
        os._exit(code)


def end(number: int) -> int:
    """Wait for a process; return its exit code, negative for the signal that ended it."""
    until = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < until:
        pid, status = os.waitpid(number, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    os.kill(number, signal.SIGKILL)
    os.waitpid(number, 0)
    raise AssertionError("A job did not come to its end.")


def kill_again_and_again(name: str, work: Work, *, times: int, seconds: float, seed: int) -> int:
    """Start a job and kill it at a random moment, so many times; return how often it was killed before its end.

    Args:
        name: the job.
        work: what it does.
        times: how often.
        seconds: the latest moment, after its start.
        seed: of the moments.
    """
    moments = random.Random(seed)
    killed = 0
    for _ in range(times):
        number = begin(name, work)
        time.sleep(moments.uniform(0.0, seconds))
        os.kill(number, signal.SIGKILL)
        killed += end(number) == -signal.SIGKILL
    return killed
