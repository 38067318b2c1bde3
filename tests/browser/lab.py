"""What the browser tests do in JupyterLab, in the words of someone who uses it."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import nbformat
from axe_playwright_python.sync_playwright import Axe
from nbformat.sign import NotebookNotary
from playwright.sync_api import BrowserContext, Locator, expect

RESULTS = Path("test-results")
SECOND = 1000
PATIENCE = 120 * SECOND
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}


class Lab:
    """A JupyterLab server over a copy of notebooks/, which touches no settings or signatures of the user's."""

    def __init__(self, repository: Path, folder: Path):
        self.root = folder / "notebooks"
        self.log = folder / "server.log"
        self.token = secrets.token_hex(16)
        # Chosen by the system, so that two workers never meet; taken by the server a moment later.
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.settings = repository / "binder"
        self.environment = os.environ | {
            "JUPYTER_CONFIG_DIR": str(folder / "config"),
            "JUPYTER_DATA_DIR": str(folder / "data"),
            "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
            "IPYTHONDIR": str(folder / "ipython"),
        }
        (folder / "data").mkdir()
        # Whether JupyterLab needs a rebuild is worked out by Node at each page; here nothing can need one.
        page_config = folder / "config" / "labconfig" / "page_config.json"
        page_config.parent.mkdir(parents=True)
        page_config.write_text('{"buildCheck": false, "buildAvailable": false}')
        shutil.copytree(repository / "notebooks", self.root, ignore=shutil.ignore_patterns(".*"))
        for path in self.root.glob("*.ipynb"):
            self.trust(path.name)

    def __enter__(self) -> Lab:
        command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--expose-app-in-browser"]
        command += ["--ServerApp.ip=127.0.0.1", f"--ServerApp.port={self.port}", "--ServerApp.port_retries=0"]
        command += [f"--IdentityProvider.token={self.token}", f"--ServerApp.root_dir={self.root}"]
        # overrides.json as make and Binder install it.
        command += [f"--LabApp.app_settings_dir={self.settings}", "--KernelManager.transport_encryption=auto"]
        if os.getuid() == 0:
            command.append("--allow-root")
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, env=self.environment, cwd=self.root, stdout=log, stderr=log)
        deadline = time.monotonic() + PATIENCE / SECOND
        while True:
            try:
                self.ask("GET", "/api/status")
                break
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError(f"JupyterLab did not start:\n{self.log.read_text()}") from None
                time.sleep(0.1)
        # A save in the middle of a test would change the copy that the next test opens.
        self.set("@jupyterlab/docmanager-extension:plugin", {"autosave": False})
        return self

    def __exit__(self, *_) -> None:
        self.shutdown_kernels()
        self.process.terminate()
        self.process.wait(timeout=30)

    def ask(self, method: str, path: str, body: object = None) -> object:
        request = urllib.request.Request(self.url + path, method=method)
        request.add_header("Authorization", f"token {self.token}")
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(request, data, timeout=30) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def set(self, plugin: str, settings: dict) -> None:
        self.ask("PUT", f"/lab/api/settings/{plugin}", {"raw": json.dumps(settings)})

    def shutdown_kernels(self, names: set[str] | None = None) -> None:
        """Ends the kernels of the notebooks with these names; of all, if none are given."""
        for session in self.ask("GET", "/api/sessions"):
            if names is None or session["path"] in names:
                self.ask("DELETE", f"/api/sessions/{session['id']}")

    def trust(self, name: str) -> None:
        notebook = nbformat.read(self.root / name, as_version=nbformat.NO_CONVERT)
        NotebookNotary(data_dir=self.environment["JUPYTER_DATA_DIR"]).sign(notebook)

    def add(self, name: str, notebook: nbformat.NotebookNode, trusted: bool = True) -> str:
        """Lay a test's own notebook beside the copies."""
        nbformat.write(notebook, self.root / name)
        if trusted:
            self.trust(name)
        return name

    def read(self, name: str) -> nbformat.NotebookNode:
        """A notebook of the lab's folder, as it lies there."""
        return nbformat.read(self.root / f"{name}.ipynb", as_version=4)

    def untrusted(self, name: str) -> str:
        """A copy that JupyterLab does not trust, as one from a mail or a download would be."""
        notebook = nbformat.read(self.root / name, as_version=nbformat.NO_CONVERT)
        # Trust goes by content: an equal copy would be as trusted as the first.
        notebook.metadata["copy"] = secrets.token_hex(8)
        return self.add(f"untrusted_{name}", notebook, trusted=False)


