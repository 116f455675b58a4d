"""Files for spreadsheets and programs."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curation.exports import csv_lines, json_lines, safe_cell


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"])
def test_no_cell_starts_a_formula(start):
    assert safe_cell(f"{start}cmd|' /C calc'!A0") == f"'{start}cmd|' /C calc'!A0"


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("x;=1+1;y", "x;'=1+1;y"),
        ('x;"=1+1', "x;'\"=1+1"),
        ("x\n-1+cmd|' /C calc'!A0", "x\n'-1+cmd|' /C calc'!A0"),
        ("x\t@SUM(1)", "x\t'@SUM(1)"),
        ("- tea\n- coffee", "'- tea\n- coffee"),
        ("a = b; c-d; e@f.example", "a = b; c-d; e@f.example"),
    ],
)
def test_no_formula_starts_where_another_country_cuts_the_cell(text, cell):
    assert safe_cell(text) == cell


def test_harmless_values_stay_as_they_are():
    moment = datetime(2026, 11, 5, 9, 30, 0, 1, tzinfo=UTC)
    assert [safe_cell(value) for value in (None, "Kyoto", "京都", 0.5, -3, True, moment, ["=1"])] == [
        "",
        "Kyoto",
        "京都",
        "0.5",
        "-3",
        "True",
        "2026-11-05T09:30:00.000001Z",
        '["=1"]',
    ]


@given(st.lists(st.lists(st.text(st.characters(exclude_characters="\r\0")), min_size=2, max_size=2)))
def test_a_reader_gets_the_cells_back(rows):
    text = "".join(csv_lines(["a", "b"], rows))
    assert text.startswith("\ufeffa,b\r\n")
    read = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))[1:]
    assert [[cell.replace("'", "") for cell in row] for row in read] == [
        [cell.replace("'", "") for cell in row] for row in rows
    ]


def test_json_is_one_object_whatever_it_holds():
    items: list[dict[str, object]] = [
        {"value": {"a": [1]}, "at": datetime(2026, 1, 1, tzinfo=UTC)},
        {"value": '</script>"', "at": None},
    ]
    read = json.loads("".join(json_lines({"agent": "alice"}, "versions", items)))
    assert read == {
        "agent": "alice",
        "versions": [{"value": {"a": [1]}, "at": "2026-01-01T00:00:00Z"}, {"value": '</script>"', "at": None}],
    }
    assert json.loads("".join(json_lines({}, "versions", []))) == {"versions": []}
