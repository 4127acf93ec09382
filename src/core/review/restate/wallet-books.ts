/** All wallets as each pull leaves them, by user or business as signatures need, and a row's effects. */
import { addAmounts } from "../../money.ts";
import type { ChainScope } from "../../options.ts";
import { walletKey } from "../../reconcile/chain/wallet-key.ts";
import type { Restatement, WalletEffect } from "./restatements.ts";
import { type Signature, covers } from "./signatures.ts";
import type { MonthOfWallet, RowContent, WalletRows } from "./wallet-rows.ts";
import { type BroughtEntries, type MovedRow, type WalletOwner, type Wallets, walletsOf } from "./wallets.ts";

/** Period dates of a row, milliseconds UTC, before and after it was placed; null where it is not there. */
export interface RowDates {
  readonly before: number | null;
  readonly after: number | null;
}

/** What a row does to a signed month: on Σ movements, and on the stated closing, in all and by wallet. */
export interface MonthEffect extends Pick<Restatement["effect"], "movement" | "closing" | "wallets"> {
  readonly signature: Signature;
  readonly dates: RowDates;
}

/** When an entry counts in the wallets of a scope that says it was created at a time, both milliseconds UTC. */
export type CountedTime = (scope: ChainScope, walletID: number, createdAtMs: number) => number;

export class WalletBooks {
  readonly #byScope: ReadonlyMap<ChainScope, Wallets>;
  readonly #countedAtMs: CountedTime;

  /** @param scopes those that are asked for, at least one */
  constructor(
    entries: BroughtEntries,
    moved: readonly MovedRow[],
    scopes: Iterable<ChainScope>,
    countedAtMs: CountedTime,
  ) {
    this.#countedAtMs = countedAtMs;
    this.#byScope = new Map([...new Set(scopes)].map((scope) => [scope, walletsOf(entries, moved, scope)]));
  }

  /** Puts a row in place that changes nothing that was there before. */
  bring(walletID: number, content: RowContent): void {
    for (const [scope, wallets] of this.#byScope) {
      const rows = wallets.of(content);
      rows.set(rows.positionOf(walletID), this.#counted(scope, walletID, content));
    }
  }

  /** Whether a row that is not there yet follows on those that are, in each of its wallets. */
  follows(walletID: number, content: RowContent): boolean {
    return [...this.#byScope.values()].every((wallets) => {
      const rows = wallets.of(content);
      return rows.follows(rows.positionOf(walletID));
    });
  }

  /**
   * Puts a row's new content in the place of the old.
   *
   * @param before null where it was not there
   * @param after null where it is not there any more
   * @param standing the signatures in force, whose months are compared
   * @returns of the months that it touches: its own, and those where figures change
   * @throws TieoutError SUM_OVERFLOW
   */
  put(
    walletID: number,
    before: RowContent | null,
    after: RowContent | null,
    standing: readonly Signature[],
  ): MonthEffect[] {
    const places = new Map(
      [...this.#byScope].map(([scope, wallets]) => [scope, placesOf(wallets, walletID, before, after)]),
    );
    const earlier = standing.map((signature) =>
      places.get(signature.chainScope)?.map((place) => figuresOf(place, signature)),
    );
    const was = new Map([...places].map(([scope, list]) => [scope, dateOf(list, "before")]));
    for (const [scope, list] of places)
      for (const { rows, position, holds } of list)
        rows.set(position, holds.after && after !== null ? this.#counted(scope, walletID, after) : null);
    return standing.flatMap((signature, at) => {
      const list = places.get(signature.chainScope) ?? [];
      const dates = { before: was.get(signature.chainScope) ?? null, after: dateOf(list, "after") };
      const changes = list.map((place, n) => difference(place, signature, earlier[at]?.[n]));
      const sum = (of: "movement" | "closing") =>
        changes.reduce((all, one) => addAmounts(all, one[of], "month"), 0);
      const wallets = walletEffects(signature, list, changes);
      const effect = { signature, movement: sum("movement"), closing: sum("closing"), wallets, dates };
      // A row that goes from one wallet to another may take from the one what it gives to the other.
      const isTouched =
        changes.some(({ movement, closing }) => movement !== 0 || closing !== 0) ||
        covers(signature, dates.before) ||
        covers(signature, dates.after);
      return isTouched ? [effect] : [];
    });
  }

  #counted(scope: ChainScope, walletID: number, content: RowContent): RowContent {
    const dateCreatedAtMs = this.#countedAtMs(scope, walletID, content.dateCreatedAtMs);
    return dateCreatedAtMs === content.dateCreatedAtMs ? content : { ...content, dateCreatedAtMs };
  }

  /** The period date of a row that is there, milliseconds UTC. */
  dateOf(walletID: number, content: RowContent, scope: ChainScope): number | null {
    const rows = this.#wallets(scope).of(content);
    return rows.periodDateAt(rows.positionOf(walletID));
  }

  /** Every wallet of a scope, by user and business. */
  list(scope: ChainScope): readonly WalletOwner[] {
    return this.#wallets(scope).all;
  }

  #wallets(scope: ChainScope): Wallets {
    const wallets = this.#byScope.get(scope);
    if (wallets === undefined) throw new Error(`wallets by ${scope} were not asked for`);
    return wallets;
  }
}

