/** What failures show of the conditions of EdgeCases: their parts, and what these are. */

import type {
  ActivateCall,
  AddReadingCall,
  AnnotateCall,
  ClearCall,
  CloseCall,
  CreateCall,
  DropPrefsCall,
  FindByNameCall,
  FocusCall,
  GetCall,
  LinkCall,
  MarkRootCall,
  NoteCall,
  ReachCall,
  RemoveCall,
  RenameCall,
  ReportCall,
  RetagCall,
  ReviveCall,
  ReweighCall,
  SealCall,
  SearchCall,
  SetGraceCall,
  SetPrefCall,
  SpendCall,
  ToggleCall,
  UnlinkCall,
} from "./clauses.ts";
import { type Chosen, part, type Parts, sides } from "./harness/rules.ts";
import { DATETIME, INT, MapOf, OptionOf, SetOf } from "./harness/types.ts";
import {
  abs,
  atLeast,
  bind,
  days,
  dom,
  type Duration,
  element,
  every,
  exists,
  finite,
  floatDiv,
  floorDiv,
  hours,
  i64,
  instant,
  largest,
  length,
  max,
  min,
  minus,
  plus,
  powerset,
  ran,
  seconds,
  select,
  sha256,
  size,
  smallest,
  some,
  the,
  times,
  total,
  ValueMap,
  ValueSet,
} from "./harness/values.ts";
import { type Base, type Colour, GRADE_VALUES, type Sample, type State } from "./model.ts";
import {
  gradeOf,
  isOpen,
  isValidEmail,
  isValidUri,
  palette,
  population,
  tagCount,
} from "./predicates.ts";
import { BASE, SAMPLE } from "./wire.ts";

/** len(value) >= 1 and len(value) <= 40 */
export function nameWhere(value: string): Parts {
  return [part("len(value)", () => length(value)), part("value", () => value)];
}

/** value.length <= 200 */
export function textWhere(value: string): Parts {
  return [part("value.length", () => length(value)), part("value", () => value)];
}

/** len(value) >= 8 and len(value) <= 64 */
export function secretWhere(value: string): Parts {
  return [part("len(value)", () => length(value)), part("value", () => value)];
}

/** len(value) <= 80 and (isValidURI(value) or isValidEmail(value)) */
export function contactWhere(value: string): Parts {
  return [
    part("len(value)", () => length(value)),
    part("value", () => value),
    part("isValidURI(value)", () => isValidUri(value)),
    part("isValidEmail(value)", () => isValidEmail(value)),
  ];
}

/** value >= seconds(1) and value <= hours(2) */
export function graceWhere(value: Duration): Parts {
  return [
    part("value", () => value),
    part("seconds(1)", () => seconds(1n)),
    part("hours(2)", () => hours(2n)),
  ];
}

/** id > 0 */
export function basePositiveId(own: Base): Parts {
  return [part("id", () => own.id)];
}

/** id > 0 */
export function samplePositiveId(own: Sample): Parts {
  return [part("id", () => own.id)];
}

/** type = gradeOf(weight) */
export function sampleInvariant1(own: Sample): Parts {
  return [
    sides(
      part("type", () => own.type),
      part("gradeOf(weight)", () => gradeOf(own.weight)),
    ),
  ];
}

/** state = CLOSED iff retired_at != none */
export function sampleClosedIsDated(own: Sample): Parts {
  return [
    sides(
      part("state", () => own.state),
      part("CLOSED", () => "CLOSED"),
    ),
    part("retired_at", () => own.retiredAt, new OptionOf(DATETIME)),
  ];
}

/** value > seconds(0) */
export function stateGraceWhere(value: Duration): Parts {
  return [part("value", () => value), part("seconds(0)", () => seconds(0n))];
}

/** all one in samples | samples[one].id = one */
export function invariantKeysAreIds(s: State): Parts {
  return [
    part("one", ({ one }: Chosen) => one),
    sides(
      part("samples[one].id", ({ one }: Chosen) => s.samples.at(one).id),
      part("one", ({ one }: Chosen) => one),
    ),
  ];
}

/** total = #samples */
export function invariantCountsAgree(s: State): Parts {
  return [
    sides(
      part("total", () => s.total),
      part("#samples", () => size(s.samples)),
    ),
    part("samples", () => s.samples, new MapOf(INT, SAMPLE)),
  ];
}

/** no a: Sample, b: Sample | a.id != b.id and a.name = b.name */
export function invariantUniqueNames(): Parts {
  return [
    part("a", ({ a }: Chosen) => a, SAMPLE),
    part("b", ({ b }: Chosen) => b, SAMPLE),
    part("a.id", ({ a }: Chosen) => a.id),
    part("b.id", ({ b }: Chosen) => b.id),
    sides(
      part("a.name", ({ a }: Chosen) => a.name),
      part("b.name", ({ b }: Chosen) => b.name),
    ),
  ];
}

/** (all s in Sample | s.name in labels) and (all l in labels | (some s in ran(samples) |... */
export function invariantLabelsAreNames(s: State): Parts {
  return [
    part("s", ({ s2 }: Chosen) => s2, SAMPLE),
    part("s.name", ({ s2 }: Chosen) => s2.name),
    part("labels", () => s.labels),
    part("l", ({ l }: Chosen) => l),
    part("ran(samples)", () => ran(s.samples), new SetOf(SAMPLE)),
    part("samples", () => s.samples, new MapOf(INT, SAMPLE)),
  ];
}

/** all s in ran(samples) | s.tags subset palette() */
export function invariantColouredFromPalette(): Parts {
  return [
    part("s", ({ s2 }: Chosen) => s2, SAMPLE),
    part("s.tags", ({ s2 }: Chosen) => s2.tags),
    part("palette()", () => palette()),
  ];
}

