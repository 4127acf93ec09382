/** All wallets as pulls leave them, cut by user or by business as signatures ask for, and what one row does to signed months. */
import { addAmounts } from "../money.ts";
import type { ChainScope } from "../options.ts";
import { type Signature, covers, walletKey } from "./signatures.ts";
import { type MonthOfWallet, type RowContent, WalletRows } from "./wallet-rows.ts";

/** Entries as the pull that first had them brought them; ascending walletID. */
export interface BroughtEntries {
  readonly length: number;
  readonly walletID: Float64Array;
  readonly pullId: Float64Array;
  readonly userID: Float64Array;
  readonly businessID: Float64Array;
  /** Credit less debit. */
  readonly raised: Float64Array;
  readonly balance: Float64Array;
  /** Milliseconds UTC. */
  readonly dateCreatedAtMs: Float64Array;
}

/** A row that a later pull puts into another wallet. */
export interface MovedRow {
  readonly walletID: number;
  readonly userID: number;
  readonly businessID: number;
}

/** Period dates of a row, milliseconds UTC, before and after it was put in place; null where it is not there. */
export interface RowDates {
  readonly before: number | null;
  readonly after: number | null;
}

/** What a row does to a signed month: on Σ movements, and on the stated closing balance. */
export interface MonthEffect {
  readonly signature: Signature;
  readonly movement: number;
  readonly closing: number;
  readonly dates: RowDates;
}

export class WalletBooks {
  readonly #byScope: ReadonlyMap<ChainScope, Wallets>;

  /** @param scopes those that are asked for, at least one */
  constructor(entries: BroughtEntries, moved: readonly MovedRow[], scopes: Iterable<ChainScope>) {
    this.#byScope = new Map([...new Set(scopes)].map((scope) => [scope, walletsOf(entries, moved, scope)]));
  }

  /** Puts a row in place that changes nothing that was there before. */
  bring(walletID: number, content: RowContent): void {
    for (const wallets of this.#byScope.values()) {
      const rows = wallets.of(content);
      rows.set(rows.positionOf(walletID), content);
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
   * @param standing the signatures whose months are looked at
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
    for (const list of places.values())
      for (const { rows, position, holds } of list) rows.set(position, holds.after ? after : null);
    return standing.flatMap((signature, at) => {
      const list = places.get(signature.chainScope) ?? [];
      const dates = { before: was.get(signature.chainScope) ?? null, after: dateOf(list, "after") };
      const changes = list.map((place, n) => difference(place, signature, earlier[at]?.[n]));
      const sum = (of: "movement" | "closing") =>
        changes.reduce((all, one) => addAmounts(all, one[of], "month"), 0);
      const effect = { signature, movement: sum("movement"), closing: sum("closing"), dates };
      // A row that goes from one wallet to another may take from the one what it gives to the other.
      const isTouched =
        changes.some(({ movement, closing }) => movement !== 0 || closing !== 0) ||
        covers(signature, dates.before) ||
        covers(signature, dates.after);
      return isTouched ? [effect] : [];
    });
  }

  /** The period date of a row that is there, milliseconds UTC. */
  dateOf(walletID: number, content: RowContent, scope: ChainScope): number | null {
    const rows = this.#wallets(scope).of(content);
    return rows.periodDateAt(rows.positionOf(walletID));
  }

  /** Every wallet of a scope, by user and business. */
  list(scope: ChainScope): readonly Wallet[] {
    return this.#wallets(scope).all;
  }

  #wallets(scope: ChainScope): Wallets {
    const wallets = this.#byScope.get(scope);
    if (wallets === undefined) throw new Error(`wallets by ${scope} were not asked for`);
    return wallets;
  }
}

/** One wallet; `businessID` is null when wallets are per user. */
export interface Wallet {
  readonly userID: number;
  readonly businessID: number | null;
  readonly rows: WalletRows;
}

type Owner = Pick<RowContent, "userID" | "businessID">;

