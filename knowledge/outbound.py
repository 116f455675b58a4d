"""The one way out: a POST to a configured address, and nothing the answer can talk it into.

Only http and https, only to the address a setting names, never on to where an answer points. The name is resolved
once, every address it has is checked, and the connection goes to the address that was checked, so that no second
answer of a name server comes in between. An address of this machine or of an internal network is refused unless the
setting allows it. Time and size are bounded as a whole, not per packet. Proxies of the environment are not used.
"""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import socket
import ssl
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Self
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping

_PORTS: Final = {"http": 80, "https": 443}
_BLOCK: Final = 65_536
_ADDRESSES: Final = 4
_LONGEST_NUMBER: Final = 19
_LONGEST_ADDRESS: Final = 2_000
_EMBEDDING: Final = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "::/96", "::ffff:0:0:0/96")))
"""Networks whose addresses end in an IPv4 address that a gateway or an old system may call instead."""
_INNER: Final = ipaddress.ip_network("64:ff9b:1::/48")
"""What gateways of an internal network use for themselves."""
_TUNNEL: Final = (0x0000_5EFE, 0x0200_5EFE)
"""Third quarter of an address that names an IPv4 address within a site (ISATAP)."""
_SUCCESS: Final = range(200, 300)
_REDIRECT: Final = range(300, 400)


class OutboundError(Exception):
    """A call that did not work out.

    Args:
        code: `bad_address`, `internal_address`, `unreachable`, `timeout`, `redirect`, `too_large` or `bad_answer`.
        message: one sentence for the operator; it never holds what was sent.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Target:
    """Where a call goes, and what it may cost.

    Attributes:
        url: http or https, with a host and without a user; from the settings, never from data.
        allow_internal: whether it may be an address of this machine or of an internal network.
        timeout_seconds: for the whole call, from looking the name up to the last byte.
        most_bytes: of the answer's body.
        reads_answer: False where the status is all that counts, however much follows it.
    """

    url: str
    allow_internal: bool = False
    timeout_seconds: float = 10.0
    most_bytes: int = 1_000_000
    reads_answer: bool = True


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back."""

    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_success(self) -> bool:
        """Whether the status says that it worked."""
        return self.status in _SUCCESS


@dataclass(frozen=True, slots=True)
class _Place:
    scheme: str
    host: str
    port: int
    path: str


def check_url(url: str) -> None:
    """Check that an address can be called at all, without looking its name up.

    Raises:
        OutboundError: `bad_address`.
    """
    _place_of(url)


def post(target: Target, body: bytes, headers: Mapping[str, str]) -> Reply:
    """Send a body and return the answer, whatever its status below 300 or from 400 on.

    Args:
        target: where to.
        body: what is sent.
        headers: sent as given, with the content type among them; host and length are added.

    Raises:
        OutboundError: see its codes; a redirect is never followed.
    """
    deadline = time.monotonic() + target.timeout_seconds
    place = _place_of(target.url)
    addresses = _resolved(place, target.timeout_seconds)
    if not target.allow_internal and any(is_internal(address) for address in addresses):
        raise OutboundError("internal_address", "The address leads into an internal network, which is not allowed.")
    with _Line(_connected(place, addresses, deadline), deadline) as line:
        try:
            if place.scheme == "https":
                line.secure(place.host)
            reply = _exchange(place, line.socket, body, headers, target)
        except OutboundError:
            raise
        except (OSError, http.client.HTTPException, ValueError) as error:
            if line.is_over or isinstance(error, TimeoutError):
                raise OutboundError("timeout", "The other side took too long.") from error
            if isinstance(error, ssl.SSLError):
                raise OutboundError("unreachable", "The other side could not prove who it is.") from error
            raise OutboundError("bad_answer", "The other side broke off, or its answer is no HTTP.") from error
        if line.is_over:  # a cut line can look like the end of an answer
            raise OutboundError("timeout", "The other side took too long.")
        return reply


class _Line:
    """An open connection that is cut when its time is over, whatever it is waiting for."""

    def __init__(self, connection: socket.socket, deadline: float) -> None:
        self.socket = connection
        self.is_over = False
        self._timer = threading.Timer(max(0.0, deadline - time.monotonic()), self._end)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        self.socket.close()

    def secure(self, host: str) -> None:
        """Speak TLS from here on, with somebody who proves to be that host."""
        context = ssl.create_default_context()
        self.socket = context.wrap_socket(self.socket, server_hostname=host, do_handshake_on_connect=False)
        self.socket.do_handshake()

    def _end(self) -> None:
        self.is_over = True
        with contextlib.suppress(OSError):
            # Past the layer of TLS, whose own farewell would wait for the other side.
            socket.socket.shutdown(self.socket, socket.SHUT_RDWR)


