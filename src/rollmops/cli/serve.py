"""`rollmops serve`: the table in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def data_folder() -> Path:
    """Where tables are kept unless told otherwise."""
    import os

    home = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(home).expanduser() / "rollmops"


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 lets others in your network in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes any that is free.")] = 8000,
    data: Annotated[Path | None, typer.Option(help="Folder that keeps the tables.")] = None,
    store: Annotated[str | None, typer.Option(help="PostgreSQL database that keeps the tables instead.")] = None,
    processes: Annotated[int, typer.Option(min=1, max=64, help="Processes that share the tables of --store.")] = 1,
    thinkers: Annotated[
        int | None,
        typer.Option(min=0, max=64, help="Processes of their own for bots and reviews; two, unless there is one core."),
    ] = None,
    origin: Annotated[list[str] | None, typer.Option(help="Another page that may talk to this server.")] = None,
    proxy: Annotated[list[str] | None, typer.Option(help="A proxy in front that says whom it speaks for.")] = None,
    away: Annotated[float, typer.Option(min=0, help="Seconds after which a bot may play on for who is gone.")] = 30.0,
    keep: Annotated[int | None, typer.Option(min=1, help="Days after which tables are forgotten; else none is.")] = None,
    metrics: Annotated[bool, typer.Option(help="Tell Prometheus at /metrics how much is going on.")] = False,
    json_log: Annotated[bool, typer.Option(help="Write the log as JSON, a line each.")] = False,
    browse: Annotated[bool, typer.Option(help="Open the page in a browser.")] = False,
) -> None:
    """Set tables for browsers: play with friends by link, with bots, or at one device."""
    from rollmops.extras import need

    need("server", "the server")
    from rollmops.server import logs
    from rollmops.server.compilers import begun_early

    if json_log:
        logs.ask_for_json()  # of the first compiler too
    with logs.errors_as_asked(), begun_early() as early:  # before the server itself is loaded, which takes a second
        from rollmops.server.web.serve import serve as run
        from rollmops.server.web.thinkers import usual_thinkers

        origins, proxies = frozenset(origin or ()), tuple(proxy or ())
        run(
            host,
            port,
            data or data_folder(),
            store=store or "",
            processes=processes,
            thinkers=usual_thinkers() if thinkers is None else thinkers,
            origins=origins,
            proxies=proxies,
            away=away,
            browse=browse,
            keep_days=keep,
            metrics=metrics,
            early=early,
        )
