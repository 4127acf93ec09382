/** Keeping a ledger, as text: what was dropped of it, copied, and put back. */
import { createInterface } from "node:readline/promises";
import { formatAmount, formatCount } from "../../core/money.ts";
import { backedUpWords } from "../../core/words/proof.ts";
import { monthTitle } from "../../core/words/month.ts";
import type { Month } from "../../core/review/close/close.ts";
import { sayInstant } from "../../core/time.ts";
import type { BesideReport } from "../../main/services/backup/backup-beside.ts";
import type { PruneReport } from "../../main/services/backup/prune.ts";
import { type Session, harmless, print } from "./terminal.ts";

/** Names the months that can never be proven again, and asks whether it is to be done. */
export async function askToPrune(
  { terminal, progress, signal }: Session,
  unproven: readonly Month[],
): Promise<boolean> {
  progress.clear();
  await print(terminal, unprovenWords(unproven, "then"));
  const lines = createInterface({ input: terminal.stdin, output: terminal.stdout });
  try {
    return /^y(?:es)?$/iu.test((await lines.question("Drop them anyway? [y/N] ", { signal })).trim());
  } finally {
    lines.close();
  }
}

/** What was dropped. @param isTold whether the months were named before it was done */
export function prunedWords(
  { bodies, bytes, unproven, sizeBefore, sizeAfter }: PruneReport,
  isTold: boolean,
): string {
  const dropped =
    bodies === 0
      ? "There were no stored responses to drop.\n"
      : `Dropped ${formatCount(bodies, "stored response")} (${formatAmount(bytes)} bytes); ${bodies === 1 ? "its hash stays" : "their hashes stay"}.\n`;
  const smaller =
    sizeAfter < sizeBefore ? `The file is ${formatAmount(sizeBefore - sizeAfter)} bytes smaller.\n` : "";
  return `${dropped}${smaller}${isTold || unproven.length === 0 ? "" : unprovenWords(unproven, "now")}`;
}

/**
 * @example
 *   `Note: August 2026 is signed off. tieout verify can no longer re-perform its figures, and reports it as not proven.`
 */
function unprovenWords(unproven: readonly Month[], since: "then" | "now"): string {
  const titles = unproven.map(monthTitle);
  const last = titles.at(-1) ?? "";
  const isOne = titles.length === 1;
  const months = isOne ? `${last} is` : `${titles.slice(0, -1).join(", ")} and ${last} are`;
  const [its, it] = isOne ? ["its", "it"] : ["their", "them"];
  const once = since === "then" ? "Once the responses are dropped, " : "";
  return `Note: ${months} signed off. ${once}\`tieout verify\` can no longer re-perform ${its} figures, and reports ${it} as not proven.\n`;
}

/** Where the copy is, and what of it was compared. */
export function backedUpLines({ path, bytes, sha256, pulls }: BesideReport): string {
  return (
    `Backed up to ${harmless(path)} (${formatAmount(bytes)} bytes).\nSHA-256: ${sha256}\n` +
    `${harmless(backedUpWords(pulls))}\n`
  );
}

/** Where the ledger is that was there before, and with which link the restored one ends. */
export function restoredLines({
  ledger,
  from,
  keptAs,
  head,
}: {
  readonly ledger: string;
  readonly from: string;
  readonly keptAs: string | null;
  readonly head: string;
}): string {
  const kept =
    keptAs === null ? "No file was there before." : `The file that was there is kept as ${harmless(keptAs)}`;
  return `Restored ${harmless(ledger)} from ${harmless(from)}.\n${kept}\nHead of the audit trail: ${head}\n`;
}

const MOST_BACKUPS = 20;

/** The newest backups of a ledger, each as `--from` takes it, and where they are. */
export async function backupLines(ledger: string): Promise<string> {
  const { ledgerPlace, listBackups } = await import("../../main/services/backup/backup-plan.ts");
  const folder = harmless(ledgerPlace(ledger).backups);
  const backups = listBackups(ledger);
  if (backups.length === 0) {
    return `There are no backups in "${folder}" or beside the ledger. Make one with tieout back-up.\n`;
  }
  const lines = backups
    .slice(0, MOST_BACKUPS)
    .map(
      ({ path, atMs, bytes }) =>
        `  ${sayInstant(atMs)}  "${harmless(path)}"  (${formatAmount(bytes)} bytes)\n`,
    );
  const more = backups.length - lines.length;
  const others = more === 0 ? "" : `  … and ${formatCount(more, "older one")}\n`;
  return `Backups, newest first. Restore one with --from.\n${lines.join("")}${others}Scheduled backups are in "${folder}".\n`;
}
