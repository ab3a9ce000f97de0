/** The tables of UrlShortener: one per collection of the state, and one with a single row... */

import { table } from "../runtime/tables.ts";
import { instant, integer, text } from "./columns.ts";

/** The table store. */
export const store = table("store", { key: text, value: text });

/** The table url_mappings. */
export const urlMappings = table("url_mappings", {
  key: text,
  code: text,
  url: text,
  created_at: instant,
  click_count: integer,
  last_visited_at: instant,
});
