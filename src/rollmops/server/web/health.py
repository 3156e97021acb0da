"""For whoever runs the server: `/healthz`, and `/metrics` in the text format of Prometheus where that is asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from rollmops.server.limits import Gate
from rollmops.server.measures import BOUNDS_SECONDS, Latencies
from rollmops.server.store.files import StoreError
from rollmops.server.table.rooms import Rooms

if TYPE_CHECKING:
    from prometheus_client.core import Metric

NEVER_KEPT = {"cache-control": "no-store"}


class Health:
    """Whether the server does its work, and how much of it."""

    def __init__(self, rooms: Rooms, gate: Gate, *, metrics: bool = False) -> None:
        self.rooms = rooms
        self.gate = gate
        self.tell_metrics = metrics

    def routes(self) -> list[Route]:
        """Its addresses."""
        return [Route("/healthz", self.healthz, methods=["GET"]), Route("/metrics", self.metrics, methods=["GET"])]

    async def healthz(self, request: Request) -> Response:
        """200 when tables can be read and written, 503 and why when they cannot."""
        trouble = self.rooms.store.trouble
        try:
            await asyncio.to_thread(self.rooms.store.check)
        except StoreError as error:
            trouble = str(error)
        return PlainTextResponse(f"{trouble or 'ok'}\n", 503 if trouble else 200, NEVER_KEPT)

    async def metrics(self, request: Request) -> Response:
        """What was counted so far."""
        if not self.tell_metrics:
            return PlainTextResponse("start the server with --metrics to have them\n", 404, NEVER_KEPT)
        from prometheus_client import CollectorRegistry
        from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

        registry = CollectorRegistry()
        registry.register(self)
        return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST, headers=NEVER_KEPT)

    def collect(self) -> Iterator[Metric]:
        """The families of metrics. Where processes share a store each answer is of one of them, and says of which."""
        owner = self.rooms.ownership
        for family in self._families():
            if owner is not None:
                named = {"process": urlsplit(owner.me.address).netloc}
                family.samples = [sample._replace(labels={**sample.labels, **named}) for sample in family.samples]
            yield family

    def _families(self) -> Iterator[Metric]:
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

        rooms, store, thinkers = self.rooms, self.rooms.store, self.rooms.thinkers
        pages = sum(len(room.presence.connections) for room in rooms.rooms.values())
        waiting = sum(len(room.inbox) for room in rooms.rooms.values())
        yield GaugeMetricFamily("rollmops_tables", "Tables that are awake", len(rooms.rooms))
        yield GaugeMetricFamily("rollmops_pages", "Pages at these tables", pages)
        yield GaugeMetricFamily("rollmops_inbox_length", "What waits in the inboxes of all tables", waiting)
        yield GaugeMetricFamily("rollmops_store_queue_length", "What waits to be written", store.waiting)
        queues = GaugeMetricFamily("rollmops_thinkers_queue_length", "Thoughts that wait for a thread", labels=["kind"])
        for kind, length in thinkers.waiting().items():
            queues.add_metric([kind], length)
        yield queues
        yield CounterMetricFamily("rollmops_commits", "Commits of the store", store.commits)
        yield CounterMetricFamily("rollmops_messages", "Messages of pages that rooms took up", rooms.measures.messages)
        yield histogram(
            "rollmops_choice_seconds", "From taking a choice up to sending what followed", rooms.measures.choices
        )


def histogram(name: str, about: str, latencies: Latencies) -> Metric:
    """Latencies as Prometheus wants them: every class with all that are shorter."""
    from prometheus_client.core import HistogramMetricFamily

    bounds = [*(str(bound) for bound in BOUNDS_SECONDS), "+Inf"]
    buckets, so_far = [], 0
    for bound, count in zip(bounds, latencies.counts, strict=True):
        so_far += count
        buckets.append((bound, so_far))
    return HistogramMetricFamily(name, about, buckets=buckets, sum_value=latencies.seconds)
