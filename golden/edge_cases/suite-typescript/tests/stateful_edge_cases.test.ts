/** EdgeCases under sequences of calls that nobody wrote down. */

import {
  anything,
  bundle,
  consumed,
  drawn,
  from,
  fromInput,
  fromOutput,
  make,
  stateful,
} from "./harness/machine.ts";
import { connected } from "./harness/suite.ts";
import {
  ACTIVATE,
  ADD_READING,
  ANNOTATE,
  CLEAR,
  CLOSE,
  CREATE,
  DROP_PREFS,
  FIND_BY_NAME,
  FOCUS,
  GET,
  LINK,
  MARK_ROOT,
  NOTE,
  REACH,
  REMOVE,
  RENAME,
  REPORT,
  RETAG,
  REVIVE,
  REWEIGH,
  SEAL,
  SEARCH,
  SERVICE,
  SET_GRACE,
  SET_PREF,
  SPEND,
  TOGGLE,
  UNLINK,
} from "./service.ts";
import * as strategies from "./strategies.ts";

connected(SERVICE, import.meta.url);

const sampleDraftIds = bundle("sample_draft_ids");
const sampleActiveIds = bundle("sample_active_ids");
const sampleClosedIds = bundle("sample_closed_ids");
const baseIds = bundle("base_ids");

