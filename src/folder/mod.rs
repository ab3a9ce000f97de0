//! Folders that strangers may have filled: everything below one is reached from its handle, step by step, and no step
//! follows a link. So nothing that is swapped in between leads elsewhere. Only the folder itself is found by the path that a
//! user wrote, links and all.
//!
//! A file that is there is never written into: it may be another name of something elsewhere. It is replaced.

mod below;
mod lock;
mod remove;
#[cfg(test)]
pub(crate) mod trial;

use std::fs::{File, Permissions};
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, RawMode, Stat};
use rustix::io::Errno;

pub use self::below::Below;
pub use self::lock::{Lock, Sharing};

/// More than anything that is read whole: a file that is larger was not written by specc.
pub const MAX_BYTES: u64 = 256 * 1024 * 1024;

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
/// Waits for nobody: a pipe without a writer would hang otherwise.
const FILE: OFlags = OFlags::RDONLY.union(OFlags::NONBLOCK).union(OFlags::NOCTTY).union(OFlags::CLOEXEC);
const NEW_FILE: OFlags = OFlags::RDWR.union(OFlags::CREATE).union(OFlags::EXCL).union(OFlags::CLOEXEC);
const NEW_FILE_MODE: RawMode = 0o666;
const NEW_FOLDER_MODE: RawMode = 0o777;

/// Why something in a folder is left alone.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// The operating system refuses.
    #[error("cannot {what} {}: {error}", path.display())]
    Io {
        /// What was tried
        what: &'static str,
        /// With which file or folder
        path: PathBuf,
        /// Why not
        error: io::Error,
    },
    /// It would lead elsewhere.
    #[error("{} is a symbolic link, and specc follows none below a folder: remove it, or name what it leads to", .0.display())]
    Link(PathBuf),
    /// It is no path below the folder.
    #[error("`{0}` is no path of a file below the folder")]
    Outside(String),
    /// It is a pipe, a device or something else that is no file.
    #[error("{} is no regular file: remove it", .0.display())]
    NotAFile(PathBuf),
    /// It cannot be ours.
    #[error("{} is larger than {} MiB, as no file of specc is: remove it", .0.display(), MAX_BYTES / 1024 / 1024)]
    TooLarge(PathBuf),
    /// Two at once.
    #[error("another specc is at work in {}: try again when it has finished", .0.display())]
    Busy(PathBuf),
}

impl Refused {
    fn io<E: Into<io::Error>>(what: &'static str, path: &Path) -> impl FnOnce(E) -> Refused + use<E> {
        let path = path.to_path_buf();
        move |error| Refused::Io { what, path, error: error.into() }
    }

    /// Whether there is nothing at a path.
    fn is_absence(&self) -> bool {
        matches!(self, Refused::Io { error, .. } if error.kind() == io::ErrorKind::NotFound)
    }
}

/// What there is, where absence is no error.
fn if_there<T>(found: Result<T, Refused>) -> Result<Option<T>, Refused> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(refused) if refused.is_absence() => Ok(None),
        Err(refused) => Err(refused),
    }
}

/// A folder that is open.
#[derive(Debug)]
pub struct Folder {
    handle: OwnedFd,
    /// For messages.
    path: PathBuf,
}

impl Folder {
    /// Opens a folder by the path that a user wrote; none where there is nothing.
    pub fn open(path: &Path) -> Result<Option<Folder>, Refused> {
        let here = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        let opened = rustix::fs::openat(CWD, here, FOLDER, Mode::empty()).map_err(Refused::io("read", here));
        Ok(if_there(opened)?.map(|handle| Folder { handle, path: path.to_path_buf() }))
    }

    /// Makes a folder by the path that a user wrote, and opens it.
    pub fn make_named(path: &Path) -> Result<Folder, Refused> {
        std::fs::create_dir_all(path).map_err(Refused::io("create", path))?;
        Folder::open(path)?.ok_or_else(|| Refused::io("open", path)(io::Error::from(io::ErrorKind::NotFound)))
    }

