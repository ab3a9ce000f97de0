/** EdgeCases: its state, its operations, and the rules about them, as a table. */

import * as clauses from "./clauses.ts";
import { operation, service } from "./harness/service.ts";
import {
  BOOL,
  DATETIME,
  DURATION,
  FLOAT,
  INT,
  OptionOf,
  SeqOf,
  SetOf,
  STRING,
  UUID,
} from "./harness/types.ts";
import * as parts from "./parts.ts";
import * as strategies from "./strategies.ts";
import {
  COLOUR,
  CONTACT,
  COST,
  GRACE,
  GRADE,
  ITEM_ID,
  LABEL,
  PATH,
  READING,
  SAMPLE,
  SECRET,
  STATE,
  TEXT,
  WEIGHT,
} from "./wire.ts";

export const CREATE = operation({
  name: "Create",
  method: "POST",
  path: ["samples"],
  status: 201,
  shape: "object",
  inputs: [
    { name: "name", property: "name", place: "body", type: LABEL, strategy: strategies.createName },
    { name: "path", property: "path", place: "body", type: PATH, strategy: strategies.createPath },
    {
      name: "weight",
      property: "weight",
      place: "body",
      type: WEIGHT,
      strategy: strategies.createWeight,
    },
    {
      name: "tags",
      property: "tags",
      place: "body",
      type: new SetOf(COLOUR),
      strategy: strategies.createTags,
    },
    {
      name: "note",
      property: "note",
      place: "body",
      type: new OptionOf(TEXT),
      strategy: strategies.createNote,
    },
  ],
  outputs: [
    { name: "id", property: "id", type: ITEM_ID },
    { name: "ticket", property: "ticket", type: UUID },
  ],
  headers: [{ name: "X-Label", value: clauses.createHeaderXLabel }],
  requires: [
    {
      id: "Create.requires[0]",
      text: "name not in labels",
      place: "edge_cases.spec:108",
      holds: clauses.createRequires0,
      parts: parts.createRequires0,
    },
    {
      id: "Create.requires[1]",
      text: "name.length + path.length <= 60",
      place: "edge_cases.spec:109",
      holds: clauses.createRequires1,
      parts: parts.createRequires1,
    },
    {
      id: "Create.requires[2]",
      text: "tags subset palette()",
      place: "edge_cases.spec:110",
      holds: clauses.createRequires2,
      parts: parts.createRequires2,
    },
    {
      id: "Create.requires[3]",
      text: "exists c in palette() | c not in tags",
      place: "edge_cases.spec:111",
      holds: clauses.createRequires3,
      parts: parts.createRequires3,
    },
  ],
  ensures: [
    {
      id: "Create.ensures[0]",
      text: "id not in samples",
      place: "edge_cases.spec:113",
      holds: clauses.createEnsures0,
      parts: parts.createEnsures0,
    },
    {
      id: "Create.ensures[1]",
      text: 'samples\' = samples + {id -> Sample { id = id, created_at = now(), name = name, path = path, weight = weight, type = gradeOf(weight), state = Phase.DRAFT, tags = tags, history = ["created"], attributes = {}, note = note, trace = ticket, lifetime = seconds(0) }}',
      place: "edge_cases.spec:114",
      holds: clauses.createEnsures1,
      parts: parts.createEnsures1,
    },
    {
      id: "Create.ensures[2]",
      text: "readings'[id] = {0}",
      place: "edge_cases.spec:129",
      holds: clauses.createEnsures2,
      parts: parts.createEnsures2,
    },
    {
      id: "Create.ensures[3]",
      text: "labels' = labels union {name}",
      place: "edge_cases.spec:130",
      holds: clauses.createEnsures3,
      parts: parts.createEnsures3,
    },
    {
      id: "Create.ensures[4]",
      text: "total' = total + 1",
      place: "edge_cases.spec:131",
      holds: clauses.createEnsures4,
      parts: parts.createEnsures4,
    },
    {
      id: "Create.ensures[5]",
      text: "let before = #samples in population()' = before + 1",
      place: "edge_cases.spec:132",
      holds: clauses.createEnsures5,
      parts: parts.createEnsures5,
    },
    {
      id: "Create.ensures[6]",
      text: "tagCount(id)' = #tags",
      place: "edge_cases.spec:133",
      holds: clauses.createEnsures6,
      parts: parts.createEnsures6,
    },
  ],
  changes: [
    clauses.createChanges0,
    clauses.createChanges1,
    clauses.createChanges2,
    clauses.createChanges3,
  ],
  auth: [
    { name: "robot", kind: "header", where: "X-Robot-Key" },
    { name: "admin", kind: "basic" },
  ],
});

export const GET = operation({
  name: "Get",
  method: "GET",
  path: ["samples", { slot: "id" }],
  status: 200,
  shape: "whole",
  inputs: [
    { name: "id", property: "id", place: "path", type: ITEM_ID, strategy: strategies.getId },
  ],
  outputs: [{ name: "sample", property: "sample", type: SAMPLE }],
  requires: [
    {
      id: "Get.requires[0]",
      text: "id in samples",
      place: "edge_cases.spec:140",
      holds: clauses.getRequires0,
      parts: parts.getRequires0,
    },
  ],
  presence: [{ input: "id", requires: 0, test: clauses.getPresence0 }],
  ensures: [
    {
      id: "Get.ensures[0]",
      text: "sample = samples[id]",
      place: "edge_cases.spec:142",
      holds: clauses.getEnsures0,
      parts: parts.getEnsures0,
    },
  ],
  readOnly: true,
  siblings: ["by-name", "drop"],
});

export const FIND_BY_NAME = operation({
  name: "FindByName",
  method: "GET",
  path: ["samples", "by-name", { slot: "name" }],
  status: 200,
  shape: "whole",
  inputs: [
    {
      name: "name",
      property: "name",
      place: "path",
      type: LABEL,
      strategy: strategies.findByNameName,
    },
  ],
  outputs: [{ name: "sample", property: "sample", type: SAMPLE }],
  requires: [
    {
      id: "FindByName.requires[0]",
      text: "name in labels",
      place: "edge_cases.spec:149",
      holds: clauses.findByNameRequires0,
      parts: parts.findByNameRequires0,
    },
  ],
  presence: [{ input: "name", requires: 0, test: clauses.findByNamePresence0 }],
  ensures: [
    {
      id: "FindByName.ensures[0]",
      text: "sample = (the s in ran(samples) | s.name = name)",
      place: "edge_cases.spec:151",
      holds: clauses.findByNameEnsures0,
      parts: parts.findByNameEnsures0,
    },
  ],
  readOnly: true,
  siblings: [
    "activate",
    "attributes",
    "close",
    "links",
    "name",
    "readings",
    "revive",
    "root",
    "seal",
    "tags",
    "weight",
  ],
});

