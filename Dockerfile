# A server for tables in the browser: docs/deploy.md tells how to run it.

FROM python:3.12-slim AS build
WORKDIR /clone
# What is pinned changes seldom and comes first, so that it is installed once.
COPY requirements/server.txt requirements/server.txt
RUN python -m venv /opt/rollmops && /opt/rollmops/bin/pip install --no-cache-dir --require-hashes -r requirements/server.txt
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY examples examples
COPY web web
COPY src src
# The pages are built with Node from PyPI, as everywhere.
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels . && /opt/rollmops/bin/pip install --no-cache-dir --no-deps /wheels/*.whl

FROM python:3.12-slim
RUN useradd --system --uid 10001 --home-dir /data rollmops && install --directory --owner rollmops /data /cache
COPY --from=build /opt/rollmops /opt/rollmops
ENV PATH=/opt/rollmops/bin:$PATH ROLLMOPS_CACHE=/cache PYTHONUNBUFFERED=1
USER rollmops
# Compile the rules now; on another kind of processor they are compiled at the first start instead.
RUN python -m rollmops.server.warming
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
ENTRYPOINT ["rollmops", "serve", "--host", "0.0.0.0", "--port", "8000", "--data", "/data"]
