//! What each format of `specc::report` writes, to the byte where that is promised.
#![allow(clippy::unwrap_used, clippy::string_slice, reason = "a test fails by panicking")]

use serde_json::{Value, json};
use specc::diag::{Code, Diagnostic};
use specc::report::{Format, Options, UnknownFormat, render};
use specc::source::{FileId, SourceFile, SourceMap, Span};

const PLAIN: Options = Options { strict: false, colour: false, width: 80 };
const STRICT: Options = Options { strict: true, ..PLAIN };
const COLOUR: Options = Options { colour: true, ..PLAIN };

const TEXT: &str = "service S {\n\tstate x: Itn\n  ensures: ä𝄞 = foo\n}\n";

fn sources(files: &[(&str, &str)]) -> SourceMap {
    let mut sources = SourceMap::default();
    for (name, text) in files {
        sources.add(SourceFile::new(*name, *text));
    }
    sources
}

/// The first place of `needle` in a file.
fn at(sources: &SourceMap, file: u32, needle: &str) -> Span {
    let start = sources.get(FileId(file)).unwrap().text.find(needle).unwrap() as u32;
    Span::new(FileId(file), start, start + needle.len() as u32)
}

fn span(start: u32, end: u32) -> Span {
    Span::new(FileId(0), start, end)
}

fn syntax(span: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, "unexpected text").label("here")
}

fn unknown_type(sources: &SourceMap) -> Diagnostic {
    Diagnostic::new(Code::UnknownType, at(sources, 0, "Itn"), "unknown type `Itn`")
        .label("no such type")
        .help("did you mean `Int`?")
}

/// A warning with a place in the same file and one in another.
fn two_files() -> (SourceMap, Diagnostic) {
    let sources = sources(&[("a.spec", TEXT), ("lib/b c.spec", "entity X {\n}\n")]);
    let diagnostic = Diagnostic::new(Code::UnusedEntity, at(&sources, 0, "foo"), "`foo` is never used")
        .label("declared here")
        .also(at(&sources, 0, "S"), "in this service")
        .also(at(&sources, 1, "X"), "and not here");
    (sources, diagnostic)
}

fn terminal(sources: &SourceMap, diagnostic: Diagnostic) -> String {
    render(Format::Terminal, &[diagnostic], sources, &PLAIN)
}

/// What the terminal shows for one file and a span in it.
fn drawn(text: &str, span: Span) -> String {
    terminal(&sources(&[("a.spec", text)]), syntax(span))
}

