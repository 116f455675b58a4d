"""Whatever is sent, the answer is a plain sentence, never a broken server and never an echo."""

from __future__ import annotations

import base64
import json
import unicodedata
from typing import Any

import pytest

from knowledge.models import Memory
from tests.api.helpers import UNKNOWN_ID, Program
from tests.api.operations import ADMIN, OPERATIONS

pytestmark = pytest.mark.django_db

WITH_BODY = [name for name, operation in OPERATIONS.items() if operation.body is not None]
CANARY = "canary-7f3a"


def deep(levels: int) -> bytes:
    return b'{"content":"x","metadata":{"a":' + b"[" * levels + b"]" * levels + b"}}"


BAD_BODIES = {
    "white space": b"   ",
    "half": b'{"content": "can',
    "trailing": b'{"content":"x"} x',
    "two": b'{"content":"x"}{"content":"y"}',
    "single quotes": b"{'content':'x'}",
    "comment": b'{"content":"x"/*c*/}',
    "a list": b"[]",
    "a text": b'"canary-7f3a"',
    "a number": b"7",
    "null": b"null",
    "nan": b'{"content":"x","confidence":NaN}',
    "infinity": b'{"content":"x","confidence":Infinity}',
    "minus infinity": b'{"content":"x","importance":-Infinity}',
    "overflow": b'{"content":"x","confidence":1e999}',
    "huge whole number": b'{"content":"x","ttl_seconds":' + b"9" * 5_000 + b"}",
    "65 bits": b'{"content":"x","ttl_seconds":18446744073709551616}',
    "deep": deep(100),
    "very deep": deep(100_000),
    "twice": b'{"content":"x","content":"canary-7f3a"}',
    "twice inside": b'{"content":"x","metadata":{"a":1,"a":2}}',
    "nul": b'{"content":"canary-7f3a\\u0000"}',
    "nul in a key": b'{"content":"x","metadata":{"\\u0000":1}}',
    "lone surrogate": b'{"content":"canary-7f3a\\ud800"}',
    "lone surrogate in a key": b'{"content":"x","metadata":{"\\udfff":1}}',
    "utf-16": '{"content":"x"}'.encode("utf-16"),
    "latin-1": b'{"content":"caf\xe9"}',
    "bom": b'\xef\xbb\xbf{"content":"x"}',
    "overlong utf-8": b'{"content":"\xc0\x80"}',
    "utf-8 surrogate": b'{"content":"\xed\xa0\x80"}',
}


@pytest.mark.parametrize("case", BAD_BODIES)
@pytest.mark.parametrize("name", WITH_BODY)
def test_bodies_that_are_no_json(name, case, alice_agent, administrator):
    operation = OPERATIONS[name]
    caller = administrator if operation.scope == ADMIN else alice_agent
    answer = caller.call(operation.method, operation.path.replace("{id}", UNKNOWN_ID), raw=BAD_BODIES[case])
    assert answer.status == 400
    assert answer.code == "invalid"
    assert CANARY not in answer.text
    assert Memory.objects.count() == 0


BAD_FIELDS: dict[str, list[object]] = {
    "confidence": [-0.1, 1.1, "1.0", True, [1], {}],
    "importance": [-1, 10.5, "5", True, [5]],
    "origin_trust": [-1, 2, "0.5", False],
    "ttl_seconds": [0, -1, 1.5, "60", True, 1 << 60],
    "valid_from": [
        "2026-03-03",
        "2026-03-03T10:00:00",
        "2026-02-30T00:00:00Z",
        "2026-03-03T24:00:00Z",
        "2026-06-30T23:59:60Z",
        "0000-01-01T00:00:00Z",
        "10000-01-01T00:00:00Z",
        "0001-01-01T00:00:00+14:00",
        "2026-03-03T10:00:00+25:00",
        "yesterday",
        "",
        1_772_532_000,
        True,
    ],
    "layer": ["", "nonsense", 1, None],
    "tags": ["a", {"a": 1}, [1], [None], [["a"]], ["\t"]],
    "policy": ["nonsense", 1],
    "metadata": [[], "x", 1],
    "subject": [1, ["a"], "\u200b"],
    "derived_from": ["x", [1], [UNKNOWN_ID]],
    "source": ["x", [], {"kind": "nonsense"}, {"bogus": 1}, {"seq": -1}, {"seq": "1"}, {"observed_at": "now"}],
    "source_event": [1, "a\nb"],
    "session": [1, "a\u0085b"],
    "content": ["", "   ", 1, None, ["x"]],
}


