/**
 * When two findings are alike: the same rule, cause and kind, the same party and currency, and the same
 * shape.
 *
 * The shape is which way the record moves money, which way the finding differs, and how much it differs: by
 * the same amount, or by the same share of the record's amount to a hundredth of a percent, as a fee does.
 * The whole amount, or a multiple of it, is no such share: a missing payment always differs by that. A
 * finding without a difference is about the record, whatever its amount. Either no later pull changed the two
 * records, or one changed both: a change has an explanation of its own.
 *
 * Findings in the wallets of two users are alike only where the counterparty is the same and the currency is
 * known; an action says too little of another user's wallet.
 */
import type { DecidedFinding } from "../decisions/decision.ts";
import type { Circumstances, Party } from "./circumstances.ts";

/** By how much findings differ alike. */
export type AlikeSize =
  /** In the service's unit, never 0. */
  | { readonly by: "amount"; readonly difference: number }
  /** Of the record's amount, in hundredths of a percent, 1 or more: 150 is 1.5 %. */
  | { readonly by: "share"; readonly hundredths: number }
  /** The rule states no difference. */
  | { readonly by: "record" };

type FindingNumbers = Pick<DecidedFinding, "rule" | "cause" | "kind" | "difference">;

/** A way in which a finding is like others: `key` is the same for all that are. */
export interface Likeness {
  readonly key: string;
  readonly party: Party;
  readonly size: AlikeSize;
}

/**
 * The ways in which a finding may be like others, the closest first.
 *
 * @returns none where its party is not known
 */
export function likenessesOf(finding: FindingNumbers, circumstances: Circumstances): Likeness[] {
  const { party, amount, changed } = circumstances;
  if (party === null) return [];
  const { rule, cause = null, kind = null, difference = 0 } = finding;
  const directions = [Math.sign(amount), Math.sign(difference)];
  const common = [rule, cause, kind, changed, ...whose(party, circumstances), ...directions];
  return sizesOf(difference, amount).map((size) => ({
    key: JSON.stringify([...common, ...Object.values(size)]),
    party,
    size,
  }));
}

/** Party, currency, and the wallet's user where only within one wallet findings are alike. */
function whose(party: Party, { currency, userID }: Circumstances): (string | number | null)[] {
  if (party.kind === "action") return [party.kind, party.action, currency, userID];
  return [party.kind, party.userID, currency, currency === null ? userID : null];
}

function sizesOf(difference: number, amount: number): AlikeSize[] {
  if (difference === 0) return [{ by: "record" }];
  const same = { by: "amount", difference } as const;
  const hundredths = shareOf(difference, amount);
  return hundredths % WHOLE === 0 ? [same] : [same, { by: "share", hundredths }];
}

/** The whole amount, in hundredths of a percent. */
const WHOLE = 10_000;

/** In hundredths of a percent, rounded half up; 0 where there is no amount. */
function shareOf(difference: number, amount: number): number {
  if (amount === 0) return 0;
  const [part, whole] = [BigInt(Math.abs(difference)), BigInt(Math.abs(amount))];
  return Number((part * 20_000n + whole) / (2n * whole));
}
