(() => {
  "use strict";
  const all = (query, root = document) => [...root.querySelectorAll(query)];
  const one = (id) => document.getElementById(id);
  const filters = document.querySelector(".filters");
  const search = one("search"), operation = one("operation"), showing = one("showing"), machines = one("machines");
  const choices = all('input[name="outcome"]', filters);
  const subjects = all(".subject").map((section) => ({
    section,
    id: section.dataset.subject,
    clauses: all(".clause", section).map((row) => ({
      row,
      outcome: row.dataset.outcome,
      brokenBy: row.dataset.brokenBy.split(" "),
      details: row.querySelector("details"),
      text: section.querySelector("h2").textContent.toLowerCase() + " " + row.textContent.toLowerCase(),
    })),
  }));
  const rows = subjects.flatMap((subject) => subject.clauses);

  function apply() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const outcomes = new Set(choices.filter((choice) => choice.checked).map((choice) => choice.value));
    let shown = 0;
    for (const subject of subjects) {
      let here = 0;
      for (const clause of subject.clauses) {
        const meant = operation.value === "" || operation.value === subject.id || clause.brokenBy.includes(operation.value);
        const fits = meant && outcomes.has(clause.outcome) && words.every((word) => clause.text.includes(word));
        clause.row.hidden = !fits;
        here += fits ? 1 : 0;
      }
      subject.section.hidden = here === 0;
      shown += here;
    }
    const whole = shown === rows.length;
    showing.value = whole ? `${rows.length} clauses` : `${shown} of ${rows.length} clauses`;
    one("nothing").hidden = shown > 0;
    one("clear").hidden = whole && words.length === 0;
    if (machines) machines.hidden = !whole;
  }

  function clear() {
    search.value = "";
    operation.value = "";
    for (const choice of choices) choice.checked = true;
    apply();
  }

  function open(wanted) {
    for (const clause of rows) if (!clause.row.hidden) clause.details.open = wanted;
  }

  function reveal() {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (!target || !target.closest("main")) return;
    if (target.hidden || target.closest("[hidden]")) clear();
    const details = target.querySelector(":scope > details");
    if (details) details.open = true;
    target.scrollIntoView();
  }

  function copyable(box) {
    const text = box.querySelector("pre"), button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", () => {
      const told = (word) => { button.textContent = word; };
      const select = () => { getSelection().selectAllChildren(text); told("Selected"); };
      if (navigator.clipboard) navigator.clipboard.writeText(text.textContent).then(() => told("Copied"), select);
      else select();
    });
    box.append(button);
  }

  filters.addEventListener("submit", (event) => event.preventDefault());
  filters.addEventListener("input", apply);
  one("clear").addEventListener("click", clear);
  one("expand").addEventListener("click", () => open(true));
  one("collapse").addEventListener("click", () => open(false));
  addEventListener("hashchange", reveal);
  addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      search.focus();
    } else if (event.key === "Escape" && event.target === search) clear();
  });
  addEventListener("beforeprint", () => { for (const one of all("main details")) one.open = true; });
  all(".again").forEach(copyable);
  filters.hidden = false;
  apply();
  reveal();
})();
