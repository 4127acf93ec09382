/** Pulls and imports: what one did or would do, its effect on closed months, and the list of them. */
import { formatAmount, formatCount } from "../../core/money.ts";
import { reachWords } from "../../core/review/clients/reach-words.ts";
import { previewSentences } from "../../core/review/restate/import-preview.ts";
import type { PullStep } from "../../core/review/restate/restatements.ts";
import { lastLooksDocument } from "../../core/review/restate/restatements-document.ts";
import { ZoneClock, formatInstant, withInstant } from "../../core/time.ts";
import type { DriftedMonth } from "../../main/services/close/changed-since.ts";
import type { AfterPull } from "../../main/services/pull/after-pull.ts";
import type { previewImport } from "../../main/services/pull/preview-import.ts";
import { type PullReport, receivedWords } from "../../main/services/import/pull-report.ts";
import type { ListedPull } from "../../main/services/pull/set-aside.ts";
import { type Session, type Terminal, harmless, print, writeJson } from "./terminal.ts";
import { driftDocument, driftWords, workedOut } from "./drift.ts";

export const FULL_WORDS = "tieout pull --full covers everything";

/** The signed months that a pull did not reach over; '' where it reached all, or had no wallet history. */
function reachSentence({ lastLooks, timeZone }: AfterPull): string {
  const words = reachWords(lastLooks, timeZone);
  return words === "" ? "" : `${words}. ${FULL_WORDS}.`;
}

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

/** Writes what a pull did, which closed months it changed and which it did not cover; or `tieout.pull/1`. */
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
  const what = "Which closed months changed, and which the pull covered,";
  const after = await workedOut(session, what, async () => {
    const { lookAfterPull } = await import("../../main/services/pull/after-pull.ts");
    return lookAfterPull(ledger, report.pullId, session.context);
  });
  if (json) return writeJson(session.terminal, pullDocument(report, after));
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
  const listed = after.signedChanges.length === 0 ? "" : "Note: tieout restatements lists each change.\n";
  const reach = reachSentence(after);
  return [driftWords(after.drifted), listed, reach === "" ? "" : `Note: ${reach}\n`].join("");
}

/** Writes what was done to a pull and to closed months, or the list; or all of it as `tieout.pulls/1`. */
export async function writePulls(
  { terminal, progress }: Session,
  ledger: string,
  taken: PullStep | null,
  drifted: readonly DriftedMonth[] | null,
  json: boolean,
): Promise<void> {
  const { readPulls } = await import("../../main/services/pull/set-aside.ts");
  const { pulls, timeZone } = readPulls(ledger);
  progress.clear();
  if (json) {
    const after = { pulls: pulls.map(listedDocument), drifted: driftDocument(drifted) ?? [] };
    return writeJson(terminal, { schema: "tieout.pulls/1", ...after });
  }
  const clock = new ZoneClock(timeZone);
  if (taken === null) return print(terminal, `${pulls.map((pull) => pullLines(pull, clock)).join("\n")}\n`);
  const done = taken.step === "set-aside" ? "is set aside" : "counts again";
  await print(terminal, `Pull ${taken.pullId} ${done}.\n${driftWords(drifted ?? [])}`);
}

function pullLines({ aside, ...pull }: ListedPull, clock: ZoneClock): string {
  const { id, source, finishedAtMs, startedAtMs, entries, transactions, highestWalletID } = pull;
  const what = source === "files" ? "import" : "pull";
  const upTo = highestWalletID === null ? "" : `, up to walletID ${highestWalletID}`;
  const parts = [
    ...(entries === null ? [] : [`${formatCount(entries, "entry")}${upTo}`]),
    ...(transactions === null ? [] : [formatCount(transactions, "transaction")]),
  ];
  const day = clock.day(finishedAtMs ?? startedAtMs);
  const line = `${formatAmount(id)}  ${day}  ${what}  ${parts.join("; ") || "no records"}`;
  if (aside === null) return line;
  return `${line}\n   Set aside ${clock.day(aside.atMs)} by ${harmless(aside.by)}: ${harmless(aside.note)}`;
}

function listedDocument({ aside, startedAtMs, finishedAtMs, ...pull }: ListedPull) {
  return {
    ...pull,
    startedAt: formatInstant(startedAtMs),
    finishedAt: finishedAtMs === null ? null : formatInstant(finishedAtMs),
    setAside: aside === null ? null : withInstant({ by: aside.by, note: aside.note, atMs: aside.atMs }),
  };
}

/** Imports, writes what came of it, and keeps nothing. */
export async function writePreview(
  { terminal, progress, context }: Session,
  request: Parameters<typeof previewImport>[0],
  json: boolean,
): Promise<void> {
  const service = await import("../../main/services/pull/preview-import.ts");
  const { decimals, ...preview } = await service.previewImport(request, context);
  progress.clear();
  if (json) return writeJson(terminal, { schema: "tieout.preview/1", ...preview });
  const sentences = [
    ...previewSentences(preview, decimals),
    "Nothing was kept. Leave out --preview to import the files.",
  ];
  await print(terminal, sentences.map((sentence) => `${harmless(sentence)}\n`).join(""));
}