@pytest.mark.parametrize("field", BAD_FIELDS)
def test_values_that_break_a_rule(field, alice_agent):
    for value in BAD_FIELDS[field]:
        answer = alice_agent.post("/memories", {"content": "x", field: value})
        assert answer.status == 400, (value, answer.text)
        assert answer.code == "invalid"
        named = {name.split(".")[0] for name in answer.fields}
        assert named & {field, "source"}, (value, answer.text)
    assert Memory.objects.count() == 0


@pytest.mark.parametrize(
    ("spelled", "stored"),
    [
        ("2026-03-03T10:00:00-00:00", "2026-03-03T10:00:00Z"),
        ("2026-03-03t10:00:00z", "2026-03-03T10:00:00Z"),
        ("2026-03-03T10:00:00.123456789Z", "2026-03-03T10:00:00.123456Z"),
        ("2026-03-29T02:30:00+01:00", "2026-03-29T01:30:00Z"),
    ],
)
def test_unusual_times_are_read_exactly(spelled, stored, alice_agent):
    assert alice_agent.store("x", recorded_at=spelled)["memory"]["recorded_at"] == stored


def test_what_is_too_large_says_the_limit(alice_agent):
    for body, status in (
        ({"content": "x" * 20_001}, 413),
        ({"content": "x" * 1_000_000}, 413),
        ({"content": "x", "tags": ["t"] * 100_000}, 413),
        ({"content": "x", "tags": ["t" * 101]}, 413),
        ({"content": "x", "metadata": {"a": "x" * 66_000}}, 413),
        ({"content": "x", "metadata": {"a": json.loads("[" * 33 + "]" * 33)}}, 413),
        ({"content": "x", "metadata": {str(n): n for n in range(100_000)}}, 413),
        ({"content": "x", "derived_from": [f"m_{n}" for n in range(101)]}, 413),
        ({"content": "x", "session": "é" * 300}, 413),
    ):
        answer = alice_agent.post("/memories", body)
        assert (answer.status, answer.code) == (status, "too_large"), answer.text[:200]
        assert any(letter.isdigit() for letter in answer.json["detail"])
    assert alice_agent.post("/memories/fetch", {"ids": ["m_x"] * 101}).code == "too_large"
    assert alice_agent.store("x" * 20_000)["outcome"] == "stored"


def test_a_body_over_the_limit_is_refused_unread(settings, alice_agent):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000
    answer = alice_agent.post("/memories", {"content": "x" * 2_000})
    assert (answer.status, answer.code) == (413, "too_large")
    assert "1000 bytes" in answer.json["detail"]
    assert alice_agent.post("/memories", {"content": "x" * 100}).status == 201


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=shift_jis",
        "application/xml",
        "",
        "application/jsonx",
    ],
)
def test_only_json_is_read(kind, alice_agent):
    answer = alice_agent.call("POST", "/memories", raw=b'{"content":"x"}', Content_Type=kind)
    assert (answer.status, answer.code) == (415, "unsupported_media_type")
    good = alice_agent.call("POST", "/memories", raw=b'{"content":"x"}', Content_Type="Application/JSON; charset=UTF-8")
    assert good.status == 201


def empty(caller: Program, **environment: Any) -> tuple[int, str]:
    """Send no body, which the test client does not do by itself without dropping its type."""
    response = caller.client.generic(
        "POST",
        "/api/v1/memories",
        b"",
        headers={"Authorization": f"Bearer {caller.secret}"},
        CONTENT_TYPE="application/json",
        **environment,
    )
    return response.status_code, response.json()["code"]


def test_a_body_without_a_length(alice_agent):
    assert empty(alice_agent, HTTP_TRANSFER_ENCODING="chunked") == (411, "length_required")


def test_no_body_at_all(alice_agent):
    assert empty(alice_agent) == (400, "invalid")
    assert empty(alice_agent, CONTENT_LENGTH="0") == (400, "invalid")
    assert empty(alice_agent, CONTENT_LENGTH="many") == (400, "invalid")


QUERIES = [
    "limit=0", "limit=101", "limit=x", "limit=1.5", "limit=", "limit=1&limit=2", "since=2026-03-03", "since=x",
    "signals=perhaps", "layer=nonsense", "subject=%00", "cursor=%00", "state=", "tag=%00", "origin=" + "x" * 201,
]  # fmt: skip


@pytest.mark.parametrize("query", QUERIES)
def test_parameters_that_break_a_rule(query, alice_agent):
    answer = alice_agent.get(f"/memories?{query}")
    assert answer.status in ({403} if query == "state=" else {400}), answer.text
    assert answer.code


