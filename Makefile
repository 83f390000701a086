# One command each: `make demo` trains, evaluates and draws; `make test` runs the tests, `make slow` those that take long.
# `make help` lists the rest.
#
#   PYTHON=python3.12   the interpreter that makes the virtual environment (3.11 or later)
#   VENV=.venv          where that environment lies
#   TORCH_INDEX=URL     where torch comes from, for instance https://download.pytorch.org/whl/cpu
#   PYTEST_ARGS=...     what pytest is called with as well, for instance PYTEST_ARGS='-x tests/engine'
#
# Nothing is installed, and no network is used, once the environment matches the locked requirements.

SHELL := /bin/sh
VENV ?= .venv
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
PYTEST := -m pytest -n auto --maxprocesses 8 --dist worksteal --durations 20
# What `make check` runs, without the tests that are marked slow: rules, cards, recorded games, one interface. It draws
# no pictures, and leaves out whole files about several interfaces, mixed tasks and broken scenario files.
LEFT_OUT := test_view test_interfaces test_mixed_tasks test_wrong_scenarios
QUICK := tests/marooned tests/dieson tests/robinson tests/golden/test_golden.py \
	tests/conformance/test_gymnasium.py $(LEFT_OUT:%=--ignore-glob='*/%.py')
TORCH := torch==2.13.0

PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check
# A stamp carries a checksum of what it stands for, so a new time stamp alone installs nothing.
sum = $(shell cat $(1) 2>/dev/null | cksum | cut -d ' ' -f 1)
TRAIN := $(VENV)/.train-$(call sum,requirements/train.txt)
DOCS := $(VENV)/.docs-$(call sum,requirements/docs.txt)
DEV := $(VENV)/.dev-$(call sum,requirements/dev.txt)
PACKAGE := $(VENV)/.package-$(call sum,pyproject.toml)

# Programs that tests start load modules that others have compiled.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
# Two installs into one environment must not run side by side.
.NOTPARALLEL:
.PHONY: help setup demo check test slow deep unlinked clients lint format types docs wheels measure lock clean

help:  ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: $(DEV) $(PACKAGE)  ## install everything for development

demo: $(TRAIN) $(PACKAGE)  ## train an agent on Marooned, evaluate it, write a replay; a page of Robinson Crusoe
	@echo "demo: three minutes of training on Marooned!, then the result beside others (runs/marooned_demo)"
	@$(PY) train.py --config configs/marooned_demo.yaml --overwrite
	@$(PY) evaluate.py runs/marooned_demo --agents random scripted guided:runs/marooned_demo:32 --replay --outlook runs/marooned_demo
	@echo "demo: Robinson Crusoe, Castaways alone, played by zoo:castaways-solo (runs/robinson.html)"
	@$(PY) evaluate.py zoo:castaways-solo --agents scripted --games 20 --replay runs/robinson.html
	@echo "demo: what the training learned (runs/marooned_demo/curve.svg)"
	@$(VENV)/bin/crusoe plot learning runs/marooned_demo --text --out runs/marooned_demo/curve.svg

check: $(DEV) $(PACKAGE)  ## run the tests of rules, cards, recorded games and one interface, but for the slow ones
	@$(PY) $(PYTEST) -m "not slow" $(or $(PYTEST_ARGS),$(QUICK))

test: $(DEV) $(PACKAGE)  ## run the tests, but for the slow ones
	@for browser in chromium chromium-browser google-chrome; do command -v $$browser >/dev/null && exit 0; done; \
		echo "test: no Chromium is installed, so the tests of the replay page are skipped (Debian: apt-get install chromium)"
	@$(PY) $(PYTEST) -m "not slow" $(PYTEST_ARGS)

slow: $(DEV) $(PACKAGE)  ## run the slow tests: trainings, searches, programs of their own
	@$(PY) $(PYTEST) -m slow $(PYTEST_ARGS)

deep: $(DEV) $(PACKAGE)  ## run all tests with more games, examples and seeds
	@CRUSOE_TESTS_DEEP=1 $(PY) $(PYTEST) $(PYTEST_ARGS)

unlinked: $(DEV) $(PACKAGE)  ## compare recorded games with public Numba alone: the games that compile in a minute
	@CRUSOE_ENV_LINKING=0 $(PY) -m pytest -q tests/golden/test_golden.py -k "$(or $(GAMES),not robinson)"

# inspect-ai and openenv ask for older versions of fsspec and mcp than those that are locked.
CLIENTS := $(foreach it,inspect-ai==0.3.285 openenv==0.10.0 pytest scipy,--with $(it))
CROISSANT := $(foreach it,mlcroissant==1.1.1 pytest scipy pydantic pyyaml,--with $(it))
clients: $(DEV)  ## play whole games through Inspect AI and OpenEnv, read data with mlcroissant, in environments that uv makes
	@$(PY) -m uv run --quiet --isolated --no-project --python $(PY) $(CLIENTS) --with-editable . \
		python -m pytest -q -m "" --durations 5 tests/agents/text/test_inspect_task.py tests/serve/test_openenv.py \
		tests/agents/datasets/test_values_described.py
	@$(PY) -m uv run --quiet --isolated --no-project --python $(PY) $(CROISSANT) --with-editable . \
		python -m pytest -q -m "" tests/agents/datasets/test_values_described.py -k mlcroissant

