/** What the rows of a wallet give of a month while pulls bring and take them. */
import { expect, test } from "vitest";
import type { Signature } from "../../../src/core/review/restate/signatures.ts";
import { type BroughtEntries, walletsOf } from "../../../src/core/review/restate/wallets.ts";
import { WalletRows } from "../../../src/core/review/restate/wallet-rows.ts";

/** A month from time 10 to 19 in which the wallet was known. */
function signedIn(convention: Signature["convention"]): Signature {
  const given: Partial<Signature> = { fromMs: 10, toMs: 19, convention, walletKeys: new Set(["1"]) };
  return given as Signature;
}

const OWNER = { userID: 1, businessID: 2 };

test("opens with what the first row after the month states less what it moved, and adds up rows as they are now", () => {
  const rows = new WalletRows("1", Float64Array.of(4, 5, 6));
  const bank = signedIn("bank");
  const asset = signedIn("asset");
  rows.set(2, { ...OWNER, raised: 30, balance: 130, dateCreatedAtMs: 25 });
  expect(rows.monthOf(bank)).toEqual({ first: 2, end: 2, closing: 100 });
  expect(rows.monthOf(asset).closing).toBe(160);
  expect(rows.monthOf({ ...bank, walletKeys: new Set<string>() }).closing).toBe(0);
  rows.set(1, { ...OWNER, raised: 7, balance: 100, dateCreatedAtMs: 15 });
  rows.set(0, { ...OWNER, raised: 5, balance: 93, dateCreatedAtMs: 12 });
  const month = rows.monthOf(bank);
  expect(month).toEqual({ first: 0, end: 2, closing: 100 });
  expect(rows.movementsIn(0, 2, -1, bank)).toBe(12);
  expect(rows.movementsIn(0, 2, 0, asset)).toBe(-7);
  expect([0, 1, 2].map((at) => rows.movementAt(at, month, bank))).toEqual([5, 7, 0]);
  rows.set(1, { ...OWNER, raised: 8, balance: 101, dateCreatedAtMs: 15 });
  expect(rows.movementsIn(0, 2, -1, bank)).toBe(13);
  rows.set(0, null);
  expect(rows.movementsIn(0, 2, -1, bank)).toBe(8);
  expect(rows.movementAt(0, month, bank)).toBe(0);
});

test("finds the wallet of each owner that an entry has or is moved to, by user or by business, and of no other", () => {
  const owners = [
    [1, 7],
    [1, 8],
    [2, 7],
    [1, 7],
  ] as const;
  const column = (of: (at: number) => number) => Float64Array.from(owners, (_, at) => of(at));
  const nothing = column(() => 0);
  const entries: BroughtEntries = {
    length: owners.length,
    walletID: column((at) => at + 1),
    userID: column((at) => owners[at]![0]),
    businessID: column((at) => owners[at]![1]),
    pullId: nothing,
    raised: nothing,
    balance: nothing,
    dateCreatedAtMs: nothing,
  };
  const moved = [{ walletID: 1, userID: 3, businessID: 9 }];
  const found = { user: ["1", "1", "2", "3"], business: ["1 7", "1 8", "2 7", "3 9"] };
  for (const scope of ["user", "business"] as const) {
    const wallets = walletsOf(entries, moved, scope);
    const keyOf = ([userID, businessID]: readonly [number, number]) => {
      const wallet = wallets.walletOf({ userID, businessID });
      expect(wallets.of({ userID, businessID })).toBe(wallet.rows);
      return wallet.businessID === null ? `${wallet.userID}` : `${wallet.userID} ${wallet.businessID}`;
    };
    expect([...owners.slice(0, 3), [3, 9] as const].map(keyOf)).toEqual(found[scope]);
    expect(wallets.all).toHaveLength(new Set(found[scope]).size);
    expect(() => wallets.of({ userID: 4, businessID: 7 })).toThrow("there is no wallet of user 4");
  }
});
