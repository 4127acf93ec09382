/** The pulls of a ledger, those that are set aside, too. */
import { formatAmount, formatCount } from "../../core/money.ts";
import type { PullStep } from "../../core/review/pulls/pull-steps.ts";
import { ZoneClock, formatInstant, withInstant } from "../../core/time.ts";
import type { DriftedMonth } from "../../main/services/close/months.ts";
import { type ListedPull, readPulls } from "../../main/services/pull/set-aside.ts";
import { driftDocument, driftWords } from "./month/print-drift.ts";
import type { Session } from "../session.ts";
import { harmless, print } from "../terminal.ts";

/**
 * Writes what was done to a pull and to closed months, or where nothing was the list; or all of it as
 * `tieout.pulls/1`.
 */
export async function writePulls(
  { terminal, progress }: Session,
  ledger: string,
  taken: PullStep | null,
  drifted: readonly DriftedMonth[] | null,
  json: boolean,
): Promise<void> {
  const { pulls, timeZone } = readPulls(ledger);
  progress.clear();
  if (json) {
    const document = {
      schema: "tieout.pulls/1",
      pulls: pulls.map(pullDocument),
      drifted: driftDocument(drifted) ?? [],
    };
    return print(terminal, `${JSON.stringify(document, null, 2)}\n`);
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

function pullDocument({ aside, startedAtMs, finishedAtMs, ...pull }: ListedPull) {
  return {
    ...pull,
    startedAt: formatInstant(startedAtMs),
    finishedAt: finishedAtMs === null ? null : formatInstant(finishedAtMs),
    setAside: aside === null ? null : withInstant({ by: aside.by, note: aside.note, atMs: aside.atMs }),
  };
}