class LabPage:
    """One browser tab. `page.raw` is Playwright's own page, for whatever is not said here."""

    def __init__(self, context: BrowserContext, lab: Lab):
        self.lab = lab
        self.raw = context.new_page()
        self.raw.set_default_timeout(30 * SECOND)
        self.errors: list[str] = []
        self.opened: set[str] = set()
        self.raw.on("pageerror", lambda error: self.errors.append(str(error)))
        self.raw.on("console", lambda line: line.type == "error" and self.errors.append(line.text))

    def open(self, name: str, theme: str = "light", width: int = 1300, height: int = 900, wait: bool = True) -> None:
        """Open a notebook; returns when its cells are on screen, whether or not its kernel is up."""
        name = name if name.endswith(".ipynb") else f"{name}.ipynb"
        self.opened.add(name)
        # Asked for here, not in the menu: the theme is in force from the first paint.
        self.lab.set("@jupyterlab/apputils-extension:themes", {"theme": THEMES[theme]})
        self.raw.set_viewport_size({"width": width, "height": height})
        # A workspace of its own, emptied, so that no tab of another test comes back.
        workspace = secrets.token_hex(4)
        self.raw.goto(f"{self.lab.url}/lab/workspaces/{workspace}/tree/{name}?reset&token={self.lab.token}")
        self.notebook = self.raw.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Notebook")
        if not wait:
            return
        cells = len(nbformat.read(self.lab.root / name, as_version=nbformat.NO_CONVERT).cells)
        expect(self.notebook.locator(".jp-Cell")).to_have_count(cells, timeout=PATIENCE)
        expect(self.raw.locator(f"body[data-jp-theme-name='{THEMES[theme]}']")).to_be_attached(timeout=PATIENCE)
        expect(self.raw.locator("#jupyterlab-splash")).to_have_count(0, timeout=PATIENCE)
        # The list of files would take half of a narrow window.
        if self.raw.locator("#jp-left-stack").is_visible():
            self.command("application:toggle-left-area")
            expect(self.raw.locator("#jp-left-stack")).to_be_hidden()

    def look(self, theme: str, width: int, height: int = 900) -> None:
        """Another theme and another width for what is open already."""
        self.raw.set_viewport_size({"width": width, "height": height})
        self.raw.evaluate(
            f"() => window.jupyterapp.commands.execute('apputils:change-theme', {{theme: {THEMES[theme]!r}}})"
        )
        expect(self.raw.locator(f"body[data-jp-theme-name='{THEMES[theme]}']")).to_be_attached()

    def command(self, name: str, wait: bool = True) -> object:
        """A command of JupyterLab, by the name that its menus and shortcuts use."""
        # Kept in the page, so that a test can go on and ask for the end later: wait_run.
        self.raw.evaluate(f"() => {{ window.lastCommand = window.jupyterapp.commands.execute({name!r}) }}")
        return self.command_result() if wait else None

    def command_result(self) -> object:
        # Some commands return what cannot cross to Python: only the plain answers do.
        return self.raw.evaluate(
            f"""() => Promise.race([
              window.lastCommand.then(result => typeof result === 'boolean' ? result : null),
              new Promise((_, reject) => setTimeout(() => reject(new Error('not done in time')), {PATIENCE})),
            ])"""
        )

    # the kernel

    def wait_idle(self, timeout: float = PATIENCE) -> None:
        # The circle in the toolbar is empty before there is a kernel too, and a run asked for then is lost.
        self.raw.wait_for_function(
            """() => {
              const session = window.jupyterapp?.shell?.currentWidget?.sessionContext;
              const kernel = session?.isReady && session.session?.kernel;
              return kernel && kernel.connectionStatus === 'connected' && kernel.status === 'idle';
            }""",
            timeout=timeout,
        )

    def run_all(self, wait: bool = True) -> None:
        """Run every cell, as the menu's Run All Cells does."""
        self.wait_idle()
        self.command("notebook:run-all-cells", wait=False)
        if wait:
            self.wait_run()

    def wait_run(self) -> None:
        """Until every cell of the last run is done; fails with the error's text where a cell raised."""
        went_well = self.command_result()
        raised = self.notebook.locator(".jp-OutputArea-output[data-mime-type$='stderr']").all_inner_texts()
        assert went_well is not False, "\n".join(raised)
        prompts = self.notebook.locator(".jp-CodeCell .jp-InputPrompt")
        expect(prompts.filter(has_text=re.compile(r"\[[ *]\]:"))).to_have_count(0)
        self.wait_idle()

    def run_cell(self, which: int | str, wait: bool = True) -> None:
        """Run one cell; `wait=False` returns while it is still busy."""
        self.wait_idle()
        self.cell(which).locator(".jp-InputArea-prompt, .jp-InputPrompt").first.click()
        self.command("notebook:run-cell", wait=wait)
        if wait:
            self.wait_idle()

    def restart(self) -> None:
        """Restart the kernel and answer the question that comes with it."""
        self.command("notebook:restart-kernel", wait=False)
        self.raw.locator(".jp-Dialog .jp-mod-accept, .jp-Dialog .jp-mod-warn").last.click()
        expect(self.dialogs()).to_have_count(0)
        self.wait_idle()

    # what is on screen

    def dialogs(self) -> Locator:
        """Everything that asks or announces: dialogs and pop-up notes."""
        return self.raw.locator(".jp-Dialog, .Toastify__toast")

    def cell(self, which: int | str) -> Locator:
        """A cell by its place from 0, all kinds counted, or by a text in it."""
        cells = self.notebook.locator(".jp-Cell")
        return cells.nth(which) if isinstance(which, int) else cells.filter(has_text=which).first

    def output(self, which: int | str) -> Locator:
        return self.cell(which).locator(".jp-OutputArea-output")

    def player(self, which: int = 0) -> Locator:
        return self.notebook.locator(".crdtviz-player").nth(which)

    def findings(self, selector: str) -> list[dict]:
        """The serious and critical findings of axe-core inside `selector`, as axe tells them."""
        found = Axe().run(self.raw, context=selector).response["violations"]
        return [finding for finding in found if finding["impact"] in ("serious", "critical")]

    def keep(self, name: str) -> Path:
        """Save what is on screen, for someone to look at."""
        RESULTS.mkdir(exist_ok=True)
        path = RESULTS / (re.sub(r"[^\w.-]+", "_", name) + ".png")
        self.raw.screenshot(path=path)
        return path

    def close(self) -> None:
        self.raw.close()
