# Every target does its own setting up; Python 3.11 or newer and make are enough.
# Extra arguments go in ARGS:  make play ARGS="--port 9000"

BIN := .venv/bin
SETUP = python=$$(sh scripts/python.sh) && "$$python" scripts/setup.py
# One test process more than there are cores, for those that wait for servers and browsers. They
# start hundreds of processes of Python, which had better not compile the same modules each time. A
# file's tests share what it starts, so they stay together, in their order.
PYTEST = browser=$$(sh scripts/browser.sh) && sh scripts/linker.sh && sh scripts/esbuild.sh && \
	LIVESTONE_CHROMIUM="$$browser" PYTHONDONTWRITEBYTECODE= \
	$(BIN)/pytest -n $$(($$(getconf _NPROCESSORS_ONLN) + 1)) --dist loadfile --no-loadscope-reorder

UCT_GAMES = freedom line_sauce straat kasteel_1 trangalla sjekkers koerier coy_lips radius_y haalmaa_3

.DEFAULT_GOAL := help
.PHONY: help play test test-full check format bench playtest reports uct-table versions opening-book puzzles calibration levels tenfold choices endgames portable-bench site dist docs site-bench play-bench load attack bot-wait languages api-types lock clean runtime dev

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

play: runtime ## start Livestone and open the table
	@$(BIN)/livestone play $(ARGS)

test: check ## run the checks and the tests
	@$(PYTEST) -m "not slow" $(ARGS)

test-full: check ## the same, with the slow tests too
	@$(PYTEST) $(ARGS)

check: dev ## lint, formatting, types and imports only
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy --strict src
	@$(BIN)/lint-imports

format: dev ## put the code in shape
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

bench: runtime ## measure how fast Livestone thinks
	@$(BIN)/livestone bench $(ARGS)

playtest: runtime ## let bots play every game, and write the tables in docs/playtest.md
	@$(BIN)/python scripts/playtest.py $(ARGS)

reports: dev ## write the designer's report of every game, or of some: build/reports (hours): ARGS="freedom"
	@sh scripts/linker.sh && sh scripts/esbuild.sh && $(BIN)/python scripts/reports.py $(ARGS)

uct-table: runtime ## measure what each part of UCT brings in games that differ (half an hour)
	@$(BIN)/python scripts/uct_features.py $(ARGS) $(UCT_GAMES)

versions: runtime ## let the engine play against that of a revision: ARGS="REV --seconds 0.1"
	@$(BIN)/python scripts/versions.py $(ARGS)

tenfold: runtime ## let the engine play plain UCT that thinks ten times as long (over an hour)
	@$(BIN)/python scripts/tenfold.py $(ARGS)

choices: runtime ## tell how much guided search gives away where results are proved: ARGS="FILE"
	@$(BIN)/python scripts/choices.py $(ARGS)

endgames: runtime ## time the exact solver on endgames: ARGS="32 36"
	@$(BIN)/python scripts/endgames.py $(ARGS)

opening-book: runtime ## make the opening book of Freedom that the strongest level plays by
	@$(BIN)/livestone book freedom --nodes 2000000 --lines 3 --positions 300 --plies 12 \
		--out src/livestone/games/freedom/book.jsonl $(ARGS)

puzzles: runtime ## find the puzzles that games ship with, or go on (hours): ARGS="freedom --jobs 2"
	@$(BIN)/python scripts/puzzles.py $(ARGS)

calibration: runtime ## fit what leads are worth to self-play, and print the table of docs/engine-lab.md
	@$(BIN)/python scripts/calibration.py freedom $(ARGS)

levels: runtime ## let all levels play each other, and write the tables (half an hour)
	@$(BIN)/python scripts/levels.py $(ARGS)

portable-bench: dev ## measure compiled games in WebAssembly beside machine code: ARGS="freedom"
	@sh scripts/linker.sh && $(BIN)/python scripts/portable_bench.py $(ARGS)

site: dev ## build the static site, and everything in one file: build/site, build/livestone.html
	@sh scripts/linker.sh && sh scripts/esbuild.sh && \
		$(BIN)/livestone site --out build/site --single-file build/livestone.html $(ARGS)
	@rm -rf src/livestone/app/built && cp -R build/site src/livestone/app/built

dist: site ## build the wheel and the sdist, with the site inside, the same bytes each time: dist/
	@rm -rf dist && SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/python -m hatchling build

docs: dev ## build the documentation as pages, with what the code says of itself: build/docs/html
	@$(BIN)/python scripts/docs_site.py $(ARGS)

site-bench: dev ## measure how much the static site loads, and how soon it is ready
	@browser=$$(sh scripts/browser.sh) && LIVESTONE_CHROMIUM="$$browser" $(BIN)/python scripts/site_bench.py $(ARGS)

play-bench: dev ## measure how soon `livestone play` answers, and how soon a click is seen
	@browser=$$(sh scripts/browser.sh) && LIVESTONE_CHROMIUM="$$browser" $(BIN)/python scripts/play_bench.py $(ARGS)

load: runtime ## put a server under load, and tell how long moves take: ARGS="--games 1000"
	@$(BIN)/python scripts/load.py $(ARGS)

attack: runtime ## how long moves take beside attackers of ten kinds: ARGS="--games 50"
	@$(BIN)/python scripts/attack.py $(ARGS)

bot-wait: runtime ## how long a bot's move takes beside a visitor with many tables: ARGS="--tables 50"
	@$(BIN)/python scripts/bot_wait.py $(ARGS)

languages: dev ## collect the interface's texts for translators
	@$(BIN)/python scripts/languages.py

api-types: dev ## write the types of the API that the app is checked with
	@$(BIN)/python scripts/api_types.py

lock: ## pin the dependencies again (ARGS=--upgrade takes the newest)
	@sh scripts/lock.sh $(ARGS)

clean: ## remove everything that was built, the virtual environment too
	@rm -rf .venv build dist src/livestone/app/built .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find src tests scripts -name __pycache__ -type d -prune -exec rm -rf {} +

runtime:
	@$(SETUP) runtime

dev:
	@$(SETUP) dev
