//! Removing what is below a folder. A link goes itself, never what it leads to.

use std::ffi::CStr;

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags};
use rustix::io::Errno;

use super::{Below, FOLDER, Folder, Refused, may_go_on};

/// How deep folders may be nested that are removed: ours are not deep.
const MAX_DEPTH: usize = 64;

impl Folder {
    /// Removes a file, where there is one.
    pub fn remove_file(&self, below: &Below) -> Result<(), Refused> {
        let Some((holder, name)) = self.holder(below)? else { return Ok(()) };
        holder.unlink(name)
    }

    /// Removes the folders that hold something, from the innermost, as long as they are empty.
    pub fn remove_empty_above(&self, below: &Below) -> Result<(), Refused> {
        let mut above = below.parent();
        while let Some(path) = above {
            if !self.remove_if_empty(&path)? {
                break;
            }
            above = path.parent();
        }
        Ok(())
    }

    /// Removes a folder that is empty. Whether it is gone.
    pub fn remove_if_empty(&self, below: &Below) -> Result<bool, Refused> {
        let Some((holder, name)) = self.holder(below)? else { return Ok(true) };
        may_go_on().map_err(Refused::io("remove", &self.path_of(below)))?;
        Ok(rustix::fs::unlinkat(&holder.handle, name, AtFlags::REMOVEDIR).is_ok())
    }

    /// Removes a folder with all that is in it.
    pub fn remove_all(&self, below: &Below) -> Result<(), Refused> {
        let Some(folder) = self.folder(below)? else { return Ok(()) };
        folder.clear()?;
        self.remove_if_empty(below).map(drop)
    }

    /// Removes all that is in it.
    pub fn clear(&self) -> Result<(), Refused> {
        self.clear_to(MAX_DEPTH)
    }

    fn clear_to(&self, depth: usize) -> Result<(), Refused> {
        let failed = Refused::io::<Errno>("remove", &self.path);
        if depth == 0 {
            return Err(failed(Errno::LOOP));
        }
        for entry in Dir::read_from(&self.handle).map_err(Refused::io("read", &self.path))? {
            let entry = entry.map_err(Refused::io("read", &self.path))?;
            let name = entry.file_name();
            if !matches!(name.to_bytes(), b"." | b"..") {
                self.remove_entry(name, depth)?;
            }
        }
        Ok(())
    }

    fn remove_entry(&self, name: &CStr, depth: usize) -> Result<(), Refused> {
        let path = self.path.join(name.to_string_lossy().as_ref());
        let found = rustix::fs::statat(&self.handle, name, AtFlags::SYMLINK_NOFOLLOW);
        let found = found.map_err(Refused::io("remove", &path))?;
        let is_folder = FileType::from_raw_mode(found.st_mode) == FileType::Directory;
        if is_folder {
            let handle = rustix::fs::openat(&self.handle, name, FOLDER | OFlags::NOFOLLOW, Mode::empty());
            let handle = handle.map_err(Refused::io("remove", &path))?;
            Folder { handle, path: path.clone() }.clear_to(depth - 1)?;
        }
        may_go_on().map_err(Refused::io("remove", &path))?;
        let flags = if is_folder { AtFlags::REMOVEDIR } else { AtFlags::empty() };
        rustix::fs::unlinkat(&self.handle, name, flags).map_err(Refused::io("remove", &path))
    }

    /// Removes a file or a link of this name, where there is one.
    pub(super) fn unlink(&self, name: &str) -> Result<(), Refused> {
        let path = self.path.join(name);
        may_go_on().map_err(Refused::io("remove", &path))?;
        match rustix::fs::unlinkat(&self.handle, name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => Ok(()),
            Err(error) => Err(Refused::io("remove", &path)(error)),
        }
    }
}