lint: $(DEV)  ## check style, formatting and what imports what
	@echo "lint: ruff check, ruff format --check, lint-imports"
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(VENV)/bin/lint-imports --no-logo --no-cache pyproject.toml

format: $(DEV)  ## mend style and formatting
	@echo "format: ruff check --fix, ruff format"
	@$(PY) -m ruff check --fix .
	@$(PY) -m ruff format .

types: $(DEV) $(PACKAGE)  ## check types
	@echo "types: mypy"
	@$(PY) -m mypy

docs: $(DOCS)  ## build the documentation into site/
	@echo "docs: pages of the games, zensical build --strict"
	@$(PY) -m research.site
	@$(VENV)/bin/zensical build --clean --strict
	@echo "docs: open site/index.html"

wheels: $(DEV)  ## build the wheels of the library (pure, and compiled for this platform), the policies and the partners into dist/
	@rm -rf dist build
	@$(PIP) wheel --quiet --no-deps --wheel-dir dist . ./zoo ./zoo/partners
	@$(PY) -m tools.machine_code build/machine_code
	@CRUSOE_ENV_MACHINE_CODE=build/machine_code $(PIP) wheel --quiet --no-deps --wheel-dir dist .
	@ls -l dist | awk 'NR > 1 { printf "wheels: %s, %.1f MB\n", $$9, $$5 / 1e6 }'

measure: wheels $(PACKAGE)  ## measure all speeds of the pages anew: an hour on a machine that does nothing else
	@for game in marooned dieson robinson; do \
		$(VENV)/bin/crusoe bench --game $$game --write research/results/speed_$$game.json || exit 1; done
	@$(PY) -m benchmarks.scenarios --write research/results/speed_scenarios.json
	@$(PY) -m benchmarks.threads --write research/results/threads.json
	@$(PY) -m benchmarks.cold_start --write research/results/cold_start.json
	@$(PY) -m benchmarks.peers --wheel dist/crusoe_env-*linux*.whl --write research/results/peers.json
	@$(PY) -m research.pages

lock: $(DEV)  ## write requirements/*.txt anew (LOCK_ARGS=--upgrade for the newest versions)
	@echo "lock: uv pip compile pyproject.toml"
	@$(call compile,dev,--extra all $(LOCK_ARGS))
	@cp requirements/dev.txt requirements/train.txt  # uv keeps the versions that it finds there
	@$(call compile,train,--extra train --extra pictures --extra plots)
	@cp requirements/dev.txt requirements/docs.txt
	@$(call compile,docs,--extra docs --extra plots)

clean:  ## remove caches and builds (keeps the environment and runs/)
	@echo "clean: caches, builds"
	@rm -rf build dist site .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage htmlcov
	@find . \( -name .git -o -name '.venv*' -o -name runs \) -prune -o -type d -name __pycache__ -exec rm -rf {} +

$(VENV)/bin/pip:
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or later found: say make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import sys; v = sys.version.split()[0]; sys.exit(sys.version_info < (3, 11) and f"Python 3.11 or later is needed, $(PYTHON) is {v}")'
	@echo "setup: a virtual environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)

$(TRAIN): | $(VENV)/bin/pip
	@$(call install,train)
	@$(torch)
	@rm -f $(VENV)/.train-* $(VENV)/.dev-* && touch $@

$(DEV): | $(VENV)/bin/pip
	@$(call install,dev)
	@$(torch)
	@rm -f $(VENV)/.train-* $(VENV)/.dev-* && touch $@ $(TRAIN)

$(DOCS): | $(VENV)/bin/pip
	@$(call install,docs)
	@rm -f $(VENV)/.docs-* && touch $@

$(PACKAGE): | $(VENV)/bin/pip
	@echo "setup: crusoe_env itself, editable"
	@$(PIP) install --quiet --no-deps --editable .
	@rm -f $(VENV)/.package-* && touch $@

# Packages come by their hashes, torch by its version alone: requirements/heading.txt says why.
define install
echo "setup: the packages of requirements/$(1).txt (some minutes the first time)"; \
$(PIP) install --quiet --no-deps --require-hashes --requirement requirements/$(1).txt
endef

torch = $(PIP) install --quiet $(if $(TORCH_INDEX),--index-url "$(TORCH_INDEX)") $(TORCH)

define compile
$(PY) -m uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --no-header --generate-hashes \
	--annotation-style line --upgrade-package $(TORCH) $(2) --output-file requirements/$(1).txt && \
{ cat requirements/heading.txt; echo; awk '/^[^ ]/ { kept = !/^(#|torch==|cuda-|nvidia-|triton)/ } kept' requirements/$(1).txt; } \
	> $(VENV)/lock.txt && \
mv $(VENV)/lock.txt requirements/$(1).txt
endef
