//! Another spec under a running server. The state goes along by its wire format where it still fits.

use std::sync::Arc;

use serde_json::{Map, Value as Json};

use super::Loaded;
use super::journal::Offer;
use super::server::Server;
use super::spec::Spec;
use super::store::{Held, Store};
use crate::interp::State;
use crate::interp::wire;

/// Serves another spec from now on, and says what became of the state; or says why the old one goes on.
pub(super) fn reload(server: &Server, loaded: Loaded) -> Result<Vec<String>, String> {
    let mut next = Spec::new(loaded).map_err(|error| error.to_string())?;
    let old = server.current();
    let Some(mut held) = old.store.hold() else { return Err("another spec has just been loaded".into()) };
    let (state, line) = match carry(&old, &next, &held) {
        Ok(carried) => carried,
        Err(why) if server.journal.is_some() => return Err(refusal(&why)),
        Err(why) => (next.initial.clone(), format!("state reset to the initial one: {why}")),
    };
    next.choices = old.choices;
    next.store = Store::new(state.clone(), held.version() + 1, held.frozen());
    let next = Arc::new(next);
    if let Some(journal) = &server.journal {
        journal.offer(Offer { version: held.version() + 1, service: Arc::clone(&next.service), state });
    }
    held.retire();
    server.replace(Arc::clone(&next));
    drop(held);
    Ok(next.notices().into_iter().chain([format!("reloaded {}; {line}", next.service.name)]).collect())
}

/// A data file is never emptied because of an edit.
fn refusal(why: &str) -> String {
    format!(
        "the state in the data file does not fit the new spec ({why}); stop the server and move the file away to begin \
         anew"
    )
}

/// The state under another spec, and a line about it. New fields get their initial values.
fn carry(old: &Spec, next: &Spec, held: &Held) -> Result<(State, String), String> {
    let Json::Object(before) = wire::encode_state(&old.service, held.state()) else {
        return Err("it cannot be written down".into());
    };
    let mut fields: Map<String, Json> = Map::new();
    if let Json::Object(initial) = wire::encode_state(&next.service, &next.initial) {
        fields.extend(initial);
    }
    for (name, value) in before {
        if !fields.contains_key(&name) {
            return Err(format!("the spec has no state field `{name}` any more"));
        }
        fields.insert(name, value);
    }
    let state = wire::decode_state(&next.service, &Json::Object(fields)).map_err(|mismatch| mismatch.to_string())?;
    next.machine.check_state(&state, held.now()).map_err(|finding| finding.message(&next.service))?;
    Ok((state, "state carried over".into()))
}
