/** How values of the types and inputs of EdgeCases are drawn. */

import type { Arbitrary } from "fast-check";
import {
  booleans,
  durations,
  fitting,
  floats,
  instants,
  ints,
  oneOfEnum,
  options,
  own,
  sets,
  texts,
  uuids,
} from "./harness/generate.ts";
import type { Duration, Instant, ValueSet } from "./harness/values.ts";
import type { Colour, Grade, Phase } from "./model.ts";
import * as strategiesUser from "./strategies_user.ts";
import { COLOUR, CONTACT, COST, GRADE, PATH, PHASE } from "./wire.ts";

/** The values of Phase. */
export function phase(): Arbitrary<Phase> {
  return oneOfEnum(PHASE);
}

/** The values of Grade. */
export function grade(): Arbitrary<Grade> {
  return own(() => strategiesUser.sample_grade(), GRADE);
}

/** The values of Colour. */
export function colour(): Arbitrary<Colour> {
  return oneOfEnum(COLOUR);
}

/** ItemId = Int where value > 0 */
export function itemId(): Arbitrary<bigint> {
  return ints(1n);
}

/** Name = String where len(value) >= 1 and len(value) <= 40 */
export function name(): Arbitrary<string> {
  return texts(1, 40);
}

/** Label = String where value matches /^[a-z][a-z0-9_-]*$/ */
export function label(): Arbitrary<string> {
  return texts(1, 40, /^[a-z][a-z0-9_-]*$/u);
}

/** Path = String where value matches /^\/[a-z0-9\/.-]{0,30}$/ */
export function path(): Arbitrary<string> {
  return own(() => strategiesUser.sample_path(), PATH);
}

/** Text = String where len(value) <= 200 */
export function text(): Arbitrary<string> {
  return texts(0, 200);
}

/** Secret = String where len(value) >= 8 and len(value) <= 64 */
export function secret(): Arbitrary<string> {
  return texts(8, 64);
}

/** Contact = String where len(value) <= 80 and (isValidURI(value) or isValidEmail(value)) */
export function contact(): Arbitrary<string> {
  return fitting(CONTACT, texts(0, 80), "http://!", "https://!", "https://!!");
}

/** Weight = Float where value >= 0.0 and value <= 1000.0 */
export function weight(): Arbitrary<number> {
  return floats(0, 1000);
}

/** Cost = Float where value > 0.0 and value <= 100.0 */
export function cost(): Arbitrary<number> {
  return fitting(COST, floats(0, 100), 1, 0.5, 0.5);
}

/** Reading = Int where value >= -100 and value <= 100 */
export function reading(): Arbitrary<bigint> {
  return ints(-100n, 100n);
}

/** Grace = Duration where value >= seconds(1) and value <= hours(2) */
export function grace(): Arbitrary<Duration> {
  return durations(1000n, 7200000n);
}

/** The input name of Create. */
export function createName(): Arbitrary<string> {
  return label();
}

/** The input path of Create. */
export function createPath(): Arbitrary<string> {
  return path();
}

/** The input weight of Create. */
export function createWeight(): Arbitrary<number> {
  return weight();
}

/** The input tags of Create. */
export function createTags(): Arbitrary<ValueSet<Colour>> {
  return sets(colour());
}

/** The input note of Create. */
export function createNote(): Arbitrary<string | null> {
  return options(text());
}

/** The input id of Get. */
export function getId(): Arbitrary<bigint> {
  return itemId();
}

/** The input name of FindByName. */
export function findByNameName(): Arbitrary<string> {
  return label();
}

/** The input type of Search. */
export function searchType(): Arbitrary<Grade | null> {
  return options(grade());
}

/** The input colours of Search. */
export function searchColours(): Arbitrary<ValueSet<Colour>> {
  return sets(colour());
}

/** The input since of Search. */
export function searchSince(): Arbitrary<Instant | null> {
  return options(instants());
}

/** The input id of Rename. */
export function renameId(): Arbitrary<bigint> {
  return itemId();
}

/** The input name of Rename. */
export function renameName(): Arbitrary<string> {
  return label();
}

/** The input id of Reweigh. */
export function reweighId(): Arbitrary<bigint> {
  return itemId();
}

/** The input weight of Reweigh. */
export function reweighWeight(): Arbitrary<number> {
  return weight();
}

/** The input id of Retag. */
export function retagId(): Arbitrary<bigint> {
  return itemId();
}

/** The input add of Retag. */
export function retagAdd(): Arbitrary<ValueSet<Colour>> {
  return sets(colour());
}

/** The input drop of Retag. */
export function retagDrop(): Arbitrary<ValueSet<Colour>> {
  return sets(colour());
}

/** The input entity of Annotate. */
export function annotateEntity(): Arbitrary<bigint> {
  return itemId();
}

/** The input field of Annotate. */
export function annotateField(): Arbitrary<string> {
  return label();
}

/** The input amount of Annotate. */
export function annotateAmount(): Arbitrary<bigint> {
  return reading();
}

/** The input id of Seal. */
export function sealId(): Arbitrary<bigint> {
  return itemId();
}

/** The input secret of Seal. */
export function sealSecret(): Arbitrary<string> {
  return secret();
}

/** The input id of Remove. */
export function removeId(): Arbitrary<bigint> {
  return itemId();
}

/** The input id of Activate. */
export function activateId(): Arbitrary<bigint> {
  return itemId();
}

/** The input id of Close. */
export function closeId(): Arbitrary<bigint> {
  return itemId();
}

/** The input id of Revive. */
export function reviveId(): Arbitrary<bigint> {
  return itemId();
}

/** The input id of MarkRoot. */
export function markRootId(): Arbitrary<bigint> {
  return itemId();
}

/** The input id of AddReading. */
export function addReadingId(): Arbitrary<bigint> {
  return itemId();
}

/** The input reading of AddReading. */
export function addReadingReading(): Arbitrary<bigint> {
  return reading();
}

/** The input source of Link. */
export function linkSource(): Arbitrary<bigint> {
  return itemId();
}

/** The input target of Link. */
export function linkTarget(): Arbitrary<bigint> {
  return itemId();
}

/** The input source of Unlink. */
export function unlinkSource(): Arbitrary<bigint> {
  return itemId();
}

/** The input target of Unlink. */
export function unlinkTarget(): Arbitrary<bigint> {
  return itemId();
}

/** The input message of Note. */
export function noteMessage(): Arbitrary<string> {
  return text();
}

/** The input key of SetPref. */
export function setPrefKey(): Arbitrary<string> {
  return label();
}

/** The input amount of SetPref. */
export function setPrefAmount(): Arbitrary<bigint> {
  return reading();
}

/** The input keys of DropPrefs. */
export function dropPrefsKeys(): Arbitrary<ValueSet<string>> {
  return sets(label());
}

/** The input id of Focus. */
export function focusId(): Arbitrary<bigint> {
  return itemId();
}

/** The input cost of Spend. */
export function spendCost(): Arbitrary<number> {
  return cost();
}

/** The input span of SetGrace. */
export function setGraceSpan(): Arbitrary<Duration> {
  return grace();
}

/** The input twice of SetGrace. */
export function setGraceTwice(): Arbitrary<boolean> {
  return booleans();
}

/** The input stamp of Toggle. */
export function toggleStamp(): Arbitrary<string> {
  return uuids();
}

/** The input contact of Reach. */
export function reachContact(): Arbitrary<string> {
  return contact();
}
