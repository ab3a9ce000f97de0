/** How the state of UrlShortener lies in its tables, and what each operation loads of it. */

import type {
  ClaimGiven,
  DeleteGiven,
  ListAllGiven,
  ResolveGiven,
  RetargetGiven,
  State,
  StatsGiven,
  TotalClicksGiven,
  UrlMapping,
} from "../model.ts";
import { type Load, MapTable, one, record, Store } from "../runtime/store.ts";
import { INITIAL } from "../spec.ts";
import * as tables from "./tables.ts";

const urlMappingRow = record<UrlMapping>({
  code: one("code"),
  url: one("url"),
  createdAt: one("created_at"),
  clickCount: one("click_count"),
  lastVisitedAt: one("last_visited_at"),
});

export const STORE = new Store(INITIAL, [
  new MapTable("store", tables.store, one("key"), one("value")),
  new MapTable("metadata", tables.urlMappings, one("key"), urlMappingRow),
]);

export const CLAIM: readonly Load<State, ClaimGiven>[] = [
  { of: "store", keys: (_before, given) => [given.code] },
  { of: "metadata", keys: (_before, given) => [given.code] },
];

export const RESOLVE: readonly Load<State, ResolveGiven>[] = [
  { of: "store", keys: (_before, given) => [given.code] },
  { of: "metadata", keys: (_before, given) => [given.code] },
];

export const RETARGET: readonly Load<State, RetargetGiven>[] = [
  { of: "store", keys: (_before, given) => [given.code] },
  { of: "metadata", keys: (_before, given) => [given.code] },
];

export const DELETE: readonly Load<State, DeleteGiven>[] = [
  { of: "store", keys: (_before, given) => [given.code] },
  { of: "metadata", keys: (_before, given) => [given.code] },
];

export const STATS: readonly Load<State, StatsGiven>[] = [
  { of: "metadata", keys: (_before, given) => [given.code] },
];

export const LIST_ALL: readonly Load<State, ListAllGiven>[] = [{ of: "metadata", what: "whole" }];

export const TOTAL_CLICKS: readonly Load<State, TotalClicksGiven>[] = [
  { of: "store", what: "count" },
  { of: "metadata", total: "click_count" },
];
