/** The wallet of each entry, by user or by user and business, as pulls add and move entries. */
import { putUnder } from "../../sorted.ts";
import type { ChainScope } from "../../options.ts";
import { walletKey } from "../../reconcile/chain/wallet-key.ts";
import { type RowContent, WalletRows } from "./wallet-rows.ts";

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

/** One wallet; `businessID` is null when wallets are per user. */
export interface WalletOwner {
  readonly userID: number;
  readonly businessID: number | null;
  readonly rows: WalletRows;
}

type Owner = Pick<RowContent, "userID" | "businessID">;

/** The wallets of one scope, found by whose they are. */
export class Wallets {
  readonly #scope: ChainScope;
  readonly #byUser = new Map<number, Map<number, WalletOwner>>();

  constructor(scope: ChainScope, wallets: readonly WalletOwner[]) {
    this.#scope = scope;
    for (const wallet of wallets) {
      const ofUser = this.#byUser.get(wallet.userID) ?? new Map<number, WalletOwner>();
      this.#byUser.set(wallet.userID, ofUser.set(wallet.businessID ?? 0, wallet));
    }
  }

  of(owner: Owner): WalletRows {
    return this.walletOf(owner).rows;
  }

  walletOf({ userID, businessID }: Owner): WalletOwner {
    const wallet = this.#byUser.get(userID)?.get(this.#scope === "user" ? 0 : businessID);
    if (wallet === undefined) throw new Error(`there is no wallet of user ${userID}`);
    return wallet;
  }

  get all(): readonly WalletOwner[] {
    return [...this.#byUser.values()].flatMap((ofUser) => [...ofUser.values()]);
  }
}

/** The wallets of all rows that there ever are, each still empty. */
export function walletsOf(entries: BroughtEntries, moved: readonly MovedRow[], scope: ChainScope): Wallets {
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
    putUnder(ofUser, key, walletID);
  }

  finish(): WalletOwner[] {
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