export const SEARCH = operation({
  name: "Search",
  method: "GET",
  path: ["samples"],
  status: 200,
  shape: "whole",
  inputs: [
    {
      name: "type",
      property: "type",
      place: "query",
      type: new OptionOf(GRADE),
      strategy: strategies.searchType,
    },
    {
      name: "colours",
      property: "colours",
      place: "query",
      type: new SetOf(COLOUR),
      strategy: strategies.searchColours,
    },
    {
      name: "since",
      property: "since",
      place: "query",
      type: new OptionOf(DATETIME),
      strategy: strategies.searchSince,
    },
  ],
  outputs: [{ name: "found", property: "found", type: new SetOf(SAMPLE) }],
  ensures: [
    {
      id: "Search.ensures[0]",
      text: "found = { s in ran(samples) | (type = none or s.type = type) and colours subset s.tags and (since = none or s.created_at >= since) }",
      place: "edge_cases.spec:159",
      holds: clauses.searchEnsures0,
      parts: parts.searchEnsures0,
    },
  ],
  readOnly: true,
});

export const RENAME = operation({
  name: "Rename",
  method: "PUT",
  path: ["samples", { slot: "id" }, "name"],
  status: 200,
  shape: "empty",
  inputs: [
    { name: "id", property: "id", place: "path", type: ITEM_ID, strategy: strategies.renameId },
    { name: "name", property: "name", place: "body", type: LABEL, strategy: strategies.renameName },
  ],
  requires: [
    {
      id: "Rename.requires[0]",
      text: "id in samples",
      place: "edge_cases.spec:169",
      holds: clauses.renameRequires0,
      parts: parts.renameRequires0,
    },
    {
      id: "Rename.requires[1]",
      text: "name not in labels",
      place: "edge_cases.spec:170",
      holds: clauses.renameRequires1,
      parts: parts.renameRequires1,
    },
    {
      id: "Rename.requires[2]",
      text: "name.length + samples[id].path.length <= 60",
      place: "edge_cases.spec:171",
      holds: clauses.renameRequires2,
      parts: parts.renameRequires2,
    },
  ],
  presence: [{ input: "id", requires: 0, test: clauses.renamePresence0 }],
  ensures: [
    {
      id: "Rename.ensures[0]",
      text: "samples'[id].name = name",
      place: "edge_cases.spec:174",
      holds: clauses.renameEnsures0,
      parts: parts.renameEnsures0,
    },
    {
      id: "Rename.ensures[1]",
      text: "labels' = labels - {samples[id].name} + {name}",
      place: "edge_cases.spec:175",
      holds: clauses.renameEnsures1,
      parts: parts.renameEnsures1,
    },
  ],
  changes: [clauses.renameChanges0, clauses.renameChanges1],
  siblings: ["by-name", "drop"],
});

export const REWEIGH = operation({
  name: "Reweigh",
  method: "PUT",
  path: ["samples", { slot: "id" }, "weight"],
  status: 200,
  shape: "object",
  inputs: [
    { name: "id", property: "id", place: "path", type: ITEM_ID, strategy: strategies.reweighId },
    {
      name: "weight",
      property: "weight",
      place: "body",
      type: WEIGHT,
      strategy: strategies.reweighWeight,
    },
  ],
  outputs: [{ name: "grade", property: "grade", type: GRADE }],
  requires: [
    {
      id: "Reweigh.requires[0]",
      text: "isOpen(id)",
      place: "edge_cases.spec:182",
      holds: clauses.reweighRequires0,
      parts: parts.reweighRequires0,
    },
  ],
  presence: [{ input: "id", requires: 0, test: clauses.reweighPresence0 }],
  ensures: [
    {
      id: "Reweigh.ensures[0]",
      text: "samples' = pre(samples) + {id -> samples[id] with { weight = weight, type = gradeOf(weight) }}",
      place: "edge_cases.spec:184",
      holds: clauses.reweighEnsures0,
      parts: parts.reweighEnsures0,
    },
    {
      id: "Reweigh.ensures[1]",
      text: "grade = samples'[id].type",
      place: "edge_cases.spec:188",
      holds: clauses.reweighEnsures1,
      parts: parts.reweighEnsures1,
    },
    {
      id: "Reweigh.ensures[2]",
      text: "weight > 10 and weight <= 100 implies grade = Grade.ACTIVE",
      place: "edge_cases.spec:189",
      holds: clauses.reweighEnsures2,
      says: clauses.reweighEnsures2Says,
      parts: parts.reweighEnsures2,
    },
  ],
  changes: [clauses.reweighChanges0],
  siblings: ["by-name", "drop"],
});

export const RETAG = operation({
  name: "Retag",
  method: "PATCH",
  path: ["samples", { slot: "id" }, "tags"],
  status: 200,
  shape: "whole",
  inputs: [
    { name: "id", property: "id", place: "path", type: ITEM_ID, strategy: strategies.retagId },
    {
      name: "add",
      property: "add",
      place: "body",
      type: new SetOf(COLOUR),
      strategy: strategies.retagAdd,
    },
    {
      name: "drop",
      property: "drop",
      place: "body",
      type: new SetOf(COLOUR),
      strategy: strategies.retagDrop,
    },
  ],
  outputs: [{ name: "sample", property: "sample", type: SAMPLE }],
  requires: [
    {
      id: "Retag.requires[0]",
      text: "id in samples",
      place: "edge_cases.spec:196",
      holds: clauses.retagRequires0,
      parts: parts.retagRequires0,
    },
    {
      id: "Retag.requires[1]",
      text: "add intersect drop = {}",
      place: "edge_cases.spec:197",
      holds: clauses.retagRequires1,
      parts: parts.retagRequires1,
    },
    {
      id: "Retag.requires[2]",
      text: "add in ^palette()",
      place: "edge_cases.spec:198",
      holds: clauses.retagRequires2,
      parts: parts.retagRequires2,
    },
  ],
  presence: [{ input: "id", requires: 0, test: clauses.retagPresence0 }],
  ensures: [
    {
      id: "Retag.ensures[0]",
      text: "samples'[id].tags = samples[id].tags union add minus drop",
      place: "edge_cases.spec:200",
      holds: clauses.retagEnsures0,
      parts: parts.retagEnsures0,
    },
    {
      id: "Retag.ensures[1]",
      text: "sample = samples'[id]",
      place: "edge_cases.spec:201",
      holds: clauses.retagEnsures1,
      parts: parts.retagEnsures1,
    },
    {
      id: "Retag.ensures[2]",
      text: "all c: Colour, b: Bool | c in drop and b implies c not in sample.tags",
      place: "edge_cases.spec:202",
      holds: clauses.retagEnsures2,
      says: clauses.retagEnsures2Says,
      parts: parts.retagEnsures2,
    },
  ],
  changes: [clauses.retagChanges0],
  siblings: ["by-name", "drop"],
});

