//! What is kept of a check: its verdict, and the situation that shows it. Places and texts are made again from the spec at
//! hand, and so is what a counterexample breaks: it is replayed.

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::decode::Situation;
use super::judge::{Judge, Replayed};
use super::overflow::left_range;
use super::{Basis, Cost, Counterexample, Outcome, Subject, Verdict};
use crate::interp::wire;
use crate::ir::{OperationId, Service};

/// What is kept of a check.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    verdict: Word,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    why: String,
    basis: Basis,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    situation: Option<Json>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Word {
    Proved,
    Violated,
    Unknown,
    NotChecked,
}

impl Kept {
    /// Of what became of a check; nothing where that may be otherwise another time, or where it is found out at once.
    pub fn of(service: &Service, outcome: &Outcome) -> Option<Kept> {
        if outcome.defect.is_some() || !outcome.core.is_empty() {
            return None;
        }
        let (verdict, why, situation) = match &outcome.verdict {
            Verdict::Proved => (Word::Proved, "", None),
            Verdict::Unknown(_) if outcome.hurried => return None,
            Verdict::Unknown(why) => (Word::Unknown, why.as_str(), None),
            Verdict::NotChecked(why) => (Word::NotChecked, why.as_str(), outcome.witness.as_ref()),
            Verdict::Violated(found) => match (&found.situation, &found.finding) {
                (Some(situation), _) => (Word::Violated, "", Some(situation)),
                (None, None) if found.core.is_empty() => (Word::Violated, "", None),
                (None, _) => return None,
            },
        };
        let call = outcome.subject.operation(service);
        Some(Kept {
            verdict,
            why: why.to_string(),
            basis: outcome.basis,
            notes: outcome.notes.clone(),
            situation: situation.map(|situation| to_json(service, call, situation)),
        })
    }
}

impl Judge<'_> {
    /// What became of a check before; nothing where a situation is none of this spec, or breaks nothing.
    pub(super) fn recall(&self, subject: Subject, kept: &Kept) -> Option<Outcome> {
        let why = || kept.why.clone();
        let verdict = match (kept.verdict, &kept.situation) {
            (Word::Proved, _) => Verdict::Proved,
            (Word::Unknown, _) => Verdict::Unknown(why()),
            (Word::NotChecked, None) => Verdict::NotChecked(why()),
            (Word::NotChecked, Some(json)) => {
                let (_, found) = self.situation(subject, json)?;
                return Some(left_range(subject, found, Cost::default()));
            }
            (Word::Violated, None) => Verdict::Violated(Box::new(Counterexample::none(Vec::new()))),
            (Word::Violated, Some(json)) => {
                let (id, found) = self.situation(subject, json)?;
                let Replayed::Broken(counterexample) = self.replayed(id, &found) else { return None };
                Verdict::Violated(counterexample)
            }
        };
        Some(Outcome { basis: kept.basis, notes: kept.notes.clone(), ..Outcome::new(subject, verdict) })
    }

    fn situation(&self, subject: Subject, json: &Json) -> Option<(OperationId, Situation)> {
        let service = self.machine.service();
        let id = subject.operation(service)?;
        Some((id, from_json(service, id, json)?))
    }
}

fn to_json(service: &Service, call: Option<OperationId>, situation: &Situation) -> Json {
    let params = call.map_or(&[][..], |id| &service.operation(id).inputs).iter();
    let inputs = params.zip(&situation.inputs).map(|(param, value)| wire::encode(service, &param.ty.ty, value));
    json!({
        "state": wire::encode_state(service, &situation.state),
        "valid_at": situation.valid_at,
        "inputs": inputs.collect::<Json>(),
        "now": situation.now,
    })
}

fn from_json(service: &Service, call: OperationId, json: &Json) -> Option<Situation> {
    let state = wire::decode_state(service, json.get("state")?).ok()?;
    let (params, values) = (&service.operation(call).inputs, json.get("inputs")?.as_array()?);
    if params.len() != values.len() {
        return None;
    }
    let inputs = params.iter().zip(values).map(|(param, value)| wire::decode(service, &param.ty.ty, value).ok());
    let inputs = inputs.collect::<Option<Vec<_>>>()?;
    Some(Situation { state, valid_at: json.get("valid_at")?.as_i64()?, inputs, now: json.get("now")?.as_i64()? })
}