def spelled(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


CURSORS = [
    "x",
    "%F0%9F%98%80",
    "_" * 400,
    *map(spelled, ["null", "[]", "[1,2]", "{}", '["alice","a","b","c"]', '["bob","a","b"]', '["alice",[],{}]']),
    *map(spelled, [r'["alice","\u0000","b"]', r'["alice","\ud800","b"]', "[" * 5_000, "NaN", '["alice",1e999,2]']),
    *map(spelled, ["[NaN,1]", '[1e999,"m"]', '["x","m"]', "[[],{}]", "[" + "9" * 360 + ',"m"]']),
]


@pytest.mark.parametrize("cursor", CURSORS)
def test_cursors_nobody_gave_out(cursor, alice_agent):
    alice_agent.fact("python")
    for answer in (
        alice_agent.get(f"/memories?cursor={cursor[:90]}"),
        alice_agent.get(f"/facts?cursor={cursor}"),
        alice_agent.post("/memories/search", {"query": "python", "cursor": cursor}),
    ):
        assert answer.status in {200, 400}, answer.text


@pytest.mark.parametrize("score", ["NaN", "1e999", "9" * 360])
def test_a_cursor_without_a_score_is_no_page(score, alice_agent):
    alice_agent.fact("python")
    answer = alice_agent.post("/memories/search", {"query": "python", "cursor": spelled(f'[{score},"m"]')})
    assert (answer.status, answer.fields) == (400, {"cursor"})


@pytest.mark.parametrize("missing", ["subject", "predicate", "at"])
def test_what_is_missing_is_named(missing, alice_agent):
    query = {"subject": "a", "predicate": "b", "at": "2026-01-01T00:00:00Z"}
    del query[missing]
    answer = alice_agent.get("/facts/at?" + "&".join(f"{name}={value}" for name, value in query.items()))
    assert (answer.status, answer.fields) == (400, {missing})


@pytest.mark.parametrize(
    "path", ["/", "/nothing", "/memories/", "/memories/a/b", "/facts/", "/%00", "/../admin", "/%FF"]
)
def test_addresses_that_lead_nowhere(path, alice_agent):
    for caller in (alice_agent, Program(None)):
        answer = caller.get(path)
        assert (answer.status, answer.code) == (404, "not_found")


@pytest.mark.parametrize("method", ["PUT", "OPTIONS", "HEAD", "TRACE", "POST", "NONSENSE"])
def test_methods_an_address_does_not_have(method, alice_agent):
    answer = alice_agent.call(method, "/facts")
    assert answer.status == 405
    assert answer.headers["Allow"] == "GET"
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert alice_agent.call("DELETE", "/memories").headers["Allow"] == "GET, POST"


def test_everything_that_can_be_kept_comes_back_byte_for_byte(alice_agent):
    for content in (
        "👩\u200d👩\u200d👧",
        "\u202eabc",
        "e" + "\u0301" * 300,
        "\ufdd0\uffff",
        "<script>alert(1)</script>",
        "a\r\nb\tc",
        "ﷺ",
        "𠮷野家",
    ):
        stored = alice_agent.store(content)["memory"]
        assert alice_agent.get(f"/memories/{stored['id']}").json["content"] == unicodedata.normalize("NFC", content)


def test_json_is_never_a_page(alice_agent):
    stored = alice_agent.post("/memories", {"content": "<script>alert(1)</script>"})
    for answer in (stored, alice_agent.get("/nothing"), Program(None).get("/memories")):
        assert answer.headers["Content-Type"].startswith("application/")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cache-Control"] == "no-store"


def test_searching_for_anything_is_no_error(alice_agent):
    alice_agent.store("a_b and c")
    for query in (
        "",
        "   ",
        "`",
        "the of",
        '"',
        "*",
        "(",
        "AND",
        "NEAR(",
        "a-b",
        "agent:a2",
        "_",
        "a_b _ c",
        "'; DROP",
        "%",
        "\\",
        "😀",
        "x" * 3_000,
    ):
        answer = alice_agent.post("/memories/search", {"query": query})
        assert answer.status == 200, query
    assert alice_agent.found("a_b _ c") == ["a_b and c"]


@pytest.mark.parametrize("path", ["/memories", "/approvals", "/facts", "/aliases"])
def test_a_cursor_nobody_gave_out_is_refused(path, administrator):
    """An empty page would look like the end of the list."""
    answer = administrator.get(f"{path}?cursor=garbage!")
    assert (answer.status, answer.fields) == (400, {"cursor"})