    /// The folder that holds what a user named, and the name in it.
    pub fn around(path: &Path) -> Result<(Folder, Below), Refused> {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let (name, parent) = (Below::new(&name)?, path.parent().unwrap_or(Path::new("")));
        let absent = || Refused::io("open", parent)(io::Error::from(io::ErrorKind::NotFound));
        Ok((Folder::open(parent)?.ok_or_else(absent)?, name))
    }

    /// Its path, for messages and for programs that are to run in it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of something in it, for the same.
    pub fn path_of(&self, below: &Below) -> PathBuf {
        self.path.join(below.as_str())
    }

    // Looking --------------------------------------------------------------------------------------------------

    /// A folder below it; none where there is nothing.
    pub fn folder(&self, below: &Below) -> Result<Option<Folder>, Refused> {
        let (folders, name) = below.split();
        let mut here = self.again()?;
        for part in folders.chain([name]) {
            let Some(next) = here.step(part)? else { return Ok(None) };
            here = next;
        }
        Ok(Some(here))
    }

    /// Opens a file to be read; none where there is nothing.
    pub fn file(&self, below: &Below) -> Result<Option<File>, Refused> {
        let Some((holder, name)) = self.holder(below)? else { return Ok(None) };
        let path = holder.path.join(name);
        let opened = rustix::fs::openat(&holder.handle, name, FILE | OFlags::NOFOLLOW, Mode::empty());
        let opened = opened.map_err(|error| holder.told(error, "read", name));
        if_there(opened)?.map(|handle| regular(handle.into(), &path)).transpose()
    }

    /// What is in a file; none where there is nothing.
    pub fn read(&self, below: &Below) -> Result<Option<Vec<u8>>, Refused> {
        let Some(file) = self.file(below)? else { return Ok(None) };
        let (mut bytes, path) = (Vec::new(), self.path_of(below));
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(Refused::io("read", &path))?;
        if bytes.len() as u64 > MAX_BYTES { Err(Refused::TooLarge(path)) } else { Ok(Some(bytes)) }
    }

    /// Whether there is a file.
    pub fn has_file(&self, below: &Below) -> Result<bool, Refused> {
        Ok(self.kind(below)? == Some(FileType::RegularFile))
    }

    /// Whether there is anything.
    pub fn has(&self, below: &Below) -> Result<bool, Refused> {
        Ok(self.kind(below)?.is_some())
    }

    fn kind(&self, below: &Below) -> Result<Option<FileType>, Refused> {
        let Some((holder, name)) = self.holder(below)? else { return Ok(None) };
        Ok(holder.status(name)?.map(|found| FileType::from_raw_mode(found.st_mode)))
    }

    /// The names in it, in order. Those that are no text cannot be ours.
    pub fn names(&self) -> Result<Vec<String>, Refused> {
        let mut found = Vec::new();
        for entry in Dir::read_from(&self.handle).map_err(Refused::io("read", &self.path))? {
            let entry = entry.map_err(Refused::io("read", &self.path))?;
            found.push(entry.file_name().to_string_lossy().into_owned());
        }
        found.retain(|name| !matches!(name.as_str(), "." | ".."));
        found.sort();
        Ok(found)
    }

    // Writing --------------------------------------------------------------------------------------------------

    /// A folder below it, made where there is none.
    pub fn make(&self, below: &Below) -> Result<Folder, Refused> {
        let (folders, name) = below.split();
        let mut here = self.again()?;
        for part in folders.chain([name]) {
            here = here.make_step(part)?;
        }
        Ok(here)
    }

    fn make_step(&self, name: &str) -> Result<Folder, Refused> {
        if let Some(found) = self.step(name)? {
            return Ok(found);
        }
        let path = self.path.join(name);
        may_go_on().map_err(Refused::io("create", &path))?;
        match rustix::fs::mkdirat(&self.handle, name, Mode::from_raw_mode(NEW_FOLDER_MODE)) {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(error) => return Err(Refused::io("create", &path)(error)),
        }
        self.step(name)?.ok_or_else(|| Refused::io("create", &path)(io::Error::from(io::ErrorKind::NotFound)))
    }

