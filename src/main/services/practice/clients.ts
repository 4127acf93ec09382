/** All clients, as a use case: of each ledger the month to close, its check and what waits, each read alone. */
import { newestPull, shownNow } from "../shared/shown-now.ts";
import { statSync } from "node:fs";
import { basename } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import type { LedgerFailure } from "../../../core/review/clients/ledger-closing.ts";
import {
  type Client,
  type ClientCheck,
  type ClientFacts,
  type UnansweredLetter,
  dueClient,
  monthToClose,
  waitingOf,
} from "../../../core/review/clients/client.ts";
import type { MonthStatement } from "../../../core/report/month-statement.ts";
import type { CloseStep, Month } from "../../../core/review/close/close.ts";
import { stateOf } from "../../../core/review/close/close-rules.ts";
import { monthStates, untouched } from "../../../core/review/close/month-states.ts";
import {
  listMonthFacts,
  monthAfter,
  monthBefore,
  monthFactsOf,
  newestRecorded,
} from "../../../core/review/close/months.ts";
import { type Day, ZoneClock } from "../../../core/time.ts";
import { auditHead } from "../../ledger/file/audit.ts";
import { listPulls } from "../../ledger/trail/pull.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { standingPoints } from "../../ledger/acts/close-step.ts";
import { readSettings } from "../../ledger/acts/settings.ts";
import { ownerFacts } from "../shared/ledger-facts.ts";
import { changeFinder } from "../close/changed-since.ts";
import { changedStandings, changesOfMonth, decidedSince, signedIn } from "../close/differences.ts";
import { checkMonth, readActs } from "../close/month-check.ts";
import { stateMonth } from "../close/moments.ts";
import { reachOf } from "../close/months.ts";
import { CheckMemory } from "../shared/check-memory.ts";
import { goOn } from "../shared/pacing.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { readProven } from "../shared/use-ledger.ts";
import { failureOf } from "./ledger-failure.ts";
import { standingLetters } from "../../ledger/acts/month-file.ts";

/** One ledger's line: what is read of it, or why it cannot be read. */
export interface LedgerClient {
  readonly path: string;
  /** The file's name. */
  readonly ledger: string;
  /** null where it failed. */
  readonly client: Client | null;
  readonly failure: LedgerFailure | null;
  /** Names what was read: the file's size and time, its trail's newest link, and the day; null where it failed. */
  readonly fingerprint: string | null;
}

export interface ClientsRequest {
  readonly paths: readonly string[];
  /** See `dueClient`. */
  readonly dueDay: number | null;
  /** Whether each month is checked, which takes its time; a list without says less, at once. */
  readonly checks: boolean;
}

/**
 * Reads ledgers one after the other, each as of one moment, and checks their months as their close does. Nothing
 * is written. A ledger that cannot be read is a line that says why.
 *
 * @throws TieoutError CANCELLED
 */
export async function* readClients(
  { paths, dueDay, checks }: ClientsRequest,
  context: ServiceContext,
): AsyncGenerator<LedgerClient> {
  // What the thread remembers is of the ledger that a window shows.
  const { memory: _, ...alone } = context;
  for (const path of paths) {
    await goOn(context);
    const line = { path, ledger: basename(path) };
    try {
      // Before it is opened: what is written meanwhile makes it another.
      const file = statSync(path, { throwIfNoEntry: false });
      yield readProven(path, (db) => {
        const facts = factsOf(db, path, checks, alone);
        const fingerprint = [file?.size, file?.mtimeMs, auditHead(db).hash, facts.today].join(" ");
        return { ...line, client: dueClient(facts, dueDay), failure: null, fingerprint };
      });
    } catch (error) {
      if (error instanceof TieoutError && error.code === "CANCELLED") throw error;
      yield { ...line, client: null, failure: failureOf(error, path), fingerprint: null };
    }
  }
}

