"""What the template tags write: safe, exact, plain."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.template import Context, RequestContext, Template
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import timezone, translation

NOW = datetime(2026, 11, 30, 7, 12, 45, tzinfo=UTC)


def written(source: str, **values) -> str:
    return Template("{% load hub %}" + source).render(Context({"now": NOW, **values}))


def test_highlight_escapes_and_marks():
    html = written('{% highlight text "kyoto" %}', text='<img src=x onerror=alert(1)> Kyoto "quoted"')
    assert "<img" not in html
    assert "<mark>Kyoto</mark>" in html
    assert "&quot;quoted&quot;" in html


def test_highlight_shows_hidden_characters_even_inside_a_mark():
    html = written('{% highlight text "" %}', text="pay\u202emika")
    assert "\u202e" not in html
    assert ">RLO</span>" in html


def test_long_text_is_cut_around_the_match():
    html = written('{% highlight text "needle" 60 %}', text="word " * 100 + "needle" + " word" * 100)
    assert html.startswith("…")
    assert html.endswith("…")
    assert "<mark>needle</mark>" in html


def test_visible_escapes_markup():
    assert written("{{ text|visible }}", text="<b>&") == "&lt;b&gt;&amp;"


def test_badge_speaks_without_colour_and_escapes_names():
    html = written('{% badge "origin" value %}', value='channel:<b>"x"')
    assert "Chat" in html
    assert "<b>" not in html
    assert "Waiting for a decision" in written('{% badge "state" "held" %}')
    assert "never-heard-of" in written('{% badge "state" "never-heard-of" %}')


@pytest.mark.parametrize(
    ("trust", "words", "bars"),
    [
        (1.0, "Fully trusted", 4),
        (0.7, "Trusted", 3),
        (0.6, "Partly trusted", 2),
        (0.3, "Little trusted", 1),
        (0.1, "Not trusted", 0),
    ],
)
def test_trust_in_words_and_bars(trust, words, bars):
    html = written('{% badge "trust" trust %}', trust=trust)
    assert words in html
    assert html.count('class="on"') == bars


@pytest.mark.parametrize(
    ("gap", "shown"),
    [
        (timedelta(seconds=5), "just now"),
        (timedelta(minutes=9), "9 min ago"),
        (timedelta(hours=47), "47 h ago"),
        (timedelta(days=3), "3 days ago"),
        (timedelta(days=-3), "in 3 days"),
        (timedelta(days=60), "1 Oct"),
        (timedelta(days=700), "30 Dec 2024"),
    ],
)
def test_ago(gap, shown):
    assert f">{shown}</time>" in written("{% ago moment %}", moment=NOW - gap)


def test_time_carries_utc_and_the_viewers_zone():
    with timezone.override("Asia/Tokyo"):
        html = written("{% ago moment %}", moment=NOW)
    assert 'datetime="2026-11-30T07:12:45Z"' in html
    assert "2026-11-30 16:12:45 JST" in html
    assert "<time" not in written("{% ago moment %}", moment=None)


def test_japanese_is_complete_and_natural():
    with translation.override("ja"):
        assert ">9分前</time>" in written("{% ago moment %}", moment=NOW - timedelta(minutes=9))
        assert "判断待ち" in written('{% badge "state" "held" %}')


def test_numbers():
    assert (
        written("{{ x|percent }} {{ x|decimal:3 }} {{ n|grouped }}", x=0.4237, n=1234567)
        == "42 % 0.424 1\u202f234\u202f567"
    )
    assert written("{{ x|percent }}{{ x|decimal }}{{ x|grouped }}", x=None) == "–––"


def test_query_string_keeps_filters_and_starts_paging_over():
    request = RequestFactory().get("/memories/", {"q": "東京", "tag": ["a", "b"], "cursor": "xyz", "state": ""})
    source = Template('{% load hub %}{% autoescape off %}{% qs agent="alice" tag=None %}{% endautoescape %}')
    assert source.render(RequestContext(request, {})) == "?q=%E6%9D%B1%E4%BA%AC&agent=alice"


def test_a_part_never_sees_the_pages_own_variables():
    html = written('{% part "button" label="Save" %}', title="x", form="<form>", href="/elsewhere/", look="danger")
    assert "elsewhere" not in html
    assert "danger" not in html
    assert ">Save</button>" in html.replace("\n", "")


def test_boxes_escape_their_parameters_and_keep_their_content():
    html = written("{% card title=title %}<p>{{ inner }}</p>{% endcard %}", title="<x>", inner="<y>")
    assert "<h2>&lt;x&gt;</h2>" in html
    assert "<p>&lt;y&gt;</p>" in html


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "429", "500"])
def test_error_pages_need_no_request_and_lead_back(name):
    with translation.override("ja"):
        html = render_to_string(f"{name}.html")
    assert f'<p class="error-code">{name[:3]}</p>' in html
    assert html.count("<h1>") == 1
    assert 'href="/"' in html
    assert 'lang="ja"' in html