    /// Begins a new file, in the place of one that is there.
    pub fn create(&self, below: &Below) -> Result<File, Refused> {
        let (holder, name) = self.made_holder(below)?;
        holder.unlink(name)?;
        holder.create_new(name)
    }

    /// Writes a new file, in the place of one that is there. Who looks meanwhile may see a part of it.
    pub fn write(&self, below: &Below, bytes: &[u8]) -> Result<(), Refused> {
        let file = self.create(below)?;
        fill(file, bytes).map(drop).map_err(Refused::io("write", &self.path_of(below)))
    }

    /// Replaces a file whole or not at all: what is new is written beside it, and renamed.
    pub fn replace(&self, below: &Below, bytes: &[u8]) -> Result<(), Refused> {
        let (holder, name) = self.made_holder(below)?;
        let there = holder.status(name)?;
        match there.map(|found| FileType::from_raw_mode(found.st_mode)) {
            None | Some(FileType::RegularFile) => {}
            Some(FileType::Symlink) => return Err(Refused::Link(holder.path.join(name))),
            Some(_) => return Err(Refused::NotAFile(holder.path.join(name))),
        }
        let draft = format!(".{name}.{}.new", random_word().map_err(Refused::io("write", &holder.path.join(name)))?);
        let file = holder.create_new(&draft)?;
        let written =
            fill(file, bytes).and_then(|file| finish(&file, there)).map_err(Refused::io("write", &self.path_of(below)));
        let moved = written.and_then(|()| holder.rename_step(&draft, &holder, name));
        moved.inspect_err(|_| drop(holder.unlink(&draft)))
    }

    /// Moves a file from here to a place below another folder, over one that is there. Whether there was one.
    pub fn move_to(&self, from: &Below, other: &Folder, to: &Below) -> Result<bool, Refused> {
        match self.kind(from)? {
            None => return Ok(false),
            Some(FileType::RegularFile) => {}
            Some(FileType::Symlink) => return Err(Refused::Link(self.path_of(from))),
            Some(_) => return Err(Refused::NotAFile(self.path_of(from))),
        }
        let Some((source, name)) = self.holder(from)? else { return Ok(false) };
        let (target, new_name) = other.made_holder(to)?;
        source.rename_step(name, &target, new_name).map(|()| true)
    }

    /// Gives a folder in it another name, unless that is taken.
    pub fn rename(&self, from: &Below, to: &Below) -> Result<(), Refused> {
        if self.has(to)? {
            return Err(Refused::Busy(self.path_of(to)));
        }
        self.rename_step(from.as_str(), self, to.as_str())
    }

    fn rename_step(&self, name: &str, other: &Folder, new_name: &str) -> Result<(), Refused> {
        let path = other.path.join(new_name);
        may_go_on().map_err(Refused::io("write", &path))?;
        rustix::fs::renameat(&self.handle, name, &other.handle, new_name).map_err(Refused::io("write", &path))
    }

    fn create_new(&self, name: &str) -> Result<File, Refused> {
        let path = self.path.join(name);
        may_go_on().map_err(Refused::io("write", &path))?;
        let mode = Mode::from_raw_mode(NEW_FILE_MODE);
        let opened = rustix::fs::openat(&self.handle, name, NEW_FILE | OFlags::NOFOLLOW, mode);
        opened.map(File::from).map_err(Refused::io("write", &path))
    }

    // Steps ----------------------------------------------------------------------------------------------------

    /// Another handle of the same folder.
    fn again(&self) -> Result<Folder, Refused> {
        let handle = self.handle.try_clone().map_err(Refused::io("open", &self.path))?;
        Ok(Folder { handle, path: self.path.clone() })
    }

    /// The folder of this name in it; none where there is nothing.
    fn step(&self, name: &str) -> Result<Option<Folder>, Refused> {
        let opened = rustix::fs::openat(&self.handle, name, FOLDER | OFlags::NOFOLLOW, Mode::empty());
        let opened = opened.map_err(|error| self.told(error, "open", name));
        Ok(if_there(opened)?.map(|handle| Folder { handle, path: self.path.join(name) }))
    }

