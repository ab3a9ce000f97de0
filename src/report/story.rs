//! What failed tests say, as the page shows it: causes with their evidence, and below each clause its tests.

use super::page::{amounts, class, grouped, row_id, shown};
use super::summary::extent;
use crate::conform::{Broken, Cause, Failure, Finding, Outcome, Test, Verdict, by_hand, command};

/// How many failures of one test are shown in full.
const MAX_FINDINGS: usize = 3;
/// How long the calls of a failure may be, where many failures are shown.
const MAX_BY_HAND: usize = 4000;

/// The folder of the suite: a page says nothing about where that is.
const HERE: &str = ".";

/// A cause.
pub(super) struct CauseRow {
    pub(super) title: String,
    pub(super) extent: String,
    pub(super) clauses: Vec<Link>,
    pub(super) blocked: String,
    pub(super) test: String,
    pub(super) story: Story,
}

/// A clause, as a cause names it.
pub(super) struct Link {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) place: String,
}

pub(super) struct TestRow {
    pub(super) class: &'static str,
    pub(super) name: String,
    pub(super) says: String,
    pub(super) amount: String,
    pub(super) findings: Vec<FindingRow>,
    pub(super) more: String,
}

pub(super) struct FindingRow {
    pub(super) example: String,
    pub(super) why: String,
    pub(super) failure: Option<Story>,
}

/// A failure, part by part.
pub(super) struct Story {
    pub(super) headline: String,
    /// The name of each part, its text, and its place in the spec.
    pub(super) parts: Vec<(&'static str, String, String)>,
    /// Parts of the clause, and what they are.
    pub(super) values: Vec<(String, String)>,
    /// Entries of the state: the place, before and after.
    pub(super) entries: Vec<(String, String, String)>,
    pub(super) exchange: Vec<(&'static str, String)>,
    pub(super) reproduce: String,
    pub(super) by_hand: String,
}

pub(super) fn cause_row(verdict: &Verdict, cause: &Cause) -> CauseRow {
    let link = |broken: &Broken| Link {
        id: row_id(broken.at.0, broken.at.1),
        name: shown(&broken.id),
        place: shown(&broken.place),
    };
    CauseRow {
        title: shown(&cause.title),
        extent: extent(cause),
        clauses: cause.clauses.iter().map(link).collect(),
        blocked: shown(&cause.blocked.join(", ")),
        test: shown(&cause.test),
        story: story(&cause.failure, shown(&command(verdict, HERE, &cause.test)), usize::MAX),
    }
}

pub(super) fn test_row(verdict: &Verdict, test: &Test) -> TestRow {
    let failed = test.findings.iter().filter(|finding| finding.outcome == Outcome::Failed);
    let hidden = failed.clone().count().saturating_sub(MAX_FINDINGS);
    let mut reasons: Vec<&Finding> = test.findings.iter().filter(|one| one.outcome != Outcome::Failed).collect();
    reasons.dedup_by(|one, other| one.why == other.why);
    TestRow {
        class: class(test.tally.outcome()),
        name: shown(&test.name),
        says: shown(&test.says),
        amount: if test.tally.total() == 0 { Outcome::NotRun.name().into() } else { amounts(&test.tally) },
        findings: failed
            .take(MAX_FINDINGS)
            .chain(reasons.into_iter().take(MAX_FINDINGS))
            .map(|finding| finding_row(verdict, test, finding))
            .collect(),
        more: if hidden == 0 { String::new() } else { format!("{} more failed", grouped(hidden as u64)) },
    }
}

fn finding_row(verdict: &Verdict, test: &Test, finding: &Finding) -> FindingRow {
    let Finding { example, why, failure, .. } = finding;
    let name = if example.is_empty() { test.name.clone() } else { format!("{}[{example}]", test.name) };
    let again = shown(&command(verdict, HERE, &name));
    let told = failure.as_ref().map(|failure| story(failure, again, MAX_BY_HAND));
    FindingRow { example: shown(example), why: shown(why), failure: told }
}

/// A failure; its calls as well, where they are no longer than that.
fn story(failure: &Failure, reproduce: String, longest: usize) -> Story {
    let Failure { headline, clause, says, place, expected, why, state, steps, text, .. } = failure;
    let broken = if clause.is_empty() { String::new() } else { format!("{clause}: {says}") };
    let parts = [
        ("clause", broken.as_str(), place.as_str()),
        ("expected", expected, ""),
        ("why", why, ""),
        ("state", state, ""),
        ("steps", steps, ""),
        ("details", text, ""),
    ];
    let said = parts.into_iter().filter(|(_, text, _)| !text.is_empty());
    let exchange =
        [("request", &failure.request), ("response", &failure.response), ("changed in the state", &failure.changed)];
    let full = |(name, text): (&'static str, &String)| (!text.is_empty()).then(|| (name, shown(text)));
    let calls = by_hand(failure).join("\n");
    Story {
        headline: shown(headline),
        parts: said.map(|(name, text, place)| (name, shown(text), shown(place))).collect(),
        values: failure.values.iter().map(|(part, value)| (shown(part), shown(value))).collect(),
        entries: failure.entries.iter().map(|(at, old, new)| (shown(at), shown(old), shown(new))).collect(),
        exchange: exchange.into_iter().filter_map(full).collect(),
        reproduce,
        by_hand: if calls.len() <= longest { shown(&calls) } else { String::new() },
    }
}
