/** Report inputs for tests: a real check of real records, with everything around it that a ledger would say. */
import { DEFAULT_OPTIONS, type CheckOptions } from "../../../src/core/options.ts";
import { type Records, columnsOf } from "../columns.ts";
import type { MatchedRecords } from "../../../src/core/reconcile/input/input.ts";
import { reconcile } from "../../../src/core/reconcile/reconcile.ts";
import { outcomesBefore } from "../../../src/core/report/sheet/closing.ts";
import type { Workbook } from "../../../src/core/report/sheet/model.ts";
import type { Entry } from "../../../src/core/records/entry.ts";
import type {
  PullEffect,
  ReportInput,
  ReportMatch,
  TrailLink,
} from "../../../src/core/report/sheet/input.ts";
import type { Provenance } from "../../../src/core/review/restate/provenance.ts";
import type { CloseStep } from "../../../src/core/review/close/close.ts";
import { type FrozenReview, frozenReviewOf } from "../../../src/core/review/close/differences.ts";
import { signedPeriodsOf } from "../../../src/core/review/close/month-states.ts";
import type { Decision } from "../../../src/core/review/decisions/decision.ts";
import { KnownVersions } from "../../../src/core/review/decisions/known-versions.ts";
import type { RestatementRegister } from "../../../src/core/review/restate/restatements.ts";
import { reviewFindings } from "../../../src/core/review/decisions/review.ts";
import { ZoneClock, monthDays, periodOf } from "../../../src/core/time.ts";
import { HOUR_MS, OCTOBER_MS, entry, sale, sha256, wallet } from "../records.ts";

export interface ReportCase {
  readonly records: Partial<Records>;
  readonly options?: Partial<CheckOptions>;
  /** `YYYY-MM`; the whole history without one. */
  readonly month?: string;
  readonly decimals?: number;
  readonly decisions?: readonly Decision[];
  readonly matches?: readonly ReportMatch[];
  readonly closeSteps?: readonly CloseStep[];
  readonly restatements?: RestatementRegister;
  /** Left out it is what the check of now raises, by the decisions of then. */
  readonly frozenReview?: FrozenReview;
}

const NO_RESTATEMENTS: RestatementRegister = { restatements: [], total: 0, closings: [] };

/** 2026-11-01T06:00:00Z. */
export const RUN_AT_MS = Date.UTC(2026, 10, 1, 6);

const USER = {
  userID: 1,
  name: "Ada Harbour",
  email: null,
  phone: null,
  country: null,
  defaultCurrency: "NGN",
  businessID: 7,
};

/** The input of the workbook for records, checked as the command line would check them. */
export function reportInput({
  records,
  options = {},
  month,
  decimals = 0,
  decisions = [],
  matches = (records.human?.matches ?? []).map(madeByHand),
  closeSteps = [],
  restatements = NO_RESTATEMENTS,
  frozenReview: given,
}: ReportCase): ReportInput {
  const full: Records = { entries: [], transactions: [], pulledAtMs: RUN_AT_MS, user: USER, ...records };
  const columns = columnsOf(full, sha256);
  const settings = { ...DEFAULT_OPTIONS, ...options };
  const clock = new ZoneClock(settings.timeZone);
  const days = month === undefined ? null : monthDays(month);
  const period = days === null ? null : periodOf(days.from, days.to, clock);
  const check = reconcile(columns, settings, { period, sha256 });
  const signedPeriods = signedPeriodsOf(closeSteps);
  const signed = { ...columns, human: { ...columns.human, signedPeriods } };
  const priorOutcomes = outcomesBefore(signed, check);
  const entries = new Map(full.entries.map((one) => [one.walletID, one]));
  const transactions = new Map(full.transactions.map((one) => [one.payID, one]));
  const entryOf = (row: number) => {
    const found = entries.get(columns.entries.walletID[row]!);
    if (found === undefined) throw new Error(`no entry in row ${row}`);
    return found;
  };
  const transactionOf = (row: number) => {
    const transaction = transactions.get(columns.transactions.payID[row]!);
    if (transaction === undefined) throw new Error(`no transaction in row ${row}`);
    return transaction;
  };
  const review = reviewFindings(check.findings, decisions, new KnownVersions(columns.history, sha256));
  const total = review.findings.filter(({ status }) => status === "raised").length;
  return {
    entity: { name: "Harbour Goods Ltd", userID: 1, businesses: [] },
    ledgerId: "3d1f9a44-0f4e-4c9d-8a57-1b6a2f1c7e10",
    decimals,
    appVersion: "0.1.0",
    shows: "As of now, after pull 2, 2026-11-02",
    rulesVersion: "1",
    check,
    priorOutcomes,
    records: columns,
    entryTexts: entryOf,
    transactionTexts: (row) => {
      const { label, statusAlt, customer } = transactionOf(row);
      return { label, statusAlt, customerName: customer?.name ?? null };
    },
    decisions,
    review,
    matches,
    attachments: [],
    askingLetters: [],
    raised: { total, unasked: total, cleared: 0 },
    closeSteps,
    frozenReview: given ?? frozenIn(check, { month, decisions, closeSteps }),
    restatements,
    trail: trailOf(decisions, matches, closeSteps),
    pulls: [
      {
        id: 1,
        source: "service",
        startedAtMs: RUN_AT_MS - 4000,
        finishedAtMs: RUN_AT_MS,
        baseUrl: "http://127.0.0.1:40123",
        limit: null,
        entries: full.entries.length,
        transactions: full.transactions.length,
        providedBy: null,
        effect: effectOf(full.entries),
        bodies: [
          {
            endpoint: "/wallet/history",
            name: "",
            sha256: sha256("wallet"),
            bytes: 1024,
            pruned: false,
            provenance: answeredFrom("/wallet/history"),
          },
          {
            endpoint: "/transaction/fetch/all",
            name: "",
            sha256: sha256("all"),
            bytes: 2048,
            pruned: true,
            provenance: null,
          },
        ],
      },
    ],
    run: { id: 7, atMs: RUN_AT_MS },
    audit: { sequence: 12, head: sha256("head") },
  };
}

