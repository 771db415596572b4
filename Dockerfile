# The site in a container. Alone it runs on SQLite with its data in /data; docker-compose.yml shows several of it.
FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 SELMINHA_DATA=/data
WORKDIR /app

COPY requirements-server.lock .
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements-server.lock

COPY manage.py ./
COPY selminha selminha
COPY tables tables
COPY cards cards
COPY spades spades
COPY escopa escopa
COPY templates templates
COPY static static

# The keys are for this one command: the site makes or is given its own. `serve --no-setup` finds its static files ready.
RUN useradd --system --create-home selminha \
    && install -d -o selminha -g selminha /data \
    && python -m compileall -q cards spades escopa tables selminha
USER selminha
RUN SELMINHA_SECRET_KEY=only-for-the-build SELMINHA_VAPID_KEY= python manage.py collectstatic --no-input --verbosity 0

EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/saude', timeout=4)"]
CMD ["python", "manage.py", "serve", "--host", "0.0.0.0", "--port", "8000"]