fn lines(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn parsed(format: Format, diagnostics: &[Diagnostic], sources: &SourceMap, options: &Options) -> Value {
    serde_json::from_str(&render(format, diagnostics, sources, options)).unwrap()
}

#[test]
fn a_format_is_read_from_its_name_in_any_case() {
    assert_eq!("terminal".parse(), Ok(Format::Terminal));
    assert_eq!("json".parse(), Ok(Format::Json));
    assert_eq!("SARIF".parse(), Ok(Format::Sarif));
    assert_eq!("GitHub".parse(), Ok(Format::Github));
    let error = "xml".parse::<Format>().unwrap_err();
    assert_eq!(error, UnknownFormat("xml".to_string()));
    assert_eq!(error.to_string(), "unknown format `xml`: use terminal, json, sarif or github");
}

#[test]
fn no_findings_are_no_text_but_still_a_json_object() {
    let none = SourceMap::default();
    assert_eq!(render(Format::Terminal, &[], &none, &PLAIN), "");
    assert_eq!(render(Format::Github, &[], &none, &PLAIN), "");
    let empty = "{\n  \"version\": 1,\n  \"diagnostics\": [],\n  \"errors\": 0,\n  \"warnings\": 0\n}\n";
    assert_eq!(render(Format::Json, &[], &none, &PLAIN), empty);
    assert_eq!(parsed(Format::Sarif, &[], &none, &PLAIN)["runs"][0]["results"], json!([]));
}

// Terminal.

#[test]
fn the_terminal_shows_the_line_with_its_tabs_expanded_and_the_help() {
    let sources = sources(&[("a.spec", TEXT)]);
    let expected = lines(&[
        "E202",
        "",
        "  × unknown type `Itn`",
        "   ╭─[a.spec:2:11]",
        " 1 │ service S {",
        " 2 │     state x: Itn",
        "   ·              ─┬─",
        "   ·               ╰── no such type",
        " 3 │   ensures: ä𝄞 = foo",
        "   ╰────",
        "  help: did you mean `Int`?",
    ]);
    assert_eq!(terminal(&sources, unknown_type(&sources)), expected);
}

#[test]
fn a_related_place_in_another_file_is_a_note_and_not_drawn_on_the_wrong_text() {
    let (sources, diagnostic) = two_files();
    let expected = lines(&[
        "W603",
        "",
        "  ⚠ `foo` is never used",
        "   ╭─[a.spec:3:17]",
        " 1 │ service S {",
        "   ·         ┬",
        "   ·         ╰── in this service",
        " 2 │     state x: Itn",
        " 3 │   ensures: ä𝄞 = foo",
        "   ·                 ─┬─",
        "   ·                  ╰── declared here",
        " 4 │ }",
        "   ╰────",
        "  help: remove it",
        "  note: see also lib/b c.spec:1:8: and not here",
    ]);
    assert_eq!(terminal(&sources, diagnostic.help("remove it")), expected);
}

#[test]
fn findings_are_set_apart_by_a_blank_line() {
    let sources = sources(&[("a.spec", "ab\n")]);
    let text = render(Format::Terminal, &[syntax(span(0, 1)), syntax(span(1, 2))], &sources, &PLAIN);
    let (first, second) = text.split_once("\n\nE120\n").unwrap();
    assert!(first.starts_with("E120\n") && first.ends_with("   ╰────"), "{text}");
    assert!(second.contains("a.spec:1:2") && !second.contains("E120"), "{text}");
}

#[test]
fn colour_is_ansi_escapes_and_nothing_else() {
    let (sources, diagnostic) = two_files();
    let plain = render(Format::Terminal, std::slice::from_ref(&diagnostic), &sources, &PLAIN);
    let colour = render(Format::Terminal, &[diagnostic], &sources, &COLOUR);
    assert!(!plain.contains('\u{1b}'), "{plain}");
    assert!(colour.contains("\u{1b}[33mW603\u{1b}[0m"), "{colour}");
    let escapes = regex::Regex::new("\u{1b}\\[[0-9;]*m").unwrap();
    assert_eq!(escapes.replace_all(&colour, ""), plain);
}

#[test]
fn strict_draws_a_warning_as_an_error() {
    let (sources, diagnostic) = two_files();
    let strict = render(Format::Terminal, &[diagnostic], &sources, &STRICT);
    assert!(strict.starts_with("W603\n\n  × `foo` is never used\n"), "{strict}");
}

#[test]
fn the_end_of_the_file_can_be_pointed_at() {
    let expected = lines(&[
        "E120",
        "",
        "  × unexpected text",
        "   ╭─[a.spec:3:1]",
        " 2 │ }",
        " 3 │ ",
        "   · ▲",
        "   · ╰── here",
        "   ╰────",
    ]);
    assert_eq!(drawn("s {\n}\n", span(6, 6)), expected);
    let expected = lines(&[
        "E120",
        "",
        "  × unexpected text",
        "   ╭─[a.spec:2:2]",
        " 1 │ s {",
        " 2 │ }",
        "   ·  ▲",
        "   ·  ╰── here",
        "   ╰────",
    ]);
    assert_eq!(drawn("s {\n}", span(5, 5)), expected);
    assert_eq!(drawn("s {\n}", span(70, 90)), expected, "a span behind the end points at the end");
}

#[test]
fn an_empty_file_can_be_pointed_at() {
    let expected = lines(&[
        "E120",
        "",
        "  × unexpected text",
        "   ╭─[a.spec:1:1]",
        " 1 │ ",
        "   · ▲",
        "   · ╰── here",
        "   ╰────",
    ]);
    assert_eq!(drawn("", span(0, 0)), expected);
}

#[test]
fn a_place_at_the_end_is_drawn_together_with_one_before_it() {
    let sources = sources(&[("a.spec", "s {\n")]);
    let text = terminal(&sources, syntax(span(4, 4)).also(span(2, 3), "opened here"));
    let expected = lines(&[
        "E120",
        "",
        "  × unexpected text",
        "   ╭─[a.spec:2:1]",
        " 1 │ s {",
        "   ·   ┬",
        "   ·   ╰── opened here",
        " 2 │ ",
        "   · ▲",
        "   · ╰── here",
        "   ╰────",
    ]);
    assert_eq!(text, expected);
}

#[test]
fn a_span_that_closes_with_a_line_end_is_drawn_on_its_own_line_only() {
    let expected = lines(&[
        "E120",
        "",
        "  × unexpected text",
        "   ╭─[a.spec:1:1]",
        " 1 │ ab",
        "   · ─┬",
        "   ·  ╰── here",
        " 2 │ cd",
        "   ╰────",
    ]);
    assert_eq!(drawn("ab\ncd\nef\n", span(0, 3)), expected);
}

#[test]
fn a_span_off_a_character_covers_the_whole_character() {
    let whole = drawn("ä𝄞b\n", span(2, 6));
    assert!(whole.contains("a.spec:1:2") && whole.contains("   ·  ┬\n"), "{whole}");
    for (start, end) in [(2, 3), (3, 4), (3, 5), (4, 6), (5, 5)] {
        assert_eq!(drawn("ä𝄞b\n", span(start, end)), whole, "{start}..{end}");
    }
}

#[test]
fn no_span_makes_any_format_panic() {
    let text = "ä\r\n\r\n\t𝄞x\n\n";
    let sources = sources(&[("a.spec", text), ("b.spec", "é")]);
    for start in 0..=text.len() as u32 + 1 {
        for end in 0..=text.len() as u32 + 1 {
            let other = Span::new(FileId(1), end, start);
            let missing = Span::new(FileId(9), start, end);
            let diagnostic = syntax(span(start, end)).also(span(end, start), "back").also(other, "").also(missing, "");
            let found = [diagnostic, syntax(missing)];
            let terminal = render(Format::Terminal, &found, &sources, &COLOUR);
            assert!(terminal.contains("here") && terminal.contains("<unknown>:1:1"), "{start}..{end}: {terminal}");
            assert!(!terminal.contains("Failed"), "{start}..{end}: {terminal}");
            let json = parsed(Format::Json, &found, &sources, &PLAIN);
            let (from, to) = (&json["diagnostics"][0]["start"], &json["diagnostics"][0]["end"]);
            let (from, to) = (from["offset"].as_u64().unwrap(), to["offset"].as_u64().unwrap());
            assert!(from <= to && text.is_char_boundary(from as usize) && text.is_char_boundary(to as usize));
            assert_eq!(render(Format::Github, &found, &sources, &PLAIN).lines().count(), 2);
            assert_eq!(
                parsed(Format::Sarif, &found, &sources, &PLAIN)["runs"][0]["results"].as_array().unwrap().len(),
                2
            );
        }
    }
}

#[test]
fn a_line_of_400_bytes_is_drawn_and_a_longer_one_is_only_named() {
    let fits = format!("{}\n", "x".repeat(400));
    assert!(drawn(&fits, span(7, 8)).contains(&"x".repeat(400)));
    let long = format!("{}\n", "ä".repeat(200) + "x");
    let expected = lines(&["E120", "", "  × unexpected text — here", "   ╭─[a.spec:1:4]", "   ╰────"]);
    assert_eq!(drawn(&long, span(6, 8)), expected);
}

#[test]
fn long_lines_are_no_context_and_places_on_them_are_notes() {
    let text = format!("one\n{}\ntwo\n", "x".repeat(500));
    let sources = sources(&[("a.spec", text.as_str())]);
    let expected = lines(&[
        "E120",
        "",
        "  × unexpected text",
        "   ╭─[a.spec:3:1]",
        " 3 │ two",
        "   · ─┬─",
        "   ·  ╰── here",
        "   ╰────",
        "  note: see also a.spec:2:7: the long one",
    ]);
    let diagnostic = syntax(at(&sources, 0, "two")).also(span(10, 11), "the long one");
    assert_eq!(terminal(&sources, diagnostic), expected);
}

#[test]
fn a_span_over_very_many_lines_is_drawn_on_its_first() {
    let text = "line\n".repeat(50);
    let few = drawn(&text, span(0, 49));
    assert!(few.contains("10 │ ├─▶ line"), "{few}");
    let eleven = drawn(&text, span(0, 51));
    assert!(!eleven.contains("▶"), "{eleven}");
    let expected = lines(&[
        "E120",
        "",
        "  × unexpected text",
        "   ╭─[a.spec:2:3]",
        " 1 │ line",
        " 2 │ line",
        "   ·   ─┬",
        "   ·    ╰── here",
        " 3 │ line",
        "   ╰────",
    ]);
    assert_eq!(drawn(&text, span(7, 200)), expected);
}

#[test]
fn control_characters_of_a_spec_do_not_reach_the_terminal() {
    let sources = sources(&[("a\u{7}.spec", "ab\u{1b}[31m\u{9b}c\u{202e}d\re\r\n")]);
    let diagnostic = Diagnostic::new(Code::StrayCharacter, at(&sources, 0, "c"), "stray `\u{1b}`").label("is \u{85}");
    let expected = lines(&[
        "E115",
        "",
        "  × stray `\\u{1b}`",
        "   ╭─[a\\u{7}.spec:1:9]",
        " 1 │ ab?[31m¿c�d?e",
        "   ·         ┬",
        "   ·         ╰── is \\u{85}",
        "   ╰────",
    ]);
    assert_eq!(terminal(&sources, diagnostic), expected);
}

#[test]
fn prose_is_wrapped_at_the_width_and_never_narrower_than_twenty() {
    let sources = sources(&[("a.spec", "x\n")]);
    let diagnostic = Diagnostic::new(Code::Syntax, span(0, 1), "one two three four five six seven eight nine");
    let at_width =
        |width| render(Format::Terminal, std::slice::from_ref(&diagnostic), &sources, &Options { width, ..PLAIN });
    assert!(at_width(80).contains("  × one two three four five six seven eight nine\n"));
    assert!(at_width(40).contains("  × one two three four five six seven\n  │ eight nine\n"), "{}", at_width(40));
    assert_eq!(at_width(0), at_width(20));
    assert_ne!(at_width(20), at_width(40));
}

#[test]
fn of_a_thousand_findings_the_terminal_shows_a_hundred() {
    let text = "x\n".repeat(1000);
    let sources = sources(&[("a.spec", text.as_str())]);
    let found: Vec<Diagnostic> = (0..1000).map(|line| syntax(span(line * 2, line * 2 + 1))).collect();
    let text = render(Format::Terminal, &found, &sources, &PLAIN);
    assert_eq!(text.matches("E120\n").count(), 100);
    assert!(text.contains("a.spec:100:1") && !text.contains("a.spec:101:1"));
    assert!(text.ends_with("\n\n… and 900 more; use --format json to see all\n"));
    let hundred = render(Format::Terminal, &found[..100], &sources, &PLAIN);
    assert!(!hundred.contains("more;") && hundred.ends_with("╰────\n"));
    let json = parsed(Format::Json, &found, &sources, &PLAIN);
    assert_eq!(json["diagnostics"].as_array().unwrap().len(), 1000);
}

#[test]
fn findings_at_the_end_of_a_large_file_are_placed_right() {
    let text = "0123456789abcde\n".repeat(1 << 20);
    let sources = sources(&[("a.spec", text.as_str())]);
    let end = text.len() as u32;
    let found: Vec<Diagnostic> = (0..100).map(|n| syntax(span(end - 16 * n - 10, end - 16 * n - 8))).collect();
    let shown = render(Format::Terminal, &found, &sources, &PLAIN);
    assert!(shown.contains("a.spec:1048576:7"), "{shown}");
}

#[test]
fn places_on_one_huge_line_are_counted_right() {
    let text = "aä".repeat(2 << 20);
    let sources = sources(&[("a.spec", text.as_str())]);
    let found: Vec<Diagnostic> = (0..10_000).map(|n| syntax(span(6_000_000 - 3 * n, 6_000_001 - 3 * n))).collect();
    let json = parsed(Format::Json, &found, &sources, &PLAIN);
    assert_eq!(json["diagnostics"][0]["start"]["column"], 4_000_001);
    assert_eq!(json["diagnostics"][9_999]["start"]["column"], 4_000_001 - 2 * 9_999);
}

// JSON.

#[test]
fn json_says_everything_in_a_stable_order() {
    let (sources, warning) = two_files();
    let expected = r#"{
  "version": 1,
  "diagnostics": [
    {
      "code": "E202",
      "severity": "error",
      "title": "an unknown type",
      "message": "unknown type `Itn`",
      "file": "a.spec",
      "start": {
        "line": 2,
        "column": 11,
        "offset": 22
      },
      "end": {
        "line": 2,
        "column": 14,
        "offset": 25
      },
      "label": "no such type",
      "help": "did you mean `Int`?",
      "related": []
    },
    {
      "code": "W603",
      "severity": "warning",
      "title": "an entity that is never used",
      "message": "`foo` is never used",
      "file": "a.spec",
      "start": {
        "line": 3,
        "column": 17,
        "offset": 46
      },
      "end": {
        "line": 3,
        "column": 20,
        "offset": 49
      },
      "label": "declared here",
      "help": null,
      "related": [
        {
          "file": "a.spec",
          "start": {
            "line": 1,
            "column": 9,
            "offset": 8
          },
          "end": {
            "line": 1,
            "column": 10,
            "offset": 9
          },
          "label": "in this service"
        },
        {
          "file": "lib/b c.spec",
          "start": {
            "line": 1,
            "column": 8,
            "offset": 7
          },
          "end": {
            "line": 1,
            "column": 9,
            "offset": 8
          },
          "label": "and not here"
        }
      ]
    }
  ],
  "errors": 1,
  "warnings": 1
}
"#;
    assert_eq!(render(Format::Json, &[unknown_type(&sources), warning], &sources, &PLAIN), expected);
}

