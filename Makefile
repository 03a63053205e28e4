# Two commands do all the set-up on a fresh machine: `make test` and, once there is a page, `make play`.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
CXX_SOURCES := $(wildcard core/*/*.cpp core/*/*.h bindings/*.cpp bindings/*.h tests/core/* tests/fuzz/*)
FUZZ_SECONDS ?= 60

.PHONY: build test lint format sanitize fuzz stub golden clean

build: $(VENV)/.built

# Where ensurepip is missing (Debian without python3-venv), virtualenv makes the environment.
$(VENV)/.tools: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --group dev
	touch $@

$(VENV)/.built: $(VENV)/.tools CMakeLists.txt $(wildcard core/*/* bindings/*)
	$(BIN)/python -m pip install --quiet --no-build-isolation --config-settings=build-dir=build/python $(if $(CI),--config-settings=cmake.define.FERZ_WERROR=ON) --editable .
	touch $@

test: build
	$(BIN)/python -m pytest

lint: build
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
