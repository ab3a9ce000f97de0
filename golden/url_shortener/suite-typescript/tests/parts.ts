/** What failures show of the conditions of UrlShortener: their parts, and what these are. */

import type {
  ClaimCall,
  DeleteCall,
  ListAllCall,
  ResolveCall,
  RetargetCall,
  ShortenCall,
  StatsCall,
  TotalClicksCall,
} from "./clauses.ts";
import { type Chosen, part, type Parts, sides } from "./harness/rules.ts";
import { DATETIME, MapOf, OptionOf, SetOf, STRING } from "./harness/types.ts";
import { dom, i64, length, ran, size, total, ValueMap, ValueSet } from "./harness/values.ts";
import type { State, UrlMapping } from "./model.ts";
import { isValidUri, pointsHere } from "./predicates.ts";
import { URL_MAPPING } from "./wire.ts";

/** len(value) <= 2048 and isValidURI(value) */
export function longUrlWhere(value: string): Parts {
  return [
    part("len(value)", () => length(value)),
    part("value", () => value),
    part("isValidURI(value)", () => isValidUri(value)),
  ];
}

/** click_count > 0 iff last_visited_at != none */
export function urlMappingVisitedIffClicked(own: UrlMapping): Parts {
  return [
    part("click_count", () => own.clickCount),
    part("last_visited_at", () => own.lastVisitedAt, new OptionOf(DATETIME)),
  ];
}

/** all c in store | isValidURI(store[c]) */
export function invariantAllUrlsValid(s: State): Parts {
  return [
    part("c", ({ c }: Chosen) => c),
    part("isValidURI(store[c])", ({ c }: Chosen) => isValidUri(s.store.at(c))),
    part("store[c]", ({ c }: Chosen) => s.store.at(c)),
  ];
}

/** dom(store) = dom(metadata) */
export function invariantMetadataConsistent(s: State): Parts {
  return [
    sides(
      part("dom(store)", () => dom(s.store)),
      part("dom(metadata)", () => dom(s.metadata)),
    ),
    part("store", () => s.store),
    part("metadata", () => s.metadata, new MapOf(STRING, URL_MAPPING)),
  ];
}

/** all c in metadata | metadata[c].code = c and c in store and store[c] = metadata[c].url */
export function invariantEntriesAgree(s: State): Parts {
  return [
    part("c", ({ c }: Chosen) => c),
    sides(
      part("metadata[c].code", ({ c }: Chosen) => s.metadata.at(c).code),
      part("c", ({ c }: Chosen) => c),
    ),
    part("store", () => s.store),
    sides(
      part("store[c]", ({ c }: Chosen) => s.store.at(c)),
      part("metadata[c].url", ({ c }: Chosen) => s.metadata.at(c).url),
    ),
  ];
}

/** no c in store | pointsHere(store[c]) */
export function invariantNoLoops(s: State): Parts {
  return [
    part("c", ({ c }: Chosen) => c),
    part("pointsHere(store[c])", ({ c }: Chosen) => pointsHere(s.store.at(c))),
    part("store[c]", ({ c }: Chosen) => s.store.at(c)),
  ];
}

/** all c in metadata | metadata[c].click_count >= 0 */
export function invariantClickCountNonNegative(s: State): Parts {
  return [
    part("c", ({ c }: Chosen) => c),
    part("metadata[c].click_count", ({ c }: Chosen) => s.metadata.at(c).clickCount),
  ];
}

/** some c in metadata | metadata[c].click_count >= 2 */
export function eventuallySomeCodeIsPopular(s: State): Parts {
  return [part("metadata", () => s.metadata, new MapOf(STRING, URL_MAPPING))];
}

/** not pointsHere(url) */
export function shortenRequires0(c: ShortenCall): Parts {
  return [part("pointsHere(url)", () => pointsHere(c.given.url)), part("url", () => c.given.url)];
}

/** code not in pre(store) */
export function shortenEnsures0(c: ShortenCall): Parts {
  return [part("code", () => c.answer.code), part("pre(store)", () => c.before.store)];
}

/** store' = pre(store) + {code -> url} */
export function shortenEnsures1(c: ShortenCall): Parts {
  return [
    sides(
      part("store'", () => c.after.store),
      part("pre(store) + {code -> url}", () =>
        c.before.store.override(ValueMap.of([c.answer.code, c.given.url])),
      ),
    ),
  ];
}

