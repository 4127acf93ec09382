/** One client's ledger among others: the month to close, what is known of it, and what waits for whom. */
import type { SourceOfPull } from "../../reconcile/input/pull-clocks.ts";
import { type Day, monthDays } from "../../time.ts";
import type { CloseState, Month } from "../close/close.ts";
import type { StateOfMonth } from "../close/close-rules.ts";
import type { MonthStanding } from "../close/month-states.ts";
import { monthAfter } from "../close/months.ts";

/** What the month's statement says of now. */
export interface ClientCheck {
  /** In one sentence. */
  readonly conclusion: string;
  /** What is undecided or raised, in words; '' for nothing. @example `9,212,770 NGN` */
  readonly toResolve: string;
  readonly errors: number;
  readonly undecidedErrors: number;
}

/** What has to happen next. */
export const WAITING_KINDS = [
  /** A first pull or import. */
  "records",
  /** A pull after the end of the month. */
  "pull",
  /** The check, which comes after the list. */
  "check",
  /** Decisions on undecided errors. */
  "decisions",
  "preparation",
  /** Preparing again, because something changed since. */
  "preparation-again",
  /** Answers to points of the reviewer, who returned the month. */
  "points",
  "signature",
  /** A look at what changed in signed months. */
  "restatement",
  "nothing",
] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

/** For whom it waits. */
export interface ClientWaiting {
  readonly kind: WaitingKind;
  /** How many: undecided errors, points, changes; null where nothing is counted. */
  readonly count: number | null;
  /** Whoever it waits for; null where the ledger names nobody. */
  readonly by: string | null;
  /** Whoever may not do it: the preparer of what is to be signed. */
  readonly notBy: string | null;
}

/** A signed month of which anything changed since. */
interface RestatedMonth {
  readonly month: Month;
  /** Of records, decisions and options together, as `changedSinceOf` counts them; null until it is checked. */
  readonly changes: number | null;
  /** What comes of them, and of what changed in other months, one phrase each. */
  readonly effects: readonly string[];
}

/** What is read of one ledger, as of one moment. */
export interface ClientFacts {
  /** The caller whose records it holds; null while no user record came. */
  readonly owner: { readonly userID: number; readonly name: string | null } | null;
  /** ISO 4217; null while none is known. */
  readonly currency: string | null;
  readonly timeZone: string;
  /** Today in the ledger's zone. */
  readonly today: Day;
  /** The month to close. */
  readonly month: Month;
  /** Of which moment its line is, as `nowTitle`. */
  readonly shows: string;
  /** Whether the ledger has that month, see `listMonthFacts`; false where none of its months is over. */
  readonly hasMonth: boolean;
  readonly state: CloseState;
  /** Who prepared it; null where nobody did. */
  readonly prepared: StateOfMonth["prepared"];
  /** Since when it stands so, milliseconds UTC: its last step, or else, once it is over, the first pull after its end; null where neither came. */
  readonly sinceMs: number | null;
  /** The newest month that is signed off; null where none is. */
  readonly signedUpTo: Month | null;
  /** The newest pull, milliseconds UTC; of files when they were imported. null while there is none. */
  readonly lastPull: { readonly source: SourceOfPull; readonly atMs: number } | null;
  /** null without records, and until it is made. */
  readonly check: ClientCheck | null;
  /** Signed months that are not as they were signed, ascending. */
  readonly restated: readonly RestatedMonth[];
  readonly waiting: ClientWaiting;
  /** Letters that were sent and not answered, in the order in which they were written. */
  readonly unanswered: readonly UnansweredLetter[];
}

/** A letter to the provider that was sent and has no answer. */
export interface UnansweredLetter {
  readonly ref: string;
  readonly on: Day;
  readonly to: string;
}

export interface Client extends ClientFacts {
  /** The last day to close the month; null where no day is due. */
  readonly dueOn: Day | null;
  readonly isOverdue: boolean;
}

/**
 * The month to close: the newest one that is over and has records or a step.
 *
 * @param last the month before today's, in the ledger's zone; it is taken where none is over
 * @param newest the month of the newest record; null while there is none
 */
