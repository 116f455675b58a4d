"""The two programs that ``up`` starts: ``python -m memoryhub.serve web HOST PORT`` and ``… worker``."""

from __future__ import annotations

import os
import sys

from memoryhub import processes


def web(host: str, port: int) -> None:
    """Serve pages and programs until a signal comes."""
    os.environ["MEMORYHUB_PROCESS"] = "web"
    from granian import Granian  # noqa: PLC0415 - the worker does not need it
    from granian.constants import HTTPModes, Interfaces, Loops  # noqa: PLC0415 - the same
    from granian.log import LogLevels  # noqa: PLC0415 - the same

    Granian(
        target="memoryhub.asgi:application",
        address=host,
        port=port,
        interface=Interfaces.ASGI,
        loop=Loops.asyncio,
        http=HTTPModes.http1,
        workers=1,
        runtime_threads=1,
        websockets=False,
        log_level=LogLevels.warning,
        workers_kill_timeout=5,
    ).serve()


def worker() -> None:
    """Run jobs until a signal comes."""
    os.environ["MEMORYHUB_PROCESS"] = "worker"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
    import django  # noqa: PLC0415 - its settings read the line above

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415 - after the set-up
    from django_q.tasks import async_task  # noqa: PLC0415 - the same

    from knowledge.services.scanning import warm_up_beside  # noqa: PLC0415 - the same

    warm_up_beside().join()  # its own processes begin as copies of this one
    async_task("memoryhub.jobs.beat", task_name="Sign of life")  # the first one now, the rest by the clock
    call_command("qcluster")


def main(arguments: list[str]) -> None:
    """Become the program that the first argument names."""
    processes.die_with_parent()
    if arguments[0] == "web":
        web(arguments[1], int(arguments[2]))
    else:
        worker()


if __name__ == "__main__":
    main(sys.argv[1:])
