//! Words for messages: 'did you mean', and lists in English.

/// How many candidates are looked at, and how many compared: a help line is not worth more time than this.
const MOST_CANDIDATES: usize = 2_000;
const MOST_COMPARED: usize = 100;

/// The candidate that a misspelt word most likely stands for, as a help line.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    closest(word, candidates).map(|found| format!("did you mean `{found}`?"))
}

/// The nearest candidate, if it is near enough to be a misspelling.
fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).clamp(1, 3);
    let in_word = letters(word);
    let may_be_near = |candidate: &str| {
        candidate.len().abs_diff(word.len()) <= limit + 1
            && (letters(candidate) ^ in_word).count_ones() as usize <= 2 * limit
    };
    candidates
        .into_iter()
        .take(MOST_CANDIDATES)
        .filter(|candidate| *candidate != word && may_be_near(candidate))
        .take(MOST_COMPARED)
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Which letters a word has: an edit changes two at the most, so words that differ in many are far apart.
fn letters(word: &str) -> u32 {
    word.bytes().fold(0, |mask, byte| mask | 1 << (byte & 31))
}

/// Edits between two words, where only a change of case costs nothing but breaks no tie.
fn distance(a: &str, b: &str) -> usize {
    strsim::damerau_levenshtein(&a.to_lowercase(), &b.to_lowercase())
}

/// `a`, `a or b`, `a, b or c`; nothing for no items.
pub fn list_of<S: AsRef<str>>(items: &[S], conjunction: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.as_ref().to_string(),
        [init @ .., last] => {
            let init: Vec<&str> = init.iter().map(AsRef::as_ref).collect();
            format!("{} {conjunction} {}", init.join(", "), last.as_ref())
        }
    }
}

/// How many items a message lists.
const MOST_LISTED: usize = 12;

/// The names in code quotes as a list, cut short where there are many.
pub fn names<'a>(items: impl IntoIterator<Item = &'a str>, conjunction: &str) -> String {
    let mut items = items.into_iter();
    let mut shown: Vec<String> = items.by_ref().take(MOST_LISTED).map(|name| format!("`{name}`")).collect();
    let rest = items.count();
    if rest > 0 {
        shown.push(format!("{rest} more"));
    }
    list_of(&shown, if rest > 0 { "and" } else { conjunction })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_miss_is_suggested_and_a_far_one_is_not() {
        let names = ["status", "store", "stock"];
        assert_eq!(did_you_mean("stauts", names), Some("did you mean `status`?".into()));
        assert_eq!(did_you_mean("string", ["String"]), Some("did you mean `String`?".into()));
        assert_eq!(did_you_mean("customer", names), None);
    }

    #[test]
    fn lists_read_as_english() {
        assert_eq!(list_of(&["a", "b", "c"], "or"), "a, b or c");
        assert_eq!(list_of(&["a"], "or"), "a");
        assert_eq!(list_of::<&str>(&[], "or"), "");
        assert_eq!(names(["a", "b"], "or"), "`a` or `b`");
        assert_eq!(names(["a"; 14], "or"), format!("{}and 2 more", "`a`, ".repeat(11) + "`a` "));
    }
}