/** dom(roots) subset dom(samples) */
export function invariantRootsAreSamples(s: State): Parts {
  return [
    part("dom(roots)", () => dom(s.roots)),
    part("roots", () => s.roots, new MapOf(INT, BASE)),
    part("dom(samples)", () => dom(s.samples)),
    part("samples", () => s.samples, new MapOf(INT, SAMPLE)),
  ];
}

/** dom(readings) = dom(samples) */
export function invariantEverySampleIsRead(s: State): Parts {
  return [
    sides(
      part("dom(readings)", () => dom(s.readings)),
      part("dom(samples)", () => dom(s.samples)),
    ),
    part("readings", () => s.readings),
    part("samples", () => s.samples, new MapOf(INT, SAMPLE)),
  ];
}

/** all a in links | a in samples and a not in links[a] and (all b in links[a] | b in samples) */
export function invariantLinksLead(s: State): Parts {
  return [
    part("a", ({ a }: Chosen) => a),
    part("samples", () => s.samples, new MapOf(INT, SAMPLE)),
    part("links[a]", ({ a }: Chosen) => s.links.at(a)),
    part("b", ({ b }: Chosen) => b),
  ];
}

/** focus = none or focus in samples */
export function invariantFocusExists(s: State): Parts {
  return [
    sides(
      part("focus", () => s.focus),
      part("none", () => null),
    ),
    part("samples", () => s.samples, new MapOf(INT, SAMPLE)),
  ];
}

/** grace <= days(1) */
export function invariant9(s: State): Parts {
  return [part("grace", () => s.grace), part("days(1)", () => days(1n))];
}

/** budget >= 0 */
export function alwaysNeverOverspent(s: State): Parts {
  return [part("budget", () => s.budget)];
}

/** exists k in samples | samples[k].state = CLOSED */
export function eventuallySomethingCloses(s: State): Parts {
  return [part("samples", () => s.samples, new MapOf(INT, SAMPLE))];
}

/** name not in labels */
export function createRequires0(c: CreateCall): Parts {
  return [part("name", () => c.given.name), part("labels", () => c.before.labels)];
}

/** name.length + path.length <= 60 */
export function createRequires1(c: CreateCall): Parts {
  return [
    part("name.length + path.length", () => length(c.given.name) + length(c.given.path)),
    part("name.length", () => length(c.given.name)),
    part("name", () => c.given.name),
    part("path.length", () => length(c.given.path)),
    part("path", () => c.given.path),
  ];
}

/** tags subset palette() */
export function createRequires2(c: CreateCall): Parts {
  return [part("tags", () => c.given.tags), part("palette()", () => palette())];
}

/** exists c in palette() | c not in tags */
export function createRequires3(): Parts {
  return [part("palette()", () => palette())];
}

/** id not in samples */
export function createEnsures0(c: CreateCall): Parts {
  return [
    part("id", () => c.answer.id),
    part("samples", () => c.before.samples, new MapOf(INT, SAMPLE)),
  ];
}

/** samples' = samples + {id -> Sample { id = id, created_at = now(), name = name, path =... */
export function createEnsures1(c: CreateCall): Parts {
  return [
    sides(
      part("samples'", () => c.after.samples, new MapOf(INT, SAMPLE)),
      part(
        'samples + {id -> Sample { id = id, created_at = now(), name = name, path = path, weight = weight, type = gradeOf(weight), state = Phase.DRAFT, tags = tags, history = ["created"], attributes = {}, note = note, trace = ticket, lifetime = seconds(0) }}',
        () =>
          c.before.samples.override(
            ValueMap.of<bigint, Sample>([
              c.answer.id,
              {
                id: c.answer.id,
                createdAt: c.now,
                name: c.given.name,
                path: c.given.path,
                weight: c.given.weight,
                type: gradeOf(c.given.weight),
                state: "DRAFT",
                tags: c.given.tags,
                history: ["created"],
                attributes: ValueMap.of<string, bigint>(),
                note: c.given.note,
                trace: c.answer.ticket,
                lifetime: seconds(0n),
                retiredAt: null,
                sealHash: null,
              } satisfies Sample,
            ]),
          ),
        new MapOf(INT, SAMPLE),
      ),
    ),
  ];
}

/** readings'[id] = {0} */
export function createEnsures2(c: CreateCall): Parts {
  return [
    sides(
      part("readings'[id]", () => c.after.readings.at(c.answer.id)),
      part("{0}", () => ValueSet.of(0n)),
    ),
  ];
}

/** labels' = labels union {name} */
export function createEnsures3(c: CreateCall): Parts {
  return [
    sides(
      part("labels'", () => c.after.labels),
      part("labels union {name}", () => c.before.labels.union(ValueSet.of(c.given.name))),
    ),
  ];
}

/** total' = total + 1 */
export function createEnsures4(c: CreateCall): Parts {
  return [
    sides(
      part("total'", () => c.after.total),
      part("total + 1", () => i64(c.before.total + 1n)),
    ),
    part("total", () => c.before.total),
  ];
}

/** let before = #samples in population()' = before + 1 */
export function createEnsures5(c: CreateCall): Parts {
  return [
    part("#samples", () => size(c.before.samples)),
    part("samples", () => c.before.samples, new MapOf(INT, SAMPLE)),
    sides(
      part("population()'", () => population(c.after)),
      part("before + 1", () => bind(size(c.before.samples), (before) => i64(before + 1n))),
    ),
    part("before", () => bind(size(c.before.samples), (before) => before)),
  ];
}

/** tagCount(id)' = #tags */
export function createEnsures6(c: CreateCall): Parts {
  return [
    sides(
      part("tagCount(id)'", () => tagCount(c.answer.id, c.after)),
      part("#tags", () => size(c.given.tags)),
    ),
    part("tags", () => c.given.tags),
  ];
}

