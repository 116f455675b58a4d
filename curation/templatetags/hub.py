"""Template tags of the pages: icons, badges, times, marked text, addresses, and boxes that take content.

Small things are written here (a list page shows hundreds); anything with structure is a file in
`templates/components/`.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from django import template
from django.templatetags.static import static
from django.utils import dateformat, timezone
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from curation import figures, presenters, wording
from curation import text as texts
from curation.job_reports import in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.template import Context

register = template.Library()

METER_STEP = 4.5


# --- small marks ----------------------------------------------------------------------------------


def _icon(name: str, classes: str = "", label: str = "") -> SafeString:
    kind = f"icon {classes}".strip()
    href = f"{static('icons.svg')}#{name}"
    if label:
        return format_html('<svg class="{}" role="img" aria-label="{}"><use href="{}"/></svg>', kind, label, href)
    return format_html('<svg class="{}" aria-hidden="true"><use href="{}"/></svg>', kind, href)


@register.simple_tag
def icon(name: str, classes: str = "", label: str = "") -> SafeString:
    """Draw a symbol of the sprite; with `label` it speaks, without it is decoration."""
    return _icon(name, classes, label)


def _meter(bars: int) -> SafeString:
    rects = (
        f'<rect class="{"on" if i < bars else "off"}" x="{i * METER_STEP}" y="{7.5 - 2.5 * i}" '
        f'width="3" height="{2.5 + 2.5 * i}" rx=".5"/>'
        for i in range(4)
    )
    return mark_safe(f'<svg class="meter4" aria-hidden="true">{"".join(rects)}</svg>')  # noqa: S308 - numbers only


@register.simple_tag
def badge(kind: str, value: Any, name: str = "") -> SafeString:
    """Show a state, layer, origin, trust, role or outcome as icon and word.

    Args:
        kind: `state`, `layer`, `origin`, `trust`, `role`, `outcome`, `source`, or `plain` for a text of your own.
        value: the stored value (`held`, `channel:discord-42`, 0.3 …).
        name: a further word in the badge; an origin's own name is added without asking.
    """
    if kind == "trust":
        number = float(value or 0)
        bars, found = wording.trust_word(number)
        title = f"{found.hint} {decimal(number)} / 1"
        tone = f" tone-{found.tone}" if found.tone in {"amber", "red"} else ""
        return format_html('<span class="badge{}" title="{}">{}{}</span>', tone, title, _meter(bars), found.label)
    if kind == "plain":
        return format_html('<span class="badge badge-box">{}</span>', value)
    found = wording.word(kind, value)
    if kind == "origin":
        name = name or str(value).partition(":")[2]
    tone = f" tone-{found.tone}" if found.tone else ""
    mark = _icon(found.icon) if found.icon else ""
    extra = format_html('<span class="name">{}</span>', _visible(name)) if name else ""
    title = f"{found.hint} {name}".strip()
    return format_html('<span class="badge{}" title="{}">{}{}{}</span>', tone, title, mark, found.label, extra)


@register.simple_tag
def kbd(keys: str) -> SafeString:
    """Show one or more keys, separated by spaces."""
    shown = {"Escape": "Esc", "ArrowLeft": "←", "ArrowUp": "↑", "ArrowDown": "↓", "ArrowRight": "→"}
    parts = [format_html("<kbd>{}</kbd>", shown.get(key, key)) for key in keys.split()]
    return mark_safe(" ".join(parts))  # noqa: S308 - every part was escaped


@register.filter
def plain(value: Any, vocabulary: str) -> str:
    """Return the plain word for a stored value: `{{ memory.state|plain:"state" }}`."""
    return str(wording.word(vocabulary, value).label)


@register.filter
def hint(value: Any, vocabulary: str) -> str:
    """Return the sentence that explains a stored value."""
    return str(wording.word(vocabulary, value).hint)


@register.filter
def tone(value: Any, vocabulary: str) -> str:
    """Return the colour class of a stored value, empty for none."""
    found = wording.word(vocabulary, value).tone
    return f"tone-{found}" if found else ""


# --- numbers and times ----------------------------------------------------------------------------


@register.filter
def percent(value: Any, digits: int = 0) -> str:
    """Write a share between 0 and 1 as a percentage; an absent one as a dash."""
    return "–" if value is None else f"{float(value) * 100:.{digits}f} %"


@register.filter
def decimal(value: Any, digits: int = 2) -> str:
    """Write a number with fixed decimals; an absent one as a dash."""
    return "–" if value is None else f"{float(value):.{digits}f}"


@register.filter
def grouped(value: Any) -> str:
    """Write a whole number with thin spaces between thousands."""
    return "–" if value is None else f"{int(value):,}".replace(",", "\u202f")


@register.filter
def duration(seconds: Any) -> str:
    """Write a stretch of seconds in its largest sensible unit."""
    if seconds is None:
        return "–"
    return _span(timedelta(seconds=float(seconds)))


def _span(gap: timedelta) -> str:
    minutes = int(gap.total_seconds() // 60)
    if minutes < 1:
        return _("%d s") % int(gap.total_seconds())
    if minutes < 60:
        return _("%d min") % minutes
    if minutes < 48 * 60:
        return _("%d h") % (minutes // 60)
    days = minutes // 1440
    if days < 60:
        return ngettext("%d day", "%d days", days) % days
    if days < 730:
        return ngettext("%d month", "%d months", days // 30) % (days // 30)
    return ngettext("%d year", "%d years", days // 365) % (days // 365)


def relative(moment: datetime, now: datetime) -> str:
    """Say how long ago, or in how long; beyond four weeks the date."""
    gap = now - moment
    if abs(gap) < timedelta(seconds=45):
        return _("in a moment") if gap < timedelta(seconds=-5) else _("just now")
    if abs(gap) > timedelta(days=28):
        return _day(moment, now)
    if gap > timedelta():
        return pgettext("time", "%s ago") % _span(gap)
    return pgettext("time", "in %s") % _span(-gap)


def _local(moment: datetime) -> datetime:
    return moment.astimezone(timezone.get_current_timezone())


def _day(moment: datetime, now: datetime) -> str:
    local = _local(moment)
    # Translators: date formats (Django's date format letters): within this year, and any year.
    shape = _("j M") if local.year == _local(now).year else _("j M Y")
    return dateformat.format(local, shape)


def _exact(moment: datetime) -> str:
    local = _local(moment)
    return f"{dateformat.format(local, 'Y-m-d H:i:s')} {local.tzname()}"


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace(".000000", "").replace("+00:00", "Z")


def _time(moment: datetime | None, shown: str) -> SafeString:
    if moment is None:
        return mark_safe('<span class="faint">–</span>')
    stamp = _stamp(moment)
    title = f"{_exact(moment)} · {stamp}"
    return format_html('<time datetime="{}" title="{}">{}</time>', stamp, title, shown)


@register.simple_tag(takes_context=True)
def ago(context: Context, moment: datetime | None) -> SafeString:
    """Show a moment as people say it, the exact time in the viewer's zone on hover."""
    now = context.get("now") or timezone.now()
    return _time(moment, relative(moment, now) if moment else "")


