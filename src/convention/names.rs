//! Names on the wire and on disk: kebab-case and snake_case, plural and singular. Compound names change their last word.

use heck::{ToKebabCase, ToSnakeCase};

/// Words whose plural no rule gives, with that plural.
const IRREGULAR: &[(&str, &str)] = &[
    ("alias", "aliases"),
    ("analysis", "analyses"),
    ("atlas", "atlases"),
    ("axis", "axes"),
    ("bacterium", "bacteria"),
    ("basis", "bases"),
    ("bias", "biases"),
    ("bus", "buses"),
    ("calf", "calves"),
    ("campus", "campuses"),
    ("canvas", "canvases"),
    ("census", "censuses"),
    ("child", "children"),
    ("corpus", "corpora"),
    ("crisis", "crises"),
    ("criterion", "criteria"),
    ("datum", "data"),
    ("diagnosis", "diagnoses"),
    ("echo", "echoes"),
    ("elf", "elves"),
    ("focus", "focuses"),
    ("foot", "feet"),
    ("gas", "gases"),
    ("genus", "genera"),
    ("goose", "geese"),
    ("half", "halves"),
    ("hero", "heroes"),
    ("hypothesis", "hypotheses"),
    ("index", "indices"),
    ("iris", "irises"),
    ("knife", "knives"),
    ("leaf", "leaves"),
    ("lens", "lenses"),
    ("life", "lives"),
    ("loaf", "loaves"),
    ("louse", "lice"),
    ("man", "men"),
    ("matrix", "matrices"),
    ("medium", "media"),
    ("menu", "menus"),
    ("mouse", "mice"),
    ("oasis", "oases"),
    ("ox", "oxen"),
    ("parenthesis", "parentheses"),
    ("person", "people"),
    ("phenomenon", "phenomena"),
    ("potato", "potatoes"),
    ("quiz", "quizzes"),
    ("scarf", "scarves"),
    ("self", "selves"),
    ("sheaf", "sheaves"),
    ("shelf", "shelves"),
    ("status", "statuses"),
    ("stimulus", "stimuli"),
    ("synopsis", "synopses"),
    ("thesis", "theses"),
    ("thief", "thieves"),
    ("tomato", "tomatoes"),
    ("tooth", "teeth"),
    ("torpedo", "torpedoes"),
    ("vertex", "vertices"),
    ("veto", "vetoes"),
    ("virus", "viruses"),
    ("wife", "wives"),
    ("wolf", "wolves"),
    ("woman", "women"),
];

/// Words that are their own plural.
const UNCOUNTABLE: &[&str] = &[
    "advice",
    "aircraft",
    "audio",
    "baggage",
    "cash",
    "chassis",
    "content",
    "deer",
    "equipment",
    "evidence",
    "feedback",
    "fish",
    "furniture",
    "hardware",
    "health",
    "homework",
    "information",
    "knowledge",
    "logistics",
    "luggage",
    "metadata",
    "middleware",
    "money",
    "moose",
    "music",
    "news",
    "offspring",
    "progress",
    "research",
    "rice",
    "salmon",
    "series",
    "sheep",
    "shrimp",
    "software",
    "species",
    "staff",
    "swine",
    "traffic",
    "trout",
    "weather",
];

/// Words in `-ie` and `-oe`, and others in `-e`, that the endings alone would take for words without the `e`.
const KEEP_E: &[&str] = &[
    "cache",
    "calorie",
    "canoe",
    "case",
    "cookie",
    "database",
    "die",
    "foe",
    "hoe",
    "horse",
    "house",
    "movie",
    "niche",
    "pie",
    "purchase",
    "shoe",
    "tie",
    "toe",
    "zombie",
    "headache",
    "lie",
    "genie",
    "selfie",
    "rookie",
    "cause",
    "clause",
    "excuse",
    "pause",
    "use",
    "warehouse",
    "spouse",
    "blouse",
    "refuse",
];

/// What the names of values that are nobody else's business are, or end in.
pub const SENSITIVE_WORDS: [&str; 5] = ["password", "hash", "secret", "token", "api_key"];

/// Whether the name of an input or field says that its value is nobody else's business.
pub fn is_sensitive(name: &str) -> bool {
    let name = snake(name);
    SENSITIVE_WORDS.iter().any(|word| match name.strip_suffix(word) {
        Some("") => *word != "hash",
        Some(before) => before.ends_with('_'),
        None => false,
    })
}

/// A name in kebab-case.
pub fn kebab(name: &str) -> String {
    name.to_kebab_case()
}

/// A name in snake_case.
pub fn snake(name: &str) -> String {
    name.to_snake_case()
}

/// The plural of a name in kebab-case; its last word changes.
pub fn plural(kebab: &str) -> String {
    with_last_word(kebab, plural_word)
}

/// The singular of a name in kebab-case; its last word changes.
pub fn singular(kebab: &str) -> String {
    with_last_word(kebab, singular_word)
}

fn with_last_word(kebab: &str, change: fn(&str) -> String) -> String {
    match kebab.rsplit_once('-') {
        Some((before, last)) => format!("{before}-{}", change(last)),
        None => change(kebab),
    }
}

fn plural_word(word: &str) -> String {
    if UNCOUNTABLE.contains(&word) {
        return word.to_string();
    }
    if let Some((_, plural)) = IRREGULAR.iter().find(|(singular, _)| *singular == word) {
        return (*plural).to_string();
    }
    if let Some(stem) = word.strip_suffix('y').filter(|stem| ends_in_consonant(stem)) {
        return format!("{stem}ies");
    }
    if hisses(word) { format!("{word}es") } else { format!("{word}s") }
}