export const ANNOTATE = operation({
  name: "Annotate",
  method: "PUT",
  path: ["samples", { slot: "entity" }, "attributes", { slot: "field" }],
  status: 200,
  shape: "object",
  inputs: [
    {
      name: "entity",
      property: "entity",
      place: "path",
      type: ITEM_ID,
      strategy: strategies.annotateEntity,
    },
    {
      name: "field",
      property: "field",
      place: "path",
      type: LABEL,
      strategy: strategies.annotateField,
    },
    {
      name: "amount",
      property: "amount",
      place: "body",
      type: READING,
      strategy: strategies.annotateAmount,
    },
  ],
  outputs: [{ name: "size", property: "size", type: INT }],
  requires: [
    {
      id: "Annotate.requires[0]",
      text: "entity in samples and samples[entity].state != CLOSED",
      place: "edge_cases.spec:210",
      holds: clauses.annotateRequires0,
      parts: parts.annotateRequires0,
    },
    {
      id: "Annotate.requires[1]",
      text: "#samples[entity].attributes < 8 or field in samples[entity].attributes",
      place: "edge_cases.spec:212",
      holds: clauses.annotateRequires1,
      parts: parts.annotateRequires1,
    },
  ],
  presence: [{ input: "entity", requires: 0, test: clauses.annotatePresence0 }],
  ensures: [
    {
      id: "Annotate.ensures[0]",
      text: "samples'[entity].attributes = old + {field -> amount}",
      place: "edge_cases.spec:215",
      holds: clauses.annotateEnsures0,
      parts: parts.annotateEnsures0,
    },
    {
      id: "Annotate.ensures[1]",
      text: "size = if field in old then #old else #old + 1",
      place: "edge_cases.spec:216",
      holds: clauses.annotateEnsures1,
      parts: parts.annotateEnsures1,
    },
    {
      id: "Annotate.ensures[2]",
      text: "size > 0",
      place: "edge_cases.spec:219",
      holds: clauses.annotateEnsures2,
      parts: parts.annotateEnsures2,
    },
  ],
  changes: [clauses.annotateChanges0],
  siblings: ["by-name", "drop"],
});

export const SEAL = operation({
  name: "Seal",
  method: "POST",
  path: ["samples", { slot: "id" }, "seal"],
  status: 200,
  shape: "empty",
  inputs: [
    { name: "id", property: "id", place: "path", type: ITEM_ID, strategy: strategies.sealId },
    {
      name: "secret",
      property: "secret",
      place: "body",
      type: SECRET,
      strategy: strategies.sealSecret,
    },
  ],
  requires: [
    {
      id: "Seal.requires[0]",
      text: "id in samples",
      place: "edge_cases.spec:225",
      holds: clauses.sealRequires0,
      parts: parts.sealRequires0,
    },
    {
      id: "Seal.requires[1]",
      text: "samples[id].seal_hash = none",
      place: "edge_cases.spec:226",
      holds: clauses.sealRequires1,
      parts: parts.sealRequires1,
    },
  ],
  presence: [{ input: "id", requires: 0, test: clauses.sealPresence0 }],
  ensures: [
    {
      id: "Seal.ensures[0]",
      text: "samples'[id].seal_hash = hash(secret)",
      place: "edge_cases.spec:228",
      holds: clauses.sealEnsures0,
      parts: parts.sealEnsures0,
    },
    {
      id: "Seal.ensures[1]",
      text: 'samples\'[id].history = samples[id].history + ["sealed: \\"\\u{1F512}\\"\\t\\\\o/\\r\\n"]',
      place: "edge_cases.spec:229",
      holds: clauses.sealEnsures1,
      parts: parts.sealEnsures1,
    },
  ],
  changes: [clauses.sealChanges0, clauses.sealChanges1],
  siblings: ["by-name", "drop"],
});

export const REMOVE = operation({
  name: "Remove",
  method: "DELETE",
  path: ["samples", { slot: "id" }],
  status: 200,
  shape: "object",
  inputs: [
    { name: "id", property: "id", place: "path", type: ITEM_ID, strategy: strategies.removeId },
  ],
  outputs: [{ name: "left", property: "left", type: INT }],
  requires: [
    {
      id: "Remove.requires[0]",
      text: "id in samples",
      place: "edge_cases.spec:237",
      holds: clauses.removeRequires0,
      parts: parts.removeRequires0,
    },
    {
      id: "Remove.requires[1]",
      text: "no a in links | id in links[a]",
      place: "edge_cases.spec:238",
      holds: clauses.removeRequires1,
      parts: parts.removeRequires1,
    },
  ],
  presence: [{ input: "id", requires: 0, test: clauses.removePresence0 }],
  ensures: [
    {
      id: "Remove.ensures[0]",
      text: "samples' = samples - {id}",
      place: "edge_cases.spec:240",
      holds: clauses.removeEnsures0,
      parts: parts.removeEnsures0,
    },
    {
      id: "Remove.ensures[1]",
      text: "roots' = roots - {id}",
      place: "edge_cases.spec:241",
      holds: clauses.removeEnsures1,
      parts: parts.removeEnsures1,
    },
    {
      id: "Remove.ensures[2]",
      text: "readings' = readings - {id}",
      place: "edge_cases.spec:242",
      holds: clauses.removeEnsures2,
      parts: parts.removeEnsures2,
    },
    {
      id: "Remove.ensures[3]",
      text: "links' = links - {id}",
      place: "edge_cases.spec:243",
      holds: clauses.removeEnsures3,
      parts: parts.removeEnsures3,
    },
    {
      id: "Remove.ensures[4]",
      text: "labels' = pre(labels) minus {samples[id].name}",
      place: "edge_cases.spec:244",
      holds: clauses.removeEnsures4,
      parts: parts.removeEnsures4,
    },
    {
      id: "Remove.ensures[5]",
      text: "total' = total - 1",
      place: "edge_cases.spec:245",
      holds: clauses.removeEnsures5,
      parts: parts.removeEnsures5,
    },
    {
      id: "Remove.ensures[6]",
      text: "focus = id implies focus' = none",
      place: "edge_cases.spec:246",
      holds: clauses.removeEnsures6,
      says: clauses.removeEnsures6Says,
      parts: parts.removeEnsures6,
    },
    {
      id: "Remove.ensures[7]",
      text: "left = #samples'",
      place: "edge_cases.spec:248",
      holds: clauses.removeEnsures7,
      parts: parts.removeEnsures7,
    },
  ],
  changes: [
    clauses.removeChanges0,
    clauses.removeChanges1,
    clauses.removeChanges2,
    clauses.removeChanges3,
    clauses.removeChanges4,
    clauses.removeChanges5,
    clauses.removeChanges6,
  ],
  auth: [{ name: "admin", kind: "basic" }],
  siblings: ["by-name", "drop"],
});

