# One word for each chore; `make help` lists them.
PYTHON ?= python3
# `make test PYTHON=python3.13` works in an environment of its own beside the usual one.
VENV := .venv$(if $(filter command line,$(origin PYTHON)),-$(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])'))
BIN := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Bytecode is kept in the environment's own folder, also where the shell wants none beside the sources: without any, each process
# of the tests would read all of Numba's source anew, which takes longer than most tests.
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX := $(CURDIR)/$(VENV)/bytecode

.PHONY: help setup warm bytecode web wire icons screens films lessons play test fuzz faults soak check bench boardgame bench-gyms bench-minds ladder values docs wheel-test lock clean

help: ## list the chores
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/\1\t\2/' | expand -t 12

setup: $(VENV)/ready ## make .venv with everything; PYTHON=python3.13 makes .venv-3.13 instead, for any chore

$(VENV)/ready: requirements/all.txt requirements/setup.txt pyproject.toml
	@$(PYTHON) scripts/setup.py $(VENV)

play: setup ## set the tables and open the page; with HOST=0.0.0.0 for the phones in your network too
	@# Where pages must be built, rules are compiled meanwhile; the server goes on with what is left, as the visitor wants it.
	@$(BIN)/python hatch_build.py --compile
	@$(BIN)/rollmops serve --browse $(if $(HOST),--host $(HOST))

web: setup ## build the pages into the package, if they have changed
	@$(BIN)/python hatch_build.py

icons: setup ## draw the app's icons anew from web/public/icon.svg
	@$(BIN)/python scripts/icons.py

lessons: web ## measure how long the lessons take, and take pictures of every step into build/lessons
	@$(BIN)/python scripts/lessons.py build/lessons

films: web ## film each game anew for the README
	@$(BIN)/python scripts/films.py

screens: web ## take the pictures of docs/screens anew
	@$(BIN)/python scripts/screens.py

test: web warm ## run all tests; LONG=1 with all the games, throws and themes that take longer
	@# Two processes more than cores, since tests wait for browsers and servers; who is done takes over from the others.
	@$(if $(LONG),ROLLMOPS_LONG=1) $(BIN)/python -m pytest --dist worksteal -n $$($(BIN)/python -c 'import os; print(2 + (os.cpu_count() or 1))')

warm: setup ## compile all rules into the cache, on both cores
	@$(BIN)/python -m rollmops.server.warming

bytecode: setup ## let Python read all that tests import, once for all their processes
	@# Interpreted, so that no rules are compiled beside `make warm`.
	@NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest --collect-only -qq >/dev/null

fuzz: setup ## ten times the random games and examples that make test plays, and a server sent everything that is wrong
	@ROLLMOPS_AGREE=1200000 ROLLMOPS_REVIEWS=2000 ROLLMOPS_CROWDS=120 ROLLMOPS_FUZZ=4000 ROLLMOPS_FUZZ_SEED=$${RANDOM:-1} ROLLMOPS_KILLS=30 \
	  $(BIN)/python -m pytest -n 2 tests/contract tests/engine tests/review/test_ledger.py tests/server/test_machine.py tests/server/test_fuzz.py \
	  tests/server/test_sealed_kills.py --hypothesis-profile fuzz

faults: setup ## kill, stop, cut off and upgrade processes and their database at length (hours); then hostile visitors
	@ROLLMOPS_LONG=1 ROLLMOPS_FAULT_KILLS=$(or $(KILLS),1000) ROLLMOPS_FAULT_PROCESSES=4 ROLLMOPS_FAULT_TABLES=16 ROLLMOPS_FAULT_PACE=0.2 ROLLMOPS_FAULT_UPGRADED=200 ROLLMOPS_FAULT_ROUNDS=10 \
	  ROLLMOPS_FAULT_PROMPT=1 $(BIN)/python -m pytest -s --timeout 0 tests/faults tests/server/test_store_faults.py
	@$(BIN)/python -m bench faults

