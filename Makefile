# Every target makes the environment it needs from the lock file, in .venv.
PYTHON ?= python3
# Three: while one waits for a clock, the other two have the cores.
WORKERS ?= 3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.made

.PHONY: app lab test bench soak results book clean lock

app: $(STAMP)  ## Serve the book at a local address.
	$(BIN)/rulebook serve

lab: $(STAMP)  ## Open the book in JupyterLab.
	$(BIN)/rulebook jupyter

# Which tests are left out, as pytest wants it told.
LEFT_OUT := $(if $(filter no,$(BROWSER)),and not browser) $(if $(filter no,$(DEPLOY)),and not deploy)

test: $(STAMP)  ## Run every test, WORKERS at a time; BROWSER=no leaves the browser out, DEPLOY=no nginx and JupyterHub.
	$(if $(filter no,$(BROWSER) $(DEPLOY)),,$(BIN)/python -m pip install --quiet --require-hashes --no-deps --requirement requirements-node.lock)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/rulebook check
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "$(wordlist 2,9,$(LEFT_OUT))" tests
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --nbval --nbval-cell-timeout 60 --nbval-kernel-name python3 book

bench: $(STAMP)  ## Measure the book against bare counterparts, side by side.
	$(BIN)/python -m pip install --quiet --require-hashes --no-deps --requirement requirements-bench.lock
	$(BIN)/python bench/run.py

soak: $(STAMP)  ## Let thirty readers play at once, in calm and in trouble, then visit the book a hundred times; no kernel may be left.
	$(BIN)/python bench/soak.py
	RULEBOOK_VISITS=100 $(BIN)/python -m pytest tests/browser/test_served_book.py -k kernels_end
	RULEBOOK_CHAPTERS=all $(BIN)/python -m pytest tests/browser/test_print.py tests/browser/test_readable.py \
		tests/browser/test_served_book.py::test_nothing_scrolls_sideways_on_a_phone

results: $(STAMP)  ## Play all the games whose figures the book quotes, and renew the stores.
	$(BIN)/rulebook lab --all --jobs $$(nproc)
	$(BIN)/rulebook strength --all --anew --jobs $$(nproc)

book: $(STAMP)  ## Run every chapter anew and save its pictures.
	$(BIN)/rulebook bind

lock:  ## Pin the whole stack anew; needs uv.
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --no-emit-index-url \
		--extra book --extra build --extra dev --extra cluster --extra peers --extra hub pyproject.toml --output-file requirements.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --no-emit-index-url \
		--constraint requirements.lock --extra book --extra build --extra hub pyproject.toml --output-file requirements-serve.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --no-emit-index-url \
		--no-deps --extra node pyproject.toml --output-file requirements-node.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --no-emit-index-url \
		--no-deps --extra bench pyproject.toml --output-file requirements-bench.lock

clean:  ## Remove what the targets made.
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; name it with PYTHON=…")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $(STAMP)