export const ACTIVATE = operation({
  name: "Activate",
  method: "POST",
  path: ["samples", { slot: "id" }, "activate"],
  status: 200,
  shape: "whole",
  inputs: [
    { name: "id", property: "id", place: "path", type: ITEM_ID, strategy: strategies.activateId },
  ],
  outputs: [{ name: "sample", property: "sample", type: SAMPLE }],
  requires: [
    {
      id: "Activate.requires[0]",
      text: "id in samples",
      place: "edge_cases.spec:257",
      holds: clauses.activateRequires0,
      parts: parts.activateRequires0,
    },
    {
      id: "Activate.requires[1]",
      text: "samples[id].state = DRAFT",
      place: "edge_cases.spec:258",
      holds: clauses.activateRequires1,
      parts: parts.activateRequires1,
    },
  ],
  presence: [{ input: "id", requires: 0, test: clauses.activatePresence0 }],
  moves: [
    {
      transition: "SampleLife",
      property: "state",
      relation: "samples",
      key: "id",
      rules: [
        {
          source: "DRAFT",
          target: "ACTIVE",
          guard: clauses.activateGuard0,
          id: "SampleLife DRAFT -> ACTIVE via Activate",
          place: "edge_cases.spec:296",
        },
      ],
    },
  ],
  ensures: [
    {
      id: "Activate.ensures[0]",
      text: 'samples\' = samples + {id -> samples[id] with { state = ACTIVE, history = samples[id].history + ["activated"] }}',
      place: "edge_cases.spec:260",
      holds: clauses.activateEnsures0,
      parts: parts.activateEnsures0,
    },
    {
      id: "Activate.ensures[1]",
      text: "sample = samples'[id]",
      place: "edge_cases.spec:264",
      holds: clauses.activateEnsures1,
      parts: parts.activateEnsures1,
    },
  ],
  changes: [clauses.activateChanges0, clauses.activateChanges1],
  siblings: ["by-name", "drop"],
});

export const CLOSE = operation({
  name: "Close",
  method: "POST",
  path: ["samples", { slot: "id" }, "close"],
  status: 200,
  shape: "whole",
  inputs: [
    { name: "id", property: "id", place: "path", type: ITEM_ID, strategy: strategies.closeId },
  ],
  outputs: [{ name: "sample", property: "sample", type: SAMPLE }],
  requires: [
    {
      id: "Close.requires[0]",
      text: "id in samples",
      place: "edge_cases.spec:271",
      holds: clauses.closeRequires0,
      parts: parts.closeRequires0,
    },
    {
      id: "Close.requires[1]",
      text: "samples[id].state = Phase.ACTIVE",
      place: "edge_cases.spec:272",
      holds: clauses.closeRequires1,
      parts: parts.closeRequires1,
    },
  ],
  presence: [{ input: "id", requires: 0, test: clauses.closePresence0 }],
  moves: [
    {
      transition: "SampleLife",
      property: "state",
      relation: "samples",
      key: "id",
      rules: [
        {
          source: "ACTIVE",
          target: "CLOSED",
          id: "SampleLife ACTIVE -> CLOSED via Close",
          place: "edge_cases.spec:297",
        },
      ],
    },
  ],
  ensures: [
    {
      id: "Close.ensures[0]",
      text: "samples'[id].state = CLOSED",
      place: "edge_cases.spec:274",
      holds: clauses.closeEnsures0,
      parts: parts.closeEnsures0,
    },
    {
      id: "Close.ensures[1]",
      text: "samples'[id].retired_at = now() + grace",
      place: "edge_cases.spec:275",
      holds: clauses.closeEnsures1,
      parts: parts.closeEnsures1,
    },
    {
      id: "Close.ensures[2]",
      text: "samples'[id].lifetime = now() - samples[id].created_at",
      place: "edge_cases.spec:276",
      holds: clauses.closeEnsures2,
      parts: parts.closeEnsures2,
    },
    {
      id: "Close.ensures[3]",
      text: "sample = samples'[id]",
      place: "edge_cases.spec:277",
      holds: clauses.closeEnsures3,
      parts: parts.closeEnsures3,
    },
  ],
  changes: [clauses.closeChanges0, clauses.closeChanges1, clauses.closeChanges2],
  siblings: ["by-name", "drop"],
});

export const REVIVE = operation({
  name: "Revive",
  method: "POST",
  path: ["samples", { slot: "id" }, "revive"],
  status: 200,
  shape: "whole",
  inputs: [
    { name: "id", property: "id", place: "path", type: ITEM_ID, strategy: strategies.reviveId },
  ],
  outputs: [{ name: "sample", property: "sample", type: SAMPLE }],
  requires: [
    {
      id: "Revive.requires[0]",
      text: "id in samples",
      place: "edge_cases.spec:285",
      holds: clauses.reviveRequires0,
      parts: parts.reviveRequires0,
    },
    {
      id: "Revive.requires[1]",
      text: "samples[id].state = CLOSED",
      place: "edge_cases.spec:286",
      holds: clauses.reviveRequires1,
      parts: parts.reviveRequires1,
    },
  ],
  presence: [{ input: "id", requires: 0, test: clauses.revivePresence0 }],
  moves: [
    {
      transition: "SampleLife",
      property: "state",
      relation: "samples",
      key: "id",
      rules: [
        {
          source: "CLOSED",
          target: "ACTIVE",
          guard: clauses.reviveGuard0,
          id: "SampleLife CLOSED -> ACTIVE via Revive",
          place: "edge_cases.spec:298",
        },
      ],
    },
  ],
  ensures: [
    {
      id: "Revive.ensures[0]",
      text: "samples'[id].state = ACTIVE",
      place: "edge_cases.spec:288",
      holds: clauses.reviveEnsures0,
      parts: parts.reviveEnsures0,
    },
    {
      id: "Revive.ensures[1]",
      text: "samples'[id].retired_at = none",
      place: "edge_cases.spec:289",
      holds: clauses.reviveEnsures1,
      parts: parts.reviveEnsures1,
    },
    {
      id: "Revive.ensures[2]",
      text: "sample = samples'[id]",
      place: "edge_cases.spec:290",
      holds: clauses.reviveEnsures2,
      parts: parts.reviveEnsures2,
    },
  ],
  changes: [clauses.reviveChanges0, clauses.reviveChanges1],
  siblings: ["by-name", "drop"],
});