/** How the exceptions stood when the month was prepared, where the check raised then what it raises now. */
function frozenIn(
  { findings }: ReportInput["check"],
  {
    month,
    decisions,
    closeSteps,
  }: Pick<ReportInput, "decisions" | "closeSteps"> & { readonly month: string | undefined },
): FrozenReview | null {
  const frozen = closeSteps.findLast((one) => one.month === month && one.step === "prepare")?.frozen;
  if (frozen === undefined || frozen === null) return null;
  const counting = decisions.filter(({ id }) => id <= frozen.decisionId);
  return frozenReviewOf(findings, new Map(counting.map((one) => [one.fingerprint, one])));
}

/** What a first pull did to the entries. */
function effectOf(entries: readonly Entry[]): PullEffect {
  const ids = entries.map(({ walletID }) => walletID);
  const range = ids.length === 0 ? null : { from: Math.min(...ids), to: Math.max(...ids) };
  return { received: ids.length, inserted: ids.length, changed: 0, vanished: 0, range };
}

function answeredFrom(path: string): Provenance {
  return {
    origin: "http://127.0.0.1:40123",
    request: `GET /sandbox/index${path}`,
    status: "200 OK",
    serverAtMs: RUN_AT_MS - 2000,
    certificateSha256: null,
    attempt: 1,
    sentAtMs: RUN_AT_MS - 3000,
    answeredAtMs: RUN_AT_MS - 2000,
    endedAtMs: RUN_AT_MS - 1000,
  };
}

/** A match that the check goes by, as the ledger tells it. */
function madeByHand({ id, walletIDs, payIDs }: MatchedRecords): ReportMatch {
  return {
    id,
    note: `Same sale, seen on statement ${id}`,
    by: "Ada Obi",
    atMs: RUN_AT_MS - 60_000 + id,
    undoes: null,
    records: {
      entries: walletIDs.map((walletID) => ({ walletID, sha256: sha256(`entry ${walletID}`) })),
      transactions: payIDs.map((payID) => ({ payID, sha256: sha256(`transaction ${payID}`) })),
    },
    state: "in-force",
  };
}

/** Links from 2 on: decisions, then matches, then steps. */
function trailOf(
  decisions: readonly Decision[],
  matches: readonly ReportMatch[],
  steps: readonly CloseStep[],
): TrailLink[] {
  const recorded = [
    ...decisions.map(({ id }) => ({ kind: "decision" as const, id })),
    ...matches.map(({ id }) => ({ kind: "match" as const, id })),
    ...steps.map(({ id }) => ({ kind: "close" as const, id })),
  ];
  return recorded.map((link, at) => ({ ...link, sequence: at + 2 }));
}

/**
 * A small history with something of everything: September's sales and one that stays unpaid into the wallet, then October with
 * a misstated balance, a missing entry, an orphan, a short and a reversed settlement, a payment in transit, and entries
 * without a payref.
 */
