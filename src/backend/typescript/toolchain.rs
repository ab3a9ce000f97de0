//! TypeScript's tools: Node and npm. Packages come from an exact lock. Where the Node of a machine is too old to run TypeScript as
//! it stands, the packages of a suite bring one.

use crate::backend::toolchain::{Install, Runtime, ServiceTools, Step, SuiteTools, Toolchain, Word};

/// Node as programs are run with it.
const NODE: Word = Word::Installed("bin/node");

/// Copies the lock, and the manifest beside it, to where packages are installed.
const COPY: &str = "\
const { copyFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const [folder, , lock] = process.argv.slice(1);
for (const name of ['package.json', 'package-lock.json']) {
  copyFileSync(join(dirname(lock), name), join(folder, name));
}
";

/// Puts the Node that runs programs where it is found: the one at hand, or the one among the packages where that is too old.
const CHOOSE: &str = "\
const { existsSync, mkdirSync, symlinkSync } = require('node:fs');
const folder = process.argv[1];
const own = `${folder}/node_modules/node-${process.platform}-${process.arch}/bin/node`;
const isOld = Number.parseInt(process.versions.node, 10) < 24;
if (isOld && !existsSync(own)) {
  console.error(`this runs on Node 24 or newer, and there is none to install here: install one (found: ${process.versions.node})`);
  process.exit(1);
}
mkdirSync(`${folder}/bin`);
symlinkSync(isOld ? own : process.execPath, `${folder}/bin/node`);
";

/// Lets a service find its packages, where nobody installed them beside it.
const LINK: &str = "\
const { existsSync, rmSync, symlinkSync, lstatSync } = require('node:fs');
const isLink = lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink() === true;
if (isLink) rmSync('node_modules');
if (!existsSync('node_modules')) symlinkSync(`${process.argv[1]}/node_modules`, 'node_modules');
";

const NPM: Install = Install {
    needs: Some("npm"),
    steps: &[
        step(Word::Runtime, &[Word::Plain("-e"), Word::Plain(COPY), Word::Installed(""), Word::Lists(None)]),
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

const BEFORE: Step = step(NODE, &[Word::Plain("-e"), Word::Plain(LINK), Word::Installed("")]);

const MIGRATE: Step = step(NODE, &[Word::Plain("src/migrate.ts"), Word::Plain("up")]);

const SERVE: Step = step(
    NODE,
    &[
        Word::Plain("src/main.ts"),
        Word::Plain("--host"),
        Word::Plain("127.0.0.1"),
        Word::Plain("--port"),
        Word::Plain("0"),
    ],
);

/// TypeScript's tools, with the state of a service in a file or in a database that somebody provides.
pub(in crate::backend) fn toolchain(in_file: bool) -> Toolchain {
    Toolchain {
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
        service: ServiceTools {
            home: "src",
            entry: "src/main.ts",
            packages: &["package.json", "package-lock.json"],
            before: &[BEFORE, MIGRATE],
            serve: SERVE,
            database: "DATABASE_URL",
            in_file: in_file.then_some("sqlite:///"),
        },
    }
}

const fn step(program: Word, words: &'static [Word]) -> Step {
    Step { program, words, variables: &[] }
}
