/** What the OpenAPI document of EdgeCases says, and what its spec adds to every response. */

import { ensures, invariant, structural, structuralLinks } from "./harness/structural.ts";
import { connected } from "./harness/suite.ts";
import { ADD_READING, ANNOTATE, SERVICE } from "./service.ts";

connected(SERVICE, import.meta.url);

const checks = [
  invariant(SERVICE, 0),
  invariant(SERVICE, 1),
  invariant(SERVICE, 2),
  invariant(SERVICE, 3),
  invariant(SERVICE, 4),
  invariant(SERVICE, 5),
  invariant(SERVICE, 6),
  invariant(SERVICE, 7),
  invariant(SERVICE, 8),
  invariant(SERVICE, 9),
  ensures(ANNOTATE, 2),
  ensures(ADD_READING, 3),
  ensures(ADD_READING, 4),
  ensures(ADD_READING, 5),
];

structural(SERVICE, "structural", checks);

structuralLinks(SERVICE, "structural links", checks);
