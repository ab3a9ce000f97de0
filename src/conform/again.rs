//! How to see a failure again: the command that runs its test alone, and the calls by hand.

use super::results::{Failure, Request};
use super::verdict::Verdict;

/// The command that runs one test of a folder alone, with the same choices.
pub fn command(verdict: &Verdict, folder: &str, test: &str) -> String {
    let name = test.split_once("::").map_or(test, |(_, name)| name);
    let mut words = vec!["specc test".to_string(), quoted(folder)];
    words.extend(verdict.against.split_whitespace().map(quoted));
    words.extend(["-k".to_string(), quoted(name), "--profile".to_string(), quoted(&verdict.profile)]);
    words.push(format!("--seed {}", verdict.seed));
    words.join(" ")
}

/// The lines for a shell that make the calls of a failure; none where they were not written down.
pub fn by_hand(failure: &Failure) -> Vec<String> {
    let Some(call) = &failure.call else { return Vec::new() };
    let mut lines =
        vec!["URL=http://localhost:8000  # where the service is, started with ENABLE_TEST_ADMIN=1".to_string()];
    lines.extend(failure.secrets.iter().map(|(name, says)| format!("# set {name}: {}", one_line(says))));
    let names: Vec<&str> = failure.secrets.keys().map(String::as_str).collect();
    for step in &failure.setup {
        lines.push(curl(step, "", &names));
        lines.extend((!step.answered.is_empty()).then(|| format!("#   answered {}", one_line(&step.answered))));
    }
    lines.push(curl(call, "-i ", &names));
    let expected = if failure.expected.is_empty() { String::new() } else { format!(", not {}", failure.expected) };
    let answered = failure.answered.map(|status| if status == 0 { "nothing".into() } else { status.to_string() });
    let is_status = failure.answered.is_some_and(|status| failure.expected != status.to_string());
    let expected = if is_status && failure.expected.len() <= "201 or 4xx".len() { expected } else { String::new() };
    lines.extend(answered.map(|answered| format!("#   answered {answered}{}", one_line(&expected))));
    lines
}

fn curl(request: &Request, options: &str, secrets: &[&str]) -> String {
    let mut line = format!("curl -gsS {options}-X {} {}", quoted(&request.method), address(&request.target, secrets));
    for (name, value) in &request.headers {
        line.push_str(&format!(" -H {}", hidden(&format!("{name}: {value}"), secrets)));
    }
    if let Some(body) = &request.body {
        line.push_str(&format!(" --data-raw {}", hidden(body, secrets)));
    }
    line
}

fn address(target: &str, secrets: &[&str]) -> String {
    let plain = |one: char| one.is_ascii_alphanumeric() || "/_.?=&%~,:+-".contains(one);
    if target.chars().all(plain) { format!("\"$URL{target}\"") } else { format!("\"$URL\"{}", hidden(target, secrets)) }
}

/// A text as one word of a shell, in which `${NAME}` of a secret is what the variable holds.
fn hidden(text: &str, secrets: &[&str]) -> String {
    let parted = secrets.iter().filter_map(|name| Some((text.split_once(&format!("${{{name}}}"))?, *name)));
    let Some(((before, after), name)) = parted.min_by_key(|((before, _), _)| before.len()) else { return quoted(text) };
    let before = if before.is_empty() { String::new() } else { quoted(before) };
    let after = if after.is_empty() { String::new() } else { hidden(after, secrets) };
    format!("{before}\"${name}\"{after}")
}

/// A text as one word of a shell.
fn quoted(text: &str) -> String {
    let is_plain = |one: char| one.is_ascii_alphanumeric() || "/_.-:=,+@%".contains(one);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_string();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

fn one_line(text: &str) -> String {
    text.split(['\n', '\r']).collect::<Vec<_>>().join(" ")
}