/** id in samples */
export function getRequires0(c: GetCall): Parts {
  return [
    part("id", () => c.given.id),
    part("samples", () => c.before.samples, new MapOf(INT, SAMPLE)),
  ];
}

/** sample = samples[id] */
export function getEnsures0(c: GetCall): Parts {
  return [
    sides(
      part("sample", () => c.answer.sample, SAMPLE),
      part("samples[id]", () => c.before.samples.at(c.given.id), SAMPLE),
    ),
  ];
}

/** name in labels */
export function findByNameRequires0(c: FindByNameCall): Parts {
  return [part("name", () => c.given.name), part("labels", () => c.before.labels)];
}

/** sample = (the s in ran(samples) | s.name = name) */
export function findByNameEnsures0(c: FindByNameCall): Parts {
  return [
    sides(
      part("sample", () => c.answer.sample, SAMPLE),
      part(
        "(the s in ran(samples) | s.name = name)",
        () => the(ran(c.before.samples), (s2) => s2.name === c.given.name),
        SAMPLE,
      ),
    ),
  ];
}

/** found = { s in ran(samples) | (type = none or s.type = type) and colours subset s.tags... */
export function searchEnsures0(c: SearchCall): Parts {
  return [
    sides(
      part("found", () => c.answer.found, new SetOf(SAMPLE)),
      part(
        "{ s in ran(samples) | (type = none or s.type = type) and colours subset s.tags and (since = none or s.created_at >= since) }",
        () =>
          select(
            ran(c.before.samples),
            (s2) =>
              (c.given.type === null || s2.type === some(c.given.type)) &&
              c.given.colours.isSubsetOf(s2.tags) &&
              (c.given.since === null || atLeast(s2.createdAt, some(c.given.since))),
          ),
        new SetOf(SAMPLE),
      ),
    ),
  ];
}

/** id in samples */
export function renameRequires0(c: RenameCall): Parts {
  return [
    part("id", () => c.given.id),
    part("samples", () => c.before.samples, new MapOf(INT, SAMPLE)),
  ];
}

/** name not in labels */
export function renameRequires1(c: RenameCall): Parts {
  return [part("name", () => c.given.name), part("labels", () => c.before.labels)];
}

/** name.length + samples[id].path.length <= 60 */
export function renameRequires2(c: RenameCall): Parts {
  return [
    part(
      "name.length + samples[id].path.length",
      () => length(c.given.name) + length(c.before.samples.at(c.given.id).path),
    ),
    part("name.length", () => length(c.given.name)),
    part("name", () => c.given.name),
    part("samples[id].path.length", () => length(c.before.samples.at(c.given.id).path)),
    part("samples[id].path", () => c.before.samples.at(c.given.id).path),
  ];
}

/** samples'[id].name = name */
export function renameEnsures0(c: RenameCall): Parts {
  return [
    sides(
      part("samples'[id].name", () => c.after.samples.at(c.given.id).name),
      part("name", () => c.given.name),
    ),
  ];
}

/** labels' = labels - {samples[id].name} + {name} */
export function renameEnsures1(c: RenameCall): Parts {
  return [
    sides(
      part("labels'", () => c.after.labels),
      part("labels - {samples[id].name} + {name}", () =>
        c.before.labels.difference(ValueSet.of(c.before.samples.at(c.given.id).name)).union(
          ValueSet.of(c.given.name),
        ),
      ),
    ),
  ];
}

/** isOpen(id) */
export function reweighRequires0(c: ReweighCall): Parts {
  return [part("isOpen(id)", () => isOpen(c.given.id, c.before)), part("id", () => c.given.id)];
}

/** samples' = pre(samples) + {id -> samples[id] with { weight = weight, type =... */
export function reweighEnsures0(c: ReweighCall): Parts {
  return [
    sides(
      part("samples'", () => c.after.samples, new MapOf(INT, SAMPLE)),
      part(
        "pre(samples) + {id -> samples[id] with { weight = weight, type = gradeOf(weight) }}",
        () =>
          c.before.samples.override(
            ValueMap.of<bigint, Sample>([
              c.given.id,
              {
                ...c.before.samples.at(c.given.id),
                weight: c.given.weight,
                type: gradeOf(c.given.weight),
              },
            ]),
          ),
        new MapOf(INT, SAMPLE),
      ),
    ),
  ];
}

/** grade = samples'[id].type */
export function reweighEnsures1(c: ReweighCall): Parts {
  return [
    sides(
      part("grade", () => c.answer.grade),
      part("samples'[id].type", () => c.after.samples.at(c.given.id).type),
    ),
  ];
}

/** weight > 10 and weight <= 100 implies grade = Grade.ACTIVE */
export function reweighEnsures2(c: ReweighCall): Parts {
  return [
    part("weight", () => c.given.weight),
    sides(
      part("grade", () => c.answer.grade),
      part("Grade.ACTIVE", () => "ACTIVE"),
    ),
  ];
}

/** id in samples */
export function retagRequires0(c: RetagCall): Parts {
  return [
    part("id", () => c.given.id),
    part("samples", () => c.before.samples, new MapOf(INT, SAMPLE)),
  ];
}

/** add intersect drop = {} */
export function retagRequires1(c: RetagCall): Parts {
  return [
    sides(
      part("add intersect drop", () => c.given.add.intersection(c.given.drop)),
      part("{}", () => ValueSet.of<Colour>()),
    ),
  ];
}

/** add in ^palette() */
export function retagRequires2(c: RetagCall): Parts {
  return [
    part("add", () => c.given.add),
    part("^palette()", () => powerset(palette())),
    part("palette()", () => palette()),
  ];
}

/** samples'[id].tags = samples[id].tags union add minus drop */
export function retagEnsures0(c: RetagCall): Parts {
  return [
    sides(
      part("samples'[id].tags", () => c.after.samples.at(c.given.id).tags),
      part("samples[id].tags union add minus drop", () =>
        c.before.samples.at(c.given.id).tags.union(c.given.add).difference(c.given.drop),
      ),
    ),
  ];
}

