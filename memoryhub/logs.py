"""Logs: one line an event, JSON in production, colours on a terminal; never content, tokens or links."""

from __future__ import annotations

import logging.config
import re
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

SECRET = re.compile(r"(mh_[A-Za-z0-9]+_[A-Za-z0-9_]{8,}|/sign-in/link/[^/\s\"']{8,}|(?i:bearer)\s+[^\s\"']{8,})")
HIDDEN = "[hidden]"
MAX_TEXT = 2_000


def hide_secrets(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Replace anything shaped like a token or a sign-in link, and put every value on one line."""
    for key, value in event.items():
        if isinstance(value, str):
            event[key] = SECRET.sub(HIDDEN, value)[:MAX_TEXT] if key != "exception" else SECRET.sub(HIDDEN, value)
    return event


def configure(options: dict[str, str]) -> None:
    """Set up logging.

    Args:
        options: ``level`` is a level name; ``format`` is ``json``, ``console`` or ``auto`` (console on a terminal).
    """
    console = options["format"] == "console" or (options["format"] == "auto" and sys.stderr.isatty())
    chain = _chain()
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *chain,
            structlog.processors.StackInfoRenderer(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": chain,
        "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_rendering(console=console)],
    }
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"hub": formatter},
            "handlers": {"hub": {"class": "logging.StreamHandler", "formatter": "hub", "stream": "ext://sys.stderr"}},
            "root": {"handlers": ["hub"], "level": "WARNING"},
            "loggers": {
                **{name: {"level": options["level"]} for name in ("memoryhub", "curation", "knowledge")},
                "django": {"level": "WARNING"},
                # Our own line says the same with the time taken and without the query string.
                "django.request": {"level": "ERROR"},
                "django.security.DisallowedHost": {"level": "CRITICAL"},
                "django-q": {"level": "WARNING"},
                "granian": {"level": "WARNING"},
            },
        }
    )


def _chain() -> list[Any]:
    """What is added to every event, ours or a library's."""
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]


def _rendering(*, console: bool) -> list[Any]:
    """How an event becomes a line."""
    if console:
        return [hide_secrets, structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
    return [
        structlog.processors.format_exc_info,
        hide_secrets,
        structlog.processors.JSONRenderer(ensure_ascii=False),
    ]
