/** A client's month in words: the same in the terminal and the window. */
import { letterName } from "../letters/letter-words.ts";
import { formatAmount, formatCount } from "../../money.ts";
import type { Client, ClientFacts, ClientWaiting } from "./client.ts";
import { stateWords } from "../close/close-rules.ts";
import { pointCountWords } from "../close/points.ts";
import { muchWords } from "../close/since.ts";
import { ZoneClock, sayInstant } from "../../time.ts";
import { monthTitle } from "../../words/month.ts";

/** What waits. @example `A signature` */
export function waitingWords({ kind, count }: ClientWaiting): string {
  switch (kind) {
    case "records":
      return "A first pull or import";
    case "pull":
      return "A pull after the end of the month";
    case "check":
      return "Its check";
    case "decisions":
      return `Decisions on ${formatCount(count ?? 0, "error")}`;
    case "preparation":
      return "Preparing";
    case "preparation-again":
      return "Preparing again: it changed since";
    case "points":
      return `Answers to ${pointCountWords(count ?? 0)}`;
    case "signature":
      return "A signature";
    case "restatement":
      return `A look at ${count === null ? "what changed" : formatCount(count, "change")} since sign-off`;
    case "nothing":
      return "Nothing";
  }
}

/** For whom it waits; '' where nothing waits, and where the ledger names nobody. @example `Somebody other than Ada Obi` */
export function waitsForWords({ kind, by, notBy }: ClientWaiting): string {
  if (kind === "nothing") return "";
  if (notBy !== null) return `Somebody other than ${notBy}`;
  return by ?? "";
}

/** Since when the month stands as it does, a day of the ledger's zone; '' where nothing says so. */
export function sinceWords({ sinceMs, timeZone }: Pick<ClientFacts, "sinceMs" | "timeZone">): string {
  return sinceMs === null ? "" : new ZoneClock(timeZone).day(sinceMs);
}

/** When the newest records came. @example `Pulled 2026-11-02 08:12:40 Africa/Lagos` */
function lastPullWords({ lastPull, timeZone }: ClientFacts): string {
  if (lastPull === null) return "Never pulled";
  const did = lastPull.source === "files" ? "Imported" : "Pulled";
  return `${did} ${sayInstant(lastPull.atMs, new ZoneClock(timeZone))}`;
}

/**
 * Signed months that are not as they were signed, with how much as `muchWords`; '' for none.
 *
 * @example `Changed since sign-off: August 2026 (3 changes)`
 */
export function restatedMonthsWords({ restated }: ClientFacts): string {
  if (restated.length === 0) return "";
  const months = restated.map(
    ({ month, changes, effects }) =>
      `${monthTitle(month)}${changes === null ? "" : ` (${muchWords({ count: changes, effects })})`}`,
  );
  return `Changed since sign-off: ${months.join(", ")}`;
}

/** @example `Not answered: Letter 1 of August 2026 (sent 2026-09-03 to Escrow Ltd)`, '' for none */
export function unansweredWords({ unanswered }: Pick<ClientFacts, "unanswered">): string {
  if (unanswered.length === 0) return "";
  const letters = unanswered.map(({ ref, on, to }) => `${letterName(ref)} (sent ${on} to ${to})`);
  return `Not answered: ${letters.join(", ")}`;
}

/** All of it in one line, without the ledger's name. */
export function clientLine(client: Client): string {
  const { month, check, waiting, dueOn, isOverdue } = client;
  const since = waiting.kind === "nothing" ? "" : sinceWords(client);
  const isDue = dueOn !== null && waiting.kind !== "nothing";
  const due = !isDue ? "" : `, ${isOverdue ? "overdue since" : "due"} ${dueOn}`;
  const undecided =
    check !== null && check.undecidedErrors > 0
      ? `${formatCount(check.undecidedErrors, "undecided error")}.`
      : "";
  const restated = restatedMonthsWords(client);
  const unanswered = unansweredWords(client);
  const parts = [
    `${monthTitle(month)} is ${stateWords(client)}${due}.`,
    check === null || check.toResolve === "" ? "" : `${check.toResolve} to resolve.`,
    `Waits for: ${lineOfWaiting(waiting)}${since === "" ? "" : `, since ${since}`}.`,
    check?.conclusion ?? "",
    undecided,
    `${lastPullWords(client)}.`,
    restated === "" ? "" : `${restated}.`,
    unanswered === "" ? "" : `${unanswered}.`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function lineOfWaiting(waiting: ClientWaiting): string {
  const what = waitingWords(waiting);
  const first = `${what.slice(0, 1).toLowerCase()}${what.slice(1)}`;
  if (waiting.notBy !== null) return `${first} by somebody other than ${waiting.notBy}`;
  return waiting.by === null ? first : `${first}, by ${waiting.by}`;
}

export interface ClientTotals {
  readonly ledgers: number;
  readonly overdue: number;
  /** Waiting, overdue or not. */
  readonly waiting: number;
  readonly failed: number;
}

/** Counts clients; null for one that could not be read. */
export function clientTotals(clients: readonly (Client | null)[]): ClientTotals {
  const read = clients.filter((client) => client !== null);
  return {
    ledgers: clients.length,
    overdue: read.filter(({ isOverdue }) => isOverdue).length,
    waiting: read.filter(({ waiting }) => waiting.kind !== "nothing").length,
    failed: clients.length - read.length,
  };
}

/** @example `4 ledgers: 2 waiting, 1 of them overdue, 1 not readable.` */
export function clientTotalsWords({ ledgers, overdue, waiting, failed }: ClientTotals): string {
  const late = overdue === 0 ? "" : `, ${formatAmount(overdue)} of them overdue`;
  const unread = failed === 0 ? "" : `, ${formatAmount(failed)} not readable`;
  return `${formatCount(ledgers, "ledger")}: ${formatAmount(waiting)} waiting${late}${unread}.`;
}