/** The wallets of one scope, found by whose they are. */
class Wallets {
  readonly #scope: ChainScope;
  readonly #byUser = new Map<number, Map<number, Wallet>>();

  constructor(scope: ChainScope, wallets: readonly Wallet[]) {
    this.#scope = scope;
    for (const wallet of wallets) {
      const ofUser = this.#byUser.get(wallet.userID) ?? new Map<number, Wallet>();
      this.#byUser.set(wallet.userID, ofUser.set(wallet.businessID ?? 0, wallet));
    }
  }

  of({ userID, businessID }: Owner): WalletRows {
    const wallet = this.#byUser.get(userID)?.get(this.#scope === "user" ? 0 : businessID);
    if (wallet === undefined) throw new Error(`there is no wallet of user ${userID}`);
    return wallet.rows;
  }

  get all(): readonly Wallet[] {
    return [...this.#byUser.values()].flatMap((ofUser) => [...ofUser.values()]);
  }
}

function walletsOf(entries: BroughtEntries, moved: readonly MovedRow[], scope: ChainScope): Wallets {
  const lists = new OwnerLists(scope);
  for (let row = 0; row < entries.length; row += 1)
    lists.add(
      entries.walletID[row] as number,
      entries.userID[row] as number,
      entries.businessID[row] as number,
    );
  for (const { walletID, userID, businessID } of moved) lists.add(walletID, userID, businessID);
  return new Wallets(scope, lists.finish());
}

/** walletIDs by wallet. */
class OwnerLists {
  readonly #scope: ChainScope;
  readonly #byUser = new Map<number, Map<number, number[]>>();

  constructor(scope: ChainScope) {
    this.#scope = scope;
  }

  add(walletID: number, userID: number, businessID: number): void {
    const key = this.#scope === "user" ? 0 : businessID;
    let ofUser = this.#byUser.get(userID);
    if (ofUser === undefined) this.#byUser.set(userID, (ofUser = new Map()));
    const list = ofUser.get(key);
    if (list === undefined) ofUser.set(key, [walletID]);
    else list.push(walletID);
  }

  finish(): Wallet[] {
    return [...this.#byUser].flatMap(([userID, ofUser]) =>
      [...ofUser].map(([key, walletIDs]) => {
        const owner = { userID, businessID: this.#scope === "user" ? null : key };
        return { ...owner, rows: new WalletRows(walletKey(owner), ascending(walletIDs)) };
      }),
    );
  }
}

/** Without repeats. Entries come ascending; only rows that moved have to be sorted in. */
function ascending(walletIDs: readonly number[]): Float64Array {
  const ids = Float64Array.from(walletIDs);
  for (let at = 1; at < ids.length; at += 1) {
    if ((ids[at - 1] as number) >= (ids[at] as number)) return Float64Array.from(new Set(ids.toSorted()));
  }
  return ids;
}

/** A place in a wallet, and whether it holds the row before and after. */
interface Place {
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
): Place[] {
  const from = before === null ? null : wallets.of(before);
  const to = after === null ? null : wallets.of(after);
  return [...new Set([from, to])].flatMap((rows) =>
    rows === null
      ? []
      : [{ rows, position: rows.positionOf(walletID), holds: { before: rows === from, after: rows === to } }],
  );
}

function dateOf(places: readonly Place[], when: "before" | "after"): number | null {
  const place = places.find(({ holds }) => holds[when]);
  return place?.rows.periodDateAt(place.position) ?? null;
}

interface Figures {
  readonly month: MonthOfWallet;
  /** The row's own movement in it. */
  readonly own: number;
}

function figuresOf({ rows, position }: Place, signature: Signature): Figures {
  const month = rows.monthOf(signature);
  return { month, own: rows.movementAt(position, month, signature) };
}

/** What changed in a wallet's month. Its bounds move when the row's date made, or makes, rows after it later. */
function difference(
  place: Place,
  signature: Signature,
  earlier: Figures | undefined,
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