export function variedRecords(): Partial<Records> {
  const day = 24 * HOUR_MS;
  const plan: [movement: number, payref: string, action: string, atDay: number][] = [
    [10_000, "PAY-1", "API", -20],
    [5_000, "PAY-2", "API", -10],
    [-2_500, "", "Withdrawal", -5],
    [7_500, "PAY-3", "API", 1],
    [1_200, "pay-3x", "API", 2],
    [3_900, "PAY-4", "API", 3],
    [6_000, "PAY-5", "API", 5],
    [-6_000, "PAY-5", "Reversal", 6],
    [-1_000, "", "withdrawal", 8],
    [250, "", "Bonus", 9],
    [8_800, "PAY-6", "API", 12],
    [-400, "", "Withdrawal", 15],
  ];
  const entries = wallet(
    plan.map(([movement]) => movement),
    (at) => ({
      payref: plan[at]![1],
      action: plan[at]![2],
      dateCreatedAtMs: OCTOBER_MS + plan[at]![3] * day,
      description: at === 4 ? '=HYPERLINK("http://example.test")' : `Entry ${at + 1} <&>`,
    }),
  ).map((one, at) => {
    if (at === 8) return { ...one, balance: one.balance + 90 };
    return at >= 10 ? { ...one, balance: one.balance - 777 } : one;
  });
  const paid = (payID: number, amount: number, atDay: number) =>
    sale(payID, amount, {
      datePaidAtMs: OCTOBER_MS + atDay * day - HOUR_MS,
      dateCreatedAtMs: OCTOBER_MS + atDay * day - 30 * HOUR_MS,
    });
  const transactions = [
    paid(1, 10_000, -20),
    paid(2, 5_000, -10),
    paid(3, 7_500, 1),
    paid(4, 4_000, 3),
    paid(5, 6_000, 5),
    { ...paid(6, 8_800, 12), payableamount: 8_900 },
    paid(7, 4_321, -8),
    paid(8, 950, 14),
    paid(9, 3_000, 30),
    { ...sale(10, 1_500), datePaidAtMs: null },
  ];
  return { entries, transactions };
}

/** Two wallets, mixed actions, and texts that other programs could take for something else. */
export function oddRecords(): Partial<Records> {
  const texts = [
    "=1+1",
    "+49 30",
    "-5",
    "@SUM(A1)",
    "\tx",
    "\rx",
    "_x0041_",
    "a\uFFFEb\u0001c",
    "<&>\"'",
    " pad ",
  ];
  const entries = wallet(
    texts.map((_, at) => 100 + at),
    (at) => ({
      description: texts[at]!,
      sessionID: "00123",
      payref: `=P${at}`,
      action: at % 2 === 0 ? "a*" : "A*",
    }),
  );
  const other = { userID: 2, businessID: 9, dateCreatedAtMs: OCTOBER_MS + 50 * HOUR_MS };
  return {
    entries: [
      ...entries,
      entry(500, { ...other, debit: 40, balance: 40 }),
      entry(501, { ...other, credit: 15, balance: 25 }),
    ],
    transactions: texts.map((_, at) => sale(at + 1, 100 + at, { payref: `=P${at}` })),
  };
}

/** Five wallets: two in naira, one in cedis, two whose currency nobody names. */
export function manyCurrencies(): Partial<Records> {
  const business = { name: "Quay", userID: 2, businessID: 9 };
  const wallets = [
    { userID: 1, businessID: 7, currency: "NGN" },
    { userID: 2, businessID: 9, currency: "GHS" },
    { userID: 3, businessID: 10, currency: "NGN" },
    { userID: 4, businessID: 11, currency: null },
    { userID: 5, businessID: 12, currency: null },
  ];
  const entries = wallets.flatMap(({ userID, businessID }, at) => {
    const of = { userID, businessID };
    return [
      entry(10 * at + 1, { ...of, debit: 1000 * 10 ** at, balance: 1000 * 10 ** at }),
      entry(10 * at + 2, { ...of, credit: 7, balance: 1000 * 10 ** at - 7 - at }),
    ];
  });
  const businesses = wallets.flatMap(({ currency, ...of }) =>
    currency === null ? [] : [{ ...business, ...of, currency }],
  );
  return { entries, businesses };
}

/** October of the small history. */
/** A workbook of B1 and C1 alone, a table each. */
export function shortened(workbook: Workbook): Workbook {
  return { ...workbook, sheets: workbook.sheets.filter(({ ref }) => ref === "B1" || ref === "C1") };
}

export function october(given: Partial<Omit<ReportCase, "records">> = {}): ReportInput {
  return reportInput({ records: variedRecords(), month: "2026-10", ...given });
}

/** Actions that differ in the service's response and look the same in a cell, or the same as a label of the workbook. */
export const ALIKE_ACTIONS: readonly (string | null)[] = [
  "A\u0001",
  "A\u0002",
  "a\r\nb",
  "a\nb",
  "a\rb",
  `${"x".repeat(32_767)}1`,
  `${"x".repeat(32_767)}2`,
  "(no action)",
  '"(no action)"',
  null,
  "",
  "(3 other actions)",
];

/** An entry of each such action, with a payref and without one. */
export function alikeRecords(): Partial<Records> {
  const actions = [...ALIKE_ACTIONS, ...ALIKE_ACTIONS];
  const entries = wallet(
    actions.map((_, at) => 2 ** at),
    (at) => ({ action: actions[at] ?? null, payref: at < ALIKE_ACTIONS.length ? "" : `PAY-${at}` }),
  );
  return { entries };
}
