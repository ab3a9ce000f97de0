"""How much of the speed of bare round trips emitted suites keep, against the services that they are run on.

    python tests/bench/suite/suite.py --specc SPECC [--python PYTHON] [--kinds sqlite,forgetful] FIXTURE...

Against the generated service (`sqlite`) this is what a user of the suite sees. The reference server that keeps its
state in memory (`forgetful`) answers in a tenth of the time: there, what the suite itself takes has nowhere to hide.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).absolute().parent
sys.path.insert(0, str(HERE.parent.parent / "service"))

from databases import Broken  # noqa: E402  # the path has to be set first
from running import Workshop, environment  # noqa: E402


def measure(shop: Workshop, kind: str, fixture: str) -> str:
    """Runs the suite of a fixture against a service; what was measured."""
    folder = shop.project(kind, fixture)
    tests = [str(path) for kind in ("behavioral", "stateful") for path in folder.glob(f"tests/test_{kind}_*.py")]
    with shop.service(kind, fixture) as service:
        command = [str(shop.python), str(HERE / "watch.py"), *tests]
        env = environment(SPEC_TEST_BASE_URL=service.url)
        done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Broken(f"the suite of {fixture} fails against {kind}: {(done.stderr or done.stdout)[-3000:]}")
    return done.stdout.splitlines()[-1]


def main() -> int:
    """Measures."""
    parser = argparse.ArgumentParser(description="The speed of emitted suites against that of bare calls.")
    parser.add_argument("--kinds", default="sqlite,forgetful", help="what services they are run against")
    parser.add_argument("fixtures", nargs="+")
    Workshop.options(parser)
    options = parser.parse_args()
    kinds = options.kinds.split(",")
    with Workshop.open(options, kinds) as shop:
        for fixture in options.fixtures:
            for kind in kinds:
                print(f"{fixture} against {kind}: {measure(shop, kind, fixture)}", flush=True)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Broken as broken:
        print(broken, file=sys.stderr)
        sys.exit(2)