@register.simple_tag
def exact(moment: datetime | None) -> SafeString:
    """Show date, time and zone of a moment, its UTC form on hover."""
    return _time(
        moment, f"{dateformat.format(_local(moment), 'Y-m-d H:i')} {_local(moment).tzname()}" if moment else ""
    )


@register.simple_tag(takes_context=True)
def day(context: Context, moment: datetime | None, absent: str = "") -> SafeString:
    """Show the date of a moment, the exact time on hover; `absent` is written for no moment."""
    if moment is None and absent:
        return format_html('<span class="faint">{}</span>', absent)
    now = context.get("now") or timezone.now()
    return _time(moment, _day(moment, now) if moment else "")


# --- text -----------------------------------------------------------------------------------------


def _visible(text: str) -> SafeString:
    out: list[str] = []
    before = ""
    for char in text:
        name = texts.hidden_name(char, before)
        if name:
            label = _("hidden character %s") % name
            out.append(f'<span class="ctrl" title="{escape(label)}">{escape(name)}</span>')
        else:
            out.append(escape(char) if char in "&<>\"'" else char)
        before = char
    return mark_safe("".join(out))  # noqa: S308 - every character was escaped above


@register.filter
def visible(value: Any) -> SafeString:
    """Escape a text and write its invisible and direction-changing characters as small labels."""
    return _visible("" if value is None else str(value))


@register.filter
def line(value: Any) -> str:
    """Write a text on one line with its hidden characters in brackets, for attributes and sentences."""
    return texts.one_line("" if value is None else str(value))


@register.filter
def told(value: Any) -> str:
    """Look a sentence up that the hub itself said; what people wrote stays as it is."""
    return _(str(value)) if value else ""


@register.filter
def job_report(value: Any) -> str:
    """Say what a job did in the viewer's language."""
    return in_words(str(value)) if value else ""


@register.filter
def clip(value: Any, limit: int = 80) -> str:
    """Cut a text to so many characters as a reader counts them."""
    return texts.clip("" if value is None else str(value), int(limit))


@register.filter
def lang(value: Any) -> SafeString:
    """Write ` lang="ja"` (or zh, ko) for a text whose script tells its language: `<p{{ text|lang }}>`."""
    code = texts.language_of("" if value is None else str(value))
    return format_html(' lang="{}"', code) if code else SafeString()


