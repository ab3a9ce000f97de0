//! TypeScript's tools: Node and npm. Packages come from an exact lock. Where the Node of a machine is too old to run TypeScript as
//! it stands, the packages bring one.

use crate::backend::toolchain::{Install, Runtime, Step, SuiteTools, Toolchain, Word};

/// Node as programs are run with it.
const NODE: Word = Word::Installed("bin/node");

/// Puts the Node that runs programs where it is found: the one at hand, or the one among the packages where that is too old.
const CHOOSE: &str = "\
const { existsSync, mkdirSync, symlinkSync } = require('node:fs');
const folder = process.argv[1];
const own = `${folder}/node_modules/node-${process.platform}-${process.arch}/bin/node`;
const isOld = Number.parseInt(process.versions.node, 10) < 24;
if (isOld && !existsSync(own)) {
  console.error(`the suite runs on Node 24 or newer, and there is none to install here: install one (found: ${process.versions.node})`);
  process.exit(1);
}
mkdirSync(`${folder}/bin`);
symlinkSync(isOld ? own : process.execPath, `${folder}/bin/node`);
";

const NPM: Install = Install {
    needs: Some("npm"),
    steps: &[
        step(Word::Plain("cp"), &[Word::Lists(None), Word::Installed("")]),
        step(
            Word::Plain("npm"),
            &[
                Word::Plain("ci"),
                Word::Plain("--prefix"),
                Word::Installed(""),
                Word::Plain("--ignore-scripts"),
                Word::Plain("--no-audit"),
                Word::Plain("--no-fund"),
            ],
        ),
        step(Word::Runtime, &[Word::Plain("-e"), Word::Plain(CHOOSE), Word::Installed("")]),
    ],
};

/// TypeScript's tools.
pub(in crate::backend) const TOOLCHAIN: Toolchain = Toolchain {
    language: "typescript",
    runtime: Runtime {
        title: "Node",
        names: &["node", "nodejs"],
        ask: &["-p", "process.versions.node + ' ' + process.execPath"],
        least: (20, 0),
    },
    installs: &[NPM],
    suite: SuiteTools {
        entry: "tests/run_conformance.mjs",
        packages: &["package.json", "package-lock.json"],
        before: &[],
        run: Step {
            program: NODE,
            words: &[Word::Plain("tests/run_conformance.mjs")],
            variables: &[("SPEC_NODE_MODULES", Word::Installed("node_modules"))],
        },
    },
    service: None,
};

const fn step(program: Word, words: &'static [Word]) -> Step {
    Step { program, words, variables: &[] }
}