/** sample = samples'[id] */
export function retagEnsures1(c: RetagCall): Parts {
  return [
    sides(
      part("sample", () => c.answer.sample, SAMPLE),
      part("samples'[id]", () => c.after.samples.at(c.given.id), SAMPLE),
    ),
  ];
}

/** all c: Colour, b: Bool | c in drop and b implies c not in sample.tags */
export function retagEnsures2(c: RetagCall): Parts {
  return [
    part("c", ({ c2 }: Chosen) => c2),
    part("b", ({ b }: Chosen) => b),
    part("drop", () => c.given.drop),
    part("sample.tags", () => c.answer.sample.tags),
  ];
}

/** entity in samples and samples[entity].state != CLOSED */
export function annotateRequires0(c: AnnotateCall): Parts {
  return [
    part("entity", () => c.given.entity),
    part("samples", () => c.before.samples, new MapOf(INT, SAMPLE)),
    part("samples[entity].state", () => c.before.samples.at(c.given.entity).state),
  ];
}

/** #samples[entity].attributes < 8 or field in samples[entity].attributes */
export function annotateRequires1(c: AnnotateCall): Parts {
  return [
    part("#samples[entity].attributes", () => size(c.before.samples.at(c.given.entity).attributes)),
    part("samples[entity].attributes", () => c.before.samples.at(c.given.entity).attributes),
    part("field", () => c.given.field),
  ];
}

/** samples'[entity].attributes = old + {field -> amount} */
export function annotateEnsures0(c: AnnotateCall): Parts {
  return [
    part("samples[entity].attributes", () => c.before.samples.at(c.given.entity).attributes),
    sides(
      part("samples'[entity].attributes", () => c.after.samples.at(c.given.entity).attributes),
      part("old + {field -> amount}", () =>
        bind(c.before.samples.at(c.given.entity).attributes, (old) =>
          old.override(ValueMap.of([c.given.field, c.given.amount])),
        ),
      ),
    ),
  ];
}

/** size = if field in old then #old else #old + 1 */
export function annotateEnsures1(c: AnnotateCall): Parts {
  return [
    part("samples[entity].attributes", () => c.before.samples.at(c.given.entity).attributes),
    sides(
      part("size", () => c.answer.size),
      part("if field in old then #old else #old + 1", () =>
        bind(c.before.samples.at(c.given.entity).attributes, (old) =>
          old.has(c.given.field) ? size(old) : size(old) + 1n,
        ),
      ),
    ),
  ];
}

/** size > 0 */
export function annotateEnsures2(c: AnnotateCall): Parts {
  return [part("size", () => c.answer.size)];
}

/** id in samples */
export function sealRequires0(c: SealCall): Parts {
  return [
    part("id", () => c.given.id),
    part("samples", () => c.before.samples, new MapOf(INT, SAMPLE)),
  ];
}

/** samples[id].seal_hash = none */
export function sealRequires1(c: SealCall): Parts {
  return [
    sides(
      part("samples[id].seal_hash", () => c.before.samples.at(c.given.id).sealHash),
      part("none", () => null),
    ),
  ];
}

/** samples'[id].seal_hash = hash(secret) */
export function sealEnsures0(c: SealCall): Parts {
  return [
    sides(
      part("samples'[id].seal_hash", () => c.after.samples.at(c.given.id).sealHash),
      part("hash(secret)", () => sha256(c.given.secret)),
    ),
    part("secret", () => c.given.secret),
  ];
}

/** samples'[id].history = samples[id].history + ["sealed: \"\u{1F512}\"\t\\o/\r\n"] */
export function sealEnsures1(c: SealCall): Parts {
  return [
    sides(
      part("samples'[id].history", () => c.after.samples.at(c.given.id).history),
      part('samples[id].history + ["sealed: \\"\\u{1F512}\\"\\t\\\\o/\\r\\n"]', () => [
        ...c.before.samples.at(c.given.id).history,
        'sealed: "\u{1f512}"\t\\o/\r\n',
      ]),
    ),
    part("samples[id].history", () => c.before.samples.at(c.given.id).history),
  ];
}

/** id in samples */
export function removeRequires0(c: RemoveCall): Parts {
  return [
    part("id", () => c.given.id),
    part("samples", () => c.before.samples, new MapOf(INT, SAMPLE)),
  ];
}

/** no a in links | id in links[a] */
export function removeRequires1(c: RemoveCall): Parts {
  return [
    part("a", ({ a }: Chosen) => a),
    part("id", () => c.given.id),
    part("links[a]", ({ a }: Chosen) => c.before.links.at(a)),
  ];
}

/** samples' = samples - {id} */
export function removeEnsures0(c: RemoveCall): Parts {
  return [
    sides(
      part("samples'", () => c.after.samples, new MapOf(INT, SAMPLE)),
      part(
        "samples - {id}",
        () => c.before.samples.without(ValueSet.of(c.given.id)),
        new MapOf(INT, SAMPLE),
      ),
    ),
  ];
}

/** roots' = roots - {id} */
export function removeEnsures1(c: RemoveCall): Parts {
  return [
    sides(
      part("roots'", () => c.after.roots, new MapOf(INT, BASE)),
      part(
        "roots - {id}",
        () => c.before.roots.without(ValueSet.of(c.given.id)),
        new MapOf(INT, BASE),
      ),
    ),
  ];
}

/** readings' = readings - {id} */
export function removeEnsures2(c: RemoveCall): Parts {
  return [
    sides(
      part("readings'", () => c.after.readings),
      part("readings - {id}", () => c.before.readings.without(ValueSet.of(c.given.id))),
    ),
  ];
}