#[test]
fn strict_raises_and_counts_warnings_as_errors_in_json() {
    let (sources, warning) = two_files();
    let json = parsed(Format::Json, &[warning, unknown_type(&sources)], &sources, &STRICT);
    assert_eq!(json["diagnostics"][0]["severity"], "error");
    assert_eq!((&json["errors"], &json["warnings"]), (&json!(2), &json!(0)));
}

// SARIF.

#[test]
fn sarif_has_the_rules_that_occur_and_a_result_for_each_finding() {
    let (sources, warning) = two_files();
    let found = [warning, unknown_type(&sources)];
    let region = |line: u32, from: u32, to: u32| json!({ "startLine": line, "startColumn": from, "endLine": line, "endColumn": to });
    let place = |uri: &str, region: Value| json!({ "artifactLocation": { "uri": uri }, "region": region });
    let rule = |id: &str, text: &str, level: &str| json!({ "id": id, "shortDescription": { "text": text }, "defaultConfiguration": { "level": level } });
    let expected = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "specc",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": [
                    rule("E202", "an unknown type", "error"),
                    rule("W603", "an entity that is never used", "warning"),
                ],
            } },
            "columnKind": "unicodeCodePoints",
            "results": [
                {
                    "ruleId": "W603",
                    "ruleIndex": 1,
                    "level": "warning",
                    "message": { "text": "`foo` is never used — declared here" },
                    "locations": [{ "physicalLocation": place("a.spec", region(3, 17, 20)) }],
                    "relatedLocations": [
                        {
                            "id": 0,
                            "physicalLocation": place("a.spec", region(1, 9, 10)),
                            "message": { "text": "in this service" },
                        },
                        {
                            "id": 1,
                            "physicalLocation": place("lib/b%20c.spec", region(1, 8, 9)),
                            "message": { "text": "and not here" },
                        },
                    ],
                },
                {
                    "ruleId": "E202",
                    "ruleIndex": 0,
                    "level": "error",
                    "message": { "text": "unknown type `Itn` — no such type\ndid you mean `Int`?" },
                    "locations": [{ "physicalLocation": place("a.spec", region(2, 11, 14)) }],
                    "relatedLocations": [],
                },
            ],
        }],
    });
    assert_eq!(parsed(Format::Sarif, &found, &sources, &PLAIN), expected);
}

