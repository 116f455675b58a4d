"""Read one setting from the environment, then from ``hub.toml`` in the data folder, then take the default.

A bad value in the environment stops the start with one sentence: whoever set it is watching. A bad value in
``hub.toml`` falls back to the (safe) default and leaves a warning that ``check`` and the health page show, because a
hub must not go down, or lose its guard, over a slip in a file.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

PREFIX = "MEMORYHUB_"
MAX_FILE_BYTES = 1_000_000
WARNINGS_SHOWN = 50
WARNING_CHARACTERS = 300


class BadSettingError(ValueError):
    """A value that cannot be used; its message is one sentence that names the setting."""


class Config:
    """Settings of one hub.

    Attributes:
        folder: the data folder (absolute).
        tables: everything ``hub.toml`` says, as plain dictionaries (empty when there is no usable file).
        warnings: one sentence for each thing in ``hub.toml`` that could not be used.
        known: every setting asked for: name in the environment -> (value, where it came from).
    """

    def __init__(self, *, folder: Path, environ: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        self.environ = os.environ if environ is None else environ
        self.warnings: list[str] = []
        self.known: dict[str, tuple[object, str]] = {}
        self.tables = self._read_file()

    def text(self, name: str, default: str) -> str:
        """A line of text; ``NAME_FILE`` in the environment names a file that holds it."""
        return self._get(name, default, str.strip, _only_text)

    def choice(self, name: str, default: str, *, fits: Callable[[str], bool], meaning: str) -> str:
        """A word for which ``fits`` says yes; ``meaning`` completes the sentence "NAME must be …"."""

        def bounded(value: object) -> str:
            word = _only_text(value)
            if not fits(word):
                raise BadSettingError(f"must be {meaning}")
            return word

        return self._get(name, default, bounded, bounded)

    def integer(self, name: str, default: int, *, low: int, high: int, table: str = "hub") -> int:
        """A whole number in ``low..high``, in the file under ``[table]``."""

        def bounded(value: object) -> int:
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                raise BadSettingError(f"must be a whole number from {low} to {high}")
            return value

        def parsed(value: str) -> int:
            try:
                return bounded(int(value))
            except ValueError as error:
                raise BadSettingError(f"must be a whole number from {low} to {high}") from error

        return self._get(name, default, parsed, bounded, table=table)

    def flag(self, name: str, *, default: bool) -> bool:
        """Yes or no."""

        def parsed(value: str) -> bool:
            word = value.strip().lower()
            if word in {"1", "true", "yes", "on"}:
                return True
            if word in {"", "0", "false", "no", "off"}:
                return False
            raise BadSettingError("must be true or false")

        def bounded(value: object) -> bool:
            if not isinstance(value, bool):
                raise BadSettingError("must be true or false")
            return value

        return self._get(name, default, parsed, bounded)

    def names(self, name: str, default: tuple[str, ...]) -> tuple[str, ...]:
        """A list of names: comma-separated in the environment, a list of strings in the file."""

        def parsed(value: str) -> tuple[str, ...]:
            return tuple(part.strip() for part in value.split(",") if part.strip())

        def bounded(value: object) -> tuple[str, ...]:
            if not isinstance(value, list) or not all(isinstance(part, str) for part in value):
                raise BadSettingError("must be a list of names")
            return tuple(value)

        return self._get(name, default, parsed, bounded)

    def _get(
        self,
        name: str,
        default: T,
        parse: Callable[[str], T],
        accept: Callable[[object], T],
        *,
        table: str = "hub",
    ) -> T:
        variable = name if name == "DATABASE_URL" else PREFIX + name
        raw = self._from_environment(variable)
        if raw is not None:
            try:
                value = parse(raw)
            except BadSettingError as error:
                raise BadSettingError(f"{variable} {error}.") from error
            return self._note(variable, value, "environment")
        values = self.tables.get(table, {})
        key = name.lower()
        if isinstance(values, dict) and key in values:
            try:
                return self._note(variable, accept(values[key]), "hub.toml")
            except BadSettingError as error:
                self.warnings.append(f"hub.toml: {key} {error}; the default is used.")
        return self._note(variable, default, "default")

    def name_unknown(self) -> None:
        """After the last setting was read: warn of what ``[hub]`` says that nobody asked for."""
        hub = self.tables.get("hub", {})
        if not isinstance(hub, dict):
            self.warnings.append("hub.toml: hub must be a table; defaults are used.")
            return
        asked = {variable.removeprefix(PREFIX).lower() for variable in self.known}
        self.warnings.extend(
            f"hub.toml: [hub] {key} is not a setting and is ignored." for key in hub if key not in asked
        )

    def _from_environment(self, variable: str) -> str | None:
        if variable in self.environ:
            return self.environ[variable]
        named = self.environ.get(f"{variable}_FILE")
        if named is None:
            return None
        try:
            return Path(named).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise BadSettingError(f"{variable}_FILE names a file that cannot be read.") from error

    def _note(self, variable: str, value: T, origin: str) -> T:
        self.known[variable] = (value, origin)
        return value

    def _read_file(self) -> dict[str, Any]:
        path = self.folder / "hub.toml"
        try:
            raw = _beginning(path, MAX_FILE_BYTES + 1) if path.exists() else b""
        except OSError:
            self.warnings.append("hub.toml cannot be read; defaults are used.")
            return {}
        if len(raw) > MAX_FILE_BYTES:
            self.warnings.append("hub.toml is larger than 1 MB; defaults are used.")
            return {}
        try:
            return tomllib.loads(raw.decode("utf-8-sig"))
        except (ValueError, RecursionError) as error:
            line = _first_line(error)
            self.warnings.append(f"hub.toml cannot be understood ({line}); defaults are used.")
            return {}


def tidy(warnings: Sequence[str]) -> list[str]:
    """Return warnings as they can be shown: a file can hold any number of names, of any length, of any characters."""
    shown = [
        "".join(letter if letter.isprintable() else "?" for letter in one[:WARNING_CHARACTERS]) for one in warnings
    ]
    if len(shown) > WARNINGS_SHOWN:
        left = len(shown) - WARNINGS_SHOWN
        return [*shown[:WARNINGS_SHOWN], f"hub.toml: {left} more lines cannot be used."]
    return shown


def _beginning(path: Path, size: int) -> bytes:
    """Read the beginning of a file; a pipe or a device is none, for it may never end.

    Raises:
        OSError: it is no file, or cannot be read.
    """
    if not path.is_file():
        raise OSError
    with path.open("rb") as file:
        return file.read(size)


def _first_line(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8 text"
    if isinstance(error, tomllib.TOMLDecodeError):
        return str(error).splitlines()[0]
    return "it holds a number with too many digits" if isinstance(error, ValueError) else "it is nested too deeply"


def _only_text(value: object) -> str:
    if not isinstance(value, str):
        raise BadSettingError("must be text")
    return value.strip()
