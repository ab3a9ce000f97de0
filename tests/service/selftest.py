"""Shows that the drivers can fail: each is let loose on a service that is wrong, and has to say so.

    python tests/service/selftest.py --specc SPECC [--projects DIR]

Exit codes: 0, each notices what it is there for; 1, one does not; 2, something could not be run.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from databases import Broken
from running import Service, Workshop, environment, spec_of

HERE = Path(__file__).absolute().parent
# A fixture with one thing changed: what it says, and what is served instead.
EDITS = (
    ("url_shortener", "metadata[code].click_count + 1", "metadata[code].click_count + 2"),
    ("todo_list", "todos[id].status != IN_PROGRESS", "todos[id].status != ARCHIVED"),
    ("auth_service", "expires_at = now() + minutes(30)", "expires_at = now() + minutes(31)"),
    ("safe_counter", "function ceiling(): Int = 10", "function ceiling(): Int = 11"),
)
# The same for what a database may have been asked wrongly: rows without a value left out, and a condition put first.
NARROWED = (
    ("t.nick != nick }", "t.nick != nick and t.nick != none }"),
    ("t.number + by != 1 and t.live }", "t.live and t.number + by != 1 }"),
)
# Promises that are not kept: one that is never checked, and one that is checked of the wrong entries.
UNKEPT = (
    ("all i in items | reserved(i) <=", "all i in items | 0 * reserved(i) <="),
    ("all a in users, b in users | a != b", "all a in users, b in users | a < b and a > 1"),
)


def driver(name: str, *arguments: str) -> tuple[int, str]:
    """What a driver says about a service."""
    command = [sys.executable, str(HERE / f"{name}.py"), *arguments]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def noticed(what: str, code: int, said: str, part: str) -> bool:
    """A line about one driver; whether it has found what is wrong."""
    good = code == 1 and part in said
    print(f"{'notices' if good else 'MISSES':8} {what}", flush=True)
    if not good:
        print(f"         exit code {code}:", *said.splitlines()[-12:], sep="\n         | ", flush=True)
    return good


@contextmanager
def wrong(shop: Workshop, defect: str) -> Iterator[Service]:
    """The counter with a defect."""
    command = [sys.executable, str(HERE / "wrong.py"), "{port}", defect]
    service = Service(defect, command, shop.folder, shop.folder / f"{defect}.log", environment())
    try:
        service.start()
        yield service
    finally:
        service.stop()


def agree_notices(shop: Workshop, fixture: str, old: str, new: str) -> bool:
    """A changed spec is told from the right one."""
    edited = edited_spec(shop, spec_of(fixture), old, new)
    suite = ["--suite", str(shop.project("reference", fixture)), "--specc", str(shop.specc)]
    with shop.service("reference", str(edited)) as first, shop.service("reference", fixture) as second:
        code, said = driver("agree", first.url, second.url, *suite, "--spec", str(spec_of(fixture)), "--calls", "800")
    return noticed(f"agree: {new}", code, said, "DIFFERS")


def edited_spec(shop: Workshop, spec: Path, old: str, new: str) -> Path:
    """A spec with one thing changed."""
    text = spec.read_text(encoding="utf-8")
    if old not in text:
        raise Broken(f"{spec.stem} does not say: {old}")
    edited = shop.folder / spec.name
    edited.write_text(text.replace(old, new, 1), encoding="utf-8")
    return edited


def filters_notices(shop: Workshop, old: str, new: str) -> bool:
    """Rows that are missing are noticed."""
    edited = edited_spec(shop, HERE / "filters.spec", old, new)
    code, said = driver("filters", "reference", "--specc", str(shop.specc), "--served", str(edited))
    return noticed(f"filters: {new}", code, said, "DIFFERS")


def promises_notices(shop: Workshop, old: str, new: str) -> bool:
    """A promise that is not kept is noticed."""
    edited = edited_spec(shop, HERE / "promises.spec", old, new)
    code, said = driver("promises", "reference", "--specc", str(shop.specc), "--served", str(edited), "--calls", "1500")
    return noticed(f"promises: {new}", code, said, "DIFFERS")


def all_notice(shop: Workshop) -> Iterator[bool]:
    """Each driver, with what it has to notice."""
    for edit in EDITS:
        yield agree_notices(shop, *edit)
    for narrowed in NARROWED:
        yield filters_notices(shop, *narrowed)
    for unkept in UNKEPT:
        yield promises_notices(shop, *unkept)
    suite = ["--suite", str(shop.project("reference", "safe_counter"))]
    for defect, part in (("races", "acknowledged"), ("crashes", "answers 500")):
        with wrong(shop, defect) as service:
            yield noticed(f"parallel: {defect}", *driver("parallel", service.url, *suite, "--calls", "800"), part)
    with wrong(shop, "none") as service, shop.service("reference", "safe_counter") as reference:
        yield noticed("hostile: other answers", *driver("hostile", service.url, reference.url, *suite), "FAILS")
    with wrong(shop, "waits") as service:
        siege = ["--only", "trickled heads", "--connections", "20", "--seconds", "1"]
        yield noticed("besieged: waits", *driver("besieged", service.url, *siege), "FALLS")
    with wrong(shop, "none") as service:
        door = ["reference", "safe_counter", "--specc", str(shop.specc), "--url", service.url]
        yield noticed("door: open", *driver("door", *door), "OPEN")
    with wrong(shop, "crashes") as service:
        yield noticed("fuzzed: crashes", *driver("fuzzed", service.url, *suite, "--requests", "3000"), "with 500")
    own = ["--specc", str(shop.specc), "--projects", str(shop.projects), "--rounds", "1"]
    yield noticed("durable: forgets", *driver("durable", "forgetful", "url_shortener", *own), "LOSES")


def main() -> int:
    """Tries all of them."""
    parser = argparse.ArgumentParser(description="Shows that the drivers can fail.")
    Workshop.options(parser)
    with Workshop.open(parser.parse_args(), []) as shop:
        return int(not all(list(all_notice(shop))))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Broken as broken:
        print(broken, file=sys.stderr)
        sys.exit(2)
