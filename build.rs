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

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed={VARIABLE}");
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

/// A program looks beside itself first, then in the `lib` beside its folder, then where it was built.
fn link(folder: &Path) {
    println!("cargo:rerun-if-changed={}", folder.join("libz3.so").display());
    let places = ["$ORIGIN".to_string(), "$ORIGIN/../lib".to_string(), folder.display().to_string()];
    println!("cargo:rustc-link-arg=-Wl,-rpath,{}", places.join(":"));
}

/// Puts a jump in the place of every function of Z3, so that nothing refers to the library itself.
fn load_late(folder: &Path) -> Result<(), String> {
    let target = |part: &str| std::env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    let known = (target("OS"), target("ARCH"), target("ENV"));
    if known != ("linux".to_string(), "x86_64".to_string(), "gnu".to_string()) {
        return Ok(());
    }
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    let functions: String = functions(folder)?.iter().map(|name| format!("FUNCTION({name})\n")).collect();
    std::fs::write(out.join("functions.h"), functions)
        .map_err(|error| format!("its functions cannot be listed: {error}"))?;
    println!("cargo:rerun-if-changed=src/verify/loader.c");
    let mut build = cc::Build::new();
    build.file("src/verify/loader.c").include(&out).cargo_metadata(false);
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
