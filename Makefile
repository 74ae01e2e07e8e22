# Every target sets up what it needs; a machine with Python (3.11 or newer), git and make is enough.
PYTHON ?= python3
CACHE := .cache
BIN := .venv/bin
WHEELS := $(CURDIR)/$(CACHE)/wheels
export PRE_COMMIT_HOME := $(CURDIR)/$(CACHE)/pre-commit
export PACKETLINT_WHEELS := $(WHEELS)

.PHONY: help demo test quality check generate clean

help:
	@echo "make demo      lint a small real repository made from fixtures/, through pre-commit"
	@echo "make test      everything that must pass (at most five minutes)"
	@echo "make quality   a table of all that is measured, proven and run for long"
	@echo "make generate  rewrite the rule pages and the configuration's schema"

# The network is needed here only: one virtual environment, and the wheels that hook environments install from.
$(CACHE)/ready: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --wheel-dir $(WHEELS) . 'hatchling>=1.24'
	rm -f $(WHEELS)/packetlint-*.whl
	@touch $@

demo: $(CACHE)/ready
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh fixtures/demo/run

test: check
	$(BIN)/python -m compileall -q src
	$(BIN)/python -m pytest -n 4

check: $(CACHE)/ready
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

quality: $(CACHE)/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[quality]'
	$(BIN)/python -m benchmarks.quality

generate: $(CACHE)/ready
	$(BIN)/python docs/generate.py

clean:
	rm -rf .venv $(CACHE)
