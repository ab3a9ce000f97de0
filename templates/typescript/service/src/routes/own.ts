/** Routes of your own. This file is yours: it is never written again. */

import { Router } from "express";

import type { State } from "../model.ts";
import type { Context } from "../runtime/calls.ts";

/** What is answered beside the operations of the spec. */
export function own(_context: Context<State>): Router {
  return Router({ caseSensitive: true, strict: true });
}