#[test]
fn strict_raises_the_level_of_results_but_not_of_rules_in_sarif() {
    let (sources, warning) = two_files();
    let run = &parsed(Format::Sarif, &[warning], &sources, &STRICT)["runs"][0];
    assert_eq!(run["results"][0]["level"], "error");
    assert_eq!(run["tool"]["driver"]["rules"][0]["defaultConfiguration"]["level"], "warning");
}

#[test]
fn sarif_names_files_by_proper_uris() {
    let uri = |name: &str| {
        let log = parsed(Format::Sarif, &[syntax(span(0, 0))], &sources(&[(name, "")]), &PLAIN);
        let location = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"];
        location["uri"].as_str().unwrap().to_string()
    };
    assert_eq!(uri("specs/shop-1.0_a~b.spec"), "specs/shop-1.0_a~b.spec");
    assert_eq!(uri("a b/ä%20#?.spec"), "a%20b/%C3%A4%2520%23%3F.spec");
    assert_eq!(uri("a:b[1].spec"), "a%3Ab%5B1%5D.spec");
    assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
    assert_eq!(uri("/home/me/a b.spec"), "file:///home/me/a%20b.spec");
    assert_eq!(uri("C:/me/a.spec"), "file:///C:/me/a.spec");
}

// GitHub.