/** What changes in each wallet, by user, then business; those in which nothing does are left out. */
function walletEffects(
  { wallets }: Signature,
  places: readonly PositionInWallet[],
  changes: readonly Pick<WalletEffect, "movement" | "closing">[],
): WalletEffect[] {
  return places
    .flatMap(({ owner }, at) => {
      const { movement = 0, closing = 0 } = changes[at] ?? {};
      const currency = wallets.find((wallet) => walletKey(wallet) === walletKey(owner))?.currency ?? null;
      return movement === 0 && closing === 0 ? [] : [{ ...owner, currency, movement, closing }];
    })
    .toSorted((a, b) => a.userID - b.userID || (a.businessID ?? 0) - (b.businessID ?? 0));
}

/** A place in a wallet, and whether it holds the row before and after. */
interface PositionInWallet {
  readonly owner: Pick<WalletEffect, "userID" | "businessID">;
  readonly rows: WalletRows;
  readonly position: number;
  readonly holds: { readonly before: boolean; readonly after: boolean };
}

/** One place, or two where the row goes from one wallet to another. */
function placesOf(
  wallets: Wallets,
  walletID: number,
  before: RowContent | null,
  after: RowContent | null,
): PositionInWallet[] {
  const from = before === null ? null : wallets.walletOf(before);
  const to = after === null ? null : wallets.walletOf(after);
  return [...new Set([from, to])].flatMap((wallet) => {
    if (wallet === null) return [];
    const { userID, businessID, rows } = wallet;
    const holds = { before: wallet === from, after: wallet === to };
    return [{ owner: { userID, businessID }, rows, position: rows.positionOf(walletID), holds }];
  });
}

function dateOf(places: readonly PositionInWallet[], when: "before" | "after"): number | null {
  const place = places.find(({ holds }) => holds[when]);
  return place?.rows.periodDateAt(place.position) ?? null;
}

interface MonthMovement {
  readonly month: MonthOfWallet;
  /** The row's own movement in it. */
  readonly own: number;
}

function figuresOf({ rows, position }: PositionInWallet, signature: Signature): MonthMovement {
  const month = rows.monthOf(signature);
  return { month, own: rows.movementAt(position, month, signature) };
}

/** What changed in a wallet's month. Its bounds move when the row's date makes rows after it later. */
function difference(
  place: PositionInWallet,
  signature: Signature,
  earlier: MonthMovement | undefined,
): { readonly movement: number; readonly closing: number } {
  if (earlier === undefined) throw new Error("a month was not looked at before");
  const { rows, position } = place;
  const now = figuresOf(place, signature);
  const passed = (from: number, to: number) =>
    from <= to
      ? rows.movementsIn(from, to, position, signature)
      : 0 - rows.movementsIn(to, from, position, signature);
  const terms = [
    now.own,
    0 - earlier.own,
    passed(earlier.month.end, now.month.end),
    0 - passed(earlier.month.first, now.month.first),
  ];
  return {
    movement: terms.reduce((sum, term) => addAmounts(sum, term, "month"), 0),
    closing: addAmounts(now.month.closing, 0 - earlier.month.closing, "month"),
  };
}