/** metadata' = pre(metadata) + {code -> UrlMapping { code = code, url = url, created_at =... */
export function shortenEnsures2(c: ShortenCall): Parts {
  return [
    sides(
      part("metadata'", () => c.after.metadata, new MapOf(STRING, URL_MAPPING)),
      part(
        "pre(metadata) + {code -> UrlMapping { code = code, url = url, created_at = now(), click_count = 0, last_visited_at = none }}",
        () =>
          c.before.metadata.override(
            ValueMap.of<string, UrlMapping>([
              c.answer.code,
              {
                code: c.answer.code,
                url: c.given.url,
                createdAt: c.now,
                clickCount: 0n,
                lastVisitedAt: null,
              } satisfies UrlMapping,
            ]),
          ),
        new MapOf(STRING, URL_MAPPING),
      ),
    ),
  ];
}

/** short_url = "https://sho.rt/" + code */
export function shortenEnsures3(c: ShortenCall): Parts {
  return [
    sides(
      part("short_url", () => c.answer.shortUrl),
      part('"https://sho.rt/" + code', () => "https://sho.rt/" + c.answer.code),
    ),
    part("code", () => c.answer.code),
  ];
}

/** #store' = #pre(store) + 1 */
export function shortenEnsures4(c: ShortenCall): Parts {
  return [
    sides(
      part("#store'", () => size(c.after.store)),
      part("#pre(store) + 1", () => size(c.before.store) + 1n),
    ),
    part("store'", () => c.after.store),
    part("#pre(store)", () => size(c.before.store)),
    part("pre(store)", () => c.before.store),
  ];
}

/** code not in store */
export function claimRequires0(c: ClaimCall): Parts {
  return [part("code", () => c.given.code), part("store", () => c.before.store)];
}

/** not pointsHere(url) */
export function claimRequires1(c: ClaimCall): Parts {
  return [part("pointsHere(url)", () => pointsHere(c.given.url)), part("url", () => c.given.url)];
}

/** store'[code] = url */
export function claimEnsures0(c: ClaimCall): Parts {
  return [
    sides(
      part("store'[code]", () => c.after.store.at(c.given.code)),
      part("url", () => c.given.url),
    ),
  ];
}

/** metadata'[code].code = code */
export function claimEnsures1(c: ClaimCall): Parts {
  return [
    sides(
      part("metadata'[code].code", () => c.after.metadata.at(c.given.code).code),
      part("code", () => c.given.code),
    ),
  ];
}

/** metadata'[code].url = url */
export function claimEnsures2(c: ClaimCall): Parts {
  return [
    sides(
      part("metadata'[code].url", () => c.after.metadata.at(c.given.code).url),
      part("url", () => c.given.url),
    ),
  ];
}

/** metadata'[code].created_at = now() */
export function claimEnsures3(c: ClaimCall): Parts {
  return [
    sides(
      part(
        "metadata'[code].created_at",
        () => c.after.metadata.at(c.given.code).createdAt,
        DATETIME,
      ),
      part("now()", () => c.now, DATETIME),
    ),
  ];
}

/** metadata'[code].click_count = 0 */
export function claimEnsures4(c: ClaimCall): Parts {
  return [
    sides(
      part("metadata'[code].click_count", () => c.after.metadata.at(c.given.code).clickCount),
      part("0", () => 0n),
    ),
  ];
}

/** metadata'[code].last_visited_at = none */
export function claimEnsures5(c: ClaimCall): Parts {
  return [
    sides(
      part(
        "metadata'[code].last_visited_at",
        () => c.after.metadata.at(c.given.code).lastVisitedAt,
        new OptionOf(DATETIME),
      ),
      part("none", () => null),
    ),
  ];
}

/** mapping = metadata'[code] */
export function claimEnsures6(c: ClaimCall): Parts {
  return [
    sides(
      part("mapping", () => c.answer.mapping, URL_MAPPING),
      part("metadata'[code]", () => c.after.metadata.at(c.given.code), URL_MAPPING),
    ),
  ];
}

/** code in store */
export function resolveRequires0(c: ResolveCall): Parts {
  return [part("code", () => c.given.code), part("store", () => c.before.store)];
}

/** url = store[code] */
export function resolveEnsures0(c: ResolveCall): Parts {
  return [
    sides(
      part("url", () => c.answer.url),
      part("store[code]", () => c.before.store.at(c.given.code)),
    ),
  ];
}

/** metadata'[code].click_count = metadata[code].click_count + 1 */
export function resolveEnsures1(c: ResolveCall): Parts {
  return [
    sides(
      part("metadata'[code].click_count", () => c.after.metadata.at(c.given.code).clickCount),
      part("metadata[code].click_count + 1", () =>
        i64(c.before.metadata.at(c.given.code).clickCount + 1n),
      ),
    ),
    part("metadata[code].click_count", () => c.before.metadata.at(c.given.code).clickCount),
  ];
}

