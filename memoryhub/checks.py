"""What has to be true before a hub starts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.apps.config import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register  # noqa: A004 - Django's own name
from django.db import connections

from knowledge.services import blocks

LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})


@register(Tags.security)
def check_secret_key(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Outside loopback only a long key that was set or kept on purpose will do."""
    if set(settings.ALLOWED_HOSTS) <= LOOPBACK:
        return []
    if settings.KEY_ORIGIN == "process":
        return [Error("This hub has no secret key: set MEMORYHUB_SECRET_KEY.", id="memoryhub.E001")]
    if len(settings.SECRET_KEY) < 50 or len(set(settings.SECRET_KEY)) < 10:
        return [Error("The secret key is too easy to guess: take 50 random characters.", id="memoryhub.E002")]
    if "*" in settings.ALLOWED_HOSTS:
        return [Error("MEMORYHUB_ALLOWED_HOSTS must name the hosts; * is everybody's.", id="memoryhub.E003")]
    return []


@register()
def check_worker_times(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """A job that outlives its retry would be started a second time while it still runs."""
    if settings.WORKER_TIMEOUT < settings.WORKER_RETRY:
        return []
    return [
        Error("MEMORYHUB_WORKER_TIMEOUT_SECONDS must be less than MEMORYHUB_WORKER_RETRY_SECONDS.", id="memoryhub.E004")
    ]


@register()
def check_config_file(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Show what hub.toml says that could not be used."""
    return [Warning(sentence, id="memoryhub.W001") for sentence in settings.CONFIG_WARNINGS]


@register(Tags.database)
def check_sqlite(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """An acknowledged write must survive a power cut; deleted text must leave no bytes."""
    connection = connections["default"]
    if connection.vendor != "sqlite" or not databases:
        return []
    wanted: dict[str, set[str | int]] = {
        "journal_mode": {"wal"},
        "synchronous": {2, 3},
        "foreign_keys": {1},
        "secure_delete": {1},
    }
    wrong = []
    with connection.cursor() as cursor:
        for pragma, good in wanted.items():
            value = cursor.execute(f"PRAGMA {pragma}").fetchone()[0]
            if value not in good:
                wrong.append(f"{pragma}={value}")
    if not wrong:
        return []
    return [Error(f"SQLite does not keep what this hub needs: {', '.join(wrong)}.", id="memoryhub.E005")]


@register(Tags.database)
def check_blocks(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """Without the key that sources were blocked with, nobody can tell what is blocked."""
    if not databases or "knowledge_sourceblock" not in connections["default"].introspection.table_names():
        return []
    foreign = blocks.foreign_blocks()
    if not foreign:
        return []
    return [
        Error(
            f"{foreign} blocked sources were forgotten under another digest key: put the file digest_key that belongs "
            "to this database back into the data folder.",
            id="memoryhub.E006",
        )
    ]
