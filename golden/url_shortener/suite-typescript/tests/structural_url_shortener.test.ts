/** What the OpenAPI document of UrlShortener says, and what its spec adds to every response. */

import { ensures, invariant, structural, structuralLinks } from "./harness/structural.ts";
import { connected } from "./harness/suite.ts";
import { SERVICE, SHORTEN } from "./service.ts";

connected(SERVICE, import.meta.url);

const checks = [
  invariant(SERVICE, 0),
  invariant(SERVICE, 1),
  invariant(SERVICE, 2),
  invariant(SERVICE, 3),
  invariant(SERVICE, 4),
  ensures(SHORTEN, 3),
];

structural(SERVICE, "structural", checks);

structuralLinks(SERVICE, "structural links", checks);