export function monthToClose(
  standing: ReadonlyMap<Month, MonthStanding>,
  last: Month,
  newest: Month | null,
): Month {
  const months = [...standing.keys(), ...(newest === null ? [] : [newest < last ? newest : last])];
  return (
    months
      .filter((month) => month <= last)
      .toSorted()
      .at(-1) ?? last
  );
}

export interface WaitingBasis {
  readonly standing: MonthStanding;
  /** Whether a pull came at all. */
  readonly hasRecords: boolean;
  /** Whether the newest pull came after the month's end. */
  readonly isOver: boolean;
  readonly check: ClientCheck | null;
  /** Whether the check differs from what was prepared. */
  readonly differs: boolean;
  /** How many exceptions have another decision than was prepared. */
  readonly decidedSince: number;
  /** How many points on it wait for an answer. */
  readonly unanswered: number;
  /** Of this month and others. */
  readonly restated: readonly RestatedMonth[];
  /** Whoever decided last in the ledger; null where nobody did. */
  readonly lastBy: string | null;
}

/** What has to happen next in the month, and who does it, as far as the ledger says so. */
export function waitingOf(basis: WaitingBasis): ClientWaiting {
  const { standing, check, differs, decidedSince, restated } = basis;
  if (standing.signed !== null) {
    if (restated.length === 0) return NOTHING;
    // What another month changed is no change of its own.
    const isKnown = restated.every(({ changes }) => changes !== null && changes > 0);
    const changes = restated.reduce((sum, one) => sum + (one.changes ?? 0), 0);
    return waiting("restatement", { count: isKnown ? changes : null });
  }
  if (standing.prepared !== null) {
    const { by } = standing.prepared;
    const isReturned = standing.state === "returned";
    if (isReturned && basis.unanswered > 0) return waiting("points", { by, count: basis.unanswered });
    if (differs || decidedSince > 0) return waiting("preparation-again", { by });
    if (isReturned) return waiting("preparation", { by });
    return waiting("signature", { notBy: by });
  }
  // Whoever reopened the month, or began its review in an earlier version; else whoever works in the ledger.
  const by = standing.steps.at(-1)?.by ?? basis.lastBy;
  if (!basis.hasRecords) return waiting("records", { by });
  if (!basis.isOver) return waiting("pull", { by });
  if (check === null) return waiting("check", { by });
  if (check.undecidedErrors > 0) return waiting("decisions", { by, count: check.undecidedErrors });
  return waiting("preparation", { by });
}

const NOTHING: ClientWaiting = { kind: "nothing", count: null, by: null, notBy: null };

function waiting(kind: WaitingKind, rest: Partial<ClientWaiting>): ClientWaiting {
  return { ...NOTHING, ...rest, kind };
}

/** The latest day of a month that any month has. */
export const LAST_DUE_DAY = 31;

/** @param dueDay of the month after, 1 to 31; of a shorter month the last. null for no due date */
export function dueClient(facts: ClientFacts, dueDay: number | null): Client {
  const dueOn = dueDay === null ? null : dueDateOf(facts.month, dueDay);
  const isOverdue = dueOn !== null && facts.waiting.kind !== "nothing" && facts.today > dueOn;
  return { ...facts, dueOn, isOverdue };
}

function dueDateOf(month: Month, dueDay: number): Day {
  const next = monthAfter(month);
  const last = monthDays(next)?.to ?? (`${next}-28` as Day);
  const asked = `${next}-${String(dueDay).padStart(2, "0")}` as Day;
  return asked < last ? asked : last;
}

/** As much of a line as says where it goes. */
interface Ordered {
  /** null for a ledger that could not be read. */
  readonly client: Pick<Client, "month" | "waiting" | "dueOn"> | null;
}

/**
 * Orders lines by urgency: what could not be read, what waits by the day on which it is due or else by its month, and
 * last what waits for nothing. Lines of the same urgency stay in their order.
 */
export function byUrgency<L extends Ordered>(lines: readonly L[]): L[] {
  return lines.toSorted((a, b) => {
    const [one, other] = [urgencyOf(a), urgencyOf(b)];
    return one < other ? -1 : one > other ? 1 : 0;
  });
}

function urgencyOf({ client }: Ordered): string {
  if (client === null) return "0";
  const { waiting: waits, dueOn, month } = client;
  return `${waits.kind === "nothing" ? 2 : 1} ${dueOn ?? month}`;
}
