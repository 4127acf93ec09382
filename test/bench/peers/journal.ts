/** The entries of a generated wallet as a journal that hledger reads, each with the balance after it as an assertion. */
import { readFileSync, writeFileSync } from "node:fs";

interface Entry {
  readonly walletID: number;
  readonly debit_balance: number;
  readonly credit_balance: number;
  readonly payref: string;
  readonly datePaid: string;
}

/**
 * hledger stops at the first balance that does not follow. So the journal to time has balances that all follow; the other one has a
 * wrong balance.
 */
export function writeJournals(wallet: string, right: string, wrong: string): void {
  const { data } = JSON.parse(readFileSync(wallet, "utf8")) as { data: { histories: Entry[] } };
  const entries = data.histories.toReversed();
  let balance = 0;
  const postings = entries.map((entry) => {
    const movement = entry.debit_balance - entry.credit_balance;
    balance += movement;
    return posting(entry, movement, balance);
  });
  writeFileSync(right, postings.join(""));
  writeFileSync(
    wrong,
    entries
      .slice(0, 1)
      .map((entry) => posting(entry, 1, 2))
      .join(""),
  );
}

function posting({ walletID, payref, datePaid }: Entry, movement: number, balance: number): string {
  const day = new Date(datePaid).toISOString().slice(0, 10);
  return `${day} (${walletID}) ${payref}\n    wallet  ${movement} = ${balance}\n    payments\n\n`;
}
