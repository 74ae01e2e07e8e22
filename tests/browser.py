"""A headless Chromium for tests of pages, driven through chromedriver by the W3C WebDriver protocol (JSON over HTTP)."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CHROMIUM = next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)
DRIVER = shutil.which("chromedriver")
_MISSING = [name for name, found in (("chromium", CHROMIUM), ("chromedriver", DRIVER)) if not found]
needs_browser = pytest.mark.skipif(bool(_MISSING), reason=f"not on PATH: {', '.join(_MISSING)} (packages chromium and chromium-driver)")
ENTER, ESCAPE, DOWN, CONTROL = "\ue007", "\ue00c", "\ue015", "\ue009"
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
_FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
)
_LONGEST = 60  # seconds for one command
_LOOK = """
const [address, places, answer] = arguments;
const image = new Image();
image.onload = () => {
  const pen = Object.assign(document.createElement("canvas"), {width: image.width, height: image.height}).getContext("2d");
  pen.drawImage(image, 0, 0);
  const all = new Uint32Array(pen.getImageData(0, 0, image.width, image.height).data.buffer);
  const at = (x, y) => Array.from(pen.getImageData(Math.round(x), Math.round(y), 1, 1).data.slice(0, 3));
  answer([new Set(all).size, places.map(([x, y]) => at(x, y))]);
};
image.src = address;
"""


class Driver:
    """The HTTP end of a chromedriver on this machine."""

    def __init__(self, port: int) -> None:
        """Take the port it listens on."""
        self._connection = HTTPConnection("127.0.0.1", port, timeout=_LONGEST)

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Give the value it answers with. A failure is one of the test, in the driver's own words."""
        self._connection.request(method, path, None if body is None else json.dumps(body), {"Content-Type": "application/json"})
        value = json.loads(self._connection.getresponse().read())["value"]
        assert not (isinstance(value, dict) and "error" in value), value
        return value

    def close(self) -> None:
        """Let go of the connection."""
        self._connection.close()


class Browser:
    """One window without anything in it yet."""

    def __init__(self, driver: Driver) -> None:
        """Open it."""
        options = {"binary": CHROMIUM, "args": _FLAGS}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        self._driver = driver
        self._session = f"/session/{driver.ask('POST', '/session', {'capabilities': {'alwaysMatch': wanted}})['sessionId']}"

    def _post(self, path: str, body: object) -> Any:
        return self._driver.ask("POST", f"{self._session}{path}", body)

    def _order(self, command: str, **parameters: object) -> None:
        self._post("/goog/cdp/execute", {"cmd": f"Emulation.{command}", "params": parameters})

    def open(self, page: Path, width: int = 1280, height: int = 800, *, dark: bool = False, scripts: bool = True) -> None:
        """Show a file and wait until it is loaded. The size is that of the page; a person may like it dark, or run no scripts."""
        self._order("setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self._order("setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self._order("setScriptExecutionDisabled", value=not scripts)
        self._post("/url", {"url": page.resolve().as_uri()})

    def run(self, script: str, *arguments: object) -> Any:
        """Give what a script returns, run inside of the page."""
        return self._post("/execute/sync", {"script": script, "args": arguments})

    def frame(self) -> None:
        """Wait until what was asked for is drawn."""
        script = "const answer = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => answer(0)))"
        self._post("/execute/async", {"script": script, "args": []})

    def keys(self, *keys: str, held: str = "") -> None:
        """Press keys, one after another, wherever the focus is, while another is held down."""
        presses = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        if held:
            presses = [{"type": "keyDown", "value": held}, *presses, {"type": "keyUp", "value": held}]
        self._post("/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": presses}]})

    def click_at(self, x: float, y: float) -> None:
        """Click at a place of the page."""
        move = {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y), "origin": "viewport"}
        presses = [move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self._post("/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": presses}]})

    def click(self, selector: str) -> None:
        """Click the first element that a CSS selector finds, as a person would: it has to be visible."""
        element = self._post("/element", {"using": "css selector", "value": selector})[_ELEMENT]
        self._post(f"/element/{element}/click", {})

    def text(self, selector: str) -> str:
        """Give the visible text of an element."""
        return str(self.run("return document.querySelector(arguments[0]).innerText", selector))

    def picture(self) -> str:
        """Give what the window shows: PNG as base64."""
        return str(self._driver.ask("GET", f"{self._session}/screenshot"))

    def complaints(self) -> list[str]:
        """Give what the browser itself complained of since it was asked last: errors of scripts, and what the page's policy forbade."""
        return [entry["message"] for entry in self._post("/se/log", {"type": "browser"}) if entry["level"] == "SEVERE"]

    def look(self, picture: str, places: list[tuple[float, float]]) -> tuple[int, list[list[int]]]:
        """Give how many colours a picture (PNG as base64) has, and the colour at some places. Leaves the page for an empty one."""
        self._post("/url", {"url": "about:blank"})
        colours, seen = self._post("/execute/async", {"script": _LOOK, "args": [f"data:image/png;base64,{picture}", places]})
        return colours, seen

    def close(self) -> None:
        """Close the window."""
        self._driver.ask("DELETE", self._session)


@contextmanager
def browser() -> Iterator[Browser]:
    """Start a driver and a browser, and end both."""
    assert DRIVER
    with subprocess.Popen([DRIVER, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            driver = Driver(_port(process))
            window = Browser(driver)
            try:
                yield window
            finally:
                window.close()
                driver.close()
        finally:
            process.terminate()


def _port(process: subprocess.Popen[str]) -> int:
    assert process.stdout
    found = (re.search(r"successfully on port (\d+)", line) for line in process.stdout)
    return next(int(match.group(1)) for match in found if match)
