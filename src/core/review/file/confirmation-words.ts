/** The confirmations of a month's closing balances in words, and why one, or a note on a figure, lapsed. */
import { formatAmount } from "../../money.ts";
import { excerpt } from "../../excerpt.ts";
import { walletLabel, walletName } from "../../words/wallet.ts";
import { type WithdrawnEvidence, withdrawnWords } from "./attachment.ts";
import type { WalletKey } from "./marks.ts";
import type {
  Confirmation,
  ConfirmedBalance,
  Fluctuation,
  KeptMark,
  LapsedConfirmation,
  LapsedNote,
} from "./month-file.ts";

/** What was confirmed, from what, and whether it agrees, one sentence a wallet; null without any. */
export function confirmationWords(balances: readonly ConfirmedBalance[], decimals: number): string | null {
  if (balances.every(({ confirmation, lapsed }) => confirmation === null && lapsed === null)) return null;
  return balances.map((one) => confirmedWords(one, decimals)).join(" ");
}

/**
 * Why a balance is not confirmed although somebody confirmed it, without a stop.
 *
 * @example 'not confirmed, though Ada Obi entered it: evidence 1 was withdrawn by Cy Dee: Forged paper'
 */
export function lapsedWords(lapsed: LapsedConfirmation): string {
  return `not confirmed, though ${lapsed.confirmedBy} entered it: ${withdrawnWords(lapsed)}`;
}

/** @example 'the confirmation of User 1 lapsed: evidence 1 was withdrawn by Cy Dee: Forged paper' */
export function lapseWords(wallet: WalletKey, lapsed: WithdrawnEvidence): string {
  return `the confirmation of ${walletLabel(wallet)} lapsed: ${withdrawnWords(lapsed)}`;
}

/**
 * Why a note on a figure no longer counts, without a stop.
 *
 * @example 'lapsed: written of 1,204,000; the figure is now 1,310,000'
 */
export function lapsedNoteWords(
  { before, now }: Pick<Fluctuation, "before" | "now">,
  lapsed: LapsedNote,
  decimals: number,
): string {
  const [wasNow, isNow, wasBefore, isBefore] = [lapsed.now, now, lapsed.before, before].map((amount) =>
    formatAmount(amount, decimals),
  );
  if (lapsed.before === before) return `lapsed: written of ${wasNow}; the figure is now ${isNow}`;
  if (lapsed.now === now)
    return `lapsed: written when the month before was ${wasBefore}; that is now ${isBefore}`;
  return `lapsed: written of ${wasNow} after ${wasBefore}; the figures are now ${isNow} and ${isBefore}`;
}

/**
 * What is kept of a wallet that has no figures in the month any more, without a stop.
 *
 * @example 'User 1, NGN has no figures this month; kept: the provider confirms 500 (Statement 4; entered by Ada Obi)'
 */
export function keptWords({ wallet, withdrawn, ...mark }: KeptMark, decimals: number): string {
  const lapsed = withdrawn === null ? "" : `; ${withdrawnWords(withdrawn)}`;
  return `${walletName(wallet)} has no figures this month; kept: ${saidWords(mark, decimals)}${lapsed}`;
}

function saidWords(
  { subject, by, note }: Pick<KeptMark, "subject" | "by" | "note">,
  decimals: number,
): string {
  const say = (amount: number) => formatAmount(amount, decimals);
  if (subject.kind === "confirmation")
    return `the provider confirms ${say(subject.balance ?? 0)} (${sourceWords(subject)}; entered by ${by})`;
  const { figure, before, now } = subject;
  return `the note of ${by} on ${figure} ${say(now)}, the month before ${say(before)}: ${excerpt(note).replace(/[.\s]+$/u, "")}`;
}

/** @example `Statement 4, evidence 3` */
function sourceWords({ source, evidence }: Pick<Confirmation, "source" | "evidence">): string {
  return [source, ...(evidence === null ? [] : [`evidence ${evidence}`])]
    .filter((text) => text !== "")
    .join(", ");
}

/** The same of one wallet, one that nobody confirmed, too. */
export function confirmedWords({ wallet, confirmation, lapsed }: ConfirmedBalance, decimals: number): string {
  const name = walletLabel(wallet);
  if (lapsed !== null) return `${name}: ${lapsedWords(lapsed)}.`;
  if (confirmation === null) return `${name}: not confirmed.`;
  const { balance, difference, by } = confirmation;
  const unit = wallet.currency === null ? "" : ` ${wallet.currency}`;
  const agrees =
    difference === 0
      ? "It agrees with the closing balance"
      : `It differs from the closing balance by ${formatAmount(difference, decimals)}`;
  return `${name}: the provider confirms ${formatAmount(balance, decimals)}${unit} (${sourceWords(confirmation)}; entered by ${by}). ${agrees}.`;
}
