/** What the period before was signed to close at, beside what this one opens with. */
import { addAmounts } from "../money.ts";
import type { Draft } from "./findings.ts";
import type { SignedClosing } from "./input.ts";
import type { Membership } from "./period.ts";
import type { WalletResult } from "./result.ts";
import { type World, entrySubject } from "./world.ts";

/**
 * Holds the openings of a period against the closings that were signed for the millisecond before it. A wallet that is gone
 * opens at zero, and one that nothing was signed of was signed at zero: all of them together open at what was signed.
 *
 * @throws TieoutError SUM_OVERFLOW naming the wallet
 */
export function checkCarriedOpenings(
  world: World,
  wallets: readonly WalletResult[],
  members: Membership,
): Draft[] {
  const { period, options } = world;
  if (period === null) return [];
  const perUser = options.chainScope === "user";
  const signed = world.input.human.signedClosings.filter(
    ({ toMs, businessID }) => toMs === period.fromMs - 1 && (businessID === null) === perUser,
  );
  if (signed.length === 0) return [];
  const openings = new Map(wallets.map((wallet) => [keyOf(wallet), wallet.opening]));
  const closings = new Set(signed.map(keyOf));
  const both = [
    ...signed.map((one): Carrying => ({ ...one, opening: openings.get(keyOf(one)) ?? 0 })),
    ...wallets
      .filter((wallet) => !closings.has(keyOf(wallet)))
      .map(({ userID, businessID, opening }): Carrying => ({ userID, businessID, closing: null, opening })),
  ];
  return both
    .filter(({ opening, closing }) => opening !== (closing ?? 0))
    .map((one) => notCarried(world, one, period.fromMs, members));
}

type WalletKey = Pick<SignedClosing, "userID" | "businessID">;

/** A wallet's opening beside what was signed. */
interface Carrying extends WalletKey {
  readonly opening: number;
  /** null for a wallet that nothing was signed of. */
  readonly closing: number | null;
}

function keyOf({ userID, businessID }: WalletKey): string {
  return `${userID} ${businessID}`;
}

function notCarried(world: World, wallet: Carrying, atMs: number, members: Membership): Draft {
  const { userID, businessID, opening, closing } = wallet;
  const expected = closing ?? 0;
  const difference = addAmounts(opening, 0 - expected, `wallet of user ${userID}`);
  const row = openingEntry(world, wallet, members);
  const subject =
    row === null
      ? { walletID: null, payref: null, payID: null, userID, businessID }
      : entrySubject(world, row);
  const was = closing === null ? "without this wallet" : `to close at ${world.say(closing)}`;
  const message = `The period opens at ${world.say(opening)} where the one before was signed ${was}: a difference of ${world.say(difference)}.`;
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
function openingEntry({ chains, input }: World, wallet: WalletKey, members: Membership): number | null {
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