#[test]
fn github_gets_one_command_for_each_finding() {
    let (sources, warning) = two_files();
    let found = [unknown_type(&sources), warning];
    let expected = "\
::error file=a.spec,line=2,col=11,endLine=2,endColumn=14,title=E202%3A an unknown type::unknown type `Itn`%0Adid you mean `Int`?
::warning file=a.spec,line=3,col=17,endLine=3,endColumn=20,title=W603%3A an entity that is never used::`foo` is never used
";
    assert_eq!(render(Format::Github, &found, &sources, &PLAIN), expected);
    let strict = expected.replace("::warning", "::error");
    assert_eq!(render(Format::Github, &found, &sources, &STRICT), strict);
}

#[test]
fn github_escapes_properties_and_data_each_by_its_rules() {
    let sources = sources(&[("a,b:100%\n.spec", "x")]);
    let diagnostic = Diagnostic::new(Code::Syntax, span(0, 1), "50%, a: b\r\nc::d").help("100%25\nend");
    let expected = "::error file=a%2Cb%3A100%25%0A.spec,line=1,col=1,endLine=1,endColumn=2,\
                    title=E120%3A text that does not fit the grammar::50%25, a: b%0D%0Ac::d%0A100%2525%0Aend\n";
    assert_eq!(render(Format::Github, &[diagnostic], &sources, &PLAIN), expected);
}

#[test]
fn github_gets_no_columns_for_a_span_of_several_lines() {
    let sources = sources(&[("a.spec", "ab\ncd\n")]);
    let expected =
        "::error file=a.spec,line=1,endLine=2,title=E120%3A text that does not fit the grammar::unexpected text\n";
    assert_eq!(render(Format::Github, &[syntax(span(1, 4))], &sources, &PLAIN), expected);
}