export const MARK_ROOT = operation({
  name: "MarkRoot",
  method: "POST",
  path: ["samples", { slot: "id" }, "root"],
  status: 201,
  shape: "empty",
  inputs: [
    { name: "id", property: "id", place: "path", type: ITEM_ID, strategy: strategies.markRootId },
  ],
  requires: [
    {
      id: "MarkRoot.requires[0]",
      text: "id in samples",
      place: "edge_cases.spec:306",
      holds: clauses.markRootRequires0,
      parts: parts.markRootRequires0,
    },
    {
      id: "MarkRoot.requires[1]",
      text: "id not in roots",
      place: "edge_cases.spec:307",
      holds: clauses.markRootRequires1,
      parts: parts.markRootRequires1,
    },
  ],
  presence: [{ input: "id", requires: 0, test: clauses.markRootPresence0 }],
  ensures: [
    {
      id: "MarkRoot.ensures[0]",
      text: "roots'[id] = Base { id = id, created_at = now() }",
      place: "edge_cases.spec:309",
      holds: clauses.markRootEnsures0,
      parts: parts.markRootEnsures0,
    },
  ],
  changes: [clauses.markRootChanges0],
  siblings: ["by-name", "drop"],
});

export const ADD_READING = operation({
  name: "AddReading",
  method: "POST",
  path: ["samples", { slot: "id" }, "readings"],
  status: 201,
  shape: "object",
  inputs: [
    { name: "id", property: "id", place: "path", type: ITEM_ID, strategy: strategies.addReadingId },
    {
      name: "reading",
      property: "reading",
      place: "body",
      type: READING,
      strategy: strategies.addReadingReading,
    },
  ],
  outputs: [
    { name: "highest", property: "highest", type: INT },
    { name: "lowest", property: "lowest", type: INT },
    { name: "spread", property: "spread", type: INT },
    { name: "middle", property: "middle", type: INT },
    { name: "clamped", property: "clamped", type: INT },
  ],
  requires: [
    {
      id: "AddReading.requires[0]",
      text: "id in samples",
      place: "edge_cases.spec:316",
      holds: clauses.addReadingRequires0,
      parts: parts.addReadingRequires0,
    },
    {
      id: "AddReading.requires[1]",
      text: "#readings[id] < 10",
      place: "edge_cases.spec:317",
      holds: clauses.addReadingRequires1,
      parts: parts.addReadingRequires1,
    },
  ],
  presence: [{ input: "id", requires: 0, test: clauses.addReadingPresence0 }],
  ensures: [
    {
      id: "AddReading.ensures[0]",
      text: "readings'[id] = readings[id] + {reading}",
      place: "edge_cases.spec:319",
      holds: clauses.addReadingEnsures0,
      parts: parts.addReadingEnsures0,
    },
    {
      id: "AddReading.ensures[1]",
      text: "highest = max(readings'[id])",
      place: "edge_cases.spec:320",
      holds: clauses.addReadingEnsures1,
      parts: parts.addReadingEnsures1,
    },
    {
      id: "AddReading.ensures[2]",
      text: "lowest = min(readings'[id])",
      place: "edge_cases.spec:321",
      holds: clauses.addReadingEnsures2,
      parts: parts.addReadingEnsures2,
    },
    {
      id: "AddReading.ensures[3]",
      text: "spread = abs(lowest - highest)",
      place: "edge_cases.spec:322",
      holds: clauses.addReadingEnsures3,
      parts: parts.addReadingEnsures3,
    },
    {
      id: "AddReading.ensures[4]",
      text: "middle = (highest + lowest) / 2",
      place: "edge_cases.spec:323",
      holds: clauses.addReadingEnsures4,
      parts: parts.addReadingEnsures4,
    },
    {
      id: "AddReading.ensures[5]",
      text: "clamped = max(-50, min(50, reading * 2))",
      place: "edge_cases.spec:324",
      holds: clauses.addReadingEnsures5,
      parts: parts.addReadingEnsures5,
    },
  ],
  changes: [clauses.addReadingChanges0],
  siblings: ["by-name", "drop"],
});

export const LINK = operation({
  name: "Link",
  method: "POST",
  path: ["samples", { slot: "source" }, "links"],
  status: 201,
  shape: "whole",
  inputs: [
    {
      name: "source",
      property: "source",
      place: "path",
      type: ITEM_ID,
      strategy: strategies.linkSource,
    },
    {
      name: "target",
      property: "target",
      place: "body",
      type: ITEM_ID,
      strategy: strategies.linkTarget,
    },
  ],
  outputs: [{ name: "targets", property: "targets", type: new SetOf(ITEM_ID) }],
  requires: [
    {
      id: "Link.requires[0]",
      text: "source in samples",
      place: "edge_cases.spec:331",
      holds: clauses.linkRequires0,
      parts: parts.linkRequires0,
    },
    {
      id: "Link.requires[1]",
      text: "target in samples",
      place: "edge_cases.spec:332",
      holds: clauses.linkRequires1,
      parts: parts.linkRequires1,
    },
    {
      id: "Link.requires[2]",
      text: "source != target",
      place: "edge_cases.spec:333",
      holds: clauses.linkRequires2,
      parts: parts.linkRequires2,
    },
    {
      id: "Link.requires[3]",
      text: "target not in links[source]",
      place: "edge_cases.spec:334",
      holds: clauses.linkRequires3,
      parts: parts.linkRequires3,
    },
  ],
  presence: [
    { input: "source", requires: 0, test: clauses.linkPresence0 },
    { input: "target", requires: 1, test: clauses.linkPresence1 },
  ],
  ensures: [
    {
      id: "Link.ensures[0]",
      text: "links' = links + {source -> links[source] + {target}}",
      place: "edge_cases.spec:336",
      holds: clauses.linkEnsures0,
      parts: parts.linkEnsures0,
    },
    {
      id: "Link.ensures[1]",
      text: "targets = links'[source]",
      place: "edge_cases.spec:337",
      holds: clauses.linkEnsures1,
      parts: parts.linkEnsures1,
    },
  ],
  changes: [clauses.linkChanges0],
  siblings: ["by-name", "drop"],
});

