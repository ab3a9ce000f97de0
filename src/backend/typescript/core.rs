//! What suites and services in TypeScript share: the values of a spec, what expressions call, and how values travel. It is
//! written once, in `templates/typescript/core/`, and each program gets it beside its own `reading` and `rules`.

macro_rules! shared {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../templates/typescript/core/", $name)))),*]
    };
}

/// The files by their names; they import each other from where they lie.
pub(super) const CORE: &[(&str, &str)] = shared![
    "deciding.ts",
    "evaluating.ts",
    "instants.ts",
    "json.ts",
    "refusing.ts",
    "relations.ts",
    "stops.ts",
    "structures.ts",
    "types.ts",
    "values.ts",
    "windows.ts",
];

/// What the compiler checks of a program.
pub(super) const TSCONFIG: &str = include_str!("../../../templates/typescript/tsconfig.json");

/// The files, in a folder.
pub(super) fn files(folder: &str) -> impl Iterator<Item = (String, String)> + use<'_> {
    CORE.iter().map(move |(name, text)| (format!("{folder}/{name}"), (*text).to_string()))
}
