/** Says in constant time whether one of the added times lies near a given one. */

interface DatedRow {
  readonly atMs: number;
  readonly id: number;
}

/** Of the times between two multiples of the distance the earliest and the latest say all. */
interface NearRows {
  readonly earliest: DatedRow;
  readonly latest: DatedRow;
}

export class NearTimes {
  readonly #withinMs: number;
  readonly #stretches = new Map<number, NearRows>();

  /** @param withinMs times no further apart than this are near, either way */
  constructor(withinMs: number) {
    this.#withinMs = withinMs;
  }

  /** The id of one of those added whose time is near; null where none is. */
  near(atMs: number): number | null {
    const own = Math.floor(atMs / this.#withinMs);
    const found =
      this.#stretches.get(own)?.latest ??
      this.#near(this.#stretches.get(own - 1)?.latest, atMs) ??
      this.#near(this.#stretches.get(own + 1)?.earliest, atMs);
    return found?.id ?? null;
  }

  add(atMs: number, id: number): void {
    const own = Math.floor(atMs / this.#withinMs);
    const dated = { atMs, id };
    const held = this.#stretches.get(own) ?? { earliest: dated, latest: dated };
    this.#stretches.set(own, {
      earliest: atMs < held.earliest.atMs ? dated : held.earliest,
      latest: atMs >= held.latest.atMs ? dated : held.latest,
    });
  }

  #near(dated: DatedRow | undefined, atMs: number): DatedRow | undefined {
    return dated !== undefined && Math.abs(dated.atMs - atMs) <= this.#withinMs ? dated : undefined;
  }
}
