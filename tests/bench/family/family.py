"""How the cost of specc grows with the size of a spec: over services of 1, 2, 4, … to-do lists.

    python tests/bench/family/family.py --specc SPECC [--copies 1 2 4] [--effort quick] [--limit 300] [--all] [--calls]

There are two families, made by `specs.py`: lists side by side that have nothing to do with each other, and linked ones,
in which each refers to the one before. Each command runs in a process of its own with an empty cache; only `again`,
which is `compile` once more into the same folder, finds what the first one left there. Printed are the processor's
seconds (of all processes and cores together), the peak memory of the largest process, the bytes that were written, the
calls that the suite is sure to make (those of its cases, `planned`) and, with `--calls`, how many calls a smoke run of it
makes. Linux shows no peak below the memory of this script, about 15 MB: it is `unseen`.

Behind each value stands its growth: how many times the value of the spec of half the size it is. A cost in proportion
to the size doubles; 2.2 is the most that is wanted. The last lines say where the largest growth of each measure is, and
whether it is that small: `met`, `MISSED`, or `open` where it is as far as is known, but something is missing.

A command that takes longer than `--limit` seconds is shown as `> 300 s`, and larger specs leave it out. Proofs are left
out above 8 copies without `--all`, and calls are counted up to 4 copies.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from measures import Member, Row, Shop, columns, wanted
from processes import least_megabytes
from specs import FAMILIES, Unfit

COPIES = {"side by side": [1, 2, 4, 8, 16, 32], "linked": [1, 2, 4, 8]}
WANTED = 2.2
LABEL_WIDTH = 6
VALUE_WIDTH = 11
GROWTH_WIDTH = 6
# What is reported of small programs differs by so much from run to run.
MARGIN = 1.1


@dataclass
class Table:
    """What was measured of a family."""

    family: str
    options: argparse.Namespace
    # Peaks of memory up to this one are not those of specc.
    unseen: float
    rows: dict[int, Row] = field(default_factory=dict)

    def heading(self) -> str:
        """The first line."""
        names = "".join(f"{name:>{VALUE_WIDTH}}{'':{GROWTH_WIDTH}}" for name in columns(self.options))
        return f"{'copies':>{LABEL_WIDTH}}{names}".rstrip()

    def line(self, copies: int) -> str:
        """The line of a member."""
        return (
            f"{copies:>{LABEL_WIDTH}}" + "".join(self.cell(copies, column) for column in columns(self.options)).rstrip()
        )

    def cell(self, copies: int, column: str) -> str:
        """A value with its growth."""
        value, growth = self.rows[copies].get(column, "-"), self.growth(copies, column)
        shown = value if isinstance(value, str) else written(column, value) if self.sees(column, value) else "unseen"
        return f"{shown:>{VALUE_WIDTH}}" + (" " * GROWTH_WIDTH if growth is None else f" x{growth:#.3g}")

    def sees(self, column: str, value: float) -> bool:
        """Whether a value is that of specc."""
        return not column.endswith(" MB") or value > self.unseen * MARGIN

    def growth(self, copies: int, column: str) -> float | None:
        """How many times the value of the member of half the size a value is, where both are known."""
        value = self.rows[copies].get(column)
        half = None if copies % 2 else self.rows.get(copies // 2, {}).get(column)
        if not isinstance(value, float) or not isinstance(half, float):
            return None
        return value / half if self.sees(column, half) and half else None

    def growths(self, column: str) -> list[tuple[float, str]]:
        """Every growth of a measure, with where it is."""
        found = ((self.growth(copies, column), copies) for copies in self.rows)
        return [(growth, f"{self.family}, {copies} copies") for growth, copies in found if growth is not None]

    def gap(self, column: str) -> str | None:
        """Where a measure is missing first, although it is wanted there."""
        for copies, row in self.rows.items():
            if wanted(column, copies, self.options) and not isinstance(row.get(column), float):
                return f"{row.get(column, 'not measured')} at {self.family}, {copies} copies"
        return None


def written(column: str, value: float) -> str:
    """A value as it is shown."""
    digits = 3 if column.endswith(" s") else 1 if column.endswith(" MB") else 0
    return f"{value:,.{digits}f}"


def measured(family: str, options: argparse.Namespace, folder: Path) -> tuple[Table, list[str]]:
    """Measures a family, printing each member as soon as it is known; the table, and what failed."""
    table, shop = Table(family, options, least_megabytes(folder)), Shop(options, folder)
    print(f"{family}:\n{table.heading()}", flush=True)
    for copies in options.copies or COPIES[family]:
        with tempfile.TemporaryDirectory(dir=folder) as name:
            spec = Path(name) / "family.spec"
            spec.write_text(FAMILIES[family](copies), encoding="utf-8")
            table.rows[copies] = Member(shop, spec).measure(copies)
        print(table.line(copies), flush=True)
    print()
    return table, shop.failures


def verdict(column: str, tables: list[Table]) -> str:
    """The largest growth of a measure beside the wanted one."""
    growths = [growth for table in tables for growth in table.growths(column)]
    gaps = "".join(f"; {gap}" for table in tables if (gap := table.gap(column)))
    if not growths:
        return f"  {column:12} nothing to compare{gaps}"
    most, where = max(growths)
    # What is missing may have grown by more, but not by less.
    said = "MISSED" if most > WANTED else "open" if gaps else "met"
    return f"  {column:12} {most:5.2f}   wanted {WANTED}   {said:6}   ({where}{gaps})"


def run(options: argparse.Namespace, folder: Path) -> int:
    """Measures both families."""
    results = [measured(family, options, folder) for family in FAMILIES]
    print("the largest growth of each measure:")
    for column in columns(options):
        print(verdict(column, [table for table, _ in results]))
    failures = [failure for _, some in results for failure in some]
    print("".join(f"\n{failure}\n" for failure in failures), end="", file=sys.stderr)
    return 2 if failures else 0


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="How the cost of specc grows with the size of a spec.")
    parser.add_argument("--specc", type=Path, required=True, help="the compiler")
    parser.add_argument("--copies", type=int, nargs="+", help="how many copies, in both families")
    parser.add_argument("--effort", choices=["quick", "normal", "deep"], default="normal", help="how much is spent")
    parser.add_argument("--limit", type=float, default=300.0, help="how many seconds a command may take")
    parser.add_argument("--all", action="store_true", help="verify large specs, too")
    parser.add_argument("--calls", action="store_true", help="run the suites of small specs, and count their calls")
    options = parser.parse_args()
    options.specc = Path(os.path.abspath(options.specc))
    options.copies = sorted(set(options.copies or []))
    if any(copies < 1 for copies in options.copies):
        parser.error("--copies: a spec has one copy at least")
    return options


def end_politely(number: int, frame: FrameType | None) -> None:
    """Ends this process as an exception does, so that what it started is stopped and what it wrote is removed."""
    del frame
    sys.exit(128 + number)


def main() -> int:
    """Measures, in a folder that is gone afterwards."""
    options = arguments()
    signal.signal(signal.SIGTERM, end_politely)
    with tempfile.TemporaryDirectory(prefix="specc-family-") as name:
        return run(options, Path(name))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Unfit as unfit:
        print(unfit, file=sys.stderr)
        sys.exit(2)