/// Whether a word ends in a sound after which only `es` can be said.
fn hisses(word: &str) -> bool {
    ["s", "x", "z", "ch", "sh"].iter().any(|ending| word.ends_with(ending))
}

fn ends_in_consonant(stem: &str) -> bool {
    stem.ends_with(|last: char| last.is_ascii_alphabetic() && !"aeiou".contains(last))
}

fn singular_word(word: &str) -> String {
    let is_singular = IRREGULAR.iter().any(|(singular, _)| *singular == word);
    if is_singular || UNCOUNTABLE.contains(&word) {
        return word.to_string();
    }
    if let Some((singular, _)) = IRREGULAR.iter().find(|(_, plural)| *plural == word) {
        return (*singular).to_string();
    }
    regular_singular(word).unwrap_or_else(|| word.to_string())
}

/// A regular plural without its ending.
fn regular_singular(word: &str) -> Option<String> {
    if let Some(kept) = word.strip_suffix('s').filter(|kept| KEEP_E.contains(kept)) {
        return Some(kept.to_string());
    }
    if let Some(stem) = word.strip_suffix("ies") {
        return Some(format!("{stem}y"));
    }
    let without_es = word.strip_suffix("es").filter(|stem| needs_es(stem));
    let without_s = || word.strip_suffix('s').filter(|stem| !stem.is_empty() && !stem.ends_with(['s', 'u']));
    without_es.or_else(without_s).map(str::to_string)
}

/// Whether the plural of a word is made with `es`: `boxes`, `bonuses`, but `sizes` only adds an `s`.
fn needs_es(stem: &str) -> bool {
    ["ss", "us", "x", "zz", "tz", "ch", "sh"].iter().any(|ending| stem.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sensitive_names_are_words_or_end_in_them() {
        for name in ["password", "secret", "token", "api_key", "password_hash", "refreshToken", "db_password"] {
            assert!(is_sensitive(name), "{name}");
        }
        for name in ["hash", "tokens", "tokenizer", "secretary", "passwords", "key", "betoken"] {
            assert!(!is_sensitive(name), "{name}");
        }
    }

    /// Words with regular plurals, which must come back.
    const REGULAR: &str = "account address answer api appointment article attribute badge bag batch bid block board \
        body bonus book booking box boy branch bridge brush bucket building business cache call campaign car card cargo \
        carriage cart case category cause channel chapter church city claim class clause click client clock code \
        coach column comment company cookie copy country coupon course crash credit currency customer database day \
        delivery deposit device diary dish dispatch dispute document dog draft drive driver edge employee engine entity \
        entry envelope episode essay event exam excuse expense export factory fax fee field file filter flag flash flight \
        folder form fox game gate glass goal grade group guest hash history holiday horse host hotel house image import \
        inventory invoice issue item job journey judge key kiss label language launch law lease lesson letter level \
        library license line link list loan location log login lunch machine match member memory message minute mix \
        model movie movement niche node note notice novel number offer office order package page parcel party pass patch \
        patient pause payment penalty permission phase phone photo phrase piece pizza place plan plate play player policy \
        poll port post prefix price prize process product profile project promise proxy purchase query question queue \
        race radio reading reason receipt record recipe reflex refund release reply report request reservation response \
        return review reward ring role room root route rule sale sample schedule school score search seat secret segment \
        service session shape shift shipment shoe shop shortcut size sketch slice slot song source space speech stage \
        stamp star state station step stock stop store story stream street studio study subject suffix suite supply \
        survey switch table tag task tax team template tenant test text theme ticket tie title todo token tool topic torch \
        toy trace track trade transaction transfer tree trip truck type unit update upgrade upload use user value vase \
        vehicle version video view visit voice vote voucher wallet waltz warehouse warranty wash watch way week window \
        wish witness word worker workspace year zone zombie";

    #[test]
    fn regular_words_come_back() {
        for word in REGULAR.split_whitespace() {
            let many = plural(word);
            assert_ne!(many, word);
            assert_eq!(singular(&many), word, "by way of {many}");
            assert_eq!(singular(word), word, "already singular");
        }
    }

    #[test]
    fn irregular_and_uncountable_words_come_back() {
        for (word, many) in IRREGULAR {
            assert_eq!((plural(word).as_str(), singular(many).as_str()), (*many, *word));
            assert_eq!(singular(word), *word, "already singular");
        }
        for word in UNCOUNTABLE {
            assert_eq!((plural(word).as_str(), singular(word).as_str()), (*word, *word));
        }
    }

    #[test]
    fn endings_decide() {
        let pairs = [
            ("category", "categories"),
            ("key", "keys"),
            ("box", "boxes"),
            ("address", "addresses"),
            ("inventory", "inventories"),
            ("waltz", "waltzes"),
            ("photo", "photos"),
            ("line-item", "line-items"),
            ("order-status", "order-statuses"),
            ("sales-person", "sales-people"),
        ];
        for (one, many) in pairs {
            assert_eq!((plural(one).as_str(), singular(many).as_str()), (many, one));
        }
    }

    #[test]
    fn compound_names_are_split_at_their_words() {
        assert_eq!(kebab("LineItem"), "line-item");
        assert_eq!(kebab("URLMapping"), "url-mapping");
        assert_eq!(kebab("password_resets"), "password-resets");
        assert_eq!(snake("lineItems"), "line_items");
    }
}
