//! What it takes to lower, print and write a suite once its spec is explored, against copying the same files, and how
//! that grows with the spec. Run by `make bench`.
#![allow(clippy::expect_used, clippy::print_stdout, reason = "a bench prints, and stops where its input is wrong")]

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use specc::backend::{GeneratedFile, Suite, Target};
use specc::convention::{Api, routes};
use specc::emit::{self, Origin, Tree};
use specc::explore::{Exploration, NoFinder, Options, Quiet, corpus_text, explore};
use specc::interp::Machine;
use specc::ir::Service;
use specc::openapi;
use specc::plan::{Ground, plan};
use specc::project::{NoFiles, open};
use specc::source::SourceMap;

const FIXTURES: [&str; 6] = ["safe_counter", "url_shortener", "todo_list", "edge_cases", "ecommerce", "auth_service"];
/// The fixture that is judged, and how many times the copy's time it may take.
const JUDGED: &str = "todo_list";
const WANTED: f64 = 3.0;
const ROUNDS: usize = 9;

struct Explored {
    sources: SourceMap,
    service: Arc<Service>,
    api: Api,
    exploration: Exploration,
}

fn main() {
    println!(
        "{:>14} {:>6} {:>10} {:>10} {:>9} {:>9} {:>7}",
        "fixture", "lines", "explore", "to files", "bytes", "cp -r", "ratio"
    );
    let mut judged = f64::NAN;
    for name in FIXTURES {
        let (explored, taken) = explored(name);
        let ratio = measure(name, &explored, taken);
        if name == JUDGED {
            judged = ratio;
        }
    }
    let verdict = if judged <= WANTED { "met" } else { "missed" };
    println!("{JUDGED}: {judged:.2} times the copy (wanted: at most {WANTED}): {verdict}");
}

fn explored(name: &str) -> (Explored, Duration) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/spec/{name}.spec"));
    let project = open(&format!("{name}.spec"), &std::fs::read(path).expect("the fixture"), &NoFiles);
    let service = Arc::new(specc::sema::check(&project.files, true).service.expect("a sound fixture"));
    let (api, _) = routes(&service);
    let began = Instant::now();
    let exploration = explore(&service, &Options::default(), &NoFinder, &mut Quiet).expect("a valid state");
    (Explored { sources: project.sources, service, api, exploration }, began.elapsed())
}

fn files(explored: &Explored) -> Vec<GeneratedFile> {
    let Explored { sources, service, api, exploration } = explored;
    let target = Target::ALL[0];
    let plan = plan(
        Ground { service, api, exploration, sources, machine: &Machine::new(Arc::clone(service)) },
        target.capabilities(),
    );
    let corpus = corpus_text(exploration, service, api, &Options::default());
    let openapi = openapi::to_yaml(&openapi::document(service, api));
    target.suite(Suite { service, api, sources, plan: &plan, corpus: &corpus, openapi: &openapi })
}

fn measure(name: &str, explored: &Explored, taken: Duration) -> f64 {
    let home = tempfile::tempdir().expect("a folder");
    let effort = Options::default().effort;
    let origin = Origin { target: Target::ALL[0].name().into(), spec: format!("{name}.spec"), effort };
    let (mut making, mut copying) = (Duration::MAX, Duration::MAX);
    for round in 0..ROUNDS {
        let folder = home.path().join(format!("made-{round}"));
        let began = Instant::now();
        let tree = Tree { origin: &origin, files: &files(explored) };
        emit::claim(&folder).and_then(|desk| desk.write(tree, &|| false)).expect("written");
        making = making.min(began.elapsed());
        let began = Instant::now();
        let copied = Command::new("cp").arg("-r").arg(&folder).arg(home.path().join(format!("copy-{round}"))).status();
        assert!(copied.expect("cp starts").success());
        copying = copying.min(began.elapsed());
    }
    let ratio = making.as_secs_f64() / copying.as_secs_f64();
    let bytes: usize = files(explored).iter().map(|file| file.text.len()).sum();
    let lines = explored.sources.line_count();
    println!(
        "{name:>14} {lines:>6} {:>7.0} ms {:>7.1} ms {bytes:>9} {:>6.1} ms {ratio:>7.2}",
        taken.as_secs_f64() * 1e3,
        making.as_secs_f64() * 1e3,
        copying.as_secs_f64() * 1e3,
    );
    ratio
}
