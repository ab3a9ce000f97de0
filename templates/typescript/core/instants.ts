/** Instants from the parts of their texts. */

import { EARLIEST, LATEST } from "./windows.ts";

/** An instant taken apart: year to second as texts of digits, what follows the second, and the zone. */
export interface Parts {
  readonly whole: readonly [string, string, string, string, string, string];
  readonly fraction: string;
  readonly zone: string;
}

/** The instant of some parts; nothing where there is no such day, time or zone. */
export function instantOf({ whole, fraction, zone }: Parts): bigint | null {
  const [year, month, day, hour, minute, second] = whole.map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isDay =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  const offset = offsetOf(zone);
  if (!isDay || hour > 23 || minute > 59 || second > 59 || offset === null) {
    return null;
  }
  const seconds = hour * 3600 + minute * 60 + second - offset * 60;
  const at =
    BigInt(date.getTime()) + BigInt(seconds) * 1000n + BigInt(`${fraction}000`.slice(0, 3));
  return EARLIEST <= at && at <= LATEST ? at : null;
}

/** By how many minutes a zone is ahead. */
function offsetOf(zone: string): number | null {
  if (zone === "Z" || zone === "z") {
    return 0;
  }
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  if (hours > 23 || minutes > 59) {
    return null;
  }
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}