/** metadata'[code].last_visited_at = some(now()) */
export function resolveEnsures2(c: ResolveCall): Parts {
  return [
    sides(
      part(
        "metadata'[code].last_visited_at",
        () => c.after.metadata.at(c.given.code).lastVisitedAt,
        new OptionOf(DATETIME),
      ),
      part("now()", () => c.now, DATETIME),
    ),
  ];
}

/** store' = store */
export function resolveEnsures3(c: ResolveCall): Parts {
  return [
    sides(
      part("store'", () => c.after.store),
      part("store", () => c.before.store),
    ),
  ];
}

/** code in store */
export function retargetRequires0(c: RetargetCall): Parts {
  return [part("code", () => c.given.code), part("store", () => c.before.store)];
}

/** not pointsHere(url) */
export function retargetRequires1(c: RetargetCall): Parts {
  return [part("pointsHere(url)", () => pointsHere(c.given.url)), part("url", () => c.given.url)];
}

/** store'[code] = url */
export function retargetEnsures0(c: RetargetCall): Parts {
  return [
    sides(
      part("store'[code]", () => c.after.store.at(c.given.code)),
      part("url", () => c.given.url),
    ),
  ];
}

/** metadata' = metadata + {code -> metadata[code] with { url = url }} */
export function retargetEnsures1(c: RetargetCall): Parts {
  return [
    sides(
      part("metadata'", () => c.after.metadata, new MapOf(STRING, URL_MAPPING)),
      part(
        "metadata + {code -> metadata[code] with { url = url }}",
        () =>
          c.before.metadata.override(
            ValueMap.of<string, UrlMapping>([
              c.given.code,
              { ...c.before.metadata.at(c.given.code), url: c.given.url },
            ]),
          ),
        new MapOf(STRING, URL_MAPPING),
      ),
    ),
  ];
}

/** code in store */
export function deleteRequires0(c: DeleteCall): Parts {
  return [part("code", () => c.given.code), part("store", () => c.before.store)];
}

/** store' = store - {code} */
export function deleteEnsures0(c: DeleteCall): Parts {
  return [
    sides(
      part("store'", () => c.after.store),
      part("store - {code}", () => c.before.store.without(ValueSet.of(c.given.code))),
    ),
  ];
}

/** metadata' = metadata - {code} */
export function deleteEnsures1(c: DeleteCall): Parts {
  return [
    sides(
      part("metadata'", () => c.after.metadata, new MapOf(STRING, URL_MAPPING)),
      part(
        "metadata - {code}",
        () => c.before.metadata.without(ValueSet.of(c.given.code)),
        new MapOf(STRING, URL_MAPPING),
      ),
    ),
  ];
}

/** code not in store' */
export function deleteEnsures2(c: DeleteCall): Parts {
  return [part("code", () => c.given.code), part("store'", () => c.after.store)];
}

/** code in metadata */
export function statsRequires0(c: StatsCall): Parts {
  return [
    part("code", () => c.given.code),
    part("metadata", () => c.before.metadata, new MapOf(STRING, URL_MAPPING)),
  ];
}

/** mapping = metadata[code] */
export function statsEnsures0(c: StatsCall): Parts {
  return [
    sides(
      part("mapping", () => c.answer.mapping, URL_MAPPING),
      part("metadata[code]", () => c.before.metadata.at(c.given.code), URL_MAPPING),
    ),
  ];
}

/** entries = ran(metadata) */
export function listAllEnsures0(c: ListAllCall): Parts {
  return [
    sides(
      part("entries", () => c.answer.entries, new SetOf(URL_MAPPING)),
      part("ran(metadata)", () => ran(c.before.metadata), new SetOf(URL_MAPPING)),
    ),
    part("metadata", () => c.before.metadata, new MapOf(STRING, URL_MAPPING)),
  ];
}

/** #entries = #metadata */
export function listAllEnsures1(c: ListAllCall): Parts {
  return [
    sides(
      part("#entries", () => size(c.answer.entries)),
      part("#metadata", () => size(c.before.metadata)),
    ),
    part("entries", () => c.answer.entries, new SetOf(URL_MAPPING)),
    part("metadata", () => c.before.metadata, new MapOf(STRING, URL_MAPPING)),
  ];
}

/** codes = #store */
export function totalClicksEnsures0(c: TotalClicksCall): Parts {
  return [
    sides(
      part("codes", () => c.answer.codes),
      part("#store", () => size(c.before.store)),
    ),
    part("store", () => c.before.store),
  ];
}

/** clicks = sum(metadata, c => metadata[c].click_count) */
export function totalClicksEnsures1(c: TotalClicksCall): Parts {
  return [
    sides(
      part("clicks", () => c.answer.clicks),
      part("sum(metadata, c => metadata[c].click_count)", () =>
        total(c.before.metadata.keys(), (c2) => c.before.metadata.at(c2).clickCount),
      ),
    ),
  ];
}
