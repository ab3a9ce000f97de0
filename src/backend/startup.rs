//! How a service that was written for a target is brought up in its folder.

/// How a service is brought up, by the interpreter of its environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Startup {
    /// The file without which a folder holds no service.
    pub entry: &'static str,
    /// The list of the packages it needs.
    pub packages: &'static str,
    /// What makes its tables, run to its end.
    pub migrate: &'static [&'static str],
    /// What starts it, on a free port. It prints the address that it listens on.
    pub serve: &'static [&'static str],
    /// The variable that names its database.
    pub database: &'static str,
    /// What comes before the path of a database in a file; none where somebody has to provide a database.
    pub in_file: Option<&'static str>,
}
