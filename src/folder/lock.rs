//! Who is at work in a folder. The lock is on the folder itself, so it leaves no file, and goes with the process.

use std::fs::{File, TryLockError};
use std::path::Path;

use rustix::fs::Stat;

use super::{Below, Folder, Refused};

/// How many may hold a lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sharing {
    /// One, who writes
    Alone,
    /// All who look
    Shared,
}

/// A folder that is kept from others while this lives.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Folder {
    /// Keeps others out of a folder in this one; none where there is no such folder. `whose` is told to those who come second.
    pub fn lock(&self, name: &Below, sharing: Sharing, whose: &Path) -> Result<Option<Lock>, Refused> {
        let Some(inner) = self.folder(name)? else { return Ok(None) };
        let path = inner.path.clone();
        // A handle of its own: what a lock belongs to is shared by copies of a handle.
        let file = File::from(inner.handle);
        let locked = match sharing {
            Sharing::Alone => file.try_lock(),
            Sharing::Shared => file.try_lock_shared(),
        };
        match locked {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Refused::Busy(whose.into())),
            Err(TryLockError::Error(error)) => return Err(Refused::io("lock", &path)(error)),
        }
        // Whoever had it may have removed the folder, or put another in its place.
        let held = rustix::fs::fstat(&file).map_err(Refused::io("lock", &path))?;
        let is_there = self.status(name.as_str())?.is_some_and(|there| is_same(&held, &there));
        if is_there { Ok(Some(Lock { _file: file })) } else { Err(Refused::Busy(whose.into())) }
    }
}

fn is_same(one: &Stat, other: &Stat) -> bool {
    (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino)
}
