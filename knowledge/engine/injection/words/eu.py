from __future__ import annotations

from typing import Final

WORDS: Final[dict[str, str]] = {"ai": "xqzqeu"}
