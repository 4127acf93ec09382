/** One client's month among others: what waits in it and for whom, when it is due, and what comes first. */
import { expect, test } from "vitest";
import {
  clientLine,
  clientTotals,
  clientTotalsWords,
  waitingWords,
  waitsForWords,
} from "../../../src/core/review/clients/client-words.ts";
import {
  type Client,
  type ClientCheck,
  type ClientFacts,
  type WaitingBasis,
  byUrgency,
  dueClient,
  monthToClose,
  waitingOf,
} from "../../../src/core/review/clients/client.ts";
import type { CloseStep, Month } from "../../../src/core/review/close/close.ts";
import {
  type MonthStanding,
  standingOfMonth,
  untouched,
} from "../../../src/core/review/close/month-states.ts";
import type { Day } from "../../../src/core/time.ts";
import { NOTHING_FROZEN } from "../../helpers/ledgers/closing.ts";

const OCTOBER = "2026-10" as Month;
const CHECK: ClientCheck = { conclusion: "It follows.", toResolve: "", errors: 2, undecidedErrors: 0 };

/** October after steps, each by another person. */
function after(...steps: readonly CloseStep["step"][]): MonthStanding {
  const taken = steps.map((step, at): CloseStep => {
    const freezes = step === "prepare" || step === "sign-off";
    const by = ["Ada Obi", "Ben Uche", "Cy Eze"][at] ?? "";
    return {
      id: at + 1,
      month: OCTOBER,
      step,
      by,
      note: "",
      atMs: 0,
      frozen: freezes ? NOTHING_FROZEN : null,
    };
  });
  return standingOfMonth(taken, OCTOBER);
}

const basis = (fields: Partial<WaitingBasis> = {}): WaitingBasis => ({
  standing: untouched(OCTOBER),
  hasRecords: true,
  isOver: true,
  check: CHECK,
  differs: false,
  decidedSince: 0,
  unanswered: 0,
  restated: [],
  lastBy: null,
  ...fields,
});

const restated = (...changes: readonly (number | null)[]) =>
  changes.map((count) => ({ month: OCTOBER, changes: count, effects: [] }));

test.each<[string, Partial<WaitingBasis>, string, string]>([
  ["before any records", { hasRecords: false, isOver: false, check: null }, "A first pull or import", ""],
  [
    "within the month",
    { isOver: false, check: null, lastBy: "Di Ita" },
    "A pull after the end of the month",
    "Di Ita",
  ],
  ["before its check", { check: null }, "Its check", ""],
  [
    "with an undecided error",
    { check: { ...CHECK, undecidedErrors: 1 }, lastBy: "Di Ita" },
    "Decisions on 1 error",
    "Di Ita",
  ],
  ["with all decided", { standing: after("review"), lastBy: "Di Ita" }, "Preparing", "Ada Obi"],
  ["prepared", { standing: after("prepare") }, "A signature", "Somebody other than Ada Obi"],
  [
    "prepared on another check",
    { standing: after("prepare"), differs: true },
    "Preparing again: it changed since",
    "Ada Obi",
  ],
  [
    "prepared before a decision",
    { standing: after("prepare"), decidedSince: 1 },
    "Preparing again: it changed since",
    "Ada Obi",
  ],
  [
    "returned with a point",
    { standing: after("prepare", "return"), unanswered: 1, differs: true },
    "Answers to 1 review point",
    "Ada Obi",
  ],
  ["returned with all answered", { standing: after("prepare", "return") }, "Preparing", "Ada Obi"],
  [
    "returned, answered and changed",
    { standing: after("prepare", "return"), decidedSince: 1 },
    "Preparing again: it changed since",
    "Ada Obi",
  ],
  [
    "prepared, with a point",
    { standing: after("prepare"), unanswered: 1 },
    "A signature",
    "Somebody other than Ada Obi",
  ],
  ["signed", { standing: after("prepare", "sign-off"), differs: true }, "Nothing", ""],
  [
    "signed and changed since",
    { standing: after("prepare", "sign-off"), restated: restated(1, 2) },
    "A look at 3 changes since sign-off",
    "",
  ],
  [
    "signed, with changes not counted yet",
    { standing: after("prepare", "sign-off"), restated: restated(1, null) },
    "A look at what changed since sign-off",
    "",
  ],
  [
    "signed, with changes of another month's",
    { standing: after("prepare", "sign-off"), restated: restated(1, 0) },
    "A look at what changed since sign-off",
    "",
  ],
  [
    "reopened",
    { standing: after("prepare", "sign-off", "reopen"), restated: restated(1) },
    "Preparing",
    "Cy Eze",
  ],
])("a month waits, %s", (_, fields, what, whom) => {
  const waiting = waitingOf(basis(fields));
  expect([waitingWords(waiting), waitsForWords(waiting)]).toEqual([what, whom]);
});

test("what waits for nothing waits for nobody, whoever is named", () => {
  expect(waitsForWords({ kind: "nothing", count: null, by: "Ada Obi", notBy: "Ben Uche" })).toBe("");
});

