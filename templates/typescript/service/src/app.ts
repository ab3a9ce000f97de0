/** The service as an Express application; `node src/main.ts` serves it. */

import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";

import express, { type NextFunction, type Request, type Response, Router } from "express";

import { accessLog, log } from "./log.ts";
import type { State } from "./model.ts";
import { api } from "./routes/api.ts";
import { own } from "./routes/own.ts";
import { admitTests, isBelow, testAdmin } from "./routes/testAdmin.ts";
import { type Context, respondProblem, send } from "./runtime/calls.ts";
import { exposed } from "./runtime/metrics.ts";
import { Problem, unavailable, unknownPath, wrongMethod } from "./runtime/problems.ts";
import { target, withinLimits } from "./runtime/requests.ts";
import { allowed } from "./runtime/routing.ts";
import type { Application } from "./runtime/serving.ts";

const OPENAPI = readFileSync(join(import.meta.dirname, "openapi.json"), "utf8");

/** An application with its own settings and its own database. */
export function createApp(context: Context<State>): Application {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("strict routing");
  app.enable("case sensitive routing");
  const [mine, ...ours] = [own(context), about(context), api(context)] as const;
  const routes = [mine, ...ours];
  app.use(accessLog, rawPaths(context), testAdmin(context), mine);
  // Routers answer OPTIONS by themselves where nobody does; the spec has no such operation.
  app.options("/{*path}", (request: Request) => {
    throw refusal(routes, request.method, target(request.originalUrl).path);
  });
  app.use(...ours);
  app.use((request: Request) => {
    throw refusal(routes, request.method, target(request.originalUrl).path);
  });
  app.use(failed);
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    app(request as Request, response as Response);
  };
  return Object.assign(handle, {
    refusal(method: string, path: string, head: string): Problem {
      if (!isBelow(path)) {
        return refusal(routes, method, path);
      }
      const shown = /\r\nauthorization:[ \t]*([^\r\n]*)/i.exec(head)?.[1];
      return (
        problemIn(() => admitTests(context.settings, shown)) ?? testAdmin.refusal(method, path)
      );
    },
  });
}

function problemIn(work: () => void): Problem | null {
  try {
    work();
    return null;
  } catch (thrown) {
    if (thrown instanceof Problem) {
      return thrown;
    }
    throw thrown;
  }
}

/**
 * Lets routes see paths as they were sent, since an encoded slash belongs to a segment and what is encoded badly is told by
 * whoever reads it. What is refused whatever the route is refused here: a head that is too long, and who may not use the
 * admin contract.
 */
function rawPaths({ settings }: Context<State>) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const { path } = target(request.url);
    withinLimits(request);
    if (isBelow(path)) {
      admitTests(settings, request.headers.authorization);
    }
    request.url = path.replaceAll(/[^A-Za-z0-9_.~!$&'()*+,;=:@/-]/g, encodeURIComponent);
    next();
  };
}

/** What the service says of itself. */
function about({ service }: Context<State>): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get("/health", (_request, response) => {
    send(response, 200, [], "application/json", '{"status":"ok"}');
  });
  router.get("/ready", async (_request, response) => {
    try {
      await service.driver.transaction("one", (connection) => connection.rows("SELECT 1", []));
    } catch (thrown) {
      log.warning("not ready", { error: thrown });
      throw unavailable("The database does not answer.");
    }
    send(response, 200, [], "application/json", '{"status":"ready"}');
  });
  router.get("/metrics", (_request, response) => {
    send(response, 200, [], "text/plain; version=0.0.4; charset=utf-8", exposed());
  });
  router.get("/openapi.json", (_request, response) => {
    send(response, 200, [], "application/json", OPENAPI);
  });
  return router;
}

/** What no route takes: an unknown path, or a method that a path does not take. */
function refusal(routes: readonly Router[], method: string, path: string): Problem {
  const methods = allowed(routes, path);
  return methods.length === 0 ? unknownPath(path) : wrongMethod(method, methods);
}

function failed(thrown: unknown, _request: Request, response: Response, next: NextFunction): void {
  if (response.headersSent) {
    next(thrown);
  } else if (thrown instanceof Problem) {
    respondProblem(response, thrown);
  } else {
    log.error("failed", { exception: thrown });
    const detail = "The service failed; this is a bug in it, not in the request.";
    respondProblem(response, new Problem(500, detail));
  }
}
