/** The operations of UrlShortener, one route for each. */

import { Router } from "express";
import type {
  ClaimAnswer,
  ClaimGiven,
  DeleteAnswer,
  DeleteGiven,
  ListAllAnswer,
  ListAllGiven,
  ResolveAnswer,
  ResolveGiven,
  RetargetAnswer,
  RetargetGiven,
  ShortenAnswer,
  ShortenGiven,
  State,
  StatsAnswer,
  StatsGiven,
  TotalClicksAnswer,
  TotalClicksGiven,
} from "../model.ts";
import { claim } from "../operations/claim.ts";
import { delete_ } from "../operations/delete_.ts";
import { listAll } from "../operations/listAll.ts";
import { resolve } from "../operations/resolve.ts";
import { retarget } from "../operations/retarget.ts";
import { shorten } from "../operations/shorten.ts";
import { stats } from "../operations/stats.ts";
import { totalClicks } from "../operations/totalClicks.ts";
import { type Context, type Operation, respond, respondEmpty } from "../runtime/calls.ts";
import { SetOf } from "../runtime/types.ts";
import * as schemas from "../schemas.ts";
import * as store from "../store/store.ts";
import { LONG_URL, SHORT_CODE, URL_MAPPING } from "../wire.ts";

const SHORTEN: Operation<State, ShortenGiven, ShortenAnswer> = {
  name: "Shorten",
  run: shorten,
  changes: true,
  outputs: [["code", SHORT_CODE]],
};

const LIST_ALL: Operation<State, ListAllGiven, ListAllAnswer> = {
  name: "ListAll",
  run: listAll,
  loads: store.LIST_ALL,
  outputs: [["entries", new SetOf(URL_MAPPING)]],
};

const TOTAL_CLICKS: Operation<State, TotalClicksGiven, TotalClicksAnswer> = {
  name: "TotalClicks",
  run: totalClicks,
  loads: store.TOTAL_CLICKS,
};

const CLAIM: Operation<State, ClaimGiven, ClaimAnswer> = {
  name: "Claim",
  run: claim,
  loads: store.CLAIM,
  changes: true,
  outputs: [["mapping", URL_MAPPING]],
};

const RESOLVE: Operation<State, ResolveGiven, ResolveAnswer> = {
  name: "Resolve",
  run: resolve,
  loads: store.RESOLVE,
  changes: true,
  outputs: [["url", LONG_URL]],
  headers: (_given, answer) => [["Location", answer.url]],
};

const RETARGET: Operation<State, RetargetGiven, RetargetAnswer> = {
  name: "Retarget",
  run: retarget,
  loads: store.RETARGET,
  changes: true,
};

const DELETE: Operation<State, DeleteGiven, DeleteAnswer> = {
  name: "Delete",
  run: delete_,
  loads: store.DELETE,
  changes: true,
};

const STATS: Operation<State, StatsGiven, StatsAnswer> = {
  name: "Stats",
  run: stats,
  loads: store.STATS,
  outputs: [["mapping", URL_MAPPING]],
};

/** The operations, one route for each. */
export function api(context: Context<State>): Router {
  const router = Router({ caseSensitive: true, strict: true });
  /** Shorten (url_shortener.spec:27). */
  router.post("/shorten", async (request, response) => {
    const given = await schemas.shortenGiven(request);
    const [answer, headers] = await context.service.call(SHORTEN, given);
    respond(response, 201, schemas.shortenBody(answer), headers);
  });
  /** ListAll (url_shortener.spec:106). */
  router.get("/urls", async (_request, response) => {
    const given = {};
    const [answer, headers] = await context.service.call(LIST_ALL, given);
    respond(response, 200, schemas.listAllBody(answer), headers);
  });
  /** TotalClicks (url_shortener.spec:113). */
  router.get("/urls/total", async (_request, response) => {
    const given = {};
    const [answer, headers] = await context.service.call(TOTAL_CLICKS, given);
    respond(response, 200, schemas.totalClicksBody(answer), headers);
  });
  /** Claim (url_shortener.spec:47). */
  router.put("/:code", async (request, response) => {
    const given = await schemas.claimGiven(request);
    const [answer, headers] = await context.service.call(CLAIM, given);
    respond(response, 201, schemas.claimBody(answer), headers);
  });
  /** Resolve (url_shortener.spec:64). */
  router.get("/:code", async (request, response) => {
    const given = schemas.resolveGiven(request);
    const [answer, headers] = await context.service.call(RESOLVE, given);
    respond(response, 302, schemas.resolveBody(answer), headers);
  });
  /** Retarget (url_shortener.spec:77). */
  router.patch("/:code", async (request, response) => {
    const given = await schemas.retargetGiven(request);
    const [answer, headers] = await context.service.call(RETARGET, given);
    respond(response, 200, schemas.retargetBody(answer), headers);
  });
  /** Delete (url_shortener.spec:87). */
  router.delete("/:code", async (request, response) => {
    const given = await schemas.delete_Given(request);
    const [, headers] = await context.service.call(DELETE, given);
    respondEmpty(response, 204, headers);
  });
  /** Stats (url_shortener.spec:97). */
  router.get("/:code/stats", async (request, response) => {
    const given = schemas.statsGiven(request);
    const [answer, headers] = await context.service.call(STATS, given);
    respond(response, 200, schemas.statsBody(answer), headers);
  });
  return router;
}
