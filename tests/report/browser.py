"""Looks at reports in a real browser: they work, nothing in them gets out of its quotes, and they can be read.

    python tests/report/browser.py [--screenshots FOLDER] PAGE...

Chromium is spoken to over two pipes, so nothing but Python's own library is needed. Prints what is wrong. Exit codes:
0, nothing is; 1, something is; 2, there is no browser.
"""

from __future__ import annotations

import argparse
import base64
import fcntl
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
SIZES = {"desk": (1280, 900), "phone": (390, 844)}
SCHEMES = ("light", "dark")
CONTRAST = 4.5

# Every text with what is behind it; opacity and gradients are not used.
CONTRASTS = """
(() => {
  const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const lightness = (colour) => {
    const linear = (one) => one <= .04045 ? one / 12.92 : ((one + .055) / 1.055) ** 2.4;
    const [r, g, b] = parts(colour).map((one) => linear(one / 255));
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if ((parts(colour)[3] ?? 1) === 1) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !element.checkVisibility() || ["SCRIPT", "STYLE", "OPTION"].includes(element.tagName)) continue;
    const [one, other] = [lightness(getComputedStyle(element).color), lightness(behind(element))];
    const ratio = (Math.max(one, other) + .05) / (Math.min(one, other) + .05);
    if (ratio < LEAST) found.push(`${element.tagName}.${element.getAttribute("class")} ${ratio.toFixed(2)}`);
  }
  return [...new Set(found)];
})()
""".replace("LEAST", str(CONTRAST))

HEADINGS = """
[...document.querySelectorAll("h1, h2, h3, h4")].filter((one) => one.checkVisibility())
  .map((one) => Number(one.tagName[1]))
"""
UNNAMED = """
[...document.querySelectorAll("input, select, button, nav, form, section, svg[role]")].filter((one) =>
  !(one.labels?.length || one.textContent.trim() || one.ariaLabel || one.getAttribute("aria-labelledby")))
  .map((one) => one.outerHTML)
"""
WIDE = """
[...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > innerWidth + 1
  && !one.closest(".source, .drawing, .skip-link, .exchange pre"))
  .map((one) => one.tagName + "." + one.className).slice(0, 5)
"""
SHOWN = "[...document.querySelectorAll('.clause')].filter((one) => one.checkVisibility()).length"


class Broken(Exception):
    """There is no browser, or it does not answer."""