/** links' = links - {id} */
export function removeEnsures3(c: RemoveCall): Parts {
  return [
    sides(
      part("links'", () => c.after.links),
      part("links - {id}", () => c.before.links.without(ValueSet.of(c.given.id))),
    ),
  ];
}

/** labels' = pre(labels) minus {samples[id].name} */
export function removeEnsures4(c: RemoveCall): Parts {
  return [
    sides(
      part("labels'", () => c.after.labels),
      part("pre(labels) minus {samples[id].name}", () =>
        c.before.labels.difference(ValueSet.of(c.before.samples.at(c.given.id).name)),
      ),
    ),
  ];
}

/** total' = total - 1 */
export function removeEnsures5(c: RemoveCall): Parts {
  return [
    sides(
      part("total'", () => c.after.total),
      part("total - 1", () => i64(c.before.total - 1n)),
    ),
    part("total", () => c.before.total),
  ];
}

/** focus = id implies focus' = none */
export function removeEnsures6(c: RemoveCall): Parts {
  return [
    sides(
      part("focus", () => c.before.focus),
      part("id", () => c.given.id),
    ),
    sides(
      part("focus'", () => c.after.focus),
      part("none", () => null),
    ),
  ];
}

/** left = #samples' */
export function removeEnsures7(c: RemoveCall): Parts {
  return [
    sides(
      part("left", () => c.answer.left),
      part("#samples'", () => size(c.after.samples)),
    ),
    part("samples'", () => c.after.samples, new MapOf(INT, SAMPLE)),
  ];
}

/** id in samples */
export function activateRequires0(c: ActivateCall): Parts {
  return [
    part("id", () => c.given.id),
    part("samples", () => c.before.samples, new MapOf(INT, SAMPLE)),
  ];
}

/** samples[id].state = DRAFT */
export function activateRequires1(c: ActivateCall): Parts {
  return [
    sides(
      part("samples[id].state", () => c.before.samples.at(c.given.id).state),
      part("DRAFT", () => "DRAFT"),
    ),
  ];
}

/** samples' = samples + {id -> samples[id] with { state = ACTIVE, history =... */
export function activateEnsures0(c: ActivateCall): Parts {
  return [
    sides(
      part("samples'", () => c.after.samples, new MapOf(INT, SAMPLE)),
      part(
        'samples + {id -> samples[id] with { state = ACTIVE, history = samples[id].history + ["activated"] }}',
        () =>
          c.before.samples.override(
            ValueMap.of<bigint, Sample>([
              c.given.id,
              {
                ...c.before.samples.at(c.given.id),
                state: "ACTIVE",
                history: [...c.before.samples.at(c.given.id).history, "activated"],
              },
            ]),
          ),
        new MapOf(INT, SAMPLE),
      ),
    ),
  ];
}

/** sample = samples'[id] */
export function activateEnsures1(c: ActivateCall): Parts {
  return [
    sides(
      part("sample", () => c.answer.sample, SAMPLE),
      part("samples'[id]", () => c.after.samples.at(c.given.id), SAMPLE),
    ),
  ];
}

/** id in samples */
export function closeRequires0(c: CloseCall): Parts {
  return [
    part("id", () => c.given.id),
    part("samples", () => c.before.samples, new MapOf(INT, SAMPLE)),
  ];
}

/** samples[id].state = Phase.ACTIVE */
export function closeRequires1(c: CloseCall): Parts {
  return [
    sides(
      part("samples[id].state", () => c.before.samples.at(c.given.id).state),
      part("Phase.ACTIVE", () => "ACTIVE"),
    ),
  ];
}

/** samples'[id].state = CLOSED */
export function closeEnsures0(c: CloseCall): Parts {
  return [
    sides(
      part("samples'[id].state", () => c.after.samples.at(c.given.id).state),
      part("CLOSED", () => "CLOSED"),
    ),
  ];
}

/** samples'[id].retired_at = now() + grace */
export function closeEnsures1(c: CloseCall): Parts {
  return [
    sides(
      part(
        "samples'[id].retired_at",
        () => c.after.samples.at(c.given.id).retiredAt,
        new OptionOf(DATETIME),
      ),
      part("now() + grace", () => instant(plus(c.now, c.before.grace)), DATETIME),
    ),
    part("now()", () => c.now, DATETIME),
    part("grace", () => c.before.grace),
  ];
}

/** samples'[id].lifetime = now() - samples[id].created_at */
export function closeEnsures2(c: CloseCall): Parts {
  return [
    sides(
      part("samples'[id].lifetime", () => c.after.samples.at(c.given.id).lifetime),
      part("now() - samples[id].created_at", () =>
        minus(c.now, c.before.samples.at(c.given.id).createdAt),
      ),
    ),
    part("now()", () => c.now, DATETIME),
    part("samples[id].created_at", () => c.before.samples.at(c.given.id).createdAt, DATETIME),
  ];
}

/** sample = samples'[id] */
export function closeEnsures3(c: CloseCall): Parts {
  return [
    sides(
      part("sample", () => c.answer.sample, SAMPLE),
      part("samples'[id]", () => c.after.samples.at(c.given.id), SAMPLE),
    ),
  ];
}

/** id in samples */
export function reviveRequires0(c: ReviveCall): Parts {
  return [
    part("id", () => c.given.id),
    part("samples", () => c.before.samples, new MapOf(INT, SAMPLE)),
  ];
}

/** samples[id].state = CLOSED */
export function reviveRequires1(c: ReviveCall): Parts {
  return [
    sides(
      part("samples[id].state", () => c.before.samples.at(c.given.id).state),
      part("CLOSED", () => "CLOSED"),
    ),
  ];
}

/** samples'[id].state = ACTIVE */
export function reviveEnsures0(c: ReviveCall): Parts {
  return [
    sides(
      part("samples'[id].state", () => c.after.samples.at(c.given.id).state),
      part("ACTIVE", () => "ACTIVE"),
    ),
  ];
}