    /// The folder that holds something, and the name in it; none where there is no such folder.
    fn holder<'b>(&self, below: &'b Below) -> Result<Option<(Folder, &'b str)>, Refused> {
        let (_, name) = below.split();
        let Some(parent) = below.parent() else { return Ok(Some((self.again()?, name))) };
        Ok(self.folder(&parent)?.map(|holder| (holder, name)))
    }

    fn made_holder<'b>(&self, below: &'b Below) -> Result<(Folder, &'b str), Refused> {
        let (_, name) = below.split();
        let holder = match below.parent() {
            Some(parent) => self.make(&parent)?,
            None => self.again()?,
        };
        Ok((holder, name))
    }

    fn status(&self, name: &str) -> Result<Option<Stat>, Refused> {
        let found = rustix::fs::statat(&self.handle, name, AtFlags::SYMLINK_NOFOLLOW);
        if_there(found.map_err(Refused::io("read", &self.path.join(name))))
    }

    /// What an error means: systems tell of a link in several ways.
    fn told(&self, error: Errno, what: &'static str, name: &str) -> Refused {
        let path = self.path.join(name);
        let kind = self.status(name).ok().flatten().map(|found| FileType::from_raw_mode(found.st_mode));
        match kind {
            Some(FileType::Symlink) => Refused::Link(path),
            Some(FileType::Socket | FileType::CharacterDevice | FileType::BlockDevice | FileType::Fifo) => {
                Refused::NotAFile(path)
            }
            Some(FileType::RegularFile | FileType::Directory | FileType::Unknown) | None => {
                Refused::io(what, &path)(error)
            }
        }
    }
}

/// Opens a file by the path that a user wrote, if it is one.
pub fn open_named(path: &Path) -> Result<File, Refused> {
    let handle = rustix::fs::openat(CWD, path, FILE, Mode::empty()).map_err(Refused::io("read", path))?;
    regular(handle.into(), path)
}

/// Begins a file for what a program says. Nothing is followed in the folder that holds it, nor to it.
pub fn begin_log(path: &Path) -> Result<File, Refused> {
    let (name, parent) = (path.file_name(), path.parent().filter(|parent| parent.file_name().is_some()));
    let Some((name, parent)) = name.zip(parent) else { return Err(Refused::Outside(path.display().to_string())) };
    let (around, holder) = Folder::around(parent)?;
    let below = Below::new(&name.to_string_lossy())?;
    around.make(&holder)?.create(&below)
}

fn regular(file: File, path: &Path) -> Result<File, Refused> {
    let found = file.metadata().map_err(Refused::io("read", path))?;
    if found.is_file() {
        Ok(file)
    } else if found.is_dir() {
        Err(Refused::io("read", path)(io::Error::from(io::ErrorKind::IsADirectory)))
    } else {
        Err(Refused::NotAFile(path.into()))
    }
}

fn fill(mut file: File, bytes: &[u8]) -> io::Result<File> {
    if let Err(error) = may_go_on() {
        // Cut off in the middle, as it may happen.
        file.write_all(&bytes[..bytes.len() / 2])?;
        return Err(error);
    }
    file.write_all(bytes)?;
    Ok(file)
}

/// Makes sure that a file is there before it is renamed, with the permissions of the one that it replaces.
fn finish(file: &File, like: Option<Stat>) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    if let Some(found) = like {
        file.set_permissions(Permissions::from_mode(found.st_mode & 0o7777))?;
    }
    file.sync_all()
}

fn random_word() -> io::Result<String> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Asked before every step that changes something; in trials it ends a process at any of them.
#[cfg(not(test))]
#[expect(clippy::unnecessary_wraps, reason = "in trials there are errors")]
fn may_go_on() -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
use self::trial::may_go_on;

impl AsFd for Folder {
    fn as_fd(&self) -> std::os::fd::BorrowedFd<'_> {
        self.handle.as_fd()
    }
}