export const UNLINK = operation({
  name: "Unlink",
  method: "DELETE",
  path: ["samples", { slot: "source" }, "links", { slot: "target" }],
  status: 204,
  shape: "none",
  inputs: [
    {
      name: "source",
      property: "source",
      place: "path",
      type: ITEM_ID,
      strategy: strategies.unlinkSource,
    },
    {
      name: "target",
      property: "target",
      place: "path",
      type: ITEM_ID,
      strategy: strategies.unlinkTarget,
    },
  ],
  requires: [
    {
      id: "Unlink.requires[0]",
      text: "source in samples",
      place: "edge_cases.spec:343",
      holds: clauses.unlinkRequires0,
      parts: parts.unlinkRequires0,
    },
    {
      id: "Unlink.requires[1]",
      text: "target in links[source]",
      place: "edge_cases.spec:344",
      holds: clauses.unlinkRequires1,
      parts: parts.unlinkRequires1,
    },
  ],
  presence: [
    { input: "source", requires: 0, test: clauses.unlinkPresence0 },
    { input: "target", requires: 1, test: clauses.unlinkPresence1 },
  ],
  ensures: [
    {
      id: "Unlink.ensures[0]",
      text: "links'[source] = links[source] - {target}",
      place: "edge_cases.spec:346",
      holds: clauses.unlinkEnsures0,
      parts: parts.unlinkEnsures0,
    },
  ],
  changes: [clauses.unlinkChanges0],
  siblings: ["by-name", "drop"],
});

export const NOTE = operation({
  name: "Note",
  method: "POST",
  path: ["log"],
  status: 201,
  shape: "object",
  inputs: [
    {
      name: "message",
      property: "message",
      place: "body",
      type: TEXT,
      strategy: strategies.noteMessage,
    },
  ],
  outputs: [{ name: "position", property: "position", type: INT }],
  requires: [
    {
      id: "Note.requires[0]",
      text: "not (message matches /^\\s*$/)",
      place: "edge_cases.spec:355",
      holds: clauses.noteRequires0,
      parts: parts.noteRequires0,
    },
  ],
  ensures: [
    {
      id: "Note.ensures[0]",
      text: 'log\' = log + ["- " + message]',
      place: "edge_cases.spec:357",
      holds: clauses.noteEnsures0,
      parts: parts.noteEnsures0,
    },
    {
      id: "Note.ensures[1]",
      text: "position = #log",
      place: "edge_cases.spec:358",
      holds: clauses.noteEnsures1,
      parts: parts.noteEnsures1,
    },
    {
      id: "Note.ensures[2]",
      text: 'log\'[position] = "- " + message',
      place: "edge_cases.spec:359",
      holds: clauses.noteEnsures2,
      parts: parts.noteEnsures2,
    },
  ],
  changes: [clauses.noteChanges0],
});

export const SET_PREF = operation({
  name: "SetPref",
  method: "PUT",
  path: ["prefs", { slot: "key" }],
  status: 200,
  shape: "object",
  inputs: [
    { name: "key", property: "key", place: "path", type: LABEL, strategy: strategies.setPrefKey },
    {
      name: "amount",
      property: "amount",
      place: "body",
      type: READING,
      strategy: strategies.setPrefAmount,
    },
  ],
  outputs: [{ name: "previous", property: "previous", type: new OptionOf(INT) }],
  ensures: [
    {
      id: "SetPref.ensures[0]",
      text: "prefs' = prefs + {key -> amount}",
      place: "edge_cases.spec:366",
      holds: clauses.setPrefEnsures0,
      parts: parts.setPrefEnsures0,
    },
    {
      id: "SetPref.ensures[1]",
      text: "previous = if key in prefs then some(prefs[key]) else none",
      place: "edge_cases.spec:367",
      holds: clauses.setPrefEnsures1,
      parts: parts.setPrefEnsures1,
    },
  ],
  changes: [clauses.setPrefChanges0],
  siblings: ["by-name", "drop"],
});

export const DROP_PREFS = operation({
  name: "DropPrefs",
  method: "POST",
  path: ["prefs", "drop"],
  status: 200,
  shape: "object",
  inputs: [
    {
      name: "keys",
      property: "keys",
      place: "body",
      type: new SetOf(LABEL),
      strategy: strategies.dropPrefsKeys,
    },
  ],
  outputs: [{ name: "dropped", property: "dropped", type: INT }],
  requires: [
    {
      id: "DropPrefs.requires[0]",
      text: "#keys > 0",
      place: "edge_cases.spec:374",
      holds: clauses.dropPrefsRequires0,
      parts: parts.dropPrefsRequires0,
    },
    {
      id: "DropPrefs.requires[1]",
      text: "keys subset dom(prefs)",
      place: "edge_cases.spec:375",
      holds: clauses.dropPrefsRequires1,
      parts: parts.dropPrefsRequires1,
    },
  ],
  ensures: [
    {
      id: "DropPrefs.ensures[0]",
      text: "prefs' = prefs - keys",
      place: "edge_cases.spec:377",
      holds: clauses.dropPrefsEnsures0,
      parts: parts.dropPrefsEnsures0,
    },
    {
      id: "DropPrefs.ensures[1]",
      text: "dropped = #keys",
      place: "edge_cases.spec:378",
      holds: clauses.dropPrefsEnsures1,
      parts: parts.dropPrefsEnsures1,
    },
  ],
  changes: [clauses.dropPrefsChanges0],
});

export const CLEAR = operation({
  name: "Clear",
  method: "POST",
  path: ["clear"],
  status: 200,
  shape: "empty",
  requires: [
    {
      id: "Clear.requires[0]",
      text: "#log > 0 or #prefs > 0",
      place: "edge_cases.spec:384",
      holds: clauses.clearRequires0,
      parts: parts.clearRequires0,
    },
  ],
  ensures: [
    {
      id: "Clear.ensures[0]",
      text: "log' = []",
      place: "edge_cases.spec:386",
      holds: clauses.clearEnsures0,
      parts: parts.clearEnsures0,
    },
    {
      id: "Clear.ensures[1]",
      text: "prefs' = {}",
      place: "edge_cases.spec:387",
      holds: clauses.clearEnsures1,
      parts: parts.clearEnsures1,
    },
  ],
  changes: [clauses.clearChanges0, clauses.clearChanges1],
});