@register.simple_tag
def highlight(value: Any, query: str = "", limit: int = 0) -> SafeString:
    """Mark the words of a query in a text; with a limit show the part around the first match."""
    text = "" if value is None else str(value)
    spans = texts.match_spans(text, query) if query else []
    start, end = texts.window(text, spans, limit) if limit else (0, len(text))
    out = ["…"] if start else []
    position = start
    for left, right in spans:
        if left >= end:
            break
        if right <= position:
            continue
        out.append(_visible(text[position : max(left, position)]))
        out.append(format_html("<mark>{}</mark>", _visible(text[max(left, position) : min(right, end)])))
        position = min(right, end)
    tail = text[position:end]
    out.append(_visible(tail))
    if end < len(text):
        out.append("…")
    return mark_safe("".join(out))  # noqa: S308 - every part was escaped


@register.filter
def value_text(value: Any) -> str:
    """Write the object of a fact: a text as it is, anything else as JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


@register.filter
def pairs(value: Any) -> list[tuple[Any, Any]]:
    """Names and values of a mapping whose names are anybody's: `.items` would look for a name `items` first."""
    return list(value.items()) if isinstance(value, dict) else []


# --- addresses and frame --------------------------------------------------------------------------


@register.simple_tag(takes_context=True)
def qs(context: Context, **changes: Any) -> str:
    """Return this page's `?…` with some keys changed; paging starts over unless it is what changes."""
    request = context.get("request")
    from django.http import QueryDict  # noqa: PLC0415 - only pages without a request need it

    return presenters.query_string(request.GET if request else QueryDict(), **changes)


@register.simple_tag(takes_context=True)
def shell(context: Context) -> presenters.Shell:
    """Return navigation, shortcuts and preferences for the page frame: `{% shell as frame %}`."""
    return presenters.shell(context.get("request"))


@register.simple_tag
def score_figure(hit: Any) -> figures.ScoreFigure:
    """Return the parts of a hit's score, laid out: `{% score_figure hit as figure %}`."""
    return figures.score_figure(score=hit.score, parts=hit.parts, trust_factor=hit.trust_factor)


@register.simple_tag
def spark_figure(values: Sequence[float]) -> figures.SparkFigure | None:
    """Return the points of a small line: `{% spark_figure values as figure %}`."""
    return figures.spark_figure(list(values))


# --- parts and boxes ------------------------------------------------------------------------------

# The page's own variables stay outside, so a page variable called `title` or `form` never slips into a part.
_SHARED = ("request", "csrf_token", "user", "now", "frame")


def _render(context: Context, name: str, values: dict[str, Any]) -> SafeString:
    shared = {key: context[key] for key in _SHARED if key in context}
    outer = context.template
    assert outer is not None, "a tag runs inside a template"
    return outer.engine.get_template(f"components/{name}.html").render(context.new({**shared, **values}))


@register.simple_tag(takes_context=True)
def part(context: Context, name: str, **values: Any) -> SafeString:
    """Render `templates/components/<name>.html` with these parameters and no other page variable."""
    return _render(context, name, values)


@register.simple_block_tag(takes_context=True)
def card(context: Context, content: str, title: str = "", **options: Any) -> SafeString:
    """`{% card title=… lead=… id=… href=… more=… flush=True foot=… level=2 %} … {% endcard %}`."""
    return _render(context, "card", {"title": title, "level": 2, **options, "body": content})


@register.simple_block_tag(takes_context=True)
def table(context: Context, content: str, columns: Any = "", caption: str = "", **options: Any) -> SafeString:
    """`{% table columns="Name|Trust:num|" caption=… %} <tr>…</tr> {% endtable %}`; see components/table.html."""
    heads = str(columns).split("|") if not isinstance(columns, list | tuple) else columns
    shaped = [
        h if isinstance(h, dict) else dict(zip(("label", "kind"), str(h).partition(":")[::2], strict=True))
        for h in heads
    ]
    return _render(context, "table", {"columns": shaped, "caption": caption, **options, "body": content})


@register.simple_block_tag(takes_context=True)
def dialog(context: Context, content: str, id: str, title: str, **options: Any) -> SafeString:  # noqa: A002 - an HTML id
    """`{% dialog id=… title=… %} … {% enddialog %}`; opened by a button with `data-dialog="<id>"`."""
    return _render(context, "dialog", {"id": id, "title": title, **options, "body": content})


@register.simple_block_tag(takes_context=True)
def filter_bar(context: Context, content: str, target: str = "", **options: Any) -> SafeString:
    """`{% filter_bar target="#results" query=q chips=chips %} fields {% endfilter_bar %}`."""
    return _render(context, "filter_bar", {"target": target, **options, "body": content})


@register.simple_block_tag(takes_context=True)
def notice(context: Context, content: str, tone: str = "blue", icon: str = "info") -> SafeString:
    """`{% notice tone="amber" icon="triangle-alert" %} … {% endnotice %}`."""
    return _render(context, "notice", {"tone": tone, "icon_name": icon, "body": content})
