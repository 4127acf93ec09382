/** What a pull or an import did, in one sentence a kind of record. */
import { formatAmount } from "../core/money.ts";
import type { PullReport } from "../main/services/pull-report.ts";
import type { Terminal } from "./terminal.ts";

/** Writes the sentences to the result stream. */
export function printPull(terminal: Terminal, ledger: string, report: PullReport): void {
  const made = report.ledgerCreated ? " (new)" : "";
  const lines = [`Pull ${report.pullId} into ${ledger}${made}`];
  if (report.entries !== null)
    lines.push(`  Wallet history: ${recordCounts(report.entries, "entry", "entries")}`);
  if (report.transactions !== null) {
    lines.push(`  Transactions:   ${recordCounts(report.transactions, "transaction", "transactions")}`);
  }
  for (const note of report.notes) lines.push(`  ${note}`);
  terminal.stdout.write(`${lines.join("\n")}\n`);
}

function recordCounts(counts: NonNullable<PullReport["entries"]>, one: string, many: string): string {
  const noun = counts.received === 1 ? one : many;
  const parts = [`${formatAmount(counts.received)} ${noun} received, ${formatAmount(counts.inserted)} new`];
  if (counts.changed > 0) parts.push(`${formatAmount(counts.changed)} changed since the last pull`);
  if (counts.vanished > 0) parts.push(`${formatAmount(counts.vanished)} vanished`);
  if (counts.repeated > 0) parts.push(`${formatAmount(counts.repeated)} more than once`);
  return parts.join(", ");
}
