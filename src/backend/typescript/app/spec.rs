//! `src/spec.ts`: what the admin contract and the guards need to know of the spec.

use serde_json::Value as Json;

use super::super::clauses::Clauses;
use super::super::file::module;
use super::super::piece::{Piece, Property};
use super::super::types::descriptor;
use super::super::uses::{SERVICE, Uses};
use super::super::wire::{property, rule, texted};
use super::{Ground, Named};
use crate::ir::{Type, TypeRef};
use crate::plan::service::ServicePlan;

const IS_PROPER: &str = "/** Whether a text can be a part of a path of its own. */
export function isProper(text: string): boolean {
  return ![\"\", \".\", \"..\"].includes(text) && !WORDS.has(text);
}";

/// The text of the module.
pub(super) fn text(
    ground: &Ground<'_>,
    clauses: &Clauses,
    named: &Named,
    plan: &ServicePlan,
    initial: &Json,
) -> String {
    let mut maker = Maker { ground, uses: Uses::of(&SERVICE), blocks: Vec::new() };
    maker.define("NAME", &Piece::text(&ground.emitted.service.name));
    maker.schemes(named);
    maker.invariants(clauses);
    maker.seeds(plan);
    maker.initial(initial);
    let words = ground.api.words().into_iter().map(|word| Piece::text(&word)).collect();
    maker.define("WORDS: ReadonlySet<string>", &Piece::call("new Set", vec![Piece::array(words)]));
    maker.blocks.push(IS_PROPER.to_string());
    let text = format!("What {} is made of, for all that goes over the whole of it.", ground.emitted.service.name);
    module(&text, &maker.uses, "spec.ts", &maker.blocks)
}

struct Maker<'g> {
    ground: &'g Ground<'g>,
    uses: Uses,
    blocks: Vec<String>,
}

impl Maker<'_> {
    fn define(&mut self, name: &str, value: &Piece) {
        self.blocks.push(value.assigned(&format!("export const {name}"), 0));
    }

    fn schemes(&mut self, named: &Named) {
        for (scheme, name) in self.ground.emitted.service.schemes.iter().zip(&named.schemes) {
            self.uses.mentioned("./runtime/security.ts", "Scheme");
            let (kind, key) = scheme.kind.place();
            let mut properties =
                vec![texted("name", &scheme.name), texted("kind", kind), property("realm", Piece::atom("NAME"))];
            properties.extend(key.map(|key| texted("key", key)));
            self.define(&format!("{name}: Scheme"), &Piece::object(properties));
        }
    }

    fn invariants(&mut self, clauses: &Clauses) {
        let rules = clauses.invariants.iter().map(|written| rule(written, &mut self.uses)).collect();
        self.uses.rules_type("Rule");
        self.define("INVARIANTS: readonly Rule[]", &Piece::array(rules));
    }

    fn seeds(&mut self, plan: &ServicePlan) {
        let names = &self.ground.emitted.names;
        self.uses.mentioned("./runtime/state.ts", "Seed");
        let mut seeds = Vec::new();
        for seed in &plan.seeds {
            let key = descriptor(&seed.key, names, &mut self.uses);
            let row = descriptor(&TypeRef::plain(Type::Entity(seed.entity)), names, &mut self.uses);
            let fields = &names.all.fields[seed.entity.index()];
            let field = seed.key_field.and_then(|field| fields.get(field.index()));
            let field = field.map_or_else(|| Piece::atom("null"), |name| Piece::text(name.as_str()));
            let fresh = super::scalars(&mut self.uses, self.ground.emitted.service, &seed.fresh);
            let properties: Vec<Property> = vec![
                texted("name", &seed.name),
                texted("relation", names.all.state[seed.relation.index()].as_str()),
                property("key", key),
                property("row", row),
                property("keyProperty", field),
                property("fresh", fresh),
            ];
            seeds.push(Piece::object(properties));
        }
        self.define("SEEDS: readonly Seed[]", &Piece::array(seeds));
    }

    fn initial(&mut self, initial: &Json) {
        self.uses.called("./runtime/json.ts", "readJson");
        self.uses.wire("STATE");
        self.uses.model_type("State");
        let json = Piece::call("readJson", vec![Piece::text(&initial.to_string())]);
        self.define("INITIAL: State", &Piece::atom("STATE").method("decode", vec![json]));
    }
}