def is_internal(address: str) -> bool:
    """Tell whether an IP address is one of this machine, of an internal network, or of none that can be called."""
    found = ipaddress.ip_address(address.split("%", 1)[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if inner is None and (
            any(found in network for network in _EMBEDDING) or (int(found) >> 32) & 0xFFFF_FFFF in _TUNNEL
        ):
            inner = ipaddress.IPv4Address(int(found) & 0xFFFF_FFFF)
        if found.is_site_local or found in _INNER:
            return True
        if inner is not None:
            return not inner.is_global or inner.is_multicast
    return not found.is_global or found.is_multicast


def _place_of(url: str) -> _Place:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise OutboundError("bad_address", "The address cannot be read.") from error
    wrong = (
        len(url) > _LONGEST_ADDRESS
        or not url.isprintable()
        or " " in url
        or parts.scheme not in _PORTS
        or not parts.hostname
        or "@" in parts.netloc
        or bool(parts.fragment)
        or port == 0
    )
    if wrong:
        raise OutboundError("bad_address", "The address must be http or https with a host, and without a user.")
    host = parts.hostname or ""
    try:
        host = host if ":" in host else host.encode("idna").decode("ascii")
    except UnicodeError as error:
        raise OutboundError("bad_address", "The host's name cannot be read.") from error
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if not path.isascii():
        raise OutboundError("bad_address", "Write the path of the address in percent encoding.")
    return _Place(parts.scheme, host, port or _PORTS[parts.scheme], path)


def _resolved(place: _Place, seconds: float) -> list[str]:
    """Look a name up; the system's own patience is longer than ours, so it waits in a thread of its own."""
    found: list[str] = []
    failed: list[OSError] = []

    def look() -> None:
        try:
            infos = socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
            found.extend(dict.fromkeys(str(info[4][0]) for info in infos))
        except (OSError, UnicodeError) as error:
            failed.append(OSError(str(error)))

    thread = threading.Thread(target=look, name="resolve", daemon=True)
    thread.start()
    thread.join(seconds)
    if thread.is_alive():
        raise OutboundError("timeout", "The host's name was not found in time.")
    if failed or not found:
        raise OutboundError("unreachable", "The host's name is not known.")
    return found


def _connected(place: _Place, addresses: list[str], deadline: float) -> socket.socket:
    """Connect to the first address that answers; all of them were checked."""
    last: OSError | None = None
    tried = addresses[:_ADDRESSES]
    for count, address in enumerate(tried):
        left = deadline - time.monotonic()
        if left <= 0:
            break
        try:
            connection = socket.create_connection((address, place.port), timeout=left / (len(tried) - count))
        except OSError as error:
            last = error
            continue
        connection.settimeout(None)  # from here on the whole call has one end
        return connection
    if last is None or isinstance(last, TimeoutError):
        raise OutboundError("timeout", "The other side did not answer in time.") from last
    raise OutboundError("unreachable", "The other side cannot be reached.") from last


def _exchange(
    place: _Place, connection: socket.socket, body: bytes, headers: Mapping[str, str], target: Target
) -> Reply:
    caller = http.client.HTTPConnection(place.host, place.port)
    caller.sock = connection  # the one that was checked: no other is ever opened
    caller.auto_open = 0
    sent = {"Connection": "close", "Accept-Encoding": "identity", "User-Agent": "MemoryHub", **headers}
    with contextlib.closing(caller):
        caller.request("POST", place.path, body=body, headers=sent)
        with contextlib.closing(caller.getresponse()) as answer:
            if answer.status in _REDIRECT:
                raise OutboundError("redirect", "The other side points elsewhere; name the final address instead.")
            read = _read(answer, target.most_bytes) if target.reads_answer else b""
            return Reply(answer.status, read, {name.lower(): value for name, value in answer.getheaders()})


def _read(answer: http.client.HTTPResponse, most_bytes: int) -> bytes:
    stated = answer.getheader("Content-Length") or ""
    pieces: list[bytes] = []
    size = int(stated) if stated.isdecimal() and len(stated) < _LONGEST_NUMBER else 0
    if size > most_bytes:
        raise OutboundError("too_large", "The answer is larger than allowed.")
    size = 0
    while piece := answer.read(_BLOCK):
        size += len(piece)
        if size > most_bytes:
            raise OutboundError("too_large", "The answer is larger than allowed.")
        pieces.append(piece)
    return b"".join(pieces)
