/** The decisions of one ledger as this window knows them: read page by page, then only what is newer. */
import type { Decision } from "../../core/review/decisions/decision.ts";
import type { Api } from "../bridge/api-provider.tsx";

export class DecisionLog {
  readonly #api: Pick<Api, "review.list">;
  #known: readonly Decision[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(api: Pick<Api, "review.list">) {
    this.#api = api;
  }

  /** Reads what is newer. @returns all in order, the same list when nothing is newer @throws ApiError */
  read(): Promise<readonly Decision[]> {
    const turn = this.#last.then(
      () => this.#readOn(),
      () => this.#readOn(),
    );
    this.#last = turn;
    return turn;
  }

  async #readOn(): Promise<readonly Decision[]> {
    let list = [...this.#known];
    try {
      for (let more = true; more;) {
        // Each page begins where the one before it ended.
        const page = await this.#api["review.list"]({ after: markOf(list.at(-1)) });
        if (page.anew) list = [];
        addSharing(list, page.decisions);
        more = page.more;
      }
    } finally {
      if (list.length !== this.#known.length || list.at(-1) !== this.#known.at(-1)) this.#known = list;
    }
    return this.#known;
  }
}

function markOf(newest: Decision | undefined) {
  if (newest === undefined) return null;
  const { id, fingerprint, atMs } = newest;
  return { id, fingerprint, atMs };
}

/** Adds decisions whose neighbours share equal words: one note may come a hundred thousand times. */
export function addSharing(list: Decision[], newer: readonly Decision[]): void {
  for (const decision of newer) {
    const before = list.at(-1);
    const isSame = before !== undefined && before.note === decision.note && before.by === decision.by;
    list.push(isSame ? { ...decision, note: before.note, by: before.by } : decision);
  }
}
