/** What EdgeCases promises: one function for each condition of the spec. */

import { at, type Call, type Spot, spot, under } from "./harness/service.ts";
import { instances } from "./harness/types.ts";
import {
  abs,
  atLeast,
  atMost,
  days,
  dom,
  type Duration,
  element,
  equal,
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
  lessThan,
  max,
  min,
  minus,
  moreThan,
  noneOf,
  plus,
  ran,
  same,
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
import {
  type ActivateAnswer,
  type ActivateGiven,
  type AddReadingAnswer,
  type AddReadingGiven,
  type AnnotateAnswer,
  type AnnotateGiven,
  type Base,
  type ClearAnswer,
  type ClearGiven,
  type CloseAnswer,
  type CloseGiven,
  type Colour,
  COLOUR_VALUES,
  type CreateAnswer,
  type CreateGiven,
  type DropPrefsAnswer,
  type DropPrefsGiven,
  type FindByNameAnswer,
  type FindByNameGiven,
  type FocusAnswer,
  type FocusGiven,
  type GetAnswer,
  type GetGiven,
  GRADE_VALUES,
  type LinkAnswer,
  type LinkGiven,
  type MarkRootAnswer,
  type MarkRootGiven,
  type NoteAnswer,
  type NoteGiven,
  type ReachAnswer,
  type ReachGiven,
  type RemoveAnswer,
  type RemoveGiven,
  type RenameAnswer,
  type RenameGiven,
  type ReportAnswer,
  type ReportGiven,
  type RetagAnswer,
  type RetagGiven,
  type ReviveAnswer,
  type ReviveGiven,
  type ReweighAnswer,
  type ReweighGiven,
  type Sample,
  type SealAnswer,
  type SealGiven,
  type SearchAnswer,
  type SearchGiven,
  type SetGraceAnswer,
  type SetGraceGiven,
  type SetPrefAnswer,
  type SetPrefGiven,
  type SpendAnswer,
  type SpendGiven,
  type State,
  type ToggleAnswer,
  type ToggleGiven,
  type UnlinkAnswer,
  type UnlinkGiven,
} from "./model.ts";
import {
  gradeOf,
  isOpen,
  isValidEmail,
  isValidUri,
  palette,
  population,
  tagCount,
} from "./predicates.ts";
import { SAMPLE, STATE } from "./wire.ts";

export type ActivateCall = Call<State, ActivateGiven, ActivateAnswer>;
export type ReviveCall = Call<State, ReviveGiven, ReviveAnswer>;
export type CreateCall = Call<State, CreateGiven, CreateAnswer>;
export type GetCall = Call<State, GetGiven, GetAnswer>;
export type FindByNameCall = Call<State, FindByNameGiven, FindByNameAnswer>;
export type SearchCall = Call<State, SearchGiven, SearchAnswer>;
export type RenameCall = Call<State, RenameGiven, RenameAnswer>;
export type ReweighCall = Call<State, ReweighGiven, ReweighAnswer>;
export type RetagCall = Call<State, RetagGiven, RetagAnswer>;
export type AnnotateCall = Call<State, AnnotateGiven, AnnotateAnswer>;
export type SealCall = Call<State, SealGiven, SealAnswer>;
export type RemoveCall = Call<State, RemoveGiven, RemoveAnswer>;
export type CloseCall = Call<State, CloseGiven, CloseAnswer>;
export type MarkRootCall = Call<State, MarkRootGiven, MarkRootAnswer>;
export type AddReadingCall = Call<State, AddReadingGiven, AddReadingAnswer>;
export type LinkCall = Call<State, LinkGiven, LinkAnswer>;
export type UnlinkCall = Call<State, UnlinkGiven, UnlinkAnswer>;
export type NoteCall = Call<State, NoteGiven, NoteAnswer>;
export type SetPrefCall = Call<State, SetPrefGiven, SetPrefAnswer>;
export type DropPrefsCall = Call<State, DropPrefsGiven, DropPrefsAnswer>;
export type ClearCall = Call<State, ClearGiven, ClearAnswer>;
export type FocusCall = Call<State, FocusGiven, FocusAnswer>;
export type SpendCall = Call<State, SpendGiven, SpendAnswer>;
export type SetGraceCall = Call<State, SetGraceGiven, SetGraceAnswer>;
export type ToggleCall = Call<State, ToggleGiven, ToggleAnswer>;
export type ReachCall = Call<State, ReachGiven, ReachAnswer>;
export type ReportCall = Call<State, ReportGiven, ReportAnswer>;

// Types

/** value > 0 */
export function itemIdWhere(value: bigint): boolean {
  return value > 0n;
}

/** len(value) >= 1 and len(value) <= 40 */
export function nameWhere(value: string): boolean {
  return length(value) >= 1n && length(value) <= 40n;
}

/** value matches /^[a-z][a-z0-9_-]*$/ */
export function labelWhere(value: string): boolean {
  return /^[a-z][a-z0-9_-]*$/u.test(value);
}

/** value matches /^\/[a-z0-9/.-]{0,30}$/ */
export function pathWhere(value: string): boolean {
  return /^\/[a-z0-9/.-]{0,30}$/u.test(value);
}

/** value.length <= 200 */
export function textWhere(value: string): boolean {
  return length(value) <= 200n;
}

/** len(value) >= 8 and len(value) <= 64 */
export function secretWhere(value: string): boolean {
  return length(value) >= 8n && length(value) <= 64n;
}

/** len(value) <= 80 and (isValidURI(value) or isValidEmail(value)) */
export function contactWhere(value: string): boolean {
  return length(value) <= 80n && (isValidUri(value) || isValidEmail(value));
}

/** value >= 0 and value <= 1000.0 */
export function weightWhere(value: number): boolean {
  return value >= 0 && value <= 1000;
}

/** value > 0 and value <= 100 */
export function costWhere(value: number): boolean {
  return value > 0 && value <= 100;
}

/** value >= -100 and value <= 100 */
export function readingWhere(value: bigint): boolean {
  return value >= -100n && value <= 100n;
}

/** value >= seconds(1) and value <= hours(2) */
export function graceWhere(value: Duration): boolean {
  return atLeast(value, seconds(1n)) && atMost(value, hours(2n));
}

/** id > 0 */
export function basePositiveId(own: Base): boolean {
  return own.id > 0n;
}

/** value >= 0 and value <= 1000 */
export function sampleWeightWhere(value: number): boolean {
  return value >= 0 && value <= 1000;
}

/** id > 0 */
export function samplePositiveId(own: Sample): boolean {
  return own.id > 0n;
}

/** type = gradeOf(weight) */
export function sampleInvariant1(own: Sample): boolean {
  return own.type === gradeOf(own.weight);
}

/** state = CLOSED iff retired_at != none */
export function sampleClosedIsDated(own: Sample): boolean {
  return (own.state === "CLOSED") === (own.retiredAt !== null);
}

/** value >= 0 */
export function stateTotalWhere(value: bigint): boolean {
  return value >= 0n;
}

/** value >= 0 */
export function stateBudgetWhere(value: number): boolean {
  return value >= 0;
}

/** value > seconds(0) */
export function stateGraceWhere(value: Duration): boolean {
  return moreThan(value, seconds(0n));
}

// Invariants

/** all one in samples | samples[one].id = one */
export function invariantKeysAreIds(s: State): boolean {
  return every(s.samples.keys(), (one) => s.samples.at(one).id === one);
}

/** When invariant keysAreIds says something. */
export function invariantKeysAreIdsSays(s: State): boolean {
  return size(s.samples) > 0n;
}

/** total = #samples */
export function invariantCountsAgree(s: State): boolean {
  return s.total === size(s.samples);
}

/** no a: Sample, b: Sample | a.id != b.id and a.name = b.name */
export function invariantUniqueNames(s: State): boolean {
  return noneOf(instances(STATE, s, SAMPLE), (a) =>
    exists(instances(STATE, s, SAMPLE), (b) => a.id !== b.id && a.name === b.name),
  );
}

/** (all s in Sample | s.name in labels) and (all l in labels | (some s in ran(samples) |... */
export function invariantLabelsAreNames(s: State): boolean {
  return (
    every(instances(STATE, s, SAMPLE), (s2) => s.labels.has(s2.name)) &&
    every(s.labels, (l) => exists(ran(s.samples), (s2) => s2.name === l))
  );
}

/** When invariant labelsAreNames says something. */
export function invariantLabelsAreNamesSays(s: State): boolean {
  return size(instances(STATE, s, SAMPLE)) > 0n || size(s.labels) > 0n;
}

/** all s in ran(samples) | s.tags subset palette() */
export function invariantColouredFromPalette(s: State): boolean {
  return every(ran(s.samples), (s2) => s2.tags.isSubsetOf(palette()));
}

/** When invariant colouredFromPalette says something. */
export function invariantColouredFromPaletteSays(s: State): boolean {
  return size(ran(s.samples)) > 0n;
}

/** dom(roots) subset dom(samples) */
export function invariantRootsAreSamples(s: State): boolean {
  return dom(s.roots).isSubsetOf(dom(s.samples));
}

/** dom(readings) = dom(samples) */
export function invariantEverySampleIsRead(s: State): boolean {
  return equal(dom(s.readings), dom(s.samples));
}

/** all a in links | a in samples and a not in links[a] and (all b in links[a] | b in samples) */
export function invariantLinksLead(s: State): boolean {
  return every(
    s.links.keys(),
    (a) =>
      s.samples.has(a) && !s.links.at(a).has(a) && every(s.links.at(a), (b) => s.samples.has(b)),
  );
}

/** When invariant linksLead says something. */
export function invariantLinksLeadSays(s: State): boolean {
  return size(s.links) > 0n;
}

/** focus = none or focus in samples */
export function invariantFocusExists(s: State): boolean {
  return s.focus === null || s.samples.has(some(s.focus));
}

/** grace <= days(1) */
export function invariant9(s: State): boolean {
  return atMost(s.grace, days(1n));
}

/** budget >= 0 */
export function alwaysNeverOverspent(s: State): boolean {
  return s.budget >= 0;
}

/** exists k in samples | samples[k].state = CLOSED */
export function eventuallySomethingCloses(s: State): boolean {
  return exists(s.samples.keys(), (k) => s.samples.at(k).state === "CLOSED");
}

// Guards

/** weight > 0.0 and #tags > 0 */
export function activateGuard0(own: Sample): boolean {
  return own.weight > 0 && size(own.tags) > 0n;
}

/** retired_at != none and now() < retired_at */
export function reviveGuard0(own: Sample, c: ReviveCall): boolean {
  return own.retiredAt !== null && lessThan(c.now, some(own.retiredAt));
}

// Create

/** name not in labels */
export function createRequires0(c: CreateCall): boolean {
  return !c.before.labels.has(c.given.name);
}

/** name.length + path.length <= 60 */
export function createRequires1(c: CreateCall): boolean {
  return length(c.given.name) + length(c.given.path) <= 60n;
}

/** tags subset palette() */
export function createRequires2(c: CreateCall): boolean {
  return c.given.tags.isSubsetOf(palette());
}

/** exists c in palette() | c not in tags */
export function createRequires3(c: CreateCall): boolean {
  return exists(palette(), (c2) => !c.given.tags.has(c2));
}

/** id not in samples */
export function createEnsures0(c: CreateCall): boolean {
  return !c.before.samples.has(c.answer.id);
}

/** samples' = samples + {id -> Sample { id = id, created_at = now(), name = name, path =... */
export function createEnsures1(c: CreateCall): boolean {
  return same(
    c.after.samples,
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
  );
}

/** readings'[id] = {0} */
export function createEnsures2(c: CreateCall): boolean {
  return equal(c.after.readings.at(c.answer.id), ValueSet.of(0n));
}

/** labels' = labels union {name} */
export function createEnsures3(c: CreateCall): boolean {
  return equal(c.after.labels, c.before.labels.union(ValueSet.of(c.given.name)));
}

/** total' = total + 1 */
export function createEnsures4(c: CreateCall): boolean {
  return c.after.total === i64(c.before.total + 1n);
}

/** let before = #samples in population()' = before + 1 */
export function createEnsures5(c: CreateCall): boolean {
  const before = size(c.before.samples);
  return population(c.after) === i64(before + 1n);
}

/** tagCount(id)' = #tags */
export function createEnsures6(c: CreateCall): boolean {
  return tagCount(c.answer.id, c.after) === size(c.given.tags);
}

/** samples' = samples + {id -> Sample { id = id, created_at = now(), name = name, path =... */
export function* createChanges0(): Generator<Spot> {
  yield spot("samples");
}

/** readings'[id] = {0} */
export function* createChanges1(c: CreateCall): Generator<Spot> {
  yield spot("readings", under(c.answer.id));
}

/** labels' = labels union {name} */
export function* createChanges2(): Generator<Spot> {
  yield spot("labels");
}

/** total' = total + 1 */
export function* createChanges3(): Generator<Spot> {
  yield spot("total");
}

/** name */
export function createHeaderXLabel(c: CreateCall): string | null {
  return c.given.name;
}

// Get

/** id in samples */
export function getRequires0(c: GetCall): boolean {
  return c.before.samples.has(c.given.id);
}

/** id in samples */
export function getPresence0(c: GetCall): boolean {
  return c.before.samples.has(c.given.id);
}

/** sample = samples[id] */
export function getEnsures0(c: GetCall): boolean {
  return same(c.answer.sample, c.before.samples.at(c.given.id));
}

// FindByName

/** name in labels */
export function findByNameRequires0(c: FindByNameCall): boolean {
  return c.before.labels.has(c.given.name);
}

/** name in labels */
export function findByNamePresence0(c: FindByNameCall): boolean {
  return c.before.labels.has(c.given.name);
}

/** sample = (the s in ran(samples) | s.name = name) */
export function findByNameEnsures0(c: FindByNameCall): boolean {
  return same(
    c.answer.sample,
    the(ran(c.before.samples), (s2) => s2.name === c.given.name),
  );
}

// Search

/** found = { s in ran(samples) | (type = none or s.type = type) and colours subset s.tags... */
export function searchEnsures0(c: SearchCall): boolean {
  return same(
    c.answer.found,
    select(
      ran(c.before.samples),
      (s2) =>
        (c.given.type === null || s2.type === some(c.given.type)) &&
        c.given.colours.isSubsetOf(s2.tags) &&
        (c.given.since === null || atLeast(s2.createdAt, some(c.given.since))),
    ),
  );
}

// Rename

/** id in samples */
export function renameRequires0(c: RenameCall): boolean {
  return c.before.samples.has(c.given.id);
}

/** name not in labels */
export function renameRequires1(c: RenameCall): boolean {
  return !c.before.labels.has(c.given.name);
}

/** name.length + samples[id].path.length <= 60 */
export function renameRequires2(c: RenameCall): boolean {
  return length(c.given.name) + length(c.before.samples.at(c.given.id).path) <= 60n;
}

/** id in samples */
export function renamePresence0(c: RenameCall): boolean {
  return c.before.samples.has(c.given.id);
}

/** samples'[id].name = name */
export function renameEnsures0(c: RenameCall): boolean {
  return c.after.samples.at(c.given.id).name === c.given.name;
}

/** labels' = labels - {samples[id].name} + {name} */
export function renameEnsures1(c: RenameCall): boolean {
  return equal(
    c.after.labels,
    c.before.labels.difference(ValueSet.of(c.before.samples.at(c.given.id).name)).union(
      ValueSet.of(c.given.name),
    ),
  );
}

/** samples'[id].name = name */
export function* renameChanges0(c: RenameCall): Generator<Spot> {
  yield spot("samples", under(c.given.id), at("name"));
}

/** labels' = labels minus {samples[id].name} union {name} */
export function* renameChanges1(): Generator<Spot> {
  yield spot("labels");
}

// Reweigh

/** isOpen(id) */
export function reweighRequires0(c: ReweighCall): boolean {
  return isOpen(c.given.id, c.before);
}

/** id in samples */
export function reweighPresence0(c: ReweighCall): boolean {
  return c.before.samples.has(c.given.id);
}

/** samples' = pre(samples) + {id -> samples[id] with { weight = weight, type =... */
export function reweighEnsures0(c: ReweighCall): boolean {
  return same(
    c.after.samples,
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
  );
}

/** grade = samples'[id].type */
export function reweighEnsures1(c: ReweighCall): boolean {
  return c.answer.grade === c.after.samples.at(c.given.id).type;
}

/** weight > 10 and weight <= 100 implies grade = Grade.ACTIVE */
export function reweighEnsures2(c: ReweighCall): boolean {
  return !(c.given.weight > 10 && c.given.weight <= 100) || c.answer.grade === "ACTIVE";
}

/** When Reweigh.ensures[2] says something. */
export function reweighEnsures2Says(c: ReweighCall): boolean {
  return c.given.weight > 10 && c.given.weight <= 100;
}

/** samples' = samples + {id -> samples[id] with { weight = weight, type = gradeOf(weight) }} */
export function* reweighChanges0(): Generator<Spot> {
  yield spot("samples");
}

// Retag

/** id in samples */
export function retagRequires0(c: RetagCall): boolean {
  return c.before.samples.has(c.given.id);
}

/** add intersect drop = {} */
export function retagRequires1(c: RetagCall): boolean {
  return equal(c.given.add.intersection(c.given.drop), ValueSet.of<Colour>());
}

/** add in ^palette() */
export function retagRequires2(c: RetagCall): boolean {
  return c.given.add.isSubsetOf(palette());
}

/** id in samples */
export function retagPresence0(c: RetagCall): boolean {
  return c.before.samples.has(c.given.id);
}

/** samples'[id].tags = samples[id].tags union add minus drop */
export function retagEnsures0(c: RetagCall): boolean {
  return equal(
    c.after.samples.at(c.given.id).tags,
    c.before.samples.at(c.given.id).tags.union(c.given.add).difference(c.given.drop),
  );
}

/** sample = samples'[id] */
export function retagEnsures1(c: RetagCall): boolean {
  return same(c.answer.sample, c.after.samples.at(c.given.id));
}

/** all c: Colour, b: Bool | c in drop and b implies c not in sample.tags */
export function retagEnsures2(c: RetagCall): boolean {
  return every(COLOUR_VALUES, (c2) =>
    every([false, true], (b) => !(c.given.drop.has(c2) && b) || !c.answer.sample.tags.has(c2)),
  );
}

/** When Retag.ensures[2] says something. */
export function retagEnsures2Says(c: RetagCall): boolean {
  return exists(COLOUR_VALUES, (c2) => exists([false, true], (b) => c.given.drop.has(c2) && b));
}

/** samples'[id].tags = samples[id].tags union add minus drop */
export function* retagChanges0(c: RetagCall): Generator<Spot> {
  yield spot("samples", under(c.given.id), at("tags"));
}

// Annotate

/** entity in samples and samples[entity].state != CLOSED */
export function annotateRequires0(c: AnnotateCall): boolean {
  return (
    c.before.samples.has(c.given.entity) && c.before.samples.at(c.given.entity).state !== "CLOSED"
  );
}

/** #samples[entity].attributes < 8 or field in samples[entity].attributes */
export function annotateRequires1(c: AnnotateCall): boolean {
  return (
    size(c.before.samples.at(c.given.entity).attributes) < 8n ||
    c.before.samples.at(c.given.entity).attributes.has(c.given.field)
  );
}

/** entity in samples */
export function annotatePresence0(c: AnnotateCall): boolean {
  return c.before.samples.has(c.given.entity);
}

/** samples'[entity].attributes = old + {field -> amount} */
export function annotateEnsures0(c: AnnotateCall): boolean {
  const old = c.before.samples.at(c.given.entity).attributes;
  return equal(
    c.after.samples.at(c.given.entity).attributes,
    old.override(ValueMap.of([c.given.field, c.given.amount])),
  );
}

/** size = if field in old then #old else #old + 1 */
export function annotateEnsures1(c: AnnotateCall): boolean {
  const old = c.before.samples.at(c.given.entity).attributes;
  return c.answer.size === (old.has(c.given.field) ? size(old) : size(old) + 1n);
}

/** size > 0 */
export function annotateEnsures2(c: AnnotateCall): boolean {
  return c.answer.size > 0n;
}

/** let old = samples[entity].attributes in samples'[entity].attributes = old + {field -> amount} */
export function* annotateChanges0(c: AnnotateCall): Generator<Spot> {
  yield spot("samples", under(c.given.entity), at("attributes"));
}

// Seal

/** id in samples */
export function sealRequires0(c: SealCall): boolean {
  return c.before.samples.has(c.given.id);
}

/** samples[id].seal_hash = none */
export function sealRequires1(c: SealCall): boolean {
  return c.before.samples.at(c.given.id).sealHash === null;
}

/** id in samples */
export function sealPresence0(c: SealCall): boolean {
  return c.before.samples.has(c.given.id);
}

/** samples'[id].seal_hash = hash(secret) */
export function sealEnsures0(c: SealCall): boolean {
  return c.after.samples.at(c.given.id).sealHash === sha256(c.given.secret);
}

/** samples'[id].history = samples[id].history + ["sealed: \"\u{1F512}\"\t\\o/\r\n"] */
export function sealEnsures1(c: SealCall): boolean {
  return equal(c.after.samples.at(c.given.id).history, [
    ...c.before.samples.at(c.given.id).history,
    'sealed: "\u{1f512}"\t\\o/\r\n',
  ]);
}

/** samples'[id].seal_hash = some(hash(secret)) */
export function* sealChanges0(c: SealCall): Generator<Spot> {
  yield spot("samples", under(c.given.id), at("sealHash"));
}

/** samples'[id].history = samples[id].history + ["sealed: \"\u{1f512}\"\t\\o/\r\n"] */
export function* sealChanges1(c: SealCall): Generator<Spot> {
  yield spot("samples", under(c.given.id), at("history"));
}

// Remove

/** id in samples */
export function removeRequires0(c: RemoveCall): boolean {
  return c.before.samples.has(c.given.id);
}

/** no a in links | id in links[a] */
export function removeRequires1(c: RemoveCall): boolean {
  return noneOf(c.before.links.keys(), (a) => c.before.links.at(a).has(c.given.id));
}

/** id in samples */
export function removePresence0(c: RemoveCall): boolean {
  return c.before.samples.has(c.given.id);
}

/** samples' = samples - {id} */
export function removeEnsures0(c: RemoveCall): boolean {
  return same(c.after.samples, c.before.samples.without(ValueSet.of(c.given.id)));
}

/** roots' = roots - {id} */
export function removeEnsures1(c: RemoveCall): boolean {
  return same(c.after.roots, c.before.roots.without(ValueSet.of(c.given.id)));
}

/** readings' = readings - {id} */
export function removeEnsures2(c: RemoveCall): boolean {
  return equal(c.after.readings, c.before.readings.without(ValueSet.of(c.given.id)));
}

/** links' = links - {id} */
export function removeEnsures3(c: RemoveCall): boolean {
  return equal(c.after.links, c.before.links.without(ValueSet.of(c.given.id)));
}

/** labels' = pre(labels) minus {samples[id].name} */
export function removeEnsures4(c: RemoveCall): boolean {
  return equal(
    c.after.labels,
    c.before.labels.difference(ValueSet.of(c.before.samples.at(c.given.id).name)),
  );
}

/** total' = total - 1 */
export function removeEnsures5(c: RemoveCall): boolean {
  return c.after.total === i64(c.before.total - 1n);
}

/** focus = id implies focus' = none */
export function removeEnsures6(c: RemoveCall): boolean {
  return c.before.focus !== c.given.id || c.after.focus === null;
}

/** When Remove.ensures[6] says something. */
export function removeEnsures6Says(c: RemoveCall): boolean {
  return c.before.focus === c.given.id;
}

/** left = #samples' */
export function removeEnsures7(c: RemoveCall): boolean {
  return c.answer.left === size(c.after.samples);
}

/** samples' = samples - {id} */
export function* removeChanges0(): Generator<Spot> {
  yield spot("samples");
}

/** roots' = roots - {id} */
export function* removeChanges1(): Generator<Spot> {
  yield spot("roots");
}

/** readings' = readings - {id} */
export function* removeChanges2(): Generator<Spot> {
  yield spot("readings");
}

/** links' = links - {id} */
export function* removeChanges3(): Generator<Spot> {
  yield spot("links");
}

/** labels' = labels minus {samples[id].name} */
export function* removeChanges4(): Generator<Spot> {
  yield spot("labels");
}

/** total' = total - 1 */
export function* removeChanges5(): Generator<Spot> {
  yield spot("total");
}

/** focus = some(id) implies focus' = none */
export function* removeChanges6(c: RemoveCall): Generator<Spot> {
  if (c.before.focus === c.given.id) {
    yield spot("focus");
  }
}

// Activate

/** id in samples */
export function activateRequires0(c: ActivateCall): boolean {
  return c.before.samples.has(c.given.id);
}

/** samples[id].state = DRAFT */
export function activateRequires1(c: ActivateCall): boolean {
  return c.before.samples.at(c.given.id).state === "DRAFT";
}

/** id in samples */
export function activatePresence0(c: ActivateCall): boolean {
  return c.before.samples.has(c.given.id);
}

/** samples' = samples + {id -> samples[id] with { state = ACTIVE, history =... */
export function activateEnsures0(c: ActivateCall): boolean {
  return same(
    c.after.samples,
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
  );
}

/** sample = samples'[id] */
export function activateEnsures1(c: ActivateCall): boolean {
  return same(c.answer.sample, c.after.samples.at(c.given.id));
}

/** samples' = samples + {id -> samples[id] with { state = Phase.ACTIVE, history =... */
export function* activateChanges0(): Generator<Spot> {
  yield spot("samples");
}

/** Moved by the transition SampleLife. */
export function* activateChanges1(c: ActivateCall): Generator<Spot> {
  yield spot("samples", under(c.given.id), at("state"));
}

// Close

/** id in samples */
export function closeRequires0(c: CloseCall): boolean {
  return c.before.samples.has(c.given.id);
}

/** samples[id].state = Phase.ACTIVE */
export function closeRequires1(c: CloseCall): boolean {
  return c.before.samples.at(c.given.id).state === "ACTIVE";
}

/** id in samples */
export function closePresence0(c: CloseCall): boolean {
  return c.before.samples.has(c.given.id);
}

/** samples'[id].state = CLOSED */
export function closeEnsures0(c: CloseCall): boolean {
  return c.after.samples.at(c.given.id).state === "CLOSED";
}

/** samples'[id].retired_at = now() + grace */
export function closeEnsures1(c: CloseCall): boolean {
  return same(c.after.samples.at(c.given.id).retiredAt, instant(plus(c.now, c.before.grace)));
}

/** samples'[id].lifetime = now() - samples[id].created_at */
export function closeEnsures2(c: CloseCall): boolean {
  return same(
    c.after.samples.at(c.given.id).lifetime,
    minus(c.now, c.before.samples.at(c.given.id).createdAt),
  );
}

/** sample = samples'[id] */
export function closeEnsures3(c: CloseCall): boolean {
  return same(c.answer.sample, c.after.samples.at(c.given.id));
}

/** samples'[id].state = Phase.CLOSED */
export function* closeChanges0(c: CloseCall): Generator<Spot> {
  yield spot("samples", under(c.given.id), at("state"));
}

/** samples'[id].retired_at = some(now() + grace) */
export function* closeChanges1(c: CloseCall): Generator<Spot> {
  yield spot("samples", under(c.given.id), at("retiredAt"));
}

/** samples'[id].lifetime = now() - samples[id].created_at */
export function* closeChanges2(c: CloseCall): Generator<Spot> {
  yield spot("samples", under(c.given.id), at("lifetime"));
}

// Revive

/** id in samples */
export function reviveRequires0(c: ReviveCall): boolean {
  return c.before.samples.has(c.given.id);
}

/** samples[id].state = CLOSED */
export function reviveRequires1(c: ReviveCall): boolean {
  return c.before.samples.at(c.given.id).state === "CLOSED";
}

/** id in samples */
export function revivePresence0(c: ReviveCall): boolean {
  return c.before.samples.has(c.given.id);
}

/** samples'[id].state = ACTIVE */
export function reviveEnsures0(c: ReviveCall): boolean {
  return c.after.samples.at(c.given.id).state === "ACTIVE";
}

/** samples'[id].retired_at = none */
export function reviveEnsures1(c: ReviveCall): boolean {
  return c.after.samples.at(c.given.id).retiredAt === null;
}

/** sample = samples'[id] */
export function reviveEnsures2(c: ReviveCall): boolean {
  return same(c.answer.sample, c.after.samples.at(c.given.id));
}

/** samples'[id].state = Phase.ACTIVE */
export function* reviveChanges0(c: ReviveCall): Generator<Spot> {
  yield spot("samples", under(c.given.id), at("state"));
}

/** samples'[id].retired_at = none */
export function* reviveChanges1(c: ReviveCall): Generator<Spot> {
  yield spot("samples", under(c.given.id), at("retiredAt"));
}

// MarkRoot

/** id in samples */
export function markRootRequires0(c: MarkRootCall): boolean {
  return c.before.samples.has(c.given.id);
}

/** id not in roots */
export function markRootRequires1(c: MarkRootCall): boolean {
  return !c.before.roots.has(c.given.id);
}

/** id in samples */
export function markRootPresence0(c: MarkRootCall): boolean {
  return c.before.samples.has(c.given.id);
}

/** roots'[id] = Base { id = id, created_at = now() } */
export function markRootEnsures0(c: MarkRootCall): boolean {
  return same(c.after.roots.at(c.given.id), { id: c.given.id, createdAt: c.now } satisfies Base);
}

/** roots'[id] = Base { id = id, created_at = now() } */
export function* markRootChanges0(c: MarkRootCall): Generator<Spot> {
  yield spot("roots", under(c.given.id));
}

// AddReading

/** id in samples */
export function addReadingRequires0(c: AddReadingCall): boolean {
  return c.before.samples.has(c.given.id);
}

/** #readings[id] < 10 */
export function addReadingRequires1(c: AddReadingCall): boolean {
  return size(c.before.readings.at(c.given.id)) < 10n;
}

/** id in samples */
export function addReadingPresence0(c: AddReadingCall): boolean {
  return c.before.samples.has(c.given.id);
}

/** readings'[id] = readings[id] + {reading} */
export function addReadingEnsures0(c: AddReadingCall): boolean {
  return equal(
    c.after.readings.at(c.given.id),
    c.before.readings.at(c.given.id).union(ValueSet.of(c.given.reading)),
  );
}

/** highest = max(readings'[id]) */
export function addReadingEnsures1(c: AddReadingCall): boolean {
  return c.answer.highest === largest(c.after.readings.at(c.given.id));
}

/** lowest = min(readings'[id]) */
export function addReadingEnsures2(c: AddReadingCall): boolean {
  return c.answer.lowest === smallest(c.after.readings.at(c.given.id));
}

/** spread = abs(lowest - highest) */
export function addReadingEnsures3(c: AddReadingCall): boolean {
  return c.answer.spread === i64(abs(i64(c.answer.lowest - c.answer.highest)));
}

/** middle = (highest + lowest) / 2 */
export function addReadingEnsures4(c: AddReadingCall): boolean {
  return c.answer.middle === floorDiv(i64(c.answer.highest + c.answer.lowest), 2n);
}

/** clamped = max(-50, min(50, reading * 2)) */
export function addReadingEnsures5(c: AddReadingCall): boolean {
  return c.answer.clamped === max<bigint>(-50n, min<bigint>(50n, i64(c.given.reading * 2n)));
}

/** readings'[id] = readings[id] union {reading} */
export function* addReadingChanges0(c: AddReadingCall): Generator<Spot> {
  yield spot("readings", under(c.given.id));
}

// Link

/** source in samples */
export function linkRequires0(c: LinkCall): boolean {
  return c.before.samples.has(c.given.source);
}

/** target in samples */
export function linkRequires1(c: LinkCall): boolean {
  return c.before.samples.has(c.given.target);
}

/** source != target */
export function linkRequires2(c: LinkCall): boolean {
  return c.given.source !== c.given.target;
}

/** target not in links[source] */
export function linkRequires3(c: LinkCall): boolean {
  return !c.before.links.at(c.given.source).has(c.given.target);
}

/** source in samples */
export function linkPresence0(c: LinkCall): boolean {
  return c.before.samples.has(c.given.source);
}

/** target in samples */
export function linkPresence1(c: LinkCall): boolean {
  return c.before.samples.has(c.given.target);
}

/** links' = links + {source -> links[source] + {target}} */
export function linkEnsures0(c: LinkCall): boolean {
  return equal(
    c.after.links,
    c.before.links.override(
      ValueMap.of<bigint, ValueSet<bigint>>([
        c.given.source,
        c.before.links.at(c.given.source).union(ValueSet.of(c.given.target)),
      ]),
    ),
  );
}

/** targets = links'[source] */
export function linkEnsures1(c: LinkCall): boolean {
  return equal(c.answer.targets, c.after.links.at(c.given.source));
}

/** links' = links + {source -> links[source] union {target}} */
export function* linkChanges0(): Generator<Spot> {
  yield spot("links");
}

// Unlink

/** source in samples */
export function unlinkRequires0(c: UnlinkCall): boolean {
  return c.before.samples.has(c.given.source);
}

/** target in links[source] */
export function unlinkRequires1(c: UnlinkCall): boolean {
  return c.before.links.at(c.given.source).has(c.given.target);
}

/** source in samples */
export function unlinkPresence0(c: UnlinkCall): boolean {
  return c.before.samples.has(c.given.source);
}

/** target in links[source] */
export function unlinkPresence1(c: UnlinkCall): boolean {
  return c.before.links.at(c.given.source).has(c.given.target);
}

/** links'[source] = links[source] - {target} */
export function unlinkEnsures0(c: UnlinkCall): boolean {
  return equal(
    c.after.links.at(c.given.source),
    c.before.links.at(c.given.source).difference(ValueSet.of(c.given.target)),
  );
}

/** links'[source] = links[source] minus {target} */
export function* unlinkChanges0(c: UnlinkCall): Generator<Spot> {
  yield spot("links", under(c.given.source));
}

// Note

/** not (message matches /^\s*$/) */
export function noteRequires0(c: NoteCall): boolean {
  return !/^[\t-\r ]*$/u.test(c.given.message);
}

/** log' = log + ["- " + message] */
export function noteEnsures0(c: NoteCall): boolean {
  return equal(c.after.log, [...c.before.log, "- " + c.given.message]);
}

/** position = #log */
export function noteEnsures1(c: NoteCall): boolean {
  return c.answer.position === size(c.before.log);
}

/** log'[position] = "- " + message */
export function noteEnsures2(c: NoteCall): boolean {
  return element(c.after.log, c.answer.position) === "- " + c.given.message;
}

/** log' = log + ["- " + message] */
export function* noteChanges0(): Generator<Spot> {
  yield spot("log");
}

// SetPref

/** prefs' = prefs + {key -> amount} */
export function setPrefEnsures0(c: SetPrefCall): boolean {
  return equal(c.after.prefs, c.before.prefs.override(ValueMap.of([c.given.key, c.given.amount])));
}

/** previous = if key in prefs then some(prefs[key]) else none */
export function setPrefEnsures1(c: SetPrefCall): boolean {
  return (
    c.answer.previous === (c.before.prefs.has(c.given.key) ? c.before.prefs.at(c.given.key) : null)
  );
}

/** prefs' = prefs + {key -> amount} */
export function* setPrefChanges0(): Generator<Spot> {
  yield spot("prefs");
}

// DropPrefs

/** #keys > 0 */
export function dropPrefsRequires0(c: DropPrefsCall): boolean {
  return size(c.given.keys) > 0n;
}

/** keys subset dom(prefs) */
export function dropPrefsRequires1(c: DropPrefsCall): boolean {
  return c.given.keys.isSubsetOf(dom(c.before.prefs));
}

/** prefs' = prefs - keys */
export function dropPrefsEnsures0(c: DropPrefsCall): boolean {
  return equal(c.after.prefs, c.before.prefs.without(c.given.keys));
}

/** dropped = #keys */
export function dropPrefsEnsures1(c: DropPrefsCall): boolean {
  return c.answer.dropped === size(c.given.keys);
}

/** prefs' = prefs - keys */
export function* dropPrefsChanges0(): Generator<Spot> {
  yield spot("prefs");
}

// Clear

/** #log > 0 or #prefs > 0 */
export function clearRequires0(c: ClearCall): boolean {
  return size(c.before.log) > 0n || size(c.before.prefs) > 0n;
}

/** log' = [] */
export function clearEnsures0(c: ClearCall): boolean {
  return equal(c.after.log, []);
}

/** prefs' = {} */
export function clearEnsures1(c: ClearCall): boolean {
  return equal(c.after.prefs, ValueMap.of<string, bigint>());
}

/** log' = [] */
export function* clearChanges0(): Generator<Spot> {
  yield spot("log");
}

/** prefs' = {} */
export function* clearChanges1(): Generator<Spot> {
  yield spot("prefs");
}

// Focus

/** id in samples */
export function focusRequires0(c: FocusCall): boolean {
  return c.before.samples.has(c.given.id);
}

/** id in samples */
export function focusPresence0(c: FocusCall): boolean {
  return c.before.samples.has(c.given.id);
}

/** focus' = some(id) */
export function focusEnsures0(c: FocusCall): boolean {
  return c.after.focus === c.given.id;
}

/** focus' = some(id) */
export function* focusChanges0(): Generator<Spot> {
  yield spot("focus");
}

// Spend

/** budget >= cost */
export function spendRequires0(c: SpendCall): boolean {
  return c.before.budget >= c.given.cost;
}

/** budget' = budget - cost */
export function spendEnsures0(c: SpendCall): boolean {
  return c.after.budget === finite(c.before.budget - c.given.cost);
}

/** rest = budget' */
export function spendEnsures1(c: SpendCall): boolean {
  return c.answer.rest === c.after.budget;
}

/** fee = cost * 3 / 4.0 */
export function spendEnsures2(c: SpendCall): boolean {
  return c.answer.fee === floatDiv(finite(c.given.cost * 3), 4);
}

/** budget' = budget - cost */
export function* spendChanges0(): Generator<Spot> {
  yield spot("budget");
}

// SetGrace

/** grace' = if twice then span * 2 else span */
export function setGraceEnsures0(c: SetGraceCall): boolean {
  return same(c.after.grace, c.given.twice ? i64(times(c.given.span, 2n)) : c.given.span);
}

/** half = grace' / 2 */
export function setGraceEnsures1(c: SetGraceCall): boolean {
  return same(c.answer.half, floorDiv(c.after.grace, 2n));
}

/** half + half <= grace' and grace' - half >= half */
export function setGraceEnsures2(c: SetGraceCall): boolean {
  return (
    atMost(i64(plus(c.answer.half, c.answer.half)), c.after.grace) &&
    atLeast(i64(minus(c.after.grace, c.answer.half)), c.answer.half)
  );
}

/** grace' = (if twice then span * 2 else span) */
export function* setGraceChanges0(): Generator<Spot> {
  yield spot("grace");
}

// Toggle

/** stamp != marker */
export function toggleRequires0(c: ToggleCall): boolean {
  return c.given.stamp !== c.before.marker;
}

/** marker' = stamp */
export function toggleEnsures0(c: ToggleCall): boolean {
  return c.after.marker === c.given.stamp;
}

/** paused' = (not paused) */
export function toggleEnsures1(c: ToggleCall): boolean {
  return c.after.paused === !c.before.paused;
}

/** opened_at' = if paused then now() else opened_at */
export function toggleEnsures2(c: ToggleCall): boolean {
  return same(c.after.openedAt, c.before.paused ? c.now : c.before.openedAt);
}

/** warn_at = opened_at' - grace */
export function toggleEnsures3(c: ToggleCall): boolean {
  return same(c.answer.warnAt, instant(minus(c.after.openedAt, c.before.grace)));
}

/** marker' = stamp */
export function* toggleChanges0(): Generator<Spot> {
  yield spot("marker");
}

/** paused' = (not paused) */
export function* toggleChanges1(): Generator<Spot> {
  yield spot("paused");
}

/** opened_at' = (if paused then now() else opened_at) */
export function* toggleChanges2(): Generator<Spot> {
  yield spot("openedAt");
}

// Reach

/** secure = (contact matches /^https:/) */
export function reachEnsures0(c: ReachCall): boolean {
  return c.answer.secure === c.given.contact.startsWith("https:");
}

// Report

/** entries = log .length */
export function reportEnsures0(c: ReportCall): boolean {
  return c.answer.entries === size(c.before.log);
}

/** lonely = #samples - #links */
export function reportEnsures1(c: ReportCall): boolean {
  return c.answer.lonely === size(c.before.samples) - size(c.before.links);
}

/** tag_total = sum(samples, k => #samples[k].tags) */
export function reportEnsures2(c: ReportCall): boolean {
  return (
    c.answer.tagTotal === total(c.before.samples.keys(), (k) => size(c.before.samples.at(k).tags))
  );
}

/** heavy = { k in samples | samples[k].weight > 10 } */
export function reportEnsures3(c: ReportCall): boolean {
  return equal(
    c.answer.heavy,
    select(c.before.samples.keys(), (k) => c.before.samples.at(k).weight > 10),
  );
}

/** banner = if paused then "paused\n" else "running" */
export function reportEnsures4(c: ReportCall): boolean {
  return c.answer.banner === (c.before.paused ? "paused\n" : "running");
}

/** all_grades = (all g: Grade | (exists s in ran(samples) | s.type = g)) */
export function reportEnsures5(c: ReportCall): boolean {
  return (
    c.answer.allGrades ===
    every(GRADE_VALUES, (g) => exists(ran(c.before.samples), (s2) => s2.type === g))
  );
}

/** bounds = [-total, total] */
export function reportEnsures6(c: ReportCall): boolean {
  return equal(c.answer.bounds, [i64(-c.before.total), c.before.total]);
}
