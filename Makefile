# Two commands to play: `make setup`, `make run`. Works with GNU make 3.81 or newer, on Debian and on macOS.
HOST ?= 127.0.0.1
PORT ?= 8000
VENV := .venv
PY := $(VENV)/bin/python
# What pytest gets besides: `make pytest PYTEST="-k bidding -x"`; and its workers, one more than cores: browsers wait a lot.
PYTEST ?=
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
WITH_WORKERS = -n $(WORKERS) --dist worksteal

.PHONY: help setup setup-dev run test lint types pytest pair bench fmt lock clean

help:  ## what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

setup: $(PY)  ## .venv with all that the site needs
	@$(call install,requirements.lock,run)

setup-dev: $(PY)  ## the same, and the tools and libraries of the tests
	@$(call install,requirements-dev.lock,dev)

run: setup  ## serve the site at http://127.0.0.1:8000 (HOST=, PORT=)
	@exec $(PY) manage.py serve --host $(HOST) --port $(PORT)

test: lint types pytest pair  ## every check there is

lint: setup-dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

types: setup-dev
	$(PY) -m mypy

pytest: setup-dev  ## all tests on SQLite and the in-memory layer
	$(PY) -m pytest $(WITH_WORKERS) $(PYTEST)

pair: setup-dev  ## the tests marked `pair` again, on PostgreSQL and Redis
	$(PY) -m tests.services -- $(PY) -m pytest -m pair $(WITH_WORKERS) $(PYTEST)

bench: setup-dev  ## the figures of docs/bench.md
	$(PY) -m bench
	$(PY) -m tests.services -- $(PY) -m bench.server

fmt: setup-dev  ## format and mend what can be mended
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

# --universal: one file for Linux and macOS, Python 3.11 to 3.13. The flags keep every registry's address out of it.
UV_LOCK = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
	--no-emit-index-url --no-emit-find-links --no-annotate --no-header pyproject.toml
lock:  ## resolve the newest allowed versions into the *.lock files (needs uv)
	$(UV_LOCK) -o requirements.lock
	$(UV_LOCK) --extra server -o requirements-server.lock
	$(UV_LOCK) --extra server --group dev -o requirements-dev.lock

clean:  ## remove the environment and the caches; var/ (the tables) stays
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A name on PATH is not enough: a version manager's stand-in may answer for a Python that is not there.
$(PY):
	@for python in python3.13 python3.12 python3.11 python3 python; do \
	  if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then echo "Selminha needs Python 3.11 or newer; none was found." >&2; exit 1; fi; \
	rm -rf $(VENV); \
	{ command -v uv >/dev/null 2>&1 && \
	  uv venv --quiet --python "$$($$found -c 'import sys; print(sys.executable)')" $(VENV); } || \
	  $$found -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

# $(1): the lock file; $(2): its name in .venv, where the last one is kept, so that the same is not installed twice.
# The dev lock holds the run lock's packages too and stands for both. Where uv fails (certificates, say), pip follows.
define install
if cmp -s $(1) $(VENV)/$(2).lock; then :; else \
  echo "installing $(1) into $(VENV)"; \
  { command -v uv >/dev/null 2>&1 && uv pip install --quiet --python $(PY) --require-hashes -r $(1); } || \
  { { $(PY) -m pip --version >/dev/null 2>&1 || $(PY) -m ensurepip >/dev/null; } && \
    $(PY) -m pip install --quiet --disable-pip-version-check --no-input --require-hashes -r $(1); } && \
  cp $(1) $(VENV)/$(2).lock && \
  if [ $(2) = dev ]; then cp requirements.lock $(VENV)/run.lock; fi; \
fi
endef
