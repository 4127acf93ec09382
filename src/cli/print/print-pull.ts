/** The result of a pull or import: one sentence for each kind of record. */
import { type PullReport, receivedWords } from "../../main/services/pull/pull-report.ts";
import type { Session } from "../session.ts";
import { type Terminal, harmless } from "../terminal.ts";

/** Writes the sentences to the result stream. */
export function printPull(terminal: Terminal, ledger: string, report: PullReport): void {
  const made = report.ledgerCreated ? " (new)" : "";
  const lines = [`Pull ${report.pullId} into ${harmless(ledger)}${made}`];
  if (report.entries !== null) lines.push(`  Wallet history: ${receivedWords(report.entries, "entries")}`);
  if (report.transactions !== null) {
    lines.push(`  Transactions:   ${receivedWords(report.transactions, "transactions")}`);
  }
  for (const note of report.notes) lines.push(`  ${harmless(note)}`);
  terminal.stdout.write(`${lines.join("\n")}\n`);
}

/**
 * Writes what a pull did, then which closed months it changed, and which it did not cover; or all of it as
 * `tieout.pull/1`.
 */
export async function writePull(
  session: Session,
  ledger: string,
  report: PullReport,
  json: boolean,
): Promise<void> {
  // What was saved is printed before anything else can fail.
  session.progress.clear();
  if (!json) printPull(session.terminal, ledger, report);
  // A ledger that was just made has no closed months, and what looks at them need not be loaded.
  if (!json && report.ledgerCreated) return;
  const { writeAfterPull } = await import("./print-after-pull.ts");
  await writeAfterPull(session, ledger, report, json);
}
