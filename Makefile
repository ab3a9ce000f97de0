# `make help` lists the targets. `demo` and `test` install what they need, or name it.

SHELL := /bin/bash
.DEFAULT_GOAL := help
SPECC := target/release/specc
# How much `make campaign` does: inputs to the front end, runs of the commands, hostile specs, requests to each server, seconds
# under 32 clients, times that a service is killed. The first number of each attempt follows from the seed.
SEED ?= 1
INPUTS ?= 2000000
RUNS ?= 1000
HOSTILE ?= 200
REQUESTS ?= 50000
SECONDS ?= 60
KILLS ?= 10
FIXTURES := safe_counter url_shortener todo_list edge_cases ecommerce auth_service

.PHONY: help setup build demo test format lint update locks golden explore-table bench fuzz campaign nightly tree ship clean

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

setup: ## Install what the build needs, or say what is missing
	@bash tests/setup.sh

build: setup ## Build the release binary
	cargo build --release --locked

demo: build ## From a spec to a running service and a green suite, and to a red one
	@bash tests/demo.sh $(SPECC) target/demo

test: setup ## Everything CI checks
	cargo fmt --check
	cargo clippy --locked --all-targets -- -D warnings
	cargo test --locked

format: ## Format the code and the fixtures
	cargo fmt
	cargo run -q -- fmt fixtures/spec src/cli/starter.spec tests/explore

lint: ## Clippy with warnings denied
	cargo clippy --locked --all-targets -- -D warnings

update: setup ## Rewrite generated files: expected diagnostics, docs/diagnostics, tests/expected, fixtures/vectors
	UPDATE=1 cargo test --locked --test bad_fixtures --test documents --test routes --test openapi --test graph --test explore --test python_service --test vectors

locks: build ## Write the locks of emitted projects anew; UPGRADE=--upgrade takes the newest versions
	bash tests/locks.sh $(SPECC) $(UPGRADE)

golden: setup ## Rewrite golden/: the emitted suites and services of the fixtures
	UPDATE=1 cargo test --locked --test explore --test python_service --test typescript_service golden

explore-table: build ## Rewrite the table and the examples in docs/explore.md and docs/corpus.md
	bash tests/explore_docs.sh $(SPECC) $(FIXTURES:%=fixtures/spec/%.spec)

bench: build ## Speed of the front end, the interpreter, the reference server, the explorer, proofs, suites and services
	cargo bench --locked --bench front_end
	cargo bench --locked --bench serve
	cargo bench --locked --bench explore
	cargo bench --locked --bench compile
	cargo bench --locked --bench verify
	.venv/bin/python tests/bench/suite/suite.py --specc $(SPECC) todo_list url_shortener
	.venv/bin/python tests/bench/service/service.py --specc $(SPECC)
	.venv/bin/python tests/bench/family/family.py --specc $(SPECC)

fuzz: setup ## Fuzz the front end for a minute with cargo-fuzz
	bash tests/fuzz/run.sh 60

campaign: build ## Attack every stage for as long as the variables at the top say; docs/campaign.md has what came of it
	CAMPAIGN_SEED=$(SEED) CAMPAIGN_INPUTS=$(INPUTS) CAMPAIGN_RUNS=$(RUNS) CAMPAIGN_HOSTILE=$(HOSTILE) \
	  cargo test --locked --test campaign -- --nocapture --test-threads 1
	.venv/bin/python tests/service/run.py fuzzed besieged --specc $(SPECC) --kinds sqlite reference \
	  --amount "fuzzed --requests $(REQUESTS) --seed $(SEED)"
	.venv/bin/python tests/service/run.py parallel durable --fsync --specc $(SPECC) --kinds sqlite postgres mysql \
	  --amount "parallel --clients 32 --seconds $(SECONDS) --seed $(SEED)" --amount "durable --rounds $(KILLS)"

nightly: test ## Tests with many more cases, then the tree of crates, bench, fuzz and a campaign
	NIGHTLY=1 cargo test --locked --test properties --test differential --test python_backend --test conformance --test service \
	  --test verify_agreement --test large --test typescript_suite --test typescript_service
	$(MAKE) tree bench fuzz
	$(MAKE) campaign INPUTS=200000 RUNS=100 HOSTILE=20 REQUESTS=20000 SECONDS=30 KILLS=3

tree: ## Licences, doubled and banned crates of what specc is made of
	python3 tests/tree.py

ship: setup ## A program to hand out, in target/ship: with its solver, and without a path of this machine
	bash tests/ship.sh

clean: ## Remove what was built
	cargo clean
