/** Counts of requests by route and status, in the text format that Prometheus reads. */

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

interface Times {
  readonly buckets: number[];
  count: number;
  sum: number;
}

const requests = new Map<string, number>();
const times = new Map<string, Times>();

/** Counts a request that was answered. */
export function note(method: string, path: string, status: number, seconds: number): void {
  const labels = `method="${method}",path="${escaped(path)}"`;
  const counted = `${labels},status="${status}"`;
  requests.set(counted, (requests.get(counted) ?? 0) + 1);
  const known = times.get(labels) ?? { buckets: BUCKETS.map(() => 0), count: 0, sum: 0 };
  times.set(labels, known);
  known.count += 1;
  known.sum += seconds;
  BUCKETS.forEach((bound, at) => {
    known.buckets[at]! += Number(seconds <= bound);
  });
}

/** A text between the quotes of a label. */
function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

/** All counts as text. */
export function exposed(): string {
  const lines = [
    "# HELP http_requests_total Requests by route and status.",
    "# TYPE http_requests_total counter",
    ...Array.from(
      requests,
      ([labels, count]) => `http_requests_total{${labels}} ${count}`,
    ).toSorted(),
    "# HELP http_request_seconds How long requests took.",
    "# TYPE http_request_seconds histogram",
    ...Array.from(times)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(histogram),
  ];
  return `${lines.join("\n")}\n`;
}

function histogram([labels, { buckets, count, sum }]: readonly [string, Times]): readonly string[] {
  return [
    ...BUCKETS.map(
      (bound, at) => `http_request_seconds_bucket{${labels},le="${bound}"} ${buckets[at]}`,
    ),
    `http_request_seconds_bucket{${labels},le="+Inf"} ${count}`,
    `http_request_seconds_sum{${labels}} ${sum}`,
    `http_request_seconds_count{${labels}} ${count}`,
  ];
}
