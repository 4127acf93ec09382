/** What the period before was signed to close at, beside what this one opens with. */
import { addAmounts } from "../money.ts";
import type { Draft } from "./findings.ts";
import type { SignedClosing } from "./input.ts";
import type { Membership } from "./period.ts";
import type { WalletResult } from "./result.ts";
import { type World, entrySubject } from "./world.ts";

/**
 * Holds the openings of a period against the closings that were signed for the millisecond before it. A wallet that is gone
 * opens at zero.
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
  return world.input.human.signedClosings
    .filter(({ toMs, businessID }) => toMs === period.fromMs - 1 && (businessID === null) === perUser)
    .flatMap((signed) => {
      const wallet = wallets.find((one) => isSameWallet(one, signed));
      const opening = wallet?.opening ?? 0;
      return opening === signed.closing ? [] : [notCarried(world, signed, opening, period.fromMs, members)];
    });
}

type WalletKey = Pick<SignedClosing, "userID" | "businessID">;

function isSameWallet(one: WalletKey, other: WalletKey): boolean {
  return one.userID === other.userID && one.businessID === other.businessID;
}

function notCarried(
  world: World,
  signed: SignedClosing,
  opening: number,
  atMs: number,
  members: Membership,
): Draft {
  const { userID, businessID, closing } = signed;
  const difference = addAmounts(opening, 0 - closing, `wallet of user ${userID}`);
  const row = openingEntry(world, signed, members);
  const subject =
    row === null
      ? { walletID: null, payref: null, payID: null, userID, businessID }
      : entrySubject(world, row);
  const message =
    `The period opens at ${world.say(opening)} where the one before was signed to close at ` +
    `${world.say(closing)}: a difference of ${world.say(difference)}.`;
  const finding = {
    rule: "opening-not-carried" as const,
    severity: "error" as const,
    ...subject,
    expected: closing,
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
