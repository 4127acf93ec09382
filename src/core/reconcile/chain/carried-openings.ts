/** Compares the openings of a period with the signed closings of the period before. */
import { addAmounts } from "../../money.ts";
import { addDays } from "../../time.ts";
import type { FindingDraft } from "../result/findings.ts";
import type { SignedClosing } from "../input.ts";
import type { Membership } from "../period.ts";
import type { WalletResult } from "../result/result.ts";
import { type CheckState, entrySubject } from "../check-state.ts";

/**
 * Compares the openings of a period with the closings that were signed to the day before it. A wallet that is
 * gone opens at zero, and one that nothing was signed of was signed at zero, also where no wallet was there
 * yet: all of them together open at what was signed. That holds whatever was set since: where days are cut in
 * another zone now, an entry may be in both periods or in neither; where wallets are of another scope, those
 * of a user are compared with each other in total.
 *
 * @throws TieoutError SUM_OVERFLOW naming the wallet
 */
export function checkCarriedOpenings(
  state: CheckState,
  wallets: readonly WalletResult[],
  members: Membership,
): FindingDraft[] {
  const { period, options } = state;
  if (period === null) return [];
  const dayBefore = addDays(period.from, -1);
  const signed = state.input.human.signedPeriods.find(({ to }) => to === dayBefore);
  if (signed === undefined) return [];
  // An opening without any wallet counts under either scope.
  const isOfScope = signed.chainScope === options.chainScope || signed.closings.length === 0;
  const closings = amountsBy(signed.closings, "closing", isOfScope);
  const openings = amountsBy(wallets, "opening", isOfScope);
  const setSince = [
    signed.timeZone === options.timeZone
      ? ""
      : ` Its days were cut in ${signed.timeZone}, and now are in ${options.timeZone}.`,
    isOfScope ? "" : ` It was signed by ${signed.chainScope}: all wallets of the user are taken together.`,
  ].join("");
  return [...new Map([...closings, ...openings])]
    .map(([key, { userID, businessID }]): Carrying => {
      const closing = closings.get(key)?.amount ?? null;
      return { userID, businessID, closing, opening: openings.get(key)?.amount ?? 0 };
    })
    .filter(({ opening, closing }) => opening !== (closing ?? 0))
    .map((one) => notCarried(state, one, period.fromMs, members, setSince));
}

type ClosedWallet = Pick<SignedClosing, "userID" | "businessID">;

/** A wallet's opening beside what was signed. */
interface Carrying extends ClosedWallet {
  readonly opening: number;
  /** null for a wallet that nothing was signed of. */
  readonly closing: number | null;
}

/**
 * One amount of each wallet, or of all wallets of a user together, by what distinguishes them.
 *
 * @throws TieoutError SUM_OVERFLOW
 */
function amountsBy<K extends "opening" | "closing">(
  wallets: readonly (ClosedWallet & Readonly<Record<K, number>>)[],
  field: K,
  byWallet: boolean,
): Map<string, ClosedWallet & { readonly amount: number }> {
  const amounts = new Map<string, ClosedWallet & { readonly amount: number }>();
  for (const wallet of wallets) {
    const { userID } = wallet;
    const businessID = byWallet ? wallet.businessID : null;
    const key = `${userID} ${businessID}`;
    const before = amounts.get(key)?.amount ?? 0;
    const amount = addAmounts(before, wallet[field], `wallet of user ${userID}`);
    amounts.set(key, { userID, businessID, amount });
  }
  return amounts;
}

function notCarried(
  state: CheckState,
  wallet: Carrying,
  atMs: number,
  members: Membership,
  setSince: string,
): FindingDraft {
  const { userID, businessID, opening, closing } = wallet;
  const expected = closing ?? 0;
  const difference = addAmounts(opening, 0 - expected, `wallet of user ${userID}`);
  const row = openingEntry(state, wallet, members);
  const subject =
    row === null
      ? { walletID: null, payref: null, payID: null, userID, businessID }
      : entrySubject(state, row);
  const was = closing === null ? "without this wallet" : `to close at ${state.say(closing)}`;
  const message = `The period opens at ${state.say(opening)} where the one before was signed ${was}: a difference of ${state.say(difference)}.${setSince}`;
  const finding = {
    rule: "opening-not-carried" as const,
    severity: "error" as const,
    ...subject,
    expected,
    actual: opening,
    difference,
    message,
  };
  return { finding, atMs };
}

/** The wallet's first entry in the period, without one its last before it; null when it has none at all. */
function openingEntry(
  { chains, input }: CheckState,
  wallet: ClosedWallet,
  members: Membership,
): number | null {
  const { userID, businessID } = input.entries;
  let before: number | null = null;
  for (let at = 0; at < chains.end.length; at += 1) {
    for (const row of chains.order.subarray(chains.start[at], chains.end[at])) {
      const isOwn =
        userID[row] === wallet.userID &&
        (wallet.businessID === null || businessID[row] === wallet.businessID);
      if (!isOwn) break;
      if (members.entries[row] === 1) return row;
      before = row;
    }
  }
  return before;
}