soak: setup ## tables made, played and left for an hour (HOURS=24): what it needs at the end against the beginning, plotted
	@$(BIN)/python -m tests.faults.soak $(or $(HOURS),1)

check: setup ## ruff and mypy --strict
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

wire: export ROLLMOPS_WEB := skip
wire: setup ## write the page's types from the wire's structs
	@$(BIN)/python -m rollmops.server.protocol.typescript web/src/wire.ts

bench: setup .venv-bench/ready ## measure everything that README and docs claim
	@$(BIN)/python -m bench

boardgame: .boardgame/ready ## install boardgame.io for the server's bench (needs Node and npm)

bench-gyms: setup .venv-bench/ready ## measure the environments against pgx, PettingZoo and OpenSpiel
	@$(BIN)/python -m bench gyms

values: setup ## make the shipped values anew: exact tables, fitted values of the sharp minds (hours)
	@$(BIN)/rollmops solve soles --seats 2 --folder src/rollmops/solve/tables
	@$(BIN)/rollmops solve espresso --seats 2 --folder src/rollmops/solve/tables
	@$(BIN)/rollmops solve soles --seats 3 --folder src/rollmops/solve/tables
	@$(BIN)/python -m rollmops.solve.fit soles
	@$(BIN)/python -m rollmops.solve.fit espresso
	@$(BIN)/python -m rollmops.minds.sharp.fit lure
	@$(BIN)/python -m rollmops.minds.sharp.fit_floe

bench-minds: setup ## let the strong minds play what docs/minds.md claims (about an hour)
	@$(BIN)/python -m bench minds

ladder: setup ## the ladder of all minds in all games, as docs/minds.md has it (GAMES=60 of each pairing: hours)
	@$(BIN)/python examples/ladder.py $(GAMES) --plot docs/img/ladder.png

docs: setup .venv-docs/ready ## make the guide and the reference into build/docs; SERVE=1 shows them
	@$(BIN)/python scripts/docs_pages.py
	@PATH=$(CURDIR)/.venv-docs/bin:$$PATH .venv-docs/bin/zensical $(if $(SERVE),serve,build --strict --clean)

wheel-test: setup ## build the wheel and try it in clean environments: alone, then with each extra
	@$(BIN)/python scripts/wheel_test.py $(if $(PYTHONS),--python $(PYTHONS)) $(if $(ONLY),--only $(ONLY))

.venv-docs/ready: requirements/docs.txt
	@$(PYTHON) -m venv --clear .venv-docs
	@.venv-docs/bin/python -m pip install --quiet --require-hashes -r requirements/docs.txt
	@touch $@

.venv-bench/ready: requirements/bench.txt
	@$(PYTHON) -m venv --clear .venv-bench
	@.venv-bench/bin/python -m pip install --quiet --require-hashes -r requirements/bench.txt
	@touch $@

.boardgame/ready: bench/boardgame/package.json bench/boardgame/package-lock.json
	@mkdir -p .boardgame
	@cp bench/boardgame/package.json bench/boardgame/package-lock.json bench/boardgame/.npmrc .boardgame/
	@cd .boardgame && npm ci --silent
	@touch $@

lock: ## pin every dependency anew (needs uv): all.txt for .venv and setup.txt for what installs it, server.txt for the Dockerfile, bench.txt, docs.txt
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  --all-extras --group dev pyproject.toml -o requirements/all.txt
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  --group bench -o requirements/bench.txt
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  --group docs -o requirements/docs.txt
	@echo uv | uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  - -o requirements/setup.txt
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  --extra server --extra postgresql --extra floe --constraints requirements/all.txt pyproject.toml -o requirements/server.txt

clean: ## throw away what the chores made
	rm -rf .venv .venv-* dist build web/node_modules tests/browser/node_modules src/rollmops/server/static .mypy_cache .ruff_cache .pytest_cache .hypothesis
