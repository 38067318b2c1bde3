# Two commands are all a learner needs: `make lab` and `make test`. Both build .venv where it is missing.

# Another interpreter: make lab PYTHON=python3.12
PYTHON ?= python3
# Arguments for JupyterLab, pytest or the check: make lab ARGS=--no-browser
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin/python
STAMP := $(VENV)/.installed
SETTINGS := $(VENV)/share/jupyter/lab/settings/overrides.json
# The address that JupyterLab prints and opens: with --no-browser too, it leads to the first notebook.
START := --ServerApp.root_dir=notebooks --LabApp.default_url=/lab/tree/00_start_here.ipynb

# One line for each thing that may be missing, with its remedy.
define CHECK_PYTHON
command -v $(PYTHON) >/dev/null || { echo "crdtviz needs Python 3.11 or newer, and '$(PYTHON)' was not found: \
install it, or name one, as in: make lab PYTHON=python3.12" >&2; exit 1; }; \
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "crdtviz needs Python 3.11 or newer, \
and '$(PYTHON)' is $$($(PYTHON) -V 2>&1): name a newer one, as in: make lab PYTHON=python3.12" >&2; exit 1; }; \
$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "'$(PYTHON)' comes without its venv module: \
install it (on Debian and Ubuntu: sudo apt install python3-venv) and run make again" >&2; exit 1; }
endef

.DEFAULT_GOAL := help
.PHONY: help lab test notebooks bench check clean stale

# `make lab -- --no-browser` works too: after `--`, make takes such words for goals, and words with a
# `=` for variables. Both are handed on, and the made-up goals do nothing.
TAKES_ARGS := lab test check notebooks bench
ifneq (,$(filter $(TAKES_ARGS),$(firstword $(MAKECMDGOALS))))
GOALS_AFTER := $(filter-out $(TAKES_ARGS) clean help,$(MAKECMDGOALS))
ARGS_ALL := $(or $(ARGS),$(GOALS_AFTER) $(filter --%,$(MAKEOVERRIDES)))
.DEFAULT:
	@:
else
ARGS_ALL := $(ARGS)
endif

help: ## Show this list
	@echo "make lab     needs only Python 3.11 or newer with venv; so does make test."
	@echo
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1|\2/p' Makefile | while IFS='|' read -r name text; do printf '  make %-10s %s\n' "$$name" "$$text"; done
	@echo
	@echo "Arguments pass through: make lab ARGS=--no-browser, or make lab -- --no-browser"

lab: $(STAMP) ## Open the notebooks in JupyterLab
	@$(BIN) -m nbformat.sign notebooks/*.ipynb >/dev/null
	@$(BIN) -m jupyterlab $(START) --KernelManager.transport_encryption=auto $$([ "$$(id -u)" != 0 ] || echo --allow-root) $(ARGS_ALL)

test: $(STAMP) ## Run every test: unit, records, notebooks, browser
	@$(BIN) -m pytest -n 2 $(ARGS_ALL)

notebooks: $(STAMP) ## Execute every notebook again, in place
	@$(BIN) -m tests.notebooks.execute $(ARGS_ALL)

bench: $(STAMP) ## Measure and print the costs
	@$(BIN) -m tests.benchmarks $(ARGS_ALL)

check: $(STAMP) ## Check every version against the published records
	@$(BIN) -m crdtviz check $(ARGS_ALL)

clean: ## Remove the environment and all caches
	rm -rf $(VENV) build dist test-results .pytest_cache .ruff_cache .hypothesis notebooks/.ipynb_checkpoints
	find . -name __pycache__ -type d -not -path './$(VENV)/*' -prune -exec rm -rf {} +

# The stamp holds the folder that the environment was built for. An environment whose interpreter has
# vanished, or that came here with a moved or copied folder, would fail late and oddly: build it anew.
ifneq (yes,$(shell $(BIN) -c '' 2>/dev/null && { [ ! -e $(STAMP) ] || [ "$$(cat $(STAMP))" = "$$PWD" ]; } && echo yes))
$(STAMP): stale
stale:
	@rm -rf $(VENV)
endif

$(STAMP): pyproject.toml binder/overrides.json
	@$(CHECK_PYTHON)
	@echo "Setting up $(VENV) with the pinned packages (once; about a minute) ..."
	@[ -e $(BIN) ] || $(PYTHON) -m venv $(VENV)
	@$(BIN) -m pip install --quiet --disable-pip-version-check -e '.[test]'
	@mkdir -p $(dir $(SETTINGS)) && cp binder/overrides.json $(SETTINGS)
	@pwd > $@
