"""What people write every day passes; a quotation that the sentence around it gives as an order does not."""

from __future__ import annotations

import pytest

from knowledge.engine.injection import holds, scan
from tests.engine.injection_daily import DAILY, NEXT_TO_THEM
from tests.engine.injection_everyday import EVERYDAY, QUOTED_ORDERS, lines


@pytest.mark.parametrize("text", lines(EVERYDAY))
def test_everyday_sentences_pass(text: str):
    assert scan(text).outcome == "pass", scan(text).spans


@pytest.mark.parametrize("text", lines(QUOTED_ORDERS))
def test_a_quotation_that_is_ordered_is_an_order(text: str):
    assert holds(text), scan(text)


@pytest.mark.parametrize("text", lines(DAILY))
def test_what_is_told_forbidden_or_asked_in_daily_life_passes(text: str):
    assert scan(text).outcome == "pass", scan(text).spans


@pytest.mark.parametrize("text", lines(NEXT_TO_THEM))
def test_an_attack_next_to_it_does_not(text: str):
    assert holds(text), scan(text)
