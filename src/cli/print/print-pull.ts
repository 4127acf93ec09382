/** The result of a pull or import: one sentence for each kind of record, and its effect on closed months. */
import { formatCount } from "../../core/money.ts";
import { monthTitle } from "../../core/report/words/verdict.ts";
import { lastLooksDocument } from "../../core/review/restate/restatements-document.ts";
import { type AfterPull, lookAfterPull } from "../../main/services/pull/after-pull.ts";
import { type PullReport, receivedWords } from "../../main/services/pull/pull-report.ts";
import { toldBeside } from "../months-touched.ts";
import { driftWords } from "./month/print-drift.ts";
import { reachSentence } from "./print-reach.ts";
import type { Session } from "../session.ts";
import { type Terminal, harmless, print } from "../terminal.ts";

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
  const { terminal, progress } = session;
  // What was saved is printed before anything else can fail.
  progress.clear();
  if (!json) printPull(terminal, ledger, report);
  const after = toldBeside(session, "Which closed months changed, and which the pull covered,", () =>
    lookAfterPull(ledger, report.pullId, session.context),
  );
  if (json) return print(terminal, `${JSON.stringify(pullDocument(report, after), null, 2)}\n`);
  if (after !== null) await print(terminal, afterWords(after));
}

/** What could not be worked out is null. */
function pullDocument(
  { pullId, ledgerCreated, entries, transactions, notes }: PullReport,
  after: AfterPull | null,
) {
  return {
    schema: "tieout.pull/1",
    pullId,
    ledgerCreated,
    entries,
    transactions,
    notes,
    signedChanges: after?.signedChanges ?? null,
    drifted: after?.drifted ?? null,
    lastLooks: after === null ? null : lastLooksDocument(after.lastLooks),
  };
}

function afterWords(after: AfterPull): string {
  const changed = after.signedChanges.map(({ month, changes }) => {
    const much = `${formatCount(changes, "change")} to ${monthTitle(month)}, which is signed off`;
    return `Note: This pull brought ${much}; tieout restatements lists ${changes === 1 ? "it" : "them"}.\n`;
  });
  const reach = reachSentence(after);
  return [...changed, driftWords(after.drifted), reach === "" ? "" : `Note: ${reach}\n`].join("");
}
