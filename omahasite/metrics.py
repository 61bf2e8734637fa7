"""Metrics for Prometheus at /metrics.

They require METRICS_TOKEN and prometheus-client, which the extra `observe` installs.

Every web process counts in its own files, and the process that serves the metrics adds them up
(the library's multiprocess mode). Metrics of the queue and of stored deals come from the database.
"""

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import compare_digest
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import Error, connection
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

logger = logging.getLogger("showdown.metrics")

try:
    import prometheus_client as prometheus
    from prometheus_client.core import GaugeMetricFamily
    from prometheus_client.multiprocess import MultiProcessCollector
except ImportError:  # without the extra `observe`
    prometheus = None  # type: ignore[assignment]

_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_UNKNOWN_VIEW = "none"
"""The label of requests to unknown URLs, which therefore form a single series."""
_REFUSED_VIEW = "refused"
"""The label of requests that the server refused: too many, too slow, or malformed."""

_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

if prometheus:
    _requests = prometheus.Counter(
        "showdown_requests", "Requests with a response.", ["method", "view", "status"]
    )
    _latency = prometheus.Histogram(
        "showdown_request_seconds", "Seconds until the response begins.", ["view"], buckets=_BUCKETS
    )


class MetricsMiddleware:
    """Middleware that counts requests and measures how long they take, by view."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started = monotonic()
        response = self.get_response(request)
        match = request.resolver_match
        view = (match and match.view_name) or _UNKNOWN_VIEW
        method = request.method if request.method in _METHODS else "other"
        with _suppressing_errors():
            _requests.labels(method, view, response.status_code).inc()
            _latency.labels(view).observe(monotonic() - started)
        return response


@contextmanager
def _suppressing_errors() -> Iterator[None]:
    """Suppress errors, so that counting never fails a request, even on a full disk."""
    try:
        yield
    except (OSError, ValueError) as error:
        logger.warning("a request was not counted: %s", error)


def count_refusal(status: int) -> None:
    """Count a request that was refused before it reached a view."""
    if settings.METRICS_TOKEN:
        with _suppressing_errors():
            _requests.labels("other", _REFUSED_VIEW, status).inc()


def create_folder() -> None:
    """Create the folder for the counts of all web processes, if it is configured but missing."""
    if folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        with suppress(OSError):
            Path(folder).mkdir(parents=True, exist_ok=True)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics. Without the right token, raise Http404, to conceal the view."""
    given_token = request.headers.get("Authorization", "").removeprefix("Bearer ")
    token = settings.METRICS_TOKEN
    if not (prometheus and token and compare_digest(given_token.encode(), token.encode())):
        raise Http404
    registry = prometheus.CollectorRegistry()
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        create_folder()
        MultiProcessCollector(registry)
    else:
        registry.register(_requests)
        registry.register(_latency)
    registry.register(_DatabaseCollector())
    return HttpResponse(
        prometheus.generate_latest(registry), content_type=prometheus.CONTENT_TYPE_LATEST
    )


class _DatabaseCollector:
    """Metrics from the database, with one SQL query each."""

    def collect(self) -> Iterator[Any]:
        up = GaugeMetricFamily("showdown_database_up", "Whether the database responds.")
        families: list[Any] = []
        try:
            with connection.cursor() as cursor:
                for name, description, query in DATABASE_METRICS:
                    cursor.execute(query)
                    *labels, _ = (column.name for column in cursor.description)
                    family = GaugeMetricFamily(name, description, labels=labels)
                    for *label_values, number in cursor.fetchall():
                        family.add_metric([str(value) for value in label_values], float(number))
                    families.append(family)
        except Error:
            families = []
        up.add_metric([], 1 if families else 0)
        return iter([up, *families])


DATABASE_METRICS = [
    (
        "showdown_jobs",
        "Jobs in the queue.",
        "SELECT task_name AS task, status::text, count(*) FROM procrastinate_jobs GROUP BY 1, 2",
    ),
    (
        "showdown_oldest_job_seconds",
        "Seconds that the oldest runnable job has waited.",
        "SELECT coalesce(extract(epoch FROM now() - min(event.at)), 0)"
        " FROM procrastinate_jobs AS job JOIN procrastinate_events AS event"
        " ON event.job_id = job.id AND event.type = 'deferred'"
        " WHERE job.status = 'todo' AND coalesce(job.scheduled_at, now()) <= now()",
    ),
    (
        "showdown_workers",
        "Workers with a recent heartbeat.",
        # each worker has a heartbeat for each of its two queues
        "SELECT count(*) / 2 FROM procrastinate_workers"
        " WHERE last_heartbeat > now() - interval '1 minute'",
    ),
    (
        "showdown_deals_stored",
        "Deals stored since the statistics of the database were reset.",
        "SELECT coalesce(sum(n_tup_ins), 0) FROM pg_stat_user_tables"
        " WHERE relname = 'showdown_showdown'",
    ),
    (
        "showdown_batch_deals",
        "Deals settled or audited in stored batches.",
        "SELECT coalesce(sum(deals), 0) FROM showdown_batch",
    ),
    (
        "showdown_batch_errors",
        "Invalid lines and incorrectly paid hands in stored batches.",
        "SELECT coalesce(sum(errors), 0) FROM showdown_batch",
    ),
    (
        "showdown_connections",
        "Connections to this database, by state.",
        "SELECT coalesce(state, 'none') AS state, count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() GROUP BY 1",
    ),
]
"""Names, descriptions, and queries whose last column is the value; other columns are labels."""
