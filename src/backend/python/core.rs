//! What suites and services in Python share: the values of a spec, what expressions call, and how values travel. It is
//! written once, in `templates/python/core/`, and each program gets it beside its own `reading` and `rules`.

macro_rules! shared {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../templates/python/core/", $name)))),*]
    };
}

/// The files by their names; they import each other from where they lie.
pub(super) const CORE: &[(&str, &str)] = shared![
    "evaluating.py",
    "refusing.py",
    "regexes.py",
    "relations.py",
    "stops.py",
    "types.py",
    "values.py",
    "windows.py",
];
