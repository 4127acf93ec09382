/** A month that was signed, after the ordinary payments of the next one: it finds what it found, as at its end. */
import { expect, test } from "vitest";
import type { Entry } from "../../../../src/core/records/entry.ts";
import { monthDays } from "../../../../src/core/time.ts";
import type { CrowdPayDetail, Transaction } from "../../../../src/core/records/transaction.ts";
import { checkRecords } from "../../../../src/main/services/check/check.ts";
import { readRestatements } from "../../../../src/main/services/close/register.ts";
import { PulledLedger } from "../../../helpers/ledgers/pulled-ledger.ts";
import { HOUR_MS, OCTOBER_MS, milestone, sale, task, wallet } from "../../../helpers/records.ts";
import { signMonth } from "../../../helpers/ledgers/signing.ts";

const DAY_MS = 24 * HOUR_MS;
/** At noon of a day counted from 1 October; from 32 on it is November. */
const day = (of: number) => OCTOBER_MS + (of - 1) * DAY_MS + 12 * HOUR_MS;

const LISTED = { dateCreatedAtMs: day(2) };
const UNPAID = { ...LISTED, datePaidAtMs: null, status: 0, statusAlt: "Pending", isActive: "inactive" };

/** Payments by what they are at October's end; those of `later` have been paid in November as people pay. */
function payments(isLater: boolean): Transaction[] {
  const paidLater = (paidOn: number) => (isLater ? { ...LISTED, datePaidAtMs: day(paidOn) } : UNPAID);
  return [
    sale(1, 1000, { ...LISTED, datePaidAtMs: day(5) }),
    sale(2, 700, paidLater(36)),
    sale(3, 300, { ...paidLater(37), traderStatus: "buyer" }),
    // Paid on the last day of October, settled on the second of November: in transit at its end.
    sale(4, 450, { ...LISTED, datePaidAtMs: day(31) }),
    inTwoTasks(5, isLater),
    crowdPay(6, isLater),
    { ...crowdPay(7, isLater), ...(isLater ? {} : { detail: raised(7, 0, 0) }) },
    ...(isLater ? [sale(8, 250, { dateCreatedAtMs: day(34), datePaidAtMs: day(35) })] : []),
  ];
}

/** Two tasks: one done in October, one in November. */
function inTwoTasks(payID: number, isLater: boolean): Transaction {
  const open = { isComplete: 0, dateCompletedAtMs: null };
  const last = task(500, isLater ? { dateCompletedAtMs: day(38) } : open);
  const tasks = [task(400, { dateCompletedAtMs: day(6) }), last];
  const detail = milestone({ payref: `PAY-${payID}`, tasks, dateAddedAtMs: day(2) });
  return sale(payID, 900, {
    ...LISTED,
    datePaidAtMs: day(4),
    cycle: "milestone",
    label: "Milestone",
    detail,
  });
}

function raised(payID: number, currentRaised: number, contributorCount: number): CrowdPayDetail {
  return {
    cycle: "crowd-pay",
    type: "crowd-pay",
    reference: `PAY-${payID}`,
    purpose: "A roof",
    projectName: "The roof",
    projectGoal: 5000,
    currentRaised,
    contributorCount,
    projectDescription: null,
    dateCreatedAtMs: day(2),
    extra: null,
  };
}

/** 600 raised in October and as much in November. */
function crowdPay(payID: number, isLater: boolean): Transaction {
  const detail = isLater ? raised(payID, 1200, 4) : raised(payID, 600, 2);
  return sale(payID, 5000, { ...LISTED, datePaidAtMs: null, cycle: "crowd-pay", label: "Crowd-pay", detail });
}

/** Day, movement and payment of each entry; those of October first. */
const MOVES: readonly (readonly [of: number, movement: number, payID: number])[] = [
  [5, 1000, 1],
  [7, 400, 5],
  [20, 600, 6],
  [33, 450, 4],
  [35, 250, 8],
  [36, 700, 2],
  [37, -300, 3],
  [39, 500, 5],
  [40, 600, 6],
  [41, 1200, 7],
];

function entries(isLater: boolean): Entry[] {
  const moves = MOVES.filter(([of]) => isLater || of <= 31);
  return wallet(
    moves.map(([, movement]) => movement),
    (at) => ({ dateCreatedAtMs: day(moves[at]?.[0] ?? 0), payref: `PAY-${moves[at]?.[2] ?? ""}` }),
  );
}

test("gives a signed month the same findings after November's payments, in every cycle and on both sides", async () => {
  const pulled = await PulledLedger.open({ entries: entries(false), transactions: payments(false) });
  await pulled.pull();
  await signMonth(pulled.ledger, "2026-10", pulled.context);
  const october = async () => {
    const request = {
      source: { ledger: pulled.ledger },
      period: monthDays("2026-10"),
      options: {},
      save: false,
    };
    const { result } = await checkRecords(request, pulled.context);
    return result;
  };
  const signed = await october();
  // Money on its way, and nothing else.
  expect(signed.findings.map(({ rule, payID }) => [rule, payID])).toEqual([["in-transit", 4]]);
  pulled.service.records.entries = entries(true);
  pulled.service.records.transactions = payments(true);
  const { transactions } = await pulled.pull();
  expect(transactions).toMatchObject({ inserted: 1, changed: 5 });
  const now = await october();
  expect(now.findings).toEqual(signed.findings);
  expect(now.wallets).toEqual(signed.wallets);
  expect(readRestatements(pulled.ledger, { month: null }).restatements).toEqual([]);
  const november = await checkRecords(
    { source: { ledger: pulled.ledger }, period: monthDays("2026-11"), options: {}, save: false },
    pulled.context,
  );
  expect(november.result.findings).toEqual([]);
});
