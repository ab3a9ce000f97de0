/** The functions and predicates of UrlShortener. */

/** target matches /^https?:\/\/sho\.rt(\/|$)/ */
export function pointsHere(target: string): boolean {
  return /^https?:\/\/sho\.rt(\/|$)/u.test(target);
}

/** s matches /^https?:\/\/[!-~]+$/ */
export function isValidUri(s: string): boolean {
  return /^https?:\/\/[!-~]+$/u.test(s);
}
