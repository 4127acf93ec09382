/** The confirmations of a month's closing balances in words, and why one, or a note on a figure, lapsed. */
import { formatAmount } from "../../money.ts";
import { walletLabel } from "../../words/wallet.ts";
import { type WithdrawnEvidence, withdrawnWords } from "./attachment.ts";
import type { WalletKey } from "./marks.ts";
import type { ConfirmedBalance, Fluctuation, LapsedConfirmation, LapsedNote } from "./month-file.ts";

/** What was confirmed, from what, and whether it agrees, one sentence a wallet; null without any. */
export function confirmationWords(balances: readonly ConfirmedBalance[], decimals: number): string | null {
  if (balances.every(({ confirmation, lapsed }) => confirmation === null && lapsed === null)) return null;
  return balances.map((one) => sentenceOf(one, decimals)).join(" ");
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

function sentenceOf({ wallet, confirmation, lapsed }: ConfirmedBalance, decimals: number): string {
  const name = walletLabel(wallet);
  if (lapsed !== null) return `${name}: ${lapsedWords(lapsed)}.`;
  if (confirmation === null) return `${name}: not confirmed.`;
  const { balance, source, evidence, difference, by } = confirmation;
  const unit = wallet.currency === null ? "" : ` ${wallet.currency}`;
  const from = [source, ...(evidence === null ? [] : [`evidence ${evidence}`])].filter((text) => text !== "");
  const agrees =
    difference === 0
      ? "It agrees with the closing balance"
      : `It differs from the closing balance by ${formatAmount(difference, decimals)}`;
  return `${name}: the provider confirms ${formatAmount(balance, decimals)}${unit} (${from.join(", ")}; entered by ${by}). ${agrees}.`;
}
