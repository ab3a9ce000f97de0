//! Explorations that several tests look at, each made once.

use std::sync::{Arc, OnceLock};

use specc::convention::{Api, routes};
use specc::explore::{Exploration, NoFinder, Options, Quiet, explore};
use specc::ir::Service;

use crate::common::{check, root};

/// The six canonical fixtures.
pub const FIXTURES: [&str; 6] =
    ["safe_counter", "url_shortener", "todo_list", "edge_cases", "ecommerce", "auth_service"];

/// A spec with its exploration.
pub struct Explored {
    /// The service.
    pub service: Arc<Service>,
    /// Its routes.
    pub api: Api,
    /// What was found.
    pub exploration: Exploration,
}

/// The service of a text.
pub fn service(text: &str) -> Arc<Service> {
    let outcome = check(text);
    let messages = outcome.messages();
    Arc::new(outcome.service.unwrap_or_else(|| panic!("the spec has errors: {messages}")))
}

/// Explores a text.
pub fn explored_text(text: &str, options: &Options) -> Explored {
    let service = service(text);
    let (api, _) = routes(&service);
    let exploration = explore(&service, options, &NoFinder, &mut Quiet).expect("the initial state is valid");
    Explored { service, api, exploration }
}

/// The exploration of a fixture, with the options that are the default.
pub fn explored(name: &str) -> &'static Explored {
    static ALL: [OnceLock<Explored>; FIXTURES.len()] = [const { OnceLock::new() }; FIXTURES.len()];
    let at = FIXTURES.iter().position(|fixture| *fixture == name).expect("a fixture");
    ALL[at].get_or_init(|| {
        let path = root().join("fixtures/spec").join(format!("{name}.spec"));
        explored_text(&std::fs::read_to_string(path).expect("the fixture"), &Options::default())
    })
}
