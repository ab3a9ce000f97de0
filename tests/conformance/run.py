"""Shows that a suite notices wrong services, and where: each defect of `defects.json` is served and judged by it.

    python tests/conformance/run.py --specc target/release/specc --python .venv/bin/python todo_list url_shortener

A defect counts as found where the suite ends with 1, each test in `fails` fails, each in `blocked` says so, each in
`passes` passes, and each in `says` has its text in what it says. Tests are named by their ids, which are the same in
every language. Names are exact, whatever the parameters; a star at the end stands for anything. One with `missed`, a reason, is one that the suite is known not to notice: it is an error
when it does.

| mode | shows |
|---|---|
| (none) | every defect is found, at the clause that is broken |
| `--right` | the right service passes, twice with the same result |
| `--seeds N` | the right service passes with N seeds |
| `--noisy` | the right service passes behind each `NOISE`: whatever is in the way is not about the service |
| `--without KIND` | what a suite without the tests of one kind does not find |
| `--weakened [KIND…]` | without a kind the defects that only it finds (`only_by`) are missed |

Exit codes: 0, all as it should be; 1, something is not; 2, something could not be run.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).absolute().parent
TABLE = HERE / "defects.json"
# The specs of the project, and one that leaves open what those determine.
SPECS = (HERE.parent.parent / "fixtures" / "spec", HERE / "specs")
FIXTURES = ("safe_counter", "box_office", "url_shortener", "todo_list", "edge_cases", "ecommerce", "auth_service")
TIMEOUT_SECONDS = 600
CREDENTIALS = {
    "BACKOFFICE": "back-office-key",
    "MEMBER": "member-token",
    "OPERATOR": "operator:secret",
    "GATEWAY": "gateway-key",
    "READER": "reader-token",
    "ADMIN": "admin:secret",
    "ROBOT": "robot-key",
}
# The first that fits. Branches are boundaries of what is no comparison; types are the invariants of what is stored.
KINDS = {
    "structural": r"^test_(api_)?structural|^test_TestStructural",
    "stateful": r"^test_(TestS|s)tateful",
    "trace": r"^test_traces|^test_eventually",
    "transition": r"_moves_[a-z_]+_to_|_rejects_(from|guard)_",
    "boundary": r"_(boundary|branches)_(input|requires|guard|ensures|when|from)",
    "malformed": r"_malformed_",
    "rejects": r"_rejects(_|$|\[)",
    "ensures": r"_ensures_\d+",
    "invariant": r"_(invariant|always)_|_types$",
    "accepts": r"_accepts(_witnesses)?(\[|$)",
    "frame": r"_frame$",
    "output": r"_output$",
    "safe": r"_safe$",
    "auth": r"_auth(\[|$)",
}

# What can be between a suite and a right service: see `_noise` of the proxy.
NOISE: dict[str, dict[str, Any]] = {
    "busy": {"every": 9},
    "spelling": {"spelled": "+02:00", "packed": True},
    "slow": {"delay": 25},
}

Outcomes = dict[str, dict[str, Any]]


class Broken(Exception):
    """Something could not be run. No finding about a suite."""


def spec_of(fixture: str) -> Path:
    """Where the spec of a fixture is."""
    return next(path for folder in SPECS if (path := folder / f"{fixture}.spec").exists())


def kind_of(test: str) -> str:
    """The kind of a test, by its name: in Python that of a function, elsewhere what it is called in all languages."""
    name = test if test.startswith("test_") else f"test_{test.replace(' ', '_')}"
    return next((kind for kind, pattern in KINDS.items() if re.search(pattern, name)), "other")


@dataclass(frozen=True)
class Run:
    """What became of one run of a suite."""

    code: int
    document: dict[str, Any]
    seconds: float
    ids: dict[str, str]
    """What each test is called in all languages, by its name in this one."""

    @property
    def tests(self) -> Outcomes:
        """The outcome of each test, by its name without the file."""
        return {name.partition("::")[2]: outcome for name, outcome in self.document.get("tests", {}).items()}

    @property
    def planned(self) -> Outcomes:
        """The same by the names that tests have in all languages."""
        parts = {name: name.partition("[") for name in self.tests}
        return {self.ids.get(base, base) + mark + rest: self.tests[name] for name, (base, mark, rest) in parts.items()}

    def failed(self) -> list[str]:
        """The tests that failed."""
        return [name for name, found in self.tests.items() if found["outcome"] == "failed"]


# --- processes -------------------------------------------------------------------------------------------------------


def environment(**more: str) -> dict[str, str]:
    """What both the service and the suite are started with."""
    known = {f"SPEC_AUTH_{name}": value for name, value in CREDENTIALS.items()}
    return {**os.environ, **known, "ENABLE_TEST_ADMIN": "1", **more}


@contextmanager
def serving(command: list[str], folder: Path, silent: bool = True) -> Iterator[str]:
    """Starts a server, gives the address that it prints, and stops it. One that is silent prints nothing else."""
    said = folder / f"{Path(command[-2]).name}.log"
    with said.open("w+", encoding="utf-8") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment())
        try:
            assert process.stdout is not None
            address = re.search(r"http://\S+", process.stdout.readline())
            text = said.read_text(encoding="utf-8")
            if address is None or "realize" in text or "warning" in text:
                raise Broken(f"{' '.join(command)}: {text or 'does not start'}")
            yield address[0]
            if silent and (text := said.read_text(encoding="utf-8")):
                raise Broken(text.strip("- \n").splitlines()[-1])
        finally:
            process.terminate()
            process.wait(10)


@contextmanager
def service(options: argparse.Namespace, spec: Path, wrong: dict[str, Any] | None, folder: Path) -> Iterator[str]:
    """The reference server of a spec, with a distortion in front where there is one."""
    with ExitStack() as stack:
        url = stack.enter_context(serving([str(options.specc), "serve", "--port=0", "--seed=0", str(spec)], folder))
        if wrong is not None:
            command = [sys.executable, str(HERE / "proxy.py"), url, json.dumps(wrong)]
            url = stack.enter_context(serving(command, folder))
        yield url


def runner(options: argparse.Namespace, copy: Path) -> list[str]:
    """What runs a suite, whatever language it is in."""
    if (copy / "tests" / "run_conformance.mjs").exists():
        return [str(options.node), "tests/run_conformance.mjs"]
    return [str(options.python), "tests/run_conformance.py"]


def suite(
    options: argparse.Namespace, fixture: str, url: str, folder: Path, seed: int, matching: str | None = None
) -> Run:
    """Runs a copy of a fixture's suite against a service, or the tests of it that match."""
    copy = folder / "suite"
    if not copy.exists():
        shutil.copytree(options.suites / fixture, copy, ignore=shutil.ignore_patterns("results"), symlinks=True)
    more = {"SPEC_TEST_BASE_URL": url}
    if options.without:
        more |= {"PYTEST_ADDOPTS": "-p weaken", "PYTHONPATH": str(HERE), "SPECC_WITHOUT": KINDS[options.without]}
    command = [*runner(options, copy), options.profile, "--seed", str(seed), *options.phases]
    command += [] if matching is None else ["-k", matching]
    began = time.monotonic()
    with (folder / "suite.log").open("w", encoding="utf-8") as log:
        process = subprocess.Popen(
            command, cwd=copy, env=environment(**more), stdout=log, stderr=log, start_new_session=True
        )
        try:
            code = process.wait(TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            raise Broken("the suite does not come to an end") from None
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
    results = next(
        (path for part in ("partial", "") if (path := copy / "results" / part / "exercised.json").exists()),
        copy / "results" / "exercised.json",
    )
    if code == 2 or not results.exists():
        raise Broken((folder / "suite.log").read_text(encoding="utf-8")[-2000:])
    seconds = time.monotonic() - began
    listed = json.loads((copy / "tests" / "_testgen_coverage.json").read_text(encoding="utf-8"))["tests"]
    ids = {one["test"].partition("::")[2]: one["id"] for one in listed}
    return Run(code, json.loads(results.read_text(encoding="utf-8")), seconds, ids)


def compiled(options: argparse.Namespace, fixtures: list[str]) -> None:
    """Emits the suites that are not there yet."""
    for fixture in fixtures:
        if not (options.suites / fixture / "tests").exists():
            command = [str(options.specc), "compile", "--tests-only", "--ignore-verify", "--target", options.target]
            command += ["--out", str(options.suites / fixture), str(spec_of(fixture))]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                raise Broken(done.stderr)
            # Once, and not in every copy.
            subprocess.run([options.python, "-m", "compileall", "-q", options.suites / fixture], check=False)


# --- defects ---------------------------------------------------------------------------------------------------------


def edited(defect: dict[str, Any], folder: Path) -> Path:
    """The spec that is served: the fixture, with the replacements of the defect."""
    text = spec_of(defect["fixture"]).read_text(encoding="utf-8")
    for old, new in defect.get("edit", []):
        if text.count(old) != 1:
            raise Broken(f"{defect['name']}: occurs {text.count(old)} times: {old}")
        text = text.replace(old, new)
    path = folder / f"{defect['fixture']}.spec"
    path.write_text(text, encoding="utf-8")
    return path


def matching(pattern: str, tests: Outcomes) -> list[str]:
    """The tests that a pattern of the table names."""
    if pattern.endswith("*"):
        return [name for name in tests if name.startswith(pattern[:-1])]
    return [name for name in tests if name.partition("[")[0] == pattern or name == pattern]


def disagreements(defect: dict[str, Any], run: Run) -> list[str]:
    """What is not as the table says."""
    if "missed" in defect:
        return [] if run.code == 0 else ["noticed, and the table says that it is missed"]
    found, tests = [] if run.code == 1 else [f"exit code {run.code}"], run.planned
    for wanted, outcome in (("fails", "failed"), ("blocked", "blocked")):
        for pattern in defect.get(wanted, []):
            names = matching(pattern, tests)
            if not any(tests[name]["outcome"] == outcome for name in names):
                outcomes = sorted({tests[name]["outcome"] for name in names}) or ["not there"]
                found.append(f"{pattern} is {', '.join(outcomes)}, not {outcome}")
    for pattern, text in defect.get("says", {}).items():
        told = [json.dumps(tests[name], ensure_ascii=False) for name in matching(pattern, tests)]
        found += [] if any(text in one for one in told) else [f"{pattern} does not say {text!r}"]
    for pattern in defect["passes"]:
        names = matching(pattern, tests)
        wrong = [name for name in names if tests[name]["outcome"] != "passed"]
        found += [f"{name} {tests[name]['outcome']}" for name in wrong] + ([] if names else [f"no {pattern}"])
    return found


def tried(options: argparse.Namespace, defect: dict[str, Any]) -> tuple[dict[str, Any], Run | None, list[str]]:
    """Serves a defect and lets the suite judge it."""
    folder = Path(tempfile.mkdtemp(prefix=f"{defect['name']}-", dir=options.folder))
    try:
        with service(options, edited(defect, folder), defect.get("proxy"), folder) as url:
            run = suite(options, defect["fixture"], url, folder, options.seed)
            shutil.rmtree(folder / "suite")
    except Broken as broken:
        return defect, None, [str(broken)]
    found = ([] if run.code else ["missed"]) if options.without else disagreements(defect, run)
    return defect, run, found


def judge_defects(options: argparse.Namespace, defects: list[dict[str, Any]]) -> bool:
    """Tries the defects; prints a line for each, then tables."""
    done = []
    with ThreadPoolExecutor(options.jobs) as pool:
        for defect, run, found in pool.map(lambda one: tried(options, one), defects):
            done.append((defect, run, found))
            words = "not run" if run is None else "missed" if run.code == 0 else "WRONG" if found else "found"
            failed = [] if run is None else run.failed()
            kinds = sorted({kind_of(name) for name in failed})
            seconds = "" if run is None else f"{run.seconds:.0f} s, {len(failed)} failed: {' '.join(kinds)}"
            print(f"{words:8} {defect['fixture']:14} {defect['name']:30} {seconds}", flush=True)
            for line in found:
                print(f"         - {line}", flush=True)
    if options.report:
        rows = [
            {**defect, "found": not found, "why": found, "failed": [] if run is None else run.failed()}
            for defect, run, found in done
        ]
        options.report.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    tabulate(done)
    if options.without:
        return all(run is not None for _, run, _ in done)
    return not any(found for _, _, found in done)


def tabulate(done: list[tuple[dict[str, Any], Run | None, list[str]]]) -> None:
    """How many defects were found, by the kind of test that they are about, and what only that kind noticed."""
    print(f"\n{'kind':12} {'defects':>7} {'found':>5}  noticed by this kind alone")
    for kind in sorted(KINDS):
        rows = [(defect, run, found) for defect, run, found in done if defect["kind"] == kind]
        alone = [
            defect["name"]
            for defect, run, _ in done
            if run is not None and {kind_of(name) for name in run.failed()} == {kind}
        ]
        print(f"{kind:12} {len(rows):7} {_noticed(rows):5}  {', '.join(alone)}")
    print(f"{'all':12} {len(done):7} {_noticed(done):5}")


def _noticed(done: list[tuple[dict[str, Any], Run | None, list[str]]]) -> int:
    return sum(not found and run is not None and run.code == 1 for _, run, found in done)


# --- weakened suites -------------------------------------------------------------------------------------------------


def judge_weakened(options: argparse.Namespace, defects: list[dict[str, Any]]) -> bool:
    """Whether suites without the tests of a kind miss what only that kind finds."""

    def missed(defect: dict[str, Any]) -> bool:
        weaker = argparse.Namespace(**{**vars(options), "without": defect["only_by"]})
        _, run, found = tried(weaker, defect)
        words = "; ".join(found if run is None else run.failed()) or "missed"
        print(f"without {defect['only_by']:12} {defect['fixture']:14} {defect['name']:30} {words}", flush=True)
        return run is not None and run.code == 0

    with ThreadPoolExecutor(options.jobs) as pool:
        return all(list(pool.map(missed, defects)))


def weakened_of(options: argparse.Namespace, defects: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The defects that one kind finds alone; raises Broken where a kind that is asked for has none."""
    found = [one for one in defects if one.get("only_by") in (options.weakened or KINDS)]
    lacking = [kind for kind in options.weakened or KINDS if kind not in {one["only_by"] for one in found}]
    if lacking:
        raise Broken(f"no defect is found only by tests of the kind {', '.join(lacking)}")
    return found


# --- right services --------------------------------------------------------------------------------------------------


def judge_right(options: argparse.Namespace, fixture: str) -> bool:
    """The right service passes, twice with the same seed and the same result, or with several seeds."""
    folder = Path(tempfile.mkdtemp(prefix=f"{fixture}-", dir=options.folder))
    seeds = range(options.seeds) if options.seeds else (options.seed, options.seed)
    runs = []
    for seed in seeds:
        with service(options, spec_of(fixture), None, folder) as url:
            runs.append(suite(options, fixture, url, folder, seed))
        failed = runs[-1].failed()
        print(f"{fixture:14} seed {seed}: {runs[-1].document['calls']} calls, {len(failed)} failed", flush=True)
        for name in failed:
            print(f"         - {name}: {runs[-1].tests[name]['why']}", flush=True)
    same = options.seeds or runs[0].document == runs[1].document
    if not same:
        print(f"{fixture:14} is not the same for the second time", flush=True)
    return bool(same) and all(run.code == 0 for run in runs)


def judge_noisy(options: argparse.Namespace, fixture: str) -> bool:
    """The right service passes behind each noise; and the suite says what it asked for again."""
    fine = True
    for name, noise in NOISE.items():
        folder = Path(tempfile.mkdtemp(prefix=f"{fixture}-", dir=options.folder))
        with service(options, spec_of(fixture), {"on": ".*", "do": "noise", **noise}, folder) as url:
            run = suite(options, fixture, url, folder, options.seed)
        retried = run.document.get("retried", {})
        print(f"{fixture:14} {name:10} {run.document['calls']} calls, again {retried}, {run.failed()}", flush=True)
        fine = fine and run.code == 0 and bool(retried) == ("every" in noise)
    return fine


def main() -> int:
    """Runs what is asked for."""
    options = arguments()
    with tempfile.TemporaryDirectory() as folder:
        options.folder = Path(folder)
        options.suites = options.suites or Path(folder) / "suites"
        try:
            if options.noisy:
                compiled(options, options.fixtures)
                return int(not all([judge_noisy(options, fixture) for fixture in options.fixtures]))
            if options.right or options.seeds:
                compiled(options, options.fixtures)
                return int(not all([judge_right(options, fixture) for fixture in options.fixtures]))
            defects = [one for one in json.loads(TABLE.read_text(encoding="utf-8")) if is_chosen(options, one)]
            defects = defects if options.weakened is None else weakened_of(options, defects)
            compiled(options, [one for one in options.fixtures if any(one == each["fixture"] for each in defects)])
            judge = judge_defects if options.weakened is None else judge_weakened
            return int(not judge(options, defects))
        except Broken as broken:
            print(broken, file=sys.stderr)
            return 2


def is_chosen(options: argparse.Namespace, defect: dict[str, Any]) -> bool:
    """Whether a defect is to be tried."""
    if defect["fixture"] not in options.fixtures or (options.quick and "quick" not in defect):
        return False
    return not options.only or defect["name"] in options.only


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Shows that a suite notices wrong services.")
    parser.add_argument("fixtures", nargs="*", default=list(FIXTURES), help="some of the fixtures; all unless given")
    parser.add_argument("--specc", type=Path, required=True, help="the compiler")
    parser.add_argument("--python", type=Path, required=True, help="a Python that has what suites need")
    parser.add_argument("--target", default="python-fastapi-sqlite", help="what the suites are written for")
    parser.add_argument("--node", type=Path, default=Path("node"), help="a Node that runs suites in TypeScript")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="only these defects")
    parser.add_argument("--quick", action="store_true", help="only the defects that are marked so: one per kind")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--profile", default="smoke")
    parser.add_argument("--phases", nargs="+", default=[], help="only these phases of the suite")
    parser.add_argument("--jobs", type=int, default=2, help="how many services at a time")
    parser.add_argument("--suites", type=Path, help="where suites are kept; those that are there are not emitted again")
    parser.add_argument("--report", type=Path, help="where everything that failed is written, as JSON")
    parser.add_argument("--right", action="store_true")
    parser.add_argument("--noisy", action="store_true")
    parser.add_argument("--seeds", type=int, default=0, metavar="N")
    parser.add_argument("--weakened", nargs="*", choices=sorted(KINDS), metavar="KIND")
    parser.add_argument("--without", choices=sorted(KINDS), metavar="KIND")
    options = parser.parse_args()
    for name in ("specc", "python"):
        # Not resolved: an environment of Python is a link that stays one.
        setattr(options, name, Path(os.path.abspath(getattr(options, name))))
    return options


if __name__ == "__main__":
    sys.exit(main())