stateful(SERVICE, "stateful", [
  // Create, with inputs that it accepts where some are found.
  make(
    CREATE,
    {
      name: drawn(strategies.createName()),
      path: drawn(strategies.createPath()),
      weight: drawn(strategies.createWeight()),
      tags: drawn(strategies.createTags()),
      note: drawn(strategies.createNote()),
    },
    sampleDraftIds,
    fromOutput("id"),
  ),
  // Get, with keys that are there: it succeeds.
  make(GET, { id: from(sampleDraftIds, sampleActiveIds, sampleClosedIds) }),
  // FindByName, with inputs that it accepts where some are found.
  make(FIND_BY_NAME, { name: drawn(strategies.findByNameName()) }),
  // Search, with keys that are there: it succeeds.
  make(SEARCH, {
    type: drawn(strategies.searchType()),
    colours: drawn(strategies.searchColours()),
    since: drawn(strategies.searchSince()),
  }),
  // Rename, with inputs that it accepts where some are found.
  make(RENAME, {
    id: from(sampleDraftIds, sampleActiveIds, sampleClosedIds),
    name: drawn(strategies.renameName()),
  }),
  // Reweigh, with inputs that it accepts where some are found.
  make(REWEIGH, {
    id: from(sampleDraftIds, sampleActiveIds, sampleClosedIds),
    weight: drawn(strategies.reweighWeight()),
  }),
  // Retag, with inputs that it accepts where some are found.
  make(RETAG, {
    id: from(sampleDraftIds, sampleActiveIds, sampleClosedIds),
    add: drawn(strategies.retagAdd()),
    drop: drawn(strategies.retagDrop()),
  }),
  // Annotate, with inputs that it accepts where some are found.
  make(ANNOTATE, {
    entity: from(sampleDraftIds, sampleActiveIds, sampleClosedIds),
    field: drawn(strategies.annotateField()),
    amount: drawn(strategies.annotateAmount()),
  }),
  // Seal, with inputs that it accepts where some are found.
  make(SEAL, {
    id: from(sampleDraftIds, sampleActiveIds, sampleClosedIds),
    secret: drawn(strategies.sealSecret()),
  }),
  // Remove, with inputs that it accepts where some are found.
  make(REMOVE, { id: from(sampleDraftIds, sampleActiveIds, sampleClosedIds) }),
  // Activate, with inputs that it accepts where some are found.
  make(ACTIVATE, { id: consumed(sampleDraftIds) }, sampleActiveIds, fromInput("id")),
  // Close, with keys that are there: it succeeds.
  make(CLOSE, { id: consumed(sampleActiveIds) }, sampleClosedIds, fromInput("id")),
  // Revive, with inputs that it accepts where some are found.
  make(REVIVE, { id: consumed(sampleClosedIds) }, sampleActiveIds, fromInput("id")),
  // MarkRoot, with inputs that it accepts where some are found.
  make(
    MARK_ROOT,
    { id: from(sampleDraftIds, sampleActiveIds, sampleClosedIds) },
    baseIds,
    fromInput("id"),
  ),
  // AddReading, with inputs that it accepts where some are found.
  make(ADD_READING, {
    id: from(sampleDraftIds, sampleActiveIds, sampleClosedIds),
    reading: drawn(strategies.addReadingReading()),
  }),
  // Link, with inputs that it accepts where some are found.
  make(LINK, {
    source: from(sampleDraftIds, sampleActiveIds, sampleClosedIds),
    target: from(sampleDraftIds, sampleActiveIds, sampleClosedIds),
  }),
  // Unlink, with inputs that it accepts where some are found.
  make(UNLINK, {
    source: from(sampleDraftIds, sampleActiveIds, sampleClosedIds),
    target: drawn(strategies.unlinkTarget()),
  }),
  // Note, with inputs that it accepts where some are found.
  make(NOTE, { message: drawn(strategies.noteMessage()) }),
  // SetPref, with keys that are there: it succeeds.
  make(SET_PREF, {
    key: drawn(strategies.setPrefKey()),
    amount: drawn(strategies.setPrefAmount()),
  }),
  // DropPrefs, with inputs that it accepts where some are found.
  make(DROP_PREFS, { keys: drawn(strategies.dropPrefsKeys()) }),
  // Clear, with inputs that it accepts where some are found.
  make(CLEAR, {}),
  // Focus, with keys that are there: it succeeds.
  make(FOCUS, { id: from(sampleDraftIds, sampleActiveIds, sampleClosedIds) }),
  // Spend, with inputs that it accepts where some are found.
  make(SPEND, { cost: drawn(strategies.spendCost()) }),
  // SetGrace, with keys that are there: it succeeds.
  make(SET_GRACE, {
    span: drawn(strategies.setGraceSpan()),
    twice: drawn(strategies.setGraceTwice()),
  }),
  // Toggle, with inputs that it accepts where some are found.
  make(TOGGLE, { stamp: drawn(strategies.toggleStamp()) }),
  // Reach, with keys that are there: it succeeds.
  make(REACH, { contact: drawn(strategies.reachContact()) }),
  // Report, with keys that are there: it succeeds.
  make(REPORT, {}),
  // Create, with keys and values that may be anything.
  anything(CREATE),
  // Get, with keys and values that may be anything.
  anything(GET),
  // FindByName, with keys and values that may be anything.
  anything(FIND_BY_NAME),
  // Search, with keys and values that may be anything.
  anything(SEARCH),
  // Rename, with keys and values that may be anything.
  anything(RENAME),
  // Reweigh, with keys and values that may be anything.
  anything(REWEIGH),
  // Retag, with keys and values that may be anything.
  anything(RETAG),
  // Annotate, with keys and values that may be anything.
  anything(ANNOTATE),
  // Seal, with keys and values that may be anything.
  anything(SEAL),
  // Remove, with keys and values that may be anything.
  anything(REMOVE),
  // Activate, with keys and values that may be anything.
  anything(ACTIVATE),
  // Close, with keys and values that may be anything.
  anything(CLOSE),
  // Revive, with keys and values that may be anything.
  anything(REVIVE),
  // MarkRoot, with keys and values that may be anything.
  anything(MARK_ROOT),
  // AddReading, with keys and values that may be anything.
  anything(ADD_READING),
  // Link, with keys and values that may be anything.
  anything(LINK),
  // Unlink, with keys and values that may be anything.
  anything(UNLINK),
  // Note, with keys and values that may be anything.
  anything(NOTE),
  // SetPref, with keys and values that may be anything.
  anything(SET_PREF),
  // DropPrefs, with keys and values that may be anything.
  anything(DROP_PREFS),
  // Focus, with keys and values that may be anything.
  anything(FOCUS),
  // Spend, with keys and values that may be anything.
  anything(SPEND),
  // SetGrace, with keys and values that may be anything.
  anything(SET_GRACE),
  // Toggle, with keys and values that may be anything.
  anything(TOGGLE),
  // Reach, with keys and values that may be anything.
  anything(REACH),
]);
