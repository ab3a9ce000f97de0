/** Problem documents: every error leaves the service as one (RFC 9457). */

import { STATUS_CODES } from "node:http";

/** The media type of a problem document. */
export const MEDIA_TYPE = "application/problem+json";

const TITLES: Readonly<Record<number, string>> = {
  413: "Payload Too Large",
  422: "Unprocessable Entity",
};

/** A name and a value. */
export type Header = readonly [string, string];

/** An error as the caller sees it: a status, a sentence, and the clause of the spec that decided. */
export class Problem extends Error {
  readonly status: number;
  readonly clause: string | null;
  readonly headers: readonly Header[];

  constructor(
    status: number,
    detail: string,
    clause: string | null = null,
    headers: readonly Header[] = [],
  ) {
    super(detail);
    this.status = status;
    this.clause = clause === "" ? null : clause;
    this.headers = headers;
  }

  /** The document. */
  document(): string {
    return JSON.stringify({
      type: "about:blank",
      title: TITLES[this.status] ?? STATUS_CODES[this.status] ?? "Error",
      status: this.status,
      detail: this.message.toWellFormed(),
      ...(this.clause === null ? {} : { clause: this.clause }),
    });
  }
}

/** 422: the request cannot be read as what the operation takes. */
export function unreadable(detail: string, clause: string | null = null): Problem {
  return new Problem(422, detail, clause);
}

/** 404: there is nothing at this path. */
export function unknownPath(path: string): Problem {
  return new Problem(404, `There is nothing at ${path}.`);
}

/** 405: the path exists, with other methods. */
export function wrongMethod(method: string, allowed: readonly string[]): Problem {
  const methods = allowed.join(", ");
  const detail = `This path does not take ${method}; it takes ${methods}.`;
  return new Problem(405, detail, null, [["allow", methods]]);
}

/** 401, with what the service would accept. */
export function unauthorized(detail: string, challenges: readonly string[]): Problem {
  const headers = challenges.map((challenge): Header => ["www-authenticate", challenge]);
  return new Problem(401, detail, null, headers);
}

/** 503: try again later. */
export function unavailable(detail: string): Problem {
  return new Problem(503, detail, null, [["retry-after", "1"]]);
}
