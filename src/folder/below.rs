//! What a path below a folder is. Manifests, journals, imports and all that is written or removed ask here.

use super::Refused;

/// A path that stays below the folder it is joined to: words between `/`, of which none leads up or means the folder itself.
/// That nothing on the way is a link is seen when it is followed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Below(String);

/// The longest path, which is what systems allow.
const MAX_BYTES: usize = 4096;

impl Below {
    /// The path that a text means, if it is one.
    pub fn new(path: &str) -> Result<Below, Refused> {
        let fits = path.len() <= MAX_BYTES && path.split('/').all(is_plain);
        if fits { Ok(Below(path.to_string())) } else { Err(Refused::Outside(path.to_string())) }
    }

    /// As it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The folders on the way, and the name at its end.
    pub(super) fn split(&self) -> (impl Iterator<Item = &str>, &str) {
        let (folders, name) = self.0.rsplit_once('/').unwrap_or(("", &self.0));
        (folders.split('/').filter(|part| !part.is_empty()), name)
    }

    /// Its first word.
    pub fn first(&self) -> &str {
        self.0.split('/').next().unwrap_or_default()
    }

    /// The folder that holds it, unless that is the one it is below of.
    pub fn parent(&self) -> Option<Below> {
        self.0.rsplit_once('/').map(|(folders, _)| Below(folders.to_string()))
    }

    /// Something below this.
    pub fn join(&self, path: &Below) -> Below {
        Below(format!("{}/{}", self.0, path.0))
    }
}

/// A repository's own folder is never ours: what is in it is run by others.
fn is_plain(part: &str) -> bool {
    !matches!(part, "" | "." | "..") && !part.eq_ignore_ascii_case(".git") && !part.contains(is_odd)
}

fn is_odd(character: char) -> bool {
    character == '\\' || character.is_control()
}

#[cfg(test)]
mod tests {
    use super::Below;

    #[test]
    fn a_path_stays_below() {
        for path in ["", "/", "/etc/passwd", "..", "../x", "a/../b", "a//b", "a/", "./a", ".", "a\\b", "a\0", "a\n"] {
            assert!(Below::new(path).is_err(), "{path:?}");
        }
        for path in [".git/hooks/x", "a/.GIT/config", &"a/".repeat(3000)] {
            assert!(Below::new(path).is_err(), "{path:?}");
        }
        for path in ["a", ".hidden", "..a", "a..", "tests/a.py", ".github/workflows/a.yml", "ä b"] {
            assert!(Below::new(path).is_ok(), "{path:?}");
        }
    }

    #[test]
    fn a_path_has_parts() {
        let path = Below::new("a/b/c").expect("a path");
        let (folders, name) = path.split();
        assert_eq!((folders.collect::<Vec<_>>(), name), (vec!["a", "b"], "c"));
        assert_eq!((path.first(), path.parent()), ("a", Below::new("a/b").ok()));
        assert_eq!(Below::new("a").expect("a path").parent(), None);
    }
}
