"""One push notice on its way: encrypted for one browser, signed by this server, sent by https to the browser's push service.

The address comes from a visitor. So only https is used, no redirect is followed, and the address that was looked at is the
one that is connected to: nobody reaches into this server's own network by way of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any
from urllib.parse import urlsplit

from rollmops.engine.errors import RollmopsError
from rollmops.server.store.pushes import Push

KEPT_SECONDS = 24 * 3600
"""For which the push service keeps a notice for a device that is switched off."""
TRANSLATED = IPv6Network("64:ff9b::/96")
"""IPv4 addresses as networks without IPv4 write them: any of ours could be behind it."""


class UndeliverableError(RollmopsError):
    """A notice that cannot be sent."""


def may_reach(address: str) -> bool:
    """Whether this is an address of the open internet."""
    found = ip_address(address)
    if isinstance(found, IPv6Address):
        if found in TRANSLATED or found.sixtofour or found.teredo:
            return False
        found = found.ipv4_mapped or found
    return found.is_global and not found.is_multicast


async def find(host: str, port: int) -> str:
    """An address of this host that may be connected to."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise UndeliverableError(f"{host} cannot be found ({error.strerror})") from None
    for *_, at in found:
        if may_reach(str(at[0])):
            return str(at[0])
    raise UndeliverableError(f"{host} is no address of the open internet")


def sealed(push: Push, text: bytes) -> bytes:
    """The notice as only this browser can read it (RFC 8291)."""
    from pywebpush import WebPusher, WebPushException

    keys = {"p256dh": push.p256dh, "auth": push.auth}
    try:
        body: bytes = WebPusher({"endpoint": push.endpoint, "keys": keys}).encode(text)["body"]
    except (WebPushException, ValueError, TypeError) as error:
        raise UndeliverableError(f"the keys of a subscription are none ({error})") from None
    return body


def signature(key: Any, push: Push, contact: str) -> str:
    """This server's word to that push service (RFC 8292)."""
    from py_vapid import Vapid02

    parts = urlsplit(push.endpoint)
    signed: dict[str, str] = Vapid02(key).sign({"aud": f"https://{parts.netloc}", "sub": contact})
    return signed["Authorization"]


async def deliver(push: Push, text: bytes, key: Any, contact: str, topic: str) -> int:
    """Send one notice; returns what the push service answers. Whoever calls sets a time for it."""
    parts = urlsplit(push.endpoint)
    host, port = parts.hostname or "", parts.port or 443
    if parts.scheme != "https" or not host:
        raise UndeliverableError("a push service is reached by https only")
    address = await find(host, port)
    body = await asyncio.to_thread(sealed, push, text)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    head = (
        f"POST {target} HTTP/1.1\r\nHost: {parts.netloc}\r\nAuthorization: {signature(key, push, contact)}\r\n"
        f"TTL: {KEPT_SECONDS}\r\nUrgency: normal\r\nTopic: {topic}\r\nContent-Encoding: aes128gcm\r\n"
        f"Content-Type: application/octet-stream\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    try:
        reader, writer = await asyncio.open_connection(address, port, ssl=ssl.create_default_context(), server_hostname=host)
    except (OSError, ssl.SSLError) as error:
        raise UndeliverableError(f"{host} does not answer ({error})") from None
    try:
        writer.write(head.encode("ascii") + body)
        await writer.drain()
        words = (await reader.readline()).split()
        return int(words[1])
    except (OSError, ValueError, IndexError, asyncio.LimitOverrunError) as error:
        raise UndeliverableError(f"{host} gives no answer that can be read ({error})") from None
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
