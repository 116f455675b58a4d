"""Pages of the graph at one present, with nothing kept of the tests before."""

from __future__ import annotations

import pytest

from curation import graph_page


@pytest.fixture(autouse=True)
def _no_views_kept(at_now):
    graph_page.forget_views()
