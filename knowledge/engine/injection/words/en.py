"""English word classes."""

from __future__ import annotations

from typing import Final

from knowledge.engine.injection.words.en_acts import ACTS
from knowledge.engine.injection.words.en_frames import FRAMES
from knowledge.engine.injection.words.en_orders import ORDERS
from knowledge.engine.injection.words.en_roles import ROLES

WORDS: Final[dict[str, str]] = {**ORDERS, **ROLES, **ACTS, **FRAMES}
