"""The product speaks to nobody: no file names a server to load something from."""

from __future__ import annotations

import re

from tests.architecture import repository

ADDRESS = re.compile(r"""(?:\b(?:https?|wss?|ftp)://|(?<=["'(])//)(?:[^\s/@"'`]*@)?([A-Za-z0-9.\-\[\]:%{}$_]+)""")
SPEAKS = (".py", ".toml", ".html", ".css", ".js", ".svg", ".txt", ".yml", ".yaml", ".json", "")
# Names of documents and of this machine: nothing is loaded from them.
ALLOWED = re.compile(
    r"""^(?:
        127\.0\.0\.1 | localhost | 169\.254\.169\.254 | [\w-]+  # inside a network, and names without a dot
        | \[::1\] | 0\.0\.0\.0
        | (?:[\w-]+\.)*example(?:\.(?:org|com|net))? | testserver | hub
        | www\.w3\.org | json-schema\.org | www\.rfc-editor\.org | www\.apache\.org
    )(?::.*)?$""",
    re.VERBOSE,
)


def addresses(text: str) -> set[str]:
    return {match.group(1) for match in ADDRESS.finditer(text)}


def is_ours(host: str) -> bool:
    return bool(ALLOWED.match(host)) or host.startswith(("{", "$", "%"))


def test_no_file_names_a_foreign_server():
    foreign = {}
    for path in repository.files(*SPEAKS):
        if "vendor" in path.parts or path.suffix not in SPEAKS:
            continue
        try:
            hosts = {host for host in addresses(repository.text(path)) if not is_ours(host)}
        except UnicodeDecodeError:
            continue
        if hosts:
            foreign[str(path)] = hosts
    assert foreign == {}


def test_the_search_sees_what_it_should():
    script = "<script src='/" + "/cdn.invalid/x.js'></script> @import url(https" + "://fonts.invalid/css)"
    assert {host for host in addresses(script) if not is_ours(host)} == {"cdn.invalid", "fonts.invalid"}
    assert all(is_ours(host) for host in addresses('xmlns="http://www.w3.org/2000/svg" http://127.0.0.1:8000/'))
