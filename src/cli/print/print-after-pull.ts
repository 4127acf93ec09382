/** The effect of a pull or import on closed months, in words and as JSON. */
import { formatCount } from "../../core/money.ts";
import { monthTitle } from "../../core/words/month.ts";
import { lastLooksDocument } from "../../core/review/restate/restatements-document.ts";
import { type AfterPull, lookAfterPull } from "../../main/services/pull/after-pull.ts";
import type { PullReport } from "../../main/services/pull/pull-report.ts";
import { toldBeside } from "../months-touched.ts";
import { driftDocument, driftWords } from "./month/print-drift.ts";
import { reachSentence } from "./print-reach.ts";
import type { Session } from "../session.ts";
import { print } from "../terminal.ts";

/** Writes which closed months a pull changed, and which it did not cover; or all of the pull as `tieout.pull/1`. */
export async function writeAfterPull(
  session: Session,
  ledger: string,
  report: PullReport,
  json: boolean,
): Promise<void> {
  const after = toldBeside(session, "Which closed months changed, and which the pull covered,", () =>
    lookAfterPull(ledger, report.pullId, session.context),
  );
  if (json) return print(session.terminal, `${JSON.stringify(pullDocument(report, after), null, 2)}\n`);
  if (after !== null) await print(session.terminal, afterWords(after));
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
    drifted: driftDocument(after?.drifted ?? null),
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
