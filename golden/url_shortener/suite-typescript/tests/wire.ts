/** The types of UrlShortener: how their values travel, and which refinements they carry. */

import * as clauses from "./clauses.ts";
import {
  AliasOf,
  DATETIME,
  EntityOf,
  field,
  INT,
  MapOf,
  OptionOf,
  STRING,
} from "./harness/types.ts";
import type { State, UrlMapping } from "./model.ts";
import * as parts from "./parts.ts";

export const SHORT_CODE = new AliasOf("ShortCode", STRING, {
  id: "ShortCode.where",
  text: "value matches /^[A-Za-z0-9]{6,10}$/",
  place: "url_shortener.spec:3",
  holds: clauses.shortCodeWhere,
});

export const LONG_URL = new AliasOf("LongURL", STRING, {
  id: "LongURL.where",
  text: "len(value) <= 2048 and isValidURI(value)",
  place: "url_shortener.spec:5",
  holds: clauses.longUrlWhere,
  parts: parts.longUrlWhere,
});

export const URL_MAPPING = new EntityOf<UrlMapping>(
  "UrlMapping",
  () => ({
    code: field("code", SHORT_CODE),
    url: field("url", LONG_URL),
    createdAt: field("created_at", DATETIME),
    clickCount: field("click_count", INT, {
      id: "UrlMapping.click_count.where",
      text: "value >= 0",
      place: "url_shortener.spec:11",
      holds: clauses.urlMappingClickCountWhere,
    }),
    lastVisitedAt: field("last_visited_at", new OptionOf(DATETIME)),
  }),
  [
    {
      id: "UrlMapping.visitedIffClicked",
      text: "click_count > 0 iff last_visited_at != none",
      place: "url_shortener.spec:13",
      holds: clauses.urlMappingVisitedIffClicked,
      parts: parts.urlMappingVisitedIffClicked,
    },
  ],
);

export const STATE = new EntityOf<State>("State", () => ({
  store: field("store", new MapOf(SHORT_CODE, LONG_URL)),
  metadata: field("metadata", new MapOf(SHORT_CODE, URL_MAPPING)),
}));
