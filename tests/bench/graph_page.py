"""What the graph page costs on a large hub: bytes sent, time at the server, time until it can be used in a browser.

    python tests/bench/graph_hub.py --folder /tmp/graph-hub
    python tests/bench/graph_page.py --folder /tmp/graph-hub [--agent big-company] [--rounds 5] [--names 500]

The hub runs as `manage.py up` runs it. "Cold" is the first look after a start: facts are read and the picture is laid
out. The time in the browser runs from the click on a link to a picture that answers to mouse and keys. Bytes are
compressed with gzip; Plotly's own file is named apart, because a browser keeps it.
"""

from __future__ import annotations

import argparse
import gzip
import os
import re
import statistics
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.hub import ROOT, open_hub

PORT = 8977
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"]


def session() -> tuple[str, str]:
    """Sign an administrator in; return the cookie."""
    from django.conf import settings
    from django.contrib.auth.models import User
    from django.test import Client

    person, _ = User.objects.get_or_create(username="bench", defaults={"is_superuser": True, "is_staff": True})
    client = Client()
    client.force_login(person)
    stored = client.session
    stored["signed_in_at"] = int(time.time())
    stored.save()
    return settings.SESSION_COOKIE_NAME, client.cookies[settings.SESSION_COOKIE_NAME].value


def fetch(path: str, cookie: tuple[str, str]) -> tuple[bytes, float]:
    """Return an answer and how long it took, in ms."""
    request = urllib.request.Request(f"http://127.0.0.1:{PORT}{path}", headers={"Cookie": "=".join(cookie)})
    started = time.perf_counter()
    with urllib.request.urlopen(request, timeout=60) as answer:
        body = answer.read()
    return body, 1000 * (time.perf_counter() - started)


def sizes(path: str, cookie: tuple[str, str]) -> None:
    """Say how many bytes the page, its picture and its files have."""
    page, cold = fetch(path, cookie)
    warm = [fetch(path, cookie)[1] for _ in range(5)]
    print(f"server: cold {cold:.0f} ms, warm {statistics.median(warm):.0f} ms")
    figure = re.search(rb'data-figure="([^"]*)"', page)
    assert figure
    own = 0
    for address in sorted(set(re.findall(rb'(?:src|href)="(/static/[^"]+\.(?:css|js))"', page))):
        body, _ = fetch(address.decode(), cookie)
        packed = len(gzip.compress(body))
        if b"plotly" in address:
            print(f"Plotly: {packed:,} bytes, kept by the browser")
        else:
            own += packed
    html = len(gzip.compress(page))
    print(f"page {html:,} bytes of which picture {len(gzip.compress(figure.group(1))):,}; styles and scripts {own:,};")
    print(f"all but Plotly: {html + own:,} bytes")


def browse(path: str, cookie: tuple[str, str], rounds: int) -> None:
    """Say how long it takes in a browser until the picture can be used."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        window = browser.new_context(base_url=f"http://127.0.0.1:{PORT}", viewport={"width": 1280, "height": 900})
        window.add_cookies([{"name": cookie[0], "value": cookie[1], "url": f"http://127.0.0.1:{PORT}"}])
        page = window.new_page()
        ready, drawn = [], []
        for _ in range(rounds + 1):
            page.goto("/settings/")
            page.goto(path)
            page.wait_for_selector("#picture[data-ready]")
            ready.append(page.evaluate("performance.getEntriesByName('graph-ready')[0].startTime"))
            drawn.append(page.evaluate("performance.getEntriesByType('navigation')[0].responseEnd"))
        browser.close()
    print(f"browser, first {ready[0]:.0f} ms; then {', '.join(f'{one:.0f}' for one in sorted(ready[1:]))} ms")
    print(f"of that until the page was there: median {statistics.median(drawn[1:]):.0f} ms")


def main() -> None:
    """Measure one hub."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--agent", default="big-company")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--names", type=int, default=500)
    options = parser.parse_args()
    command = [sys.executable, str(ROOT / "manage.py"), "up", "--no-worker", "--port", str(PORT)]
    quiet = subprocess.DEVNULL
    hub = subprocess.Popen(
        command, env={**os.environ, "MEMORYHUB_DATA": str(options.folder)}, stdout=quiet, stderr=quiet
    )
    try:
        for _ in range(120):
            time.sleep(0.5)
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{PORT}/health/live", timeout=2).close()
                break
            except OSError:
                continue
        open_hub(options.folder)  # the hub has made its keys by now
        cookie = session()
        path = f"/graph/?agent={options.agent}&n={options.names}"
        sizes(path, cookie)
        browse(path, cookie, options.rounds)
    finally:
        hub.terminate()
        hub.wait(20)


if __name__ == "__main__":
    main()
