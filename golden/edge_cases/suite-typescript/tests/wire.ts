/** The types of EdgeCases: how their values travel, and which refinements they carry. */

import * as clauses from "./clauses.ts";
import {
  AliasOf,
  BOOL,
  DATETIME,
  DURATION,
  EntityOf,
  EnumOf,
  field,
  FLOAT,
  INT,
  MapOf,
  MultiOf,
  OptionOf,
  SeqOf,
  SetOf,
  STRING,
  UUID,
} from "./harness/types.ts";
import {
  type Base,
  COLOUR_VALUES,
  GRADE_VALUES,
  PHASE_VALUES,
  type Sample,
  type State,
} from "./model.ts";
import * as parts from "./parts.ts";

export const PHASE = new EnumOf("Phase", PHASE_VALUES);

export const GRADE = new EnumOf("Grade", GRADE_VALUES);

export const COLOUR = new EnumOf("Colour", COLOUR_VALUES);

export const ITEM_ID = new AliasOf("ItemId", INT, {
  id: "ItemId.where",
  text: "value > 0",
  place: "edge_cases.spec:6",
  holds: clauses.itemIdWhere,
});

export const NAME = new AliasOf("Name", STRING, {
  id: "Name.where",
  text: "len(value) >= 1 and len(value) <= 40",
  place: "edge_cases.spec:8",
  holds: clauses.nameWhere,
  parts: parts.nameWhere,
});

export const LABEL = new AliasOf("Label", NAME, {
  id: "Label.where",
  text: "value matches /^[a-z][a-z0-9_-]*$/",
  place: "edge_cases.spec:11",
  holds: clauses.labelWhere,
});

export const PATH = new AliasOf("Path", STRING, {
  id: "Path.where",
  text: "value matches /^\\/[a-z0-9/.-]{0,30}$/",
  place: "edge_cases.spec:14",
  holds: clauses.pathWhere,
});

export const TEXT = new AliasOf("Text", STRING, {
  id: "Text.where",
  text: "value.length <= 200",
  place: "edge_cases.spec:16",
  holds: clauses.textWhere,
  parts: parts.textWhere,
});

export const SECRET = new AliasOf("Secret", STRING, {
  id: "Secret.where",
  text: "len(value) >= 8 and len(value) <= 64",
  place: "edge_cases.spec:18",
  holds: clauses.secretWhere,
  parts: parts.secretWhere,
});

export const CONTACT = new AliasOf("Contact", STRING, {
  id: "Contact.where",
  text: "len(value) <= 80 and (isValidURI(value) or isValidEmail(value))",
  place: "edge_cases.spec:21",
  holds: clauses.contactWhere,
  parts: parts.contactWhere,
});

export const WEIGHT = new AliasOf("Weight", FLOAT, {
  id: "Weight.where",
  text: "value >= 0 and value <= 1000.0",
  place: "edge_cases.spec:23",
  holds: clauses.weightWhere,
});

export const COST = new AliasOf("Cost", FLOAT, {
  id: "Cost.where",
  text: "value > 0 and value <= 100",
  place: "edge_cases.spec:25",
  holds: clauses.costWhere,
});

export const READING = new AliasOf("Reading", INT, {
  id: "Reading.where",
  text: "value >= -100 and value <= 100",
  place: "edge_cases.spec:27",
  holds: clauses.readingWhere,
});

export const GRACE = new AliasOf("Grace", DURATION, {
  id: "Grace.where",
  text: "value >= seconds(1) and value <= hours(2)",
  place: "edge_cases.spec:29",
  holds: clauses.graceWhere,
  parts: parts.graceWhere,
});

export const BASE = new EntityOf<Base>(
  "Base",
  () => ({ id: field("id", INT), createdAt: field("created_at", DATETIME) }),
  [
    {
      id: "Base.positiveId",
      text: "id > 0",
      place: "edge_cases.spec:45",
      holds: clauses.basePositiveId,
      parts: parts.basePositiveId,
    },
  ],
);

export const SAMPLE = new EntityOf<Sample>(
  "Sample",
  () => ({
    id: field("id", INT),
    createdAt: field("created_at", DATETIME),
    name: field("name", LABEL),
    path: field("path", PATH),
    weight: field("weight", FLOAT, {
      id: "Sample.weight.where",
      text: "value >= 0 and value <= 1000",
      place: "edge_cases.spec:52",
      holds: clauses.sampleWeightWhere,
    }),
    type: field("type", GRADE),
    state: field("state", PHASE),
    tags: field("tags", new SetOf(COLOUR)),
    history: field("history", new SeqOf(STRING)),
    attributes: field("attributes", new MapOf(LABEL, INT)),
    note: field("note", new OptionOf(TEXT)),
    trace: field("trace", UUID),
    lifetime: field("lifetime", DURATION),
    retiredAt: field("retired_at", new OptionOf(DATETIME)),
    sealHash: field("seal_hash", new OptionOf(STRING)),
  }),
  [
    {
      id: "Sample.positiveId",
      text: "id > 0",
      place: "edge_cases.spec:45",
      holds: clauses.samplePositiveId,
      parts: parts.samplePositiveId,
    },
    {
      id: "Sample.invariant[1]",
      text: "type = gradeOf(weight)",
      place: "edge_cases.spec:63",
      holds: clauses.sampleInvariant1,
      parts: parts.sampleInvariant1,
    },
    {
      id: "Sample.closedIsDated",
      text: "state = CLOSED iff retired_at != none",
      place: "edge_cases.spec:64",
      holds: clauses.sampleClosedIsDated,
      parts: parts.sampleClosedIsDated,
    },
  ],
);

export const STATE = new EntityOf<State>("State", () => ({
  samples: field("samples", new MapOf(ITEM_ID, SAMPLE)),
  roots: field("roots", new MapOf(ITEM_ID, BASE)),
  readings: field("readings", new MultiOf(ITEM_ID, READING, { some: true })),
  links: field("links", new MultiOf(ITEM_ID, ITEM_ID)),
  total: field("total", INT),
  budget: field("budget", FLOAT),
  grace: field("grace", DURATION),
  labels: field("labels", new SetOf(LABEL)),
  log: field("log", new SeqOf(STRING)),
  prefs: field("prefs", new MapOf(LABEL, INT)),
  focus: field("focus", new OptionOf(ITEM_ID)),
  paused: field("paused", BOOL),
  openedAt: field("opened_at", DATETIME),
  marker: field("marker", UUID),
}));