class Browser:
    """One tab of a browser."""

    def __init__(self, folder: Path) -> None:
        binary = next((found for name in NAMES if (found := shutil.which(name))), None)
        if binary is None:
            raise Broken("there is no Chromium; `make setup` installs it")
        command, answers = os.pipe(), os.pipe()
        # The browser reads from its descriptor 3 and writes to 4; these are out of the way of both.
        reading, writing = (fcntl.fcntl(one, fcntl.F_DUPFD, 20) for one in (command[0], answers[1]))
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe"]
        script = f'exec "$0" "$@" 3<&{reading} 4>&{writing}'
        self._process = subprocess.Popen(
            ["bash", "-c", script, binary, *options, f"--user-data-dir={folder}"],
            pass_fds=(reading, writing),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for one in (command[0], answers[1], reading, writing):
            os.close(one)
        self._to, self._from = os.fdopen(command[1], "wb", 0), os.fdopen(answers[0], "rb", 0)
        self._rest, self._number, self._tab = b"", 0, ""
        self.events: list[dict[str, Any]] = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._tab = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for part in ("Page", "Runtime", "Log"):
            self.ask(f"{part}.enable")

    def close(self) -> None:
        """Ends the browser."""
        self._process.terminate()
        self._process.wait()

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Gives a command and waits for its answer."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._tab:
            message["sessionId"] = self._tab
        self._to.write(json.dumps(message).encode() + b"\0")
        while (answer := self._message()).get("id") != self._number:
            self._note(answer)
        if "error" in answer:
            raise Broken(f"{method}: {answer['error']['message']}")
        result: dict[str, Any] = answer["result"]
        return result

    def _message(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = os.read(self._from.fileno(), 1 << 16)
            if not more:
                raise Broken("the browser has ended")
            self._rest += more
        text, _, self._rest = self._rest.partition(b"\0")
        found: dict[str, Any] = json.loads(text)
        return found

    def _note(self, event: dict[str, Any]) -> None:
        self.events.append(event)
        if event.get("method") == "Page.javascriptDialogOpening":
            # The page waits for an answer, and gives none before.
            self._number += 1
            message = {"id": self._number, "method": "Page.handleJavaScriptDialog", "params": {"accept": True}}
            self._to.write(json.dumps({**message, "sessionId": self._tab}).encode() + b"\0")

    def open(self, page: Path, size: tuple[int, int], scheme: str) -> None:
        """Opens a page, and returns when it is there."""
        width, height = size
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.media("screen", scheme)
        self.events.clear()
        self.ask("Page.navigate", url=page.absolute().as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self._note(self._message())

    def media(self, kind: str, scheme: str) -> None:
        """Shows the page as if on a screen or on paper."""
        self.ask("Emulation.setEmulatedMedia", media=kind, features=[{"name": "prefers-color-scheme", "value": scheme}])

    def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True)
        if "exceptionDetails" in answer:
            raise Broken(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """Presses a key."""
        text = {"text": key} if len(key) == 1 else {}
        self.ask("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=key)

    def picture(self, path: Path, whole: bool = False) -> None:
        """Stores what is seen."""
        found = self.ask("Page.captureScreenshot", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(found["data"]))

    def troubles(self) -> list[str]:
        """What the page complained about, and dialogs that it opened."""
        found = []
        for event in self.events:
            method, said = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append(f"script: {said['exceptionDetails'].get('exception', {}).get('description')}")
            elif method == "Log.entryAdded" and said["entry"]["level"] == "error":
                found.append(f"error: {said['entry']['text']}")
            elif method == "Page.javascriptDialogOpening":
                found.append(f"a dialog: {said['message']}")
        return found


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser with a profile of its own."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        found = Browser(Path(folder))
        try:
            yield found
        finally:
            found.close()


def seen(tab: Browser, page: Path) -> Iterator[str]:
    """What is wrong with the sight of a page, in both schemes and at both sizes."""
    papers = []
    for scheme in SCHEMES:
        for name, size in SIZES.items():
            tab.open(page, size, scheme)
            tab.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            where = f"{scheme}, {name}"
            yield from (f"{where}: {trouble}" for trouble in tab.troubles())
            if tab.run("document.documentElement.scrollWidth > innerWidth"):
                yield f"{where}: it is too wide: {tab.run(WIDE)}"
            yield from (f"{where}: too pale: {text}" for text in tab.run(CONTRASTS))
            papers.append(tab.run("getComputedStyle(document.body).backgroundColor"))
    if len(set(papers)) != 2:
        yield f"light and dark are not two papers: {papers}"


def built(tab: Browser, page: Path) -> Iterator[str]:
    """What is wrong with the structure of a page, and what got out of its quotes."""
    tab.open(page, SIZES["desk"], "light")
    levels = tab.run(HEADINGS)
    if levels.count(1) != 1 or any(after > before + 1 for before, after in zip(levels, levels[1:], strict=False)):
        yield f"headings are out of order: {levels}"
    yield from (f"without a name: {element}" for element in tab.run(UNNAMED))
    if tab.run("document.scripts.length") != 1 or tab.run("document.querySelectorAll('style').length") != 1:
        yield "there is a script or a style that is not the page's own"
    if tab.run("document.querySelectorAll('img, iframe, object, link, [onerror], [onload], [onclick]').length"):
        yield "something of a spec or a service has become an element"
    if tab.run("window.hacked !== undefined"):
        yield "something of a spec or a service was run"


def filtered(tab: Browser, page: Path) -> Iterator[str]:
    """What is wrong with the filters."""
    tab.open(page, SIZES["desk"], "light")
    rows = tab.run("document.querySelectorAll('.clause').length")
    if tab.run(SHOWN) != rows or not rows:
        yield f"{tab.run(SHOWN)} of {rows} clauses are there at first"
    outcomes = tab.run("[...new Set([...document.querySelectorAll('.clause')].map((one) => one.dataset.outcome))]")
    for outcome in outcomes:
        tab.run(f"document.querySelectorAll('[name=outcome]:not([value={outcome}])').forEach((one) => one.click())")
        wanted = tab.run(f"document.querySelectorAll('.clause.{outcome}').length")
        if tab.run(SHOWN) != wanted:
            yield f"outcome {outcome}: {tab.run(SHOWN)} and not {wanted}"
        if len(outcomes) > 1 and not tab.run("showing.value").startswith(f"{wanted} of {rows}"):
            yield f"outcome {outcome}: it says {tab.run('showing.value')}"
        tab.run("clear.click()")
    for subject in tab.run("[...document.querySelectorAll('.subject')].map((one) => one.dataset.subject)"):
        tab.run(f"operation.value = '{subject}'; operation.dispatchEvent(new Event('input', {{bubbles: true}}))")
        rows_of = f"[...document.querySelectorAll('.clause')].filter((one) => one.closest('#s{subject}')"
        wanted = tab.run(f"{rows_of} || one.dataset.brokenBy.split(' ').includes('{subject}')).length")
        if tab.run(SHOWN) != wanted:
            yield f"operation {subject}: {tab.run(SHOWN)} and not {wanted}"
        tab.run("clear.click()")
    yield from searched(tab, rows)


def searched(tab: Browser, rows: int) -> Iterator[str]:
    """What is wrong with the search, by keys alone."""
    tab.press("/")
    if tab.run("document.activeElement.id") != "search":
        yield "a slash does not lead to the search"
    for key in "xyzzyq":
        tab.press(key)
    if tab.run(SHOWN) != 0 or not tab.run("nothing.checkVisibility()"):
        yield "what is nowhere is found"
    tab.press("Escape")
    if tab.run(SHOWN) != rows:
        yield "Escape does not clear the search"
    text = tab.run("document.querySelector('.clause .where code').textContent")
    tab.run(f"search.value = {json.dumps(text.upper())}; search.dispatchEvent(new Event('input', {{bubbles: true}}))")
    if not 0 < tab.run(SHOWN) <= rows or tab.run("document.querySelector('.clause').hidden"):
        yield f"{text} is not found"
    tab.run("clear.click()")


def printed(tab: Browser, page: Path) -> Iterator[str]:
    """What is wrong on paper."""
    tab.open(page, SIZES["desk"], "dark")
    tab.run("collapse.click()")
    tab.media("print", "dark")
    if tab.run("[...document.querySelectorAll('.inside')].some((one) => one.getBoundingClientRect().height === 0)"):
        yield "what is closed is not printed"
    if tab.run("document.querySelector('.filters').checkVisibility()"):
        yield "the filters are printed"
    tab.run("dispatchEvent(new Event('beforeprint'))")
    if tab.run("[...document.querySelectorAll('details')].some((one) => !one.open)"):
        yield "what is closed stays so on paper"
    yield from (f"on paper too pale: {text}" for text in tab.run(CONTRASTS))


def pictures(tab: Browser, page: Path, folder: Path) -> None:
    """Stores what a page looks like."""
    for scheme in SCHEMES:
        for name, size in SIZES.items():
            tab.open(page, size, scheme)
            tab.picture(folder / f"{page.stem}-{scheme}-{name}.png")
            tab.run(
                "(document.querySelector('.clause.failed') ?? document.querySelector('.clause')).scrollIntoView({behavior: 'instant'})"
            )
            tab.picture(folder / f"{page.stem}-{scheme}-{name}-clause.png")
            tab.run("document.querySelector('#machines')?.scrollIntoView({behavior: 'instant'})")
            tab.picture(folder / f"{page.stem}-{scheme}-{name}-end.png")


def main() -> int:
    """Looks at all pages."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pages", nargs="+", type=Path)
    parser.add_argument("--screenshots", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    wrong = 0
    try:
        with browser() as tab:
            for page in options.pages:
                if options.screenshots:
                    pictures(tab, page, options.screenshots)
                for look in (seen, built, filtered, printed):
                    for problem in look(tab, page):
                        wrong += 1
                        print(f"{page.name}: {problem}")
    except Broken as broken:
        print(broken, file=sys.stderr)
        return 2
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
