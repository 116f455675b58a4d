"""Japanese word classes."""

from __future__ import annotations

from typing import Final

from knowledge.engine.injection.words.ja_acts import ACTS
from knowledge.engine.injection.words.ja_orders import ORDERS

WORDS: Final[dict[str, str]] = {**ORDERS, **ACTS}
