# `make help` lists the targets. `demo` and `test` install what they need, or name it.

SHELL := /bin/bash
.DEFAULT_GOAL := help
SPECC := target/release/specc
FIXTURES := safe_counter url_shortener todo_list edge_cases ecommerce auth_service

.PHONY: help setup build demo test format lint update explore-table bench fuzz nightly clean

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

setup: ## Install what the build needs, or say what is missing
	@bash tests/setup.sh

build: setup ## Build the release binary
	cargo build --release --locked

demo: build ## Check the fixtures, and show a diagnostic, routes, a body, an exploration and the server
	@echo
	@echo "== The fixtures, warnings counted as errors"
	$(SPECC) check --strict $(FIXTURES:%=fixtures/spec/%.spec)
	@echo
	@echo "== A spec with loose ends: accepted, and each one listed"
	$(SPECC) check --format github fixtures/spec/loose_ends.spec
	@echo
	@echo "== A mistake, and what specc says about it"
	@$(SPECC) check fixtures/bad/option_in_arithmetic.spec || true
	@echo
	@echo "== The routes of the URL shortener"
	$(SPECC) inspect --stage routes fixtures/spec/url_shortener.spec
	@echo
	@echo "== How the counter's operations follow from their ensures"
	$(SPECC) inspect --stage bodies fixtures/spec/safe_counter.spec
	@echo
	@echo "== What can be reached in the counter"
	$(SPECC) explore fixtures/spec/safe_counter.spec
	@echo
	@echo "== The counter as a running service"
	@bash tests/demo.sh $(SPECC) fixtures/spec/safe_counter.spec

test: setup ## Everything CI checks
	cargo fmt --check
	cargo clippy --locked --all-targets -- -D warnings
	cargo test --locked

format: ## Format the code and the fixtures
	cargo fmt
	cargo run -q -- fmt fixtures/spec src/cli/starter.spec tests/explore

lint: ## Clippy with warnings denied
	cargo clippy --locked --all-targets -- -D warnings

update: setup ## Rewrite generated files: expected diagnostics, docs/diagnostics, tests/expected
	UPDATE=1 cargo test --locked --test bad_fixtures --test documents --test routes --test openapi --test graph --test explore

explore-table: build ## Rewrite the table and the examples in docs/explore.md and docs/corpus.md
	bash tests/explore_docs.sh $(SPECC) $(FIXTURES:%=fixtures/spec/%.spec)

bench: build ## Speed of the front end, the interpreter, the reference server, the explorer and Python suites
	cargo bench --locked --bench front_end
	cargo bench --locked --bench serve
	cargo bench --locked --bench explore
	bash tests/bench/suite.sh $(SPECC) .venv/bin/python fixtures/spec/todo_list.spec fixtures/spec/url_shortener.spec

fuzz: setup ## Fuzz the front end for a minute with cargo-fuzz
	bash tests/fuzz/run.sh 60

nightly: test ## Tests with many more cases, then bench and fuzz
	NIGHTLY=1 cargo test --locked --test properties --test differential --test python_backend --test conformance
	$(MAKE) bench fuzz

clean: ## Remove what was built
	cargo clean
