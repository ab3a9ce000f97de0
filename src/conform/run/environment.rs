//! The environment of a Python suite: its packages, installed once for the same list and the same Python.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::process::{Process, output};
use super::{Stop, Trouble, last_lines};

/// The oldest Python that will do.
pub(super) const LEAST_PYTHON: (u32, u32) = (3, 11);
/// How long to wait before looking again whether somebody else is done.
const PAUSE: Duration = Duration::from_millis(50);
/// Tells that everything is there.
const COMPLETE: &str = "complete";
const ASK: &str = "import sys; print(*sys.version_info[:3], sys.executable)";

/// What a suite runs with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Environment {
    /// The interpreter.
    pub python: PathBuf,
    /// Whether it was there already.
    pub cached: bool,
}

/// Where environments are kept, by what the environment says: `SPECC_CACHE`, or the user's folder for such things.
pub fn cache_folder(variable: &dyn Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let below = |name: &str, rest: &str| variable(name).map(|folder| folder.join(rest));
    variable("SPECC_CACHE").or_else(|| below("XDG_CACHE_HOME", "specc")).or_else(|| below("HOME", ".cache/specc"))
}

/// Makes the environment for some lists of packages, or finds it. `say` is told what takes time.
pub fn prepare(lists: &[PathBuf], cache: &Path, stop: Stop<'_>, say: &dyn Fn(&str)) -> Result<Environment, Trouble> {
    let python = Python::find()?;
    let mut key = Sha256::new().chain_update(python.identity());
    for list in lists {
        key.update(fs::read(list).map_err(Trouble::io("read", list))?);
    }
    let key = key.finalize();
    let name: String = key.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    fs::create_dir_all(cache).map_err(Trouble::io("create", cache))?;
    let cache = fs::canonicalize(cache).map_err(Trouble::io("find", cache))?;
    let folder = cache.join(format!("python-{name}"));
    let _lock = lock(&cache.join(format!("python-{name}.lock")), stop)?;
    let cached = folder.join(COMPLETE).exists();
    if !cached {
        say("installing what the suite needs");
        install(&python, lists, &folder, stop).inspect_err(|_| {
            let _ = fs::remove_dir_all(&folder);
        })?;
    }
    Ok(Environment { python: interpreter(&folder), cached })
}

fn interpreter(folder: &Path) -> PathBuf {
    folder.join("bin/python")
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

struct Python {
    program: String,
    version: [u32; 3],
}

impl Python {
    fn find() -> Result<Python, Trouble> {
        let there: Vec<Python> = ["python3", "python"].into_iter().filter_map(Python::ask).collect();
        let found: Vec<String> = there.iter().map(Python::identity).collect();
        let fits = |python: &Python| (python.version[0], python.version[1]) >= LEAST_PYTHON;
        let found = if found.is_empty() { "none".into() } else { found.join(", ") };
        there.into_iter().find(fits).ok_or(Trouble::NoPython { found })
    }

    fn ask(name: &str) -> Option<Python> {
        let (status, said) = output(Command::new(name).args(["-c", ASK])).ok()?;
        let mut words = said.splitn(4, ' ');
        let mut number = || words.next()?.parse().ok();
        let version = [number()?, number()?, number()?];
        status.success().then_some(())?;
        Some(Python { program: words.next()?.to_string(), version })
    }

    fn identity(&self) -> String {
        let [major, minor, patch] = self.version;
        format!("{major}.{minor}.{patch} at {}", self.program)
    }
}

fn install(python: &Python, lists: &[PathBuf], folder: &Path, stop: Stop<'_>) -> Result<(), Trouble> {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(Trouble::io("create", folder))?;
    let said = folder.with_extension("log");
    for step in steps(python, lists, folder) {
        let status = Process::start(&step, &said)?.wait(stop, || {})?;
        if !status.success() {
            return Err(Trouble::Install(last_lines(&fs::read_to_string(&said).unwrap_or_default())));
        }
    }
    let done = folder.join(COMPLETE);
    fs::write(&done, "").map_err(Trouble::io("write", &done))
}

/// What makes the environment: uv where it is there, since it is faster, and else what comes with Python.
fn steps(python: &Python, lists: &[PathBuf], folder: &Path) -> [Command; 2] {
    let command = |program: &Path, args: &[&str]| {
        let mut command = Command::new(program);
        command.args(args);
        command
    };
    let has_uv = output(Command::new("uv").arg("--version")).is_ok_and(|(status, _)| status.success());
    let interpreter = interpreter(folder);
    let [mut make, mut fill] = if has_uv {
        let mut fill = command(Path::new("uv"), &["pip", "install", "--require-hashes", "--python"]);
        fill.arg(&interpreter);
        [command(Path::new("uv"), &["venv", "--allow-existing", "--python", &python.program]), fill]
    } else {
        let fill = ["-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--require-hashes"];
        [command(Path::new(&python.program), &["-m", "venv"]), command(&interpreter, &fill)]
    };
    make.arg(folder);
    lists.iter().for_each(|list| {
        fill.arg("-r").arg(list);
    });
    [make, fill]
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
}
