//! Python's tools: packages go into a virtual environment, by uv where it is there, since it is faster, and else by pip.

use crate::backend::toolchain::{Install, Runtime, ServiceTools, Step, SuiteTools, Toolchain, Word};

const PYTHON: Word = Word::Installed("bin/python");

const UV: Install = Install {
    needs: Some("uv"),
    steps: &[
        step(
            Word::Plain("uv"),
            &[
                Word::Plain("venv"),
                Word::Plain("--allow-existing"),
                Word::Plain("--python"),
                Word::Runtime,
                Word::Installed(""),
            ],
        ),
        step(
            Word::Plain("uv"),
            &[
                Word::Plain("pip"),
                Word::Plain("install"),
                Word::Plain("--require-hashes"),
                Word::Plain("--python"),
                PYTHON,
                Word::Lists(Some("-r")),
            ],
        ),
    ],
};

const PIP: Install = Install {
    needs: None,
    steps: &[
        step(Word::Runtime, &[Word::Plain("-m"), Word::Plain("venv"), Word::Installed("")]),
        step(
            PYTHON,
            &[
                Word::Plain("-m"),
                Word::Plain("pip"),
                Word::Plain("install"),
                Word::Plain("--disable-pip-version-check"),
                Word::Plain("--no-input"),
                Word::Plain("--require-hashes"),
                Word::Lists(Some("-r")),
            ],
        ),
    ],
};

const MIGRATE: Step =
    step(PYTHON, &[Word::Plain("-m"), Word::Plain("alembic"), Word::Plain("upgrade"), Word::Plain("head")]);

const SERVE: Step = step(
    PYTHON,
    &[
        Word::Plain("-m"),
        Word::Plain("app"),
        Word::Plain("--host"),
        Word::Plain("127.0.0.1"),
        Word::Plain("--port"),
        Word::Plain("0"),
    ],
);

/// Python's tools, with the state of a service in a file or in a database that somebody provides.
pub(in crate::backend) fn toolchain(in_file: bool) -> Toolchain {
    Toolchain {
        language: "python",
        runtime: Runtime {
            title: "Python",
            names: &["python3", "python"],
            ask: &["-c", "import sys; print('%d.%d.%d' % sys.version_info[:3], sys.executable)"],
            least: (3, 11),
        },
        installs: &[UV, PIP],
        suite: SuiteTools {
            entry: "tests/conftest.py",
            packages: &["tests/requirements.lock"],
            before: &[],
            run: Step {
                program: PYTHON,
                words: &[Word::Plain("tests/run_conformance.py")],
                variables: &[("PYTHONDONTWRITEBYTECODE", Word::Plain("1"))],
            },
        },
        service: ServiceTools {
            home: "app",
            entry: "app/main.py",
            packages: &["requirements.lock"],
            before: &[MIGRATE],
            serve: SERVE,
            database: "DATABASE_URL",
            in_file: in_file.then_some("sqlite+aiosqlite:///"),
        },
    }
}

const fn step(program: Word, words: &'static [Word]) -> Step {
    Step { program, words, variables: &[] }
}