/** samples'[id].retired_at = none */
export function reviveEnsures1(c: ReviveCall): Parts {
  return [
    sides(
      part(
        "samples'[id].retired_at",
        () => c.after.samples.at(c.given.id).retiredAt,
        new OptionOf(DATETIME),
      ),
      part("none", () => null),
    ),
  ];
}

/** sample = samples'[id] */
export function reviveEnsures2(c: ReviveCall): Parts {
  return [
    sides(
      part("sample", () => c.answer.sample, SAMPLE),
      part("samples'[id]", () => c.after.samples.at(c.given.id), SAMPLE),
    ),
  ];
}

/** id in samples */
export function markRootRequires0(c: MarkRootCall): Parts {
  return [
    part("id", () => c.given.id),
    part("samples", () => c.before.samples, new MapOf(INT, SAMPLE)),
  ];
}

/** id not in roots */
export function markRootRequires1(c: MarkRootCall): Parts {
  return [part("id", () => c.given.id), part("roots", () => c.before.roots, new MapOf(INT, BASE))];
}

/** roots'[id] = Base { id = id, created_at = now() } */
export function markRootEnsures0(c: MarkRootCall): Parts {
  return [
    sides(
      part("roots'[id]", () => c.after.roots.at(c.given.id), BASE),
      part(
        "Base { id = id, created_at = now() }",
        () => ({ id: c.given.id, createdAt: c.now }) satisfies Base,
        BASE,
      ),
    ),
  ];
}

/** id in samples */
export function addReadingRequires0(c: AddReadingCall): Parts {
  return [
    part("id", () => c.given.id),
    part("samples", () => c.before.samples, new MapOf(INT, SAMPLE)),
  ];
}

/** #readings[id] < 10 */
export function addReadingRequires1(c: AddReadingCall): Parts {
  return [
    part("#readings[id]", () => size(c.before.readings.at(c.given.id))),
    part("readings[id]", () => c.before.readings.at(c.given.id)),
  ];
}

/** readings'[id] = readings[id] + {reading} */
export function addReadingEnsures0(c: AddReadingCall): Parts {
  return [
    sides(
      part("readings'[id]", () => c.after.readings.at(c.given.id)),
      part("readings[id] + {reading}", () =>
        c.before.readings.at(c.given.id).union(ValueSet.of(c.given.reading)),
      ),
    ),
  ];
}

/** highest = max(readings'[id]) */
export function addReadingEnsures1(c: AddReadingCall): Parts {
  return [
    sides(
      part("highest", () => c.answer.highest),
      part("max(readings'[id])", () => largest(c.after.readings.at(c.given.id))),
    ),
    part("readings'[id]", () => c.after.readings.at(c.given.id)),
  ];
}

/** lowest = min(readings'[id]) */
export function addReadingEnsures2(c: AddReadingCall): Parts {
  return [
    sides(
      part("lowest", () => c.answer.lowest),
      part("min(readings'[id])", () => smallest(c.after.readings.at(c.given.id))),
    ),
    part("readings'[id]", () => c.after.readings.at(c.given.id)),
  ];
}

/** spread = abs(lowest - highest) */
export function addReadingEnsures3(c: AddReadingCall): Parts {
  return [
    sides(
      part("spread", () => c.answer.spread),
      part("abs(lowest - highest)", () => i64(abs(i64(c.answer.lowest - c.answer.highest)))),
    ),
    part("lowest - highest", () => i64(c.answer.lowest - c.answer.highest)),
    part("lowest", () => c.answer.lowest),
    part("highest", () => c.answer.highest),
  ];
}

/** middle = (highest + lowest) / 2 */
export function addReadingEnsures4(c: AddReadingCall): Parts {
  return [
    sides(
      part("middle", () => c.answer.middle),
      part("(highest + lowest) / 2", () => floorDiv(i64(c.answer.highest + c.answer.lowest), 2n)),
    ),
    part("(highest + lowest)", () => i64(c.answer.highest + c.answer.lowest)),
    part("highest", () => c.answer.highest),
    part("lowest", () => c.answer.lowest),
  ];
}

/** clamped = max(-50, min(50, reading * 2)) */
export function addReadingEnsures5(c: AddReadingCall): Parts {
  return [
    sides(
      part("clamped", () => c.answer.clamped),
      part("max(-50, min(50, reading * 2))", () =>
        max<bigint>(-50n, min<bigint>(50n, i64(c.given.reading * 2n))),
      ),
    ),
    part("min(50, reading * 2)", () => min<bigint>(50n, i64(c.given.reading * 2n))),
    part("reading * 2", () => i64(c.given.reading * 2n)),
    part("reading", () => c.given.reading),
  ];
}

/** source in samples */
export function linkRequires0(c: LinkCall): Parts {
  return [
    part("source", () => c.given.source),
    part("samples", () => c.before.samples, new MapOf(INT, SAMPLE)),
  ];
}

/** target in samples */
export function linkRequires1(c: LinkCall): Parts {
  return [
    part("target", () => c.given.target),
    part("samples", () => c.before.samples, new MapOf(INT, SAMPLE)),
  ];
}

/** source != target */
export function linkRequires2(c: LinkCall): Parts {
  return [part("source", () => c.given.source), part("target", () => c.given.target)];
}

/** target not in links[source] */
export function linkRequires3(c: LinkCall): Parts {
  return [
    part("target", () => c.given.target),
    part("links[source]", () => c.before.links.at(c.given.source)),
  ];
}

/** links' = links + {source -> links[source] + {target}} */
export function linkEnsures0(c: LinkCall): Parts {
  return [
    sides(
      part("links'", () => c.after.links),
      part("links + {source -> links[source] + {target}}", () =>
        c.before.links.override(
          ValueMap.of<bigint, ValueSet<bigint>>([
            c.given.source,
            c.before.links.at(c.given.source).union(ValueSet.of(c.given.target)),
          ]),
        ),
      ),
    ),
  ];
}

