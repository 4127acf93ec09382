/** What a pull or an import did, in one sentence a kind of record. */
import { type PullReport, receivedWords } from "../main/services/pull-report.ts";
import type { Terminal } from "./terminal.ts";

/** Writes the sentences to the result stream. */
export function printPull(terminal: Terminal, ledger: string, report: PullReport): void {
  const made = report.ledgerCreated ? " (new)" : "";
  const lines = [`Pull ${report.pullId} into ${ledger}${made}`];
  if (report.entries !== null) lines.push(`  Wallet history: ${receivedWords(report.entries, "entries")}`);
  if (report.transactions !== null) {
    lines.push(`  Transactions:   ${receivedWords(report.transactions, "transactions")}`);
  }
  for (const note of report.notes) lines.push(`  ${note}`);
  terminal.stdout.write(`${lines.join("\n")}\n`);
}
