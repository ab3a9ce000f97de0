/** The types of UrlShortener: how their values travel, and which refinements they carry. */

import type { State, UrlMapping } from "./model.ts";
import * as rules from "./rules.ts";
import {
  AliasOf,
  DATETIME,
  EntityOf,
  field,
  INT,
  MapOf,
  OptionOf,
  STRING,
} from "./runtime/types.ts";

export const SHORT_CODE = new AliasOf("ShortCode", STRING, {
  title: "the refinement of `ShortCode`",
  text: "value matches /^[A-Za-z0-9]{6,10}$/",
  holds: rules.shortCodeWhere,
});

export const LONG_URL = new AliasOf("LongURL", STRING, {
  title: "the refinement of `LongURL`",
  text: "len(value) <= 2048 and isValidURI(value)",
  holds: rules.longUrlWhere,
});

export const URL_MAPPING = new EntityOf<UrlMapping>(
  "UrlMapping",
  () => ({
    code: field("code", SHORT_CODE),
    url: field("url", LONG_URL),
    createdAt: field("created_at", DATETIME),
    clickCount: field("click_count", INT, {
      title: "the refinement of `UrlMapping.click_count`",
      text: "value >= 0",
      holds: rules.urlMappingClickCountWhere,
    }),
    lastVisitedAt: field("last_visited_at", new OptionOf(DATETIME)),
  }),
  [
    {
      title: "the invariant `visitedIffClicked` of `UrlMapping`",
      text: "click_count > 0 iff last_visited_at != none",
      holds: rules.urlMappingVisitedIffClicked,
    },
  ],
);

export const STATE = new EntityOf<State>("State", () => ({
  store: field("store", new MapOf(SHORT_CODE, LONG_URL)),
  metadata: field("metadata", new MapOf(SHORT_CODE, URL_MAPPING)),
}));