/** targets = links'[source] */
export function linkEnsures1(c: LinkCall): Parts {
  return [
    sides(
      part("targets", () => c.answer.targets),
      part("links'[source]", () => c.after.links.at(c.given.source)),
    ),
  ];
}

/** source in samples */
export function unlinkRequires0(c: UnlinkCall): Parts {
  return [
    part("source", () => c.given.source),
    part("samples", () => c.before.samples, new MapOf(INT, SAMPLE)),
  ];
}

/** target in links[source] */
export function unlinkRequires1(c: UnlinkCall): Parts {
  return [
    part("target", () => c.given.target),
    part("links[source]", () => c.before.links.at(c.given.source)),
  ];
}

/** links'[source] = links[source] - {target} */
export function unlinkEnsures0(c: UnlinkCall): Parts {
  return [
    sides(
      part("links'[source]", () => c.after.links.at(c.given.source)),
      part("links[source] - {target}", () =>
        c.before.links.at(c.given.source).difference(ValueSet.of(c.given.target)),
      ),
    ),
  ];
}

/** not (message matches /^\s*$/) */
export function noteRequires0(c: NoteCall): Parts {
  return [part("message", () => c.given.message)];
}

/** log' = log + ["- " + message] */
export function noteEnsures0(c: NoteCall): Parts {
  return [
    sides(
      part("log'", () => c.after.log),
      part('log + ["- " + message]', () => [...c.before.log, "- " + c.given.message]),
    ),
    part("log", () => c.before.log),
    part('["- " + message]', () => ["- " + c.given.message]),
  ];
}

/** position = #log */
export function noteEnsures1(c: NoteCall): Parts {
  return [
    sides(
      part("position", () => c.answer.position),
      part("#log", () => size(c.before.log)),
    ),
    part("log", () => c.before.log),
  ];
}

/** log'[position] = "- " + message */
export function noteEnsures2(c: NoteCall): Parts {
  return [
    sides(
      part("log'[position]", () => element(c.after.log, c.answer.position)),
      part('"- " + message', () => "- " + c.given.message),
    ),
    part("message", () => c.given.message),
  ];
}

/** prefs' = prefs + {key -> amount} */
export function setPrefEnsures0(c: SetPrefCall): Parts {
  return [
    sides(
      part("prefs'", () => c.after.prefs),
      part("prefs + {key -> amount}", () =>
        c.before.prefs.override(ValueMap.of([c.given.key, c.given.amount])),
      ),
    ),
  ];
}

/** previous = if key in prefs then some(prefs[key]) else none */
export function setPrefEnsures1(c: SetPrefCall): Parts {
  return [
    sides(
      part("previous", () => c.answer.previous),
      part("if key in prefs then some(prefs[key]) else none", () =>
        c.before.prefs.has(c.given.key) ? c.before.prefs.at(c.given.key) : null,
      ),
    ),
  ];
}

/** #keys > 0 */
export function dropPrefsRequires0(c: DropPrefsCall): Parts {
  return [part("#keys", () => size(c.given.keys)), part("keys", () => c.given.keys)];
}

/** keys subset dom(prefs) */
export function dropPrefsRequires1(c: DropPrefsCall): Parts {
  return [
    part("keys", () => c.given.keys),
    part("dom(prefs)", () => dom(c.before.prefs)),
    part("prefs", () => c.before.prefs),
  ];
}

/** prefs' = prefs - keys */
export function dropPrefsEnsures0(c: DropPrefsCall): Parts {
  return [
    sides(
      part("prefs'", () => c.after.prefs),
      part("prefs - keys", () => c.before.prefs.without(c.given.keys)),
    ),
  ];
}

/** dropped = #keys */
export function dropPrefsEnsures1(c: DropPrefsCall): Parts {
  return [
    sides(
      part("dropped", () => c.answer.dropped),
      part("#keys", () => size(c.given.keys)),
    ),
    part("keys", () => c.given.keys),
  ];
}

/** #log > 0 or #prefs > 0 */
export function clearRequires0(c: ClearCall): Parts {
  return [
    part("#log", () => size(c.before.log)),
    part("log", () => c.before.log),
    part("#prefs", () => size(c.before.prefs)),
    part("prefs", () => c.before.prefs),
  ];
}

/** log' = [] */
export function clearEnsures0(c: ClearCall): Parts {
  return [
    sides(
      part("log'", () => c.after.log),
      part("[]", () => []),
    ),
  ];
}

/** prefs' = {} */
export function clearEnsures1(c: ClearCall): Parts {
  return [
    sides(
      part("prefs'", () => c.after.prefs),
      part("{}", () => ValueMap.of<string, bigint>()),
    ),
  ];
}

/** id in samples */
export function focusRequires0(c: FocusCall): Parts {
  return [
    part("id", () => c.given.id),
    part("samples", () => c.before.samples, new MapOf(INT, SAMPLE)),
  ];
}

/** focus' = some(id) */
export function focusEnsures0(c: FocusCall): Parts {
  return [
    sides(
      part("focus'", () => c.after.focus),
      part("id", () => c.given.id),
    ),
  ];
}

/** budget >= cost */
export function spendRequires0(c: SpendCall): Parts {
  return [part("budget", () => c.before.budget), part("cost", () => c.given.cost)];
}

/** budget' = budget - cost */
export function spendEnsures0(c: SpendCall): Parts {
  return [
    sides(
      part("budget'", () => c.after.budget),
      part("budget - cost", () => finite(c.before.budget - c.given.cost)),
    ),
    part("budget", () => c.before.budget),
    part("cost", () => c.given.cost),
  ];
}

/** rest = budget' */
export function spendEnsures1(c: SpendCall): Parts {
  return [
    sides(
      part("rest", () => c.answer.rest),
      part("budget'", () => c.after.budget),
    ),
  ];
}