const FACTS: ClientFacts = {
  owner: null,
  currency: "NGN",
  timeZone: "Africa/Lagos",
  today: "2026-11-10" as Day,
  month: OCTOBER,
  shows: "",
  hasMonth: true,
  state: "open",
  prepared: null,
  sinceMs: Date.UTC(2026, 9, 31, 23, 30),
  signedUpTo: null,
  lastPull: { source: "service", atMs: Date.UTC(2026, 10, 2, 7, 12) },
  check: { ...CHECK, toResolve: "7 NGN", undecidedErrors: 2 },
  restated: [],
  waiting: { kind: "decisions", count: 2, by: "Ada Obi", notBy: null },
  unanswered: [],
};

test("says all of a client in one line", () => {
  expect(clientLine(dueClient(FACTS, 10))).toBe(
    "October 2026 is open, due 2026-11-10. 7 NGN to resolve. Waits for: decisions on 2 errors, by Ada Obi, since 2026-11-01. It follows. 2 undecided errors. Pulled 2026-11-02 08:12:00 Africa/Lagos.",
  );
  const later: ClientFacts = {
    ...FACTS,
    lastPull: null,
    check: CHECK,
    waiting: { kind: "signature", count: null, by: null, notBy: "Ada Obi" },
    restated: [{ month: "2026-08" as Month, changes: null, effects: [] }],
    unanswered: [{ ref: "2026-08/1", on: "2026-09-03" as Day, to: "Escrow Ltd" }],
    sinceMs: null,
  };
  expect(clientLine(dueClient(later, 9))).toBe(
    "October 2026 is open, overdue since 2026-11-09. Waits for: a signature by somebody other than Ada Obi. It follows. Never pulled. Changed since sign-off: August 2026. Not answered: Letter 1 of August 2026 (sent 2026-09-03 to Escrow Ltd).",
  );
  const one = { ...later, check: { ...CHECK, undecidedErrors: 1 } };
  expect(clientLine(dueClient(one, null))).toContain("It follows. 1 undecided error. Never pulled.");
  const done: ClientFacts = {
    ...FACTS,
    check: null,
    lastPull: { source: "files", atMs: 0 },
    waiting: { kind: "nothing", count: null, by: null, notBy: null },
  };
  expect(clientLine(dueClient(done, 9))).toBe(
    "October 2026 is open. Waits for: nothing. Imported 1970-01-01 01:00:00 Africa/Lagos.",
  );
});

test("is due on a day of the month after, or on its last, and overdue from the day after as long as something waits", () => {
  const due = (dueDay: number | null, fields: Partial<ClientFacts> = {}) => {
    const { dueOn, isOverdue } = dueClient({ ...FACTS, ...fields }, dueDay);
    return [dueOn, isOverdue];
  };
  expect([due(9), due(10), due(31), due(null)]).toEqual([
    ["2026-11-09", true],
    ["2026-11-10", false],
    ["2026-11-30", false],
    [null, false],
  ]);
  const nothing = { waiting: { ...FACTS.waiting, kind: "nothing" as const } };
  expect(due(9, nothing)).toEqual(["2026-11-09", false]);
  expect(due(30, { month: "2027-01" as Month })).toEqual(["2027-02-28", false]);
});

test("what could not be read comes first, then what waits by its day or month, and last what waits for nothing", () => {
  const line = (name: string, month: string, dueOn: string | null, kind: Client["waiting"]["kind"]) => ({
    name,
    client: { month: month as Month, dueOn: dueOn as Day | null, waiting: { ...FACTS.waiting, kind } },
  });
  const lines = [
    line("done", "2026-01", null, "nothing"),
    line("late", "2026-10", "2026-11-20", "signature"),
    line("equal 1", "2026-10", "2026-11-09", "check"),
    line("equal 2", "2026-10", "2026-11-09", "check"),
    line("not due", "2026-09", null, "check"),
    { name: "failed", client: null },
  ];
  const names = byUrgency(lines).map(({ name }) => name);
  expect(names).toEqual(["failed", "not due", "equal 1", "equal 2", "late", "done"]);
  const clients = [
    dueClient(FACTS, 9),
    dueClient(FACTS, 10),
    dueClient({ ...FACTS, waiting: { ...FACTS.waiting, kind: "nothing" } }, 9),
    null,
  ];
  expect(clientTotalsWords(clientTotals(clients))).toBe(
    "4 ledgers: 2 waiting, 1 of them overdue, 1 not readable.",
  );
  expect(clientTotalsWords(clientTotals(clients.slice(1, 3)))).toBe("2 ledgers: 1 waiting.");
});

test("the month to close is the newest that is over and has records or a step, else the one before today's", () => {
  const steps = (...months: readonly string[]) =>
    new Map(months.map((month) => [month as Month, untouched(month as Month)]));
  const close = (standing: ReturnType<typeof steps>, newest: string | null) =>
    monthToClose(standing, OCTOBER, newest as Month | null);
  expect(close(steps(), null)).toBe("2026-10");
  expect(close(steps(), "2026-09")).toBe("2026-09");
  expect(close(steps(), "2026-11")).toBe("2026-10");
  expect(close(steps("2026-08", "2026-11"), "2026-07")).toBe("2026-08");
  expect(close(steps("2026-10"), "2026-09")).toBe("2026-10");
  expect(close(steps("2026-11"), null)).toBe("2026-10");
});
