/** The one clock that every operation asks. Tests may stop it. */

let stopped: bigint | null = null;

/** Real time, or an instant at which it was stopped. */
export const clock = {
  /** The instant of a call, in whole milliseconds. */
  now(): bigint {
    return stopped ?? clock.real();
  },

  /** Real time, whatever tests have done to it. */
  real(): bigint {
    return BigInt(Date.now());
  },

  /** Stops it. */
  stop(at: bigint): void {
    stopped = at;
  },

  /** Lets it run again. */
  run(): void {
    stopped = null;
  },
};
