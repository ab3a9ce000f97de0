//! Finds the Z3 library that `tests/solver.sh` installed, and writes into every program where to look for it. Without this a
//! library of the system would be linked: it links silently, and then gives wrong answers. Where specc knows how
//! (`src/verify/loader.c`), a program looks for the library when it first needs it, and starts without it.
//!
//! Also makes a number of all sources, by which verdicts that another specc came to are known.
#![allow(clippy::print_stderr, reason = "a build script has nowhere else to say what is missing")]

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

const VARIABLE: &str = "Z3_LIBRARY_PATH_OVERRIDE";
/// Set where the program is built to be handed out, see `tests/ship.sh`.
const SHIPPED: &str = "SPECC_SHIP";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed={VARIABLE}");
    println!("cargo:rerun-if-env-changed={SHIPPED}");
    tell_sources();
    match library_folder() {
        Ok(folder) => {
            link(&folder);
            if let Err(problem) = load_late(&folder) {
                stop(&problem);
            }
        }
        Err(problem) => stop(&problem),
    }
}

fn library_folder() -> Result<PathBuf, String> {
    let folder = std::env::var_os(VARIABLE).map(PathBuf::from).ok_or_else(|| {
        format!("{VARIABLE} is not set: run cargo inside the project, where .cargo/config.toml is read")
    })?;
    if folder.join("libz3.so").is_file() {
        Ok(folder)
    } else {
        Err(format!("there is no libz3.so in {}", folder.display()))
    }
}

/// Where specc does not load the library itself, a program looks beside itself first, then in the `lib` beside its folder,
/// then where it was built.
fn link(folder: &Path) {
    println!("cargo:rerun-if-changed={}", folder.join("libz3.so").display());
    if !loads_late() {
        let built = if is_shipped() { String::new() } else { format!(":{}", folder.display()) };
        println!("cargo:rustc-link-arg=-Wl,-rpath,$ORIGIN:$ORIGIN/../lib{built}");
    }
}

/// Whether the program goes to other machines, and is to know nothing of this one.
fn is_shipped() -> bool {
    std::env::var_os(SHIPPED).is_some_and(|value| !value.is_empty())
}

/// Whether `src/verify/loader.c` knows how to load the library.
fn loads_late() -> bool {
    let target = |part: &str| std::env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    (target("OS").as_str(), target("ARCH").as_str(), target("ENV").as_str()) == ("linux", "x86_64", "gnu")
}

/// Puts a jump in the place of every function of Z3, so that nothing refers to the library itself.
fn load_late(folder: &Path) -> Result<(), String> {
    if !loads_late() {
        return Ok(());
    }
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    let functions: String = functions(folder)?.iter().map(|name| format!("FUNCTION({name})\n")).collect();
    std::fs::write(out.join("functions.h"), functions)
        .map_err(|error| format!("its functions cannot be listed: {error}"))?;
    println!("cargo:rerun-if-changed=src/verify/loader.c");
    let mut build = cc::Build::new();
    build.file("src/verify/loader.c").include(&out).cargo_metadata(false);
    if !is_shipped() {
        build.define("SPECC_Z3_BUILT", format!("{:?}", folder.display().to_string()).as_str());
    }
    build.try_compile("specc_z3").map_err(|error| format!("its loader cannot be compiled: {error}"))?;
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static:+whole-archive,-bundle=specc_z3");
    Ok(())
}

/// The names of all functions that the headers beside the library declare.
fn functions(folder: &Path) -> Result<BTreeSet<String>, String> {
    let headers = folder.join("../include");
    let mut found = BTreeSet::new();
    let entries = std::fs::read_dir(&headers).map_err(|error| format!("{}: {error}", headers.display()))?;
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        for after in text.split("Z3_API Z3_").skip(1) {
            let name: String =
                after.chars().take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '_').collect();
            found.insert(format!("Z3_{name}"));
        }
    }
    if found.contains("Z3_get_full_version") {
        Ok(found)
    } else {
        Err(format!("{} is not its headers", headers.display()))
    }
}

fn tell_sources() {
    let mut hasher = DefaultHasher::new();
    for folder in ["grammar", "src"] {
        println!("cargo:rerun-if-changed={folder}");
        add_folder(Path::new(folder), &mut hasher);
    }
    println!("cargo:rustc-env=SPECC_SOURCES={:016x}", hasher.finish());
}

fn add_folder(folder: &Path, hasher: &mut DefaultHasher) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            add_folder(&path, hasher);
        } else {
            path.hash(hasher);
            std::fs::read(&path).unwrap_or_default().hash(hasher);
        }
    }
}

fn stop(problem: &str) -> ! {
    eprintln!("specc needs Z3 5.3, and {problem}.");
    eprintln!("Install it with `bash tests/solver.sh`, or by hand:");
    eprintln!("  python3 -m pip install --no-deps --only-binary=:all: --target .z3 z3-solver==5.3.2.0");
    std::process::exit(1);
}
