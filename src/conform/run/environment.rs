//! The environment of a suite: its packages, installed once for the same lists and the same runtime.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::process::{Process, output};
use super::step::Environment;
use super::{Stop, Trouble, last_lines};
use crate::backend::{Install, Runtime, Step, Toolchain};

/// How long to wait before looking again whether somebody else is done.
const PAUSE: Duration = Duration::from_millis(50);
/// Tells that everything is there.
const COMPLETE: &str = "complete";

/// Where environments are kept, by what the environment says: `SPECC_CACHE`, or the user's folder for such things.
pub fn cache_folder(variable: &dyn Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let below = |name: &str, rest: &str| variable(name).map(|folder| folder.join(rest));
    variable("SPECC_CACHE").or_else(|| below("XDG_CACHE_HOME", "specc")).or_else(|| below("HOME", ".cache/specc"))
}

/// Makes the environment for some lists of packages, or finds it. `say` is told what takes time.
pub fn prepare(
    tools: &Toolchain,
    lists: &[PathBuf],
    cache: &Path,
    stop: Stop<'_>,
    say: &dyn Fn(&str),
) -> Result<Environment, Trouble> {
    let runtime = Found::runtime(&tools.runtime)?;
    let name = format!("{}-{}", tools.language, key(&runtime, lists)?);
    fs::create_dir_all(cache).map_err(Trouble::io("create", cache))?;
    let cache = fs::canonicalize(cache).map_err(Trouble::io("find", cache))?;
    let environment = Environment { runtime: runtime.program.into(), folder: cache.join(&name), lists: lists.to_vec() };
    let _lock = lock(&cache.join(format!("{name}.lock")), stop)?;
    if !environment.folder.join(COMPLETE).exists() {
        say("installing what the suite needs");
        install(tools.installs, &environment, stop).inspect_err(|_| {
            let _ = fs::remove_dir_all(&environment.folder);
        })?;
    }
    Ok(environment)
}

/// What tells an environment from others of its language.
fn key(runtime: &Found, lists: &[PathBuf]) -> Result<String, Trouble> {
    let mut key = Sha256::new().chain_update(runtime.identity());
    for list in lists {
        key.update(fs::read(list).map_err(Trouble::io("read", list))?);
    }
    Ok(key.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect())
}

/// Two runs that need the same environment make it once.
fn lock(path: &Path, stop: Stop<'_>) -> Result<File, Trouble> {
    let file = File::create(path).map_err(Trouble::io("write", path))?;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(Trouble::io("lock", path)(error)),
            Err(TryLockError::WouldBlock) if stop() => return Err(Trouble::Interrupted),
            Err(TryLockError::WouldBlock) => sleep(PAUSE),
        }
    }
}

/// A runtime that is there.
struct Found {
    program: String,
    version: [u32; 3],
}

impl Found {
    /// The first of its names that is there in a version that will do.
    fn runtime(wanted: &Runtime) -> Result<Found, Trouble> {
        let there: Vec<Found> = wanted.names.iter().filter_map(|name| Found::ask(name, wanted.ask)).collect();
        let found: Vec<String> = there.iter().map(Found::identity).collect();
        let fits = |found: &Found| (found.version[0], found.version[1]) >= wanted.least;
        let found = if found.is_empty() { "none".into() } else { found.join(", ") };
        let (major, minor) = wanted.least;
        let needed = format!("{} {major}.{minor}", wanted.title);
        there.into_iter().find(fits).ok_or(Trouble::NoRuntime { needed, found })
    }

    fn ask(name: &str, words: &[&str]) -> Option<Found> {
        let (status, said) = output(Command::new(name).args(words)).ok()?;
        status.success().then(|| Found::read(name, &said)).flatten()
    }

    /// Reads `3.11.2 /usr/bin/tool`, where only numbers have to be there.
    fn read(name: &str, said: &str) -> Option<Found> {
        let (version, program) = said.split_once(' ').unwrap_or((said, name));
        let version = version.trim_start_matches(|one: char| !one.is_ascii_digit());
        let mut numbers = version.split('.').map(|number| number.parse().ok());
        let version = [numbers.next()??, numbers.next()??, numbers.next().flatten().unwrap_or(0)];
        Some(Found { program: program.to_string(), version })
    }

    fn identity(&self) -> String {
        let [major, minor, patch] = self.version;
        format!("{major}.{minor}.{patch} at {}", self.program)
    }
}

fn install(ways: &[Install], environment: &Environment, stop: Stop<'_>) -> Result<(), Trouble> {
    let steps = steps(ways).ok_or_else(|| Trouble::NoInstaller(installers(ways)))?;
    let folder = &environment.folder;
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(Trouble::io("create", folder))?;
    let said = folder.with_extension("log");
    for step in steps {
        let status = Process::start(&environment.command(step), &said)?.wait(stop, || {})?;
        if !status.success() {
            return Err(Trouble::Install(last_lines(&fs::read_to_string(&said).unwrap_or_default())));
        }
    }
    let done = folder.join(COMPLETE);
    fs::write(&done, "").map_err(Trouble::io("write", &done))
}

/// The programs that packages can be installed with.
fn installers(ways: &[Install]) -> String {
    ways.iter().filter_map(|way| way.needs).collect::<Vec<_>>().join(" or ")
}

/// The steps of the first way whose program is there.
fn steps(ways: &[Install]) -> Option<&'static [Step]> {
    let is_there =
        |program: &str| output(Command::new(program).arg("--version")).is_ok_and(|(status, _)| status.success());
    ways.iter().find(|way| way.needs.is_none_or(is_there)).map(|way| way.steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn environments_are_kept_where_the_user_keeps_such_things() {
        let folder = |set: &'static [(&str, &str)]| {
            let found =
                move |name: &str| set.iter().find(|(known, _)| *known == name).map(|(_, value)| PathBuf::from(value));
            cache_folder(&found)
        };
        assert_eq!(folder(&[("HOME", "/h")]), Some("/h/.cache/specc".into()));
        assert_eq!(folder(&[("HOME", "/h"), ("XDG_CACHE_HOME", "/x")]), Some("/x/specc".into()));
        assert_eq!(folder(&[("HOME", "/h"), ("SPECC_CACHE", "/s")]), Some("/s".into()));
        assert_eq!(folder(&[]), None);
    }

    #[test]
    fn a_version_is_read_from_what_runtimes_say() {
        let read = |said: &str| Found::read("tool", said).map(|found| found.identity());
        assert_eq!(read("3.11.2 /usr/bin/my tool"), Some("3.11.2 at /usr/bin/my tool".into()));
        assert_eq!(read("go1.26.8"), Some("1.26.8 at tool".into()));
        assert_eq!(read("v24.21.0"), Some("24.21.0 at tool".into()));
        assert_eq!(read("1.27"), Some("1.27.0 at tool".into()));
        assert_eq!(read("usage: tool"), None);
    }

    #[test]
    fn the_first_way_to_install_is_taken_whose_program_is_there() {
        let one: &[Step] = &[];
        let way = |needs, steps| Install { needs, steps };
        let two = Step { program: crate::backend::Word::Runtime, words: &[], variables: &[] };
        let two: &'static [Step] = Box::leak(Box::new([two]));
        assert_eq!(steps(&[way(Some("no-such-program"), one), way(None, two)]), Some(two));
        assert_eq!(steps(&[way(Some("cargo"), one), way(None, two)]), Some(one));
        assert_eq!(steps(&[way(Some("no-such-program"), one)]), None);
    }
}
