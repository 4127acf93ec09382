/** Gathers what the workbook is made from out of an open ledger. */
import { RULES_VERSION } from "../../core/options.ts";
import type { CheckInput } from "../../core/reconcile/input.ts";
import { reconcile } from "../../core/reconcile/reconcile.ts";
import type { CheckResult } from "../../core/reconcile/result.ts";
import type { EntryTexts, ReportInput, ReportPull, TransactionTexts } from "../../core/report/input.ts";
import { type Day, ZoneClock, addDays, periodOf } from "../../core/time.ts";
import { ledgerIdOf } from "../ledger/audit.ts";
import { listBodies } from "../ledger/body.ts";
import type { ReadableLedger } from "../ledger/connection.ts";
import { ENTRY_TABLE } from "../ledger/entry-table.ts";
import { recordFinder } from "../ledger/find.ts";
import { PAYMENT_TABLE } from "../ledger/payment-table.ts";
import { listPulls } from "../ledger/pull.ts";
import type { GatheredCheck } from "./check.ts";
import { sha256 } from "./sha256.ts";

/** @param around what the ledger does not know of the export */
export function reportInputOf(
  db: ReadableLedger,
  { input, result }: GatheredCheck,
  around: Pick<ReportInput, "decimals" | "run" | "audit" | "appVersion">,
): ReportInput {
  const business = input.businesses.find((one) => one.businessID === input.user?.businessID);
  return {
    ...around,
    entity: {
      name: business?.name ?? input.user?.name ?? null,
      userID: input.user?.userID ?? null,
      businesses: input.businesses,
    },
    ledgerId: ledgerIdOf(db),
    rulesVersion: RULES_VERSION,
    check: result,
    priorCheck: checkBefore(input, result),
    records: input,
    ...textsOf(db, input),
    pulls: pullsOf(db),
    preparedBy: null,
  };
}

/** The check as at the day before the period, under the conventions the period's own check decided. */
function checkBefore(
  input: CheckInput,
  { options, period, convention, settlementBasis }: CheckResult,
): CheckResult | null {
  if (period === null) return null;
  const clock = new ZoneClock(options.timeZone);
  const before = periodOf("1970-01-01" as Day, addDays(period.from, -1), clock);
  const decided = { ...options, convention: convention.used, settlementBasis: settlementBasis.used };
  return reconcile(input, decided, { period: before, sha256 });
}

const NO_ENTRY: EntryTexts = {
  description: null,
  sessionID: null,
  isApproved: null,
  isBonus: null,
  datePaidAtMs: null,
};

function textsOf(
  db: ReadableLedger,
  input: CheckInput,
): Pick<ReportInput, "entryTexts" | "transactionTexts"> {
  const findEntry = recordFinder(db, ENTRY_TABLE);
  const findTransaction = recordFinder(db, PAYMENT_TABLE);
  return {
    entryTexts: (row) => findEntry(input.entries.walletID[row] ?? Number.NaN) ?? NO_ENTRY,
    transactionTexts: (row): TransactionTexts => {
      const transaction = findTransaction(input.transactions.payID[row] ?? Number.NaN);
      return {
        label: transaction?.label ?? null,
        customerName: transaction?.customer?.name ?? null,
        statusAlt: transaction?.statusAlt ?? null,
      };
    },
  };
}

function pullsOf(db: ReadableLedger): ReportPull[] {
  const bodies = Map.groupBy(listBodies(db), (body) => body.pullId);
  return listPulls(db).map((pull) => ({
    id: pull.id,
    source: pull.source,
    startedAtMs: pull.startedAtMs,
    finishedAtMs: pull.finishedAtMs ?? pull.startedAtMs,
    baseUrl: pull.baseUrl,
    limit: pull.limit,
    entries: pull.entries ?? 0,
    transactions: pull.transactions ?? 0,
    bodies: bodies.get(pull.id) ?? [],
  }));
}
