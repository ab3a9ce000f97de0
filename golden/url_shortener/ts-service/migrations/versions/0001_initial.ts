/** Makes the tables of UrlShortener. */

import type { Migration } from "../../src/runtime/migrating.ts";

export const migration: Migration = {
  id: "0001",
  after: null,
  up: () => [
    `CREATE TABLE "store" (
      "key" TEXT NOT NULL,
      "value" TEXT NOT NULL,
      PRIMARY KEY ("key"),
      CONSTRAINT "store_value_check" CHECK (length("value") <= 2048)
    )`,
    `CREATE TABLE "url_mappings" (
      "key" TEXT NOT NULL,
      "code" TEXT NOT NULL,
      "url" TEXT NOT NULL,
      "created_at" TEXT NOT NULL,
      "click_count" BIGINT NOT NULL,
      "last_visited_at" TEXT,
      PRIMARY KEY ("key"),
      CONSTRAINT "url_mappings_url_check" CHECK (length("url") <= 2048),
      CONSTRAINT "url_mappings_click_count_check" CHECK ("click_count" >= 0)
    )`,
  ],
  // What was lost stays lost.
  down: () => [`DROP TABLE "store"`, `DROP TABLE "url_mappings"`],
};