export const FOCUS = operation({
  name: "Focus",
  method: "PUT",
  path: ["focus", { slot: "id" }],
  status: 200,
  shape: "empty",
  inputs: [
    { name: "id", property: "id", place: "path", type: ITEM_ID, strategy: strategies.focusId },
  ],
  requires: [
    {
      id: "Focus.requires[0]",
      text: "id in samples",
      place: "edge_cases.spec:393",
      holds: clauses.focusRequires0,
      parts: parts.focusRequires0,
    },
  ],
  presence: [{ input: "id", requires: 0, test: clauses.focusPresence0 }],
  ensures: [
    {
      id: "Focus.ensures[0]",
      text: "focus' = some(id)",
      place: "edge_cases.spec:395",
      holds: clauses.focusEnsures0,
      parts: parts.focusEnsures0,
    },
  ],
  changes: [clauses.focusChanges0],
  siblings: ["by-name", "drop"],
});

export const SPEND = operation({
  name: "Spend",
  method: "POST",
  path: ["spend"],
  status: 200,
  shape: "object",
  inputs: [
    { name: "cost", property: "cost", place: "body", type: COST, strategy: strategies.spendCost },
  ],
  outputs: [
    { name: "rest", property: "rest", type: FLOAT },
    { name: "fee", property: "fee", type: FLOAT },
  ],
  requires: [
    {
      id: "Spend.requires[0]",
      text: "budget >= cost",
      place: "edge_cases.spec:402",
      holds: clauses.spendRequires0,
      parts: parts.spendRequires0,
    },
  ],
  ensures: [
    {
      id: "Spend.ensures[0]",
      text: "budget' = budget - cost",
      place: "edge_cases.spec:404",
      holds: clauses.spendEnsures0,
      parts: parts.spendEnsures0,
    },
    {
      id: "Spend.ensures[1]",
      text: "rest = budget'",
      place: "edge_cases.spec:405",
      holds: clauses.spendEnsures1,
      parts: parts.spendEnsures1,
    },
    {
      id: "Spend.ensures[2]",
      text: "fee = cost * 3 / 4.0",
      place: "edge_cases.spec:406",
      holds: clauses.spendEnsures2,
      parts: parts.spendEnsures2,
    },
  ],
  changes: [clauses.spendChanges0],
});

export const SET_GRACE = operation({
  name: "SetGrace",
  method: "PUT",
  path: ["grace"],
  status: 200,
  shape: "object",
  inputs: [
    {
      name: "span",
      property: "span",
      place: "body",
      type: GRACE,
      strategy: strategies.setGraceSpan,
    },
    {
      name: "twice",
      property: "twice",
      place: "body",
      type: BOOL,
      strategy: strategies.setGraceTwice,
    },
  ],
  outputs: [{ name: "half", property: "half", type: DURATION }],
  ensures: [
    {
      id: "SetGrace.ensures[0]",
      text: "grace' = if twice then span * 2 else span",
      place: "edge_cases.spec:413",
      holds: clauses.setGraceEnsures0,
      parts: parts.setGraceEnsures0,
    },
    {
      id: "SetGrace.ensures[1]",
      text: "half = grace' / 2",
      place: "edge_cases.spec:414",
      holds: clauses.setGraceEnsures1,
      parts: parts.setGraceEnsures1,
    },
    {
      id: "SetGrace.ensures[2]",
      text: "half + half <= grace' and grace' - half >= half",
      place: "edge_cases.spec:415",
      holds: clauses.setGraceEnsures2,
      parts: parts.setGraceEnsures2,
    },
  ],
  changes: [clauses.setGraceChanges0],
});

export const TOGGLE = operation({
  name: "Toggle",
  method: "POST",
  path: ["toggle"],
  status: 200,
  shape: "object",
  inputs: [
    {
      name: "stamp",
      property: "stamp",
      place: "body",
      type: UUID,
      strategy: strategies.toggleStamp,
    },
  ],
  outputs: [{ name: "warn_at", property: "warnAt", type: DATETIME }],
  requires: [
    {
      id: "Toggle.requires[0]",
      text: "stamp != marker",
      place: "edge_cases.spec:422",
      holds: clauses.toggleRequires0,
      parts: parts.toggleRequires0,
    },
  ],
  ensures: [
    {
      id: "Toggle.ensures[0]",
      text: "marker' = stamp",
      place: "edge_cases.spec:424",
      holds: clauses.toggleEnsures0,
      parts: parts.toggleEnsures0,
    },
    {
      id: "Toggle.ensures[1]",
      text: "paused' = (not paused)",
      place: "edge_cases.spec:425",
      holds: clauses.toggleEnsures1,
      parts: parts.toggleEnsures1,
    },
    {
      id: "Toggle.ensures[2]",
      text: "opened_at' = if paused then now() else opened_at",
      place: "edge_cases.spec:426",
      holds: clauses.toggleEnsures2,
      parts: parts.toggleEnsures2,
    },
    {
      id: "Toggle.ensures[3]",
      text: "warn_at = opened_at' - grace",
      place: "edge_cases.spec:427",
      holds: clauses.toggleEnsures3,
      parts: parts.toggleEnsures3,
    },
  ],
  changes: [clauses.toggleChanges0, clauses.toggleChanges1, clauses.toggleChanges2],
});

export const REACH = operation({
  name: "Reach",
  method: "GET",
  path: ["reach"],
  status: 200,
  shape: "object",
  inputs: [
    {
      name: "contact",
      property: "contact",
      place: "query",
      type: CONTACT,
      strategy: strategies.reachContact,
    },
  ],
  outputs: [{ name: "secure", property: "secure", type: BOOL }],
  ensures: [
    {
      id: "Reach.ensures[0]",
      text: "secure = (contact matches /^https:/)",
      place: "edge_cases.spec:433",
      holds: clauses.reachEnsures0,
      parts: parts.reachEnsures0,
    },
  ],
  readOnly: true,
});

