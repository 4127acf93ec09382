/** A match by hand that was made in this window, as a step that can be undone and redone. */
import type { StandingMatch } from "../../../core/review/match/manual-match.ts";
import type { Api } from "../../api.ts";

/** What was matched, and why. */
export interface MatchMade {
  readonly walletIDs: readonly number[];
  readonly payIDs: readonly number[];
  readonly note: string;
}

export class MatchStep {
  readonly #api: Pick<Api, "match.decide">;
  readonly #made: MatchMade;
  #id: number;

  constructor(api: Pick<Api, "match.decide">, id: number, made: MatchMade) {
    this.#api = api;
    this.#id = id;
    this.#made = made;
  }

  /** Its number in the trail; another one each time it is made. */
  get id(): number {
    return this.#id;
  }

  /** @throws ApiError MATCH_CONFLICT where somebody matched one of its records since */
  async redo(by: string): Promise<StandingMatch> {
    const { walletIDs, payIDs, note } = this.#made;
    const match = await this.#api["match.decide"]({
      walletIDs: [...walletIDs],
      payIDs: [...payIDs],
      note,
      by,
    });
    this.#id = match.id;
    return match;
  }
}
