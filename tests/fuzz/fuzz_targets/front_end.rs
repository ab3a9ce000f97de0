//! Any bytes go through the whole front end; formatting what is sound keeps its tree and settles at once.
#![no_main]

use libfuzzer_sys::fuzz_target;
use specc::format::{Formatted, format};
use specc::project::{NoFiles, open};
use specc::source::SourceFile;

fuzz_target!(|bytes: &[u8]| {
    let project = open("fuzz.spec", bytes, &NoFiles);
    let checked = specc::sema::check(&project.files, project.diagnostics.is_empty());
    if let Some(service) = &checked.service {
        specc::lint::run(service);
        specc::ir::show(service);
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Formatted::Text(once) = format(&SourceFile::new("fuzz.spec", text)) {
        let twice = format(&SourceFile::new("fuzz.spec", once.as_str()));
        assert_eq!(twice, Formatted::Text(once));
    }
});