function factsOf(db: ReadableLedger, path: string, checks: boolean, context: ServiceContext): ClientFacts {
  const settings = readSettings(db);
  const { timeZone } = settings;
  const today = new ZoneClock(timeZone).day(context.now());
  // The records are read once for all months.
  const checking = { ...context, memory: new CheckMemory() };
  const { steps, decisions } = checking.memory.actsOf(db, readActs);
  const standings = monthStates(steps);
  const last = newestPull(db);
  const known = { ...reachOf(db), steps };
  const month = monthToClose(standings, monthBefore(today.slice(0, 7) as Month), newestRecorded(known));
  const standing = standings.get(month) ?? untouched(month);
  const { isOver } = monthFactsOf(month, known);
  const checked = checks && last !== null ? checkMonth(db, month, checking) : null;
  const check =
    checked === null ? null : checkOf(stateMonth(db, { ledger: path, asFrozen: checked }, checking));
  const restated = restatedIn(db, steps, checks ? checking : null);
  const waiting = waitingOf({
    standing,
    hasRecords: last !== null,
    isOver,
    check,
    differs: checked !== null && changesOfMonth(db, checked).length > 0,
    decidedSince: decidedSince(db, standing.steps).get(month) ?? 0,
    unanswered: standingPoints(db).unansweredIn(month),
    restated,
    lastBy: decisions.at(-1)?.by ?? null,
  });
  return {
    ...ownerFacts(db),
    timeZone,
    today,
    month,
    shows: shownNow(db),
    hasMonth: listMonthFacts(known).some((facts) => facts.month === month),
    ...stateOf(standing),
    sinceMs: standing.steps.at(-1)?.atMs ?? (isOver ? firstPullAfter(db, month, timeZone) : null),
    signedUpTo: [...standings.values()].findLast(({ signed }) => signed !== null)?.month ?? null,
    lastPull: last === null ? null : { source: last.source, atMs: last.atMs },
    check,
    restated,
    waiting,
    unanswered: unansweredIn(db),
  };
}

/**
 * The signed months of which anything changed since, ascending, with how much.
 *
 * @param context null where nothing is checked
 */
function restatedIn(
  db: ReadableLedger,
  steps: readonly CloseStep[],
  context: ServiceContext | null,
): ClientFacts["restated"] {
  if (context === null) {
    const months = signedIn(changedStandings(db, steps)).toSorted();
    return months.map((month) => ({ month, changes: null, effects: [] }));
  }
  const changeOf = changeFinder(db, steps, context);
  const signed = signedIn([...monthStates(steps).values()]).toSorted();
  return signed.flatMap((month): ClientFacts["restated"] => {
    const changed = changeOf(month);
    return changed === null ? [] : [{ month, changes: changed.count, effects: changed.effects }];
  });
}

/** When the first pull ended that came after a month, milliseconds UTC; null where a clock was wrong. */
function firstPullAfter(db: ReadableLedger, month: Month, timeZone: string): number | null {
  const endMs = new ZoneClock(timeZone).startOfDay(`${monthAfter(month)}-01` as Day);
  const endings = listPulls(db).map(({ finishedAtMs, startedAtMs }) => finishedAtMs ?? startedAtMs);
  return endings.find((atMs) => atMs >= endMs) ?? null;
}

function checkOf({ sentence, headline, currencies }: MonthStatement): ClientCheck {
  const totals = currencies.flatMap(({ exceptions }) => Object.values(exceptions));
  return {
    conclusion: sentence,
    toResolve: headline.toResolve,
    errors: totals.reduce((sum, { errors }) => sum + errors, 0),
    undecidedErrors: currencies.reduce((sum, { exceptions }) => sum + exceptions.undecided.errors, 0),
  };
}

function unansweredIn(db: ReadableLedger): UnansweredLetter[] {
  return [...standingLetters(db).letters.values()].flatMap(({ ref, sent, answers }) =>
    sent === null || answers.length > 0 ? [] : [{ ref, on: sent.on, to: sent.to }],
  );
}