export const REPORT = operation({
  name: "Report",
  method: "GET",
  path: ["report"],
  status: 200,
  shape: "object",
  outputs: [
    { name: "entries", property: "entries", type: INT },
    { name: "lonely", property: "lonely", type: INT },
    { name: "tag_total", property: "tagTotal", type: INT },
    { name: "heavy", property: "heavy", type: new SetOf(ITEM_ID) },
    { name: "banner", property: "banner", type: STRING },
    { name: "all_grades", property: "allGrades", type: BOOL },
    { name: "bounds", property: "bounds", type: new SeqOf(INT) },
  ],
  ensures: [
    {
      id: "Report.ensures[0]",
      text: "entries = log .length",
      place: "edge_cases.spec:441",
      holds: clauses.reportEnsures0,
      parts: parts.reportEnsures0,
    },
    {
      id: "Report.ensures[1]",
      text: "lonely = #samples - #links",
      place: "edge_cases.spec:443",
      holds: clauses.reportEnsures1,
      parts: parts.reportEnsures1,
    },
    {
      id: "Report.ensures[2]",
      text: "tag_total = sum(samples, k => #samples[k].tags)",
      place: "edge_cases.spec:445",
      holds: clauses.reportEnsures2,
      parts: parts.reportEnsures2,
    },
    {
      id: "Report.ensures[3]",
      text: "heavy = { k in samples | samples[k].weight > 10 }",
      place: "edge_cases.spec:446",
      holds: clauses.reportEnsures3,
      parts: parts.reportEnsures3,
    },
    {
      id: "Report.ensures[4]",
      text: 'banner = if paused then "paused\\n" else "running"',
      place: "edge_cases.spec:447",
      holds: clauses.reportEnsures4,
      parts: parts.reportEnsures4,
    },
    {
      id: "Report.ensures[5]",
      text: "all_grades = (all g: Grade | (exists s in ran(samples) | s.type = g))",
      place: "edge_cases.spec:450",
      holds: clauses.reportEnsures5,
      parts: parts.reportEnsures5,
    },
    {
      id: "Report.ensures[6]",
      text: "bounds = [-total, total]",
      place: "edge_cases.spec:451",
      holds: clauses.reportEnsures6,
      parts: parts.reportEnsures6,
    },
  ],
  auth: [{ name: "reader", kind: "bearer" }],
  readOnly: true,
});

export const SERVICE = service({
  name: "EdgeCases",
  spec: "edge_cases.spec",
  state: STATE,
  stateRules: {
    total: {
      id: "state.total.where",
      text: "value >= 0",
      place: "edge_cases.spec:72",
      holds: clauses.stateTotalWhere,
    },
    budget: {
      id: "state.budget.where",
      text: "value >= 0",
      place: "edge_cases.spec:73",
      holds: clauses.stateBudgetWhere,
    },
    grace: {
      id: "state.grace.where",
      text: "value > seconds(0)",
      place: "edge_cases.spec:74",
      holds: clauses.stateGraceWhere,
      parts: parts.stateGraceWhere,
    },
  },
  operations: [
    CREATE,
    GET,
    FIND_BY_NAME,
    SEARCH,
    RENAME,
    REWEIGH,
    RETAG,
    ANNOTATE,
    SEAL,
    REMOVE,
    ACTIVATE,
    CLOSE,
    REVIVE,
    MARK_ROOT,
    ADD_READING,
    LINK,
    UNLINK,
    NOTE,
    SET_PREF,
    DROP_PREFS,
    CLEAR,
    FOCUS,
    SPEND,
    SET_GRACE,
    TOGGLE,
    REACH,
    REPORT,
  ],
  invariants: [
    {
      id: "invariant keysAreIds",
      text: "all one in samples | samples[one].id = one",
      place: "edge_cases.spec:457",
      holds: clauses.invariantKeysAreIds,
      says: clauses.invariantKeysAreIdsSays,
      parts: parts.invariantKeysAreIds,
    },
    {
      id: "invariant countsAgree",
      text: "total = #samples",
      place: "edge_cases.spec:459",
      holds: clauses.invariantCountsAgree,
      parts: parts.invariantCountsAgree,
    },
    {
      id: "invariant uniqueNames",
      text: "no a: Sample, b: Sample | a.id != b.id and a.name = b.name",
      place: "edge_cases.spec:461",
      holds: clauses.invariantUniqueNames,
      parts: parts.invariantUniqueNames,
    },
    {
      id: "invariant labelsAreNames",
      text: "(all s in Sample | s.name in labels) and (all l in labels | (some s in ran(samples) | s.name = l))",
      place: "edge_cases.spec:464",
      holds: clauses.invariantLabelsAreNames,
      says: clauses.invariantLabelsAreNamesSays,
      parts: parts.invariantLabelsAreNames,
    },
    {
      id: "invariant colouredFromPalette",
      text: "all s in ran(samples) | s.tags subset palette()",
      place: "edge_cases.spec:467",
      holds: clauses.invariantColouredFromPalette,
      says: clauses.invariantColouredFromPaletteSays,
      parts: parts.invariantColouredFromPalette,
    },
    {
      id: "invariant rootsAreSamples",
      text: "dom(roots) subset dom(samples)",
      place: "edge_cases.spec:470",
      holds: clauses.invariantRootsAreSamples,
      parts: parts.invariantRootsAreSamples,
    },
    {
      id: "invariant everySampleIsRead",
      text: "dom(readings) = dom(samples)",
      place: "edge_cases.spec:472",
      holds: clauses.invariantEverySampleIsRead,
      parts: parts.invariantEverySampleIsRead,
    },
    {
      id: "invariant linksLead",
      text: "all a in links | a in samples and a not in links[a] and (all b in links[a] | b in samples)",
      place: "edge_cases.spec:474",
      holds: clauses.invariantLinksLead,
      says: clauses.invariantLinksLeadSays,
      parts: parts.invariantLinksLead,
    },
    {
      id: "invariant focusExists",
      text: "focus = none or focus in samples",
      place: "edge_cases.spec:477",
      holds: clauses.invariantFocusExists,
      parts: parts.invariantFocusExists,
    },
    {
      id: "invariant[9]",
      text: "grace <= days(1)",
      place: "edge_cases.spec:480",
      holds: clauses.invariant9,
      parts: parts.invariant9,
    },
  ],
  always: [
    {
      id: "always neverOverspent",
      text: "budget >= 0",
      place: "edge_cases.spec:482",
      holds: clauses.alwaysNeverOverspent,
      parts: parts.alwaysNeverOverspent,
    },
  ],
  eventually: [
    {
      id: "eventually somethingCloses",
      text: "exists k in samples | samples[k].state = CLOSED",
      place: "edge_cases.spec:484",
      holds: clauses.eventuallySomethingCloses,
      parts: parts.eventuallySomethingCloses,
    },
  ],
});
