/**
 * Requests that break the OpenAPI document beside their inputs: another media type, another method, a path too long.
 *
 * They are data of the suite. Everything else in such a request comes from a call that is accepted. A service that declares
 * the capability `status` answers each as the document says; of any other no more is asked than an answer.
 */

import { JSON_TYPE, type Request } from "./client.ts";
import { MissingReference, stateAt } from "./corpus.ts";
import type { JsonObject } from "./json.ts";
import { isUnchanged, type Observation, send, witnessInputs } from "./observing.ts";
import { listed, numberAt, textAt } from "./planned.ts";
import { type Deviation, deviation, isUnanswered } from "./report.ts";
import { credentials, neverSent, requestOf } from "./sending.ts";
import type { Operation } from "./service.ts";
import type { Session } from "./session.ts";
import { reachableOf } from "./suiting.ts";
import { Unreached } from "./world.ts";

/** What is wrong with the first answer that is none of a refusal; nothing where all is well. */
export async function brokenProblem(run: Session, operation: Operation): Promise<Deviation | null> {
  for (const one of listed("broken")) {
    if (textAt(one, "operation") === operation.name) {
      const seen = await seenOf(run, operation, one);
      const found = seen === null ? null : judged(run, seen, one);
      if (found !== null) {
        return found;
      }
    }
  }
  return null;
}

/** What became of a request; nothing where no call is known that it could be made from. */
async function seenOf(
  run: Session,
  operation: Operation,
  one: JsonObject,
): Promise<Observation | null> {
  const [witness] = reachableOf(run, operation);
  if (witness === undefined) {
    return null;
  }
  try {
    const standing = await run.world.enter(stateAt(run.corpus, witness.state), witness.wait);
    const inputs = witnessInputs(run, operation, witness, standing);
    const where = `${standing.how}; ${textAt(one, "name")}`;
    return neverSent(operation, inputs)
      ? null
      : await send(run, operation, standing.before, requestWith(operation, one, inputs), where);
  } catch (thrown) {
    // Other tests tell that a state cannot be reached.
    if (thrown instanceof Unreached || thrown instanceof MissingReference) {
      return null;
    }
    throw thrown;
  }
}

function requestWith(operation: Operation, one: JsonObject, inputs: JsonObject): Request {
  const shown = credentials(operation, "valid");
  const good = requestOf(operation, inputs, shown);
  if (one.has("media")) {
    const others = good.headers.filter(([name]) => name !== JSON_TYPE[0]);
    return { ...good, headers: [...others, [JSON_TYPE[0], textAt(one, "media")]] };
  }
  if (one.has("method")) {
    return { ...good, method: textAt(one, "method"), headers: shown.headers, body: null };
  }
  const [path = "", ...query] = good.target.split("?");
  const target = [`${path.replace(/\/+$/, "")}/${textAt(one, "below")}`, ...query].join("?");
  return { ...good, target };
}

function judged(run: Session, seen: Observation, one: JsonObject): Deviation | null {
  const { status } = seen.response;
  const told = `${seen.operation.name}, sent with ${textAt(one, "name")},`;
  if (isUnanswered(status)) {
    const headline = `${told} is no request of the document`;
    return deviation(run, seen, { kind: "error", headline, expected: "4xx" });
  }
  if (!run.has("status")) {
    return null;
  }
  const wanted = numberAt(one, "status");
  const expected = String(wanted);
  if (status !== wanted) {
    const headline = `${told} must be refused with ${expected}`;
    return deviation(run, seen, { kind: "document", headline, expected });
  }
  if (!isUnchanged(seen)) {
    const headline = `${told} is refused, and changes the state`;
    return deviation(run, seen, { kind: "changed", headline, expected });
  }
  return null;
}
