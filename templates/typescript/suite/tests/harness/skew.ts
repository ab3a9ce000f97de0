/** How far the clock of the service is from the one here, by the `Date` of its answers. */

/** A date has no fraction of a second, and servers look at the clock for it once a second. */
const COARSE = 2000n;

/** What is known about the difference, in milliseconds: it is between a least and a most. */
export class Skew {
  #least: bigint | null = null;
  #most = 0n;

  /** Learns from an answer to a call that was made between two instants of the clock here. */
  note(date: string | null, earliest: bigint, latest: bigint): void {
    const at = Date.parse(date ?? "");
    if (Number.isNaN(at)) {
      return;
    }
    let [least, most] = [BigInt(at) - latest, BigInt(at) + COARSE - earliest];
    if (this.#least !== null) {
      const [later, sooner] = [
        least > this.#least ? least : this.#least,
        most < this.#most ? most : this.#most,
      ];
      if (later <= sooner) {
        [least, most] = [later, sooner];
      }
    }
    [this.#least, this.#most] = [least, most];
  }

  /** What the clock of the service may say between two instants of the clock here. */
  window(earliest: bigint, latest: bigint): readonly [bigint, bigint] {
    const [least, most] = this.#bounds();
    return [earliest + least, latest + most];
  }

  /** What the clock of the service says, more or less. */
  moment(now: bigint): bigint {
    const [least, most] = this.#bounds();
    return now + (least + most) / 2n;
  }

  #bounds(): readonly [bigint, bigint] {
    // Clocks that may agree are taken to agree: everything is sharper then.
    if (this.#least === null || (this.#least <= 0n && 0n <= this.#most)) {
      return [0n, 0n];
    }
    return [this.#least, this.#most];
  }
}
