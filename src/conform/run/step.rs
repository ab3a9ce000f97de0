//! Commands of a toolchain, with the places of an environment in them.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use crate::backend::{Step, Word};

/// Where the packages of a suite are, and of a service if it is started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Environment {
    /// The program that was there before.
    pub(super) runtime: PathBuf,
    /// The folder with the packages.
    pub(super) folder: PathBuf,
    /// The lists that they were installed from.
    pub(super) lists: Vec<PathBuf>,
}

impl Environment {
    /// The command of a step.
    pub(super) fn command(&self, step: &Step) -> Command {
        let (program, arguments) = self.program(step);
        let mut command = Command::new(program);
        command.args(arguments).envs(self.variables(step));
        command
    }

    /// The variables that a step is to have.
    pub fn variables(&self, step: &Step) -> Vec<(String, OsString)> {
        step.variables.iter().map(|(name, value)| ((*name).to_string(), self.joined(*value))).collect()
    }

    /// The program of a step, and what it is told.
    pub fn program(&self, step: &Step) -> (PathBuf, Vec<OsString>) {
        let arguments = step.words.iter().flat_map(|word| self.words(*word));
        (self.joined(step.program).into(), arguments.collect())
    }

    fn words(&self, word: Word) -> Vec<OsString> {
        match word {
            Word::Plain(text) => vec![text.into()],
            Word::Runtime => vec![self.runtime.clone().into()],
            Word::Installed("") => vec![self.folder.clone().into()],
            Word::Installed(path) => vec![self.folder.join(path).into()],
            Word::Lists(before) => {
                let behind = |list: &PathBuf| before.map(OsString::from).into_iter().chain([list.clone().into()]);
                self.lists.iter().flat_map(behind).collect()
            }
        }
    }

    /// A word where only one can stand.
    fn joined(&self, word: Word) -> OsString {
        self.words(word).join(" ".as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::Target;

    fn environment() -> Environment {
        Environment { runtime: "/usr/bin/tool".into(), folder: "/c/e".into(), lists: vec!["a".into(), "b c".into()] }
    }

    /// The words of a command, with its variables in front.
    fn said(step: &Step) -> String {
        let command = environment().command(step);
        let set = command.get_envs().map(|(name, value)| {
            format!("{}={} ", name.to_string_lossy(), value.unwrap_or_default().to_string_lossy())
        });
        let words: Vec<_> =
            [command.get_program()].into_iter().chain(command.get_args()).map(|word| word.to_string_lossy()).collect();
        set.collect::<String>() + &words.join("|")
    }

    #[test]
    fn places_stand_where_a_step_names_them() {
        let fill = Step {
            program: Word::Runtime,
            words: &[Word::Plain("install"), Word::Installed(""), Word::Lists(Some("-r"))],
            variables: &[("CACHE", Word::Installed("cache"))],
        };
        assert_eq!(said(&fill), "CACHE=/c/e/cache /usr/bin/tool|install|/c/e|-r|a|-r|b c");
    }

    #[test]
    fn what_every_target_runs_comes_from_its_environment_or_its_folder() {
        for target in Target::ALL {
            let tools = target.toolchain();
            let serving = tools.service.before.iter().chain([&tools.service.serve]);
            for step in tools.suite.before.iter().chain([&tools.suite.run]).chain(serving) {
                let program = said(&Step { variables: &[], words: &[], ..*step });
                assert!(program.starts_with("/c/e/") || program.starts_with("./"), "{}: {program}", target.name());
            }
        }
    }
}
