/** UrlShortener under sequences of calls that nobody wrote down. */

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
  CLAIM,
  DELETE,
  LIST_ALL,
  RESOLVE,
  RETARGET,
  SERVICE,
  SHORTEN,
  STATS,
  TOTAL_CLICKS,
} from "./service.ts";
import * as strategies from "./strategies.ts";

connected(SERVICE, import.meta.url);

const urlMappingIds = bundle("url_mapping_ids");

stateful(SERVICE, "stateful", [
  // Shorten, with inputs that it accepts where some are found.
  make(SHORTEN, { url: drawn(strategies.shortenUrl()) }, urlMappingIds, fromOutput("code")),
  // Claim, with inputs that it accepts where some are found.
  make(
    CLAIM,
    { code: drawn(strategies.claimCode()), url: drawn(strategies.claimUrl()) },
    urlMappingIds,
    fromInput("code"),
  ),
  // Resolve, with keys that are there: it succeeds.
  make(RESOLVE, { code: from(urlMappingIds) }),
  // Retarget, with inputs that it accepts where some are found.
  make(RETARGET, { code: from(urlMappingIds), url: drawn(strategies.retargetUrl()) }),
  // Delete, with keys that are there: it succeeds.
  make(DELETE, { code: consumed(urlMappingIds) }),
  // Stats, with keys that are there: it succeeds.
  make(STATS, { code: from(urlMappingIds) }),
  // ListAll, with keys that are there: it succeeds.
  make(LIST_ALL, {}),
  // TotalClicks, with keys that are there: it succeeds.
  make(TOTAL_CLICKS, {}),
  // Shorten, with keys and values that may be anything.
  anything(SHORTEN),
  // Claim, with keys and values that may be anything.
  anything(CLAIM),
  // Resolve, with keys and values that may be anything.
  anything(RESOLVE),
  // Retarget, with keys and values that may be anything.
  anything(RETARGET),
  // Delete, with keys and values that may be anything.
  anything(DELETE),
  // Stats, with keys and values that may be anything.
  anything(STATS),
]);