/** fee = cost * 3 / 4.0 */
export function spendEnsures2(c: SpendCall): Parts {
  return [
    sides(
      part("fee", () => c.answer.fee),
      part("cost * 3 / 4.0", () => floatDiv(finite(c.given.cost * 3), 4)),
    ),
    part("cost * 3", () => finite(c.given.cost * 3)),
    part("cost", () => c.given.cost),
  ];
}

/** grace' = if twice then span * 2 else span */
export function setGraceEnsures0(c: SetGraceCall): Parts {
  return [
    sides(
      part("grace'", () => c.after.grace),
      part("if twice then span * 2 else span", () =>
        c.given.twice ? i64(times(c.given.span, 2n)) : c.given.span,
      ),
    ),
  ];
}

/** half = grace' / 2 */
export function setGraceEnsures1(c: SetGraceCall): Parts {
  return [
    sides(
      part("half", () => c.answer.half),
      part("grace' / 2", () => floorDiv(c.after.grace, 2n)),
    ),
    part("grace'", () => c.after.grace),
  ];
}

/** half + half <= grace' and grace' - half >= half */
export function setGraceEnsures2(c: SetGraceCall): Parts {
  return [
    part("half + half", () => i64(plus(c.answer.half, c.answer.half))),
    part("half", () => c.answer.half),
    part("grace'", () => c.after.grace),
    part("grace' - half", () => i64(minus(c.after.grace, c.answer.half))),
  ];
}

/** stamp != marker */
export function toggleRequires0(c: ToggleCall): Parts {
  return [part("stamp", () => c.given.stamp), part("marker", () => c.before.marker)];
}

/** marker' = stamp */
export function toggleEnsures0(c: ToggleCall): Parts {
  return [
    sides(
      part("marker'", () => c.after.marker),
      part("stamp", () => c.given.stamp),
    ),
  ];
}

/** paused' = (not paused) */
export function toggleEnsures1(c: ToggleCall): Parts {
  return [
    sides(
      part("paused'", () => c.after.paused),
      part("(not paused)", () => !c.before.paused),
    ),
    part("paused", () => c.before.paused),
  ];
}

/** opened_at' = if paused then now() else opened_at */
export function toggleEnsures2(c: ToggleCall): Parts {
  return [
    sides(
      part("opened_at'", () => c.after.openedAt, DATETIME),
      part(
        "if paused then now() else opened_at",
        () => (c.before.paused ? c.now : c.before.openedAt),
        DATETIME,
      ),
    ),
  ];
}

/** warn_at = opened_at' - grace */
export function toggleEnsures3(c: ToggleCall): Parts {
  return [
    sides(
      part("warn_at", () => c.answer.warnAt, DATETIME),
      part("opened_at' - grace", () => instant(minus(c.after.openedAt, c.before.grace)), DATETIME),
    ),
    part("opened_at'", () => c.after.openedAt, DATETIME),
    part("grace", () => c.before.grace),
  ];
}

/** secure = (contact matches /^https:/) */
export function reachEnsures0(c: ReachCall): Parts {
  return [
    sides(
      part("secure", () => c.answer.secure),
      part("(contact matches /^https:/)", () => c.given.contact.startsWith("https:")),
    ),
  ];
}

/** entries = log .length */
export function reportEnsures0(c: ReportCall): Parts {
  return [
    sides(
      part("entries", () => c.answer.entries),
      part("log .length", () => size(c.before.log)),
    ),
    part("log", () => c.before.log),
  ];
}

/** lonely = #samples - #links */
export function reportEnsures1(c: ReportCall): Parts {
  return [
    sides(
      part("lonely", () => c.answer.lonely),
      part("#samples - #links", () => size(c.before.samples) - size(c.before.links)),
    ),
    part("#samples", () => size(c.before.samples)),
    part("samples", () => c.before.samples, new MapOf(INT, SAMPLE)),
    part("#links", () => size(c.before.links)),
    part("links", () => c.before.links),
  ];
}

/** tag_total = sum(samples, k => #samples[k].tags) */
export function reportEnsures2(c: ReportCall): Parts {
  return [
    sides(
      part("tag_total", () => c.answer.tagTotal),
      part("sum(samples, k => #samples[k].tags)", () =>
        total(c.before.samples.keys(), (k) => size(c.before.samples.at(k).tags)),
      ),
    ),
  ];
}

/** heavy = { k in samples | samples[k].weight > 10 } */
export function reportEnsures3(c: ReportCall): Parts {
  return [
    sides(
      part("heavy", () => c.answer.heavy),
      part("{ k in samples | samples[k].weight > 10 }", () =>
        select(c.before.samples.keys(), (k) => c.before.samples.at(k).weight > 10),
      ),
    ),
  ];
}

/** banner = if paused then "paused\n" else "running" */
export function reportEnsures4(c: ReportCall): Parts {
  return [
    sides(
      part("banner", () => c.answer.banner),
      part('if paused then "paused\\n" else "running"', () =>
        c.before.paused ? "paused\n" : "running",
      ),
    ),
  ];
}

/** all_grades = (all g: Grade | (exists s in ran(samples) | s.type = g)) */
export function reportEnsures5(c: ReportCall): Parts {
  return [
    sides(
      part("all_grades", () => c.answer.allGrades),
      part("(all g: Grade | (exists s in ran(samples) | s.type = g))", () =>
        every(GRADE_VALUES, (g) => exists(ran(c.before.samples), (s2) => s2.type === g)),
      ),
    ),
  ];
}

/** bounds = [-total, total] */
export function reportEnsures6(c: ReportCall): Parts {
  return [
    sides(
      part("bounds", () => c.answer.bounds),
      part("[-total, total]", () => [i64(-c.before.total), c.before.total]),
    ),
  ];
}
