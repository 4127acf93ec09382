/** Pulls from records at hand, and months signed over them, through the real services. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Entry } from "../../../src/core/records/entry.ts";
import type { Month } from "../../../src/core/review/close/close.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import { prepareMonth, signOffMonth } from "../../../src/main/services/close/close.ts";
import type { ServiceContext } from "../../../src/main/services/shared/thread-messages.ts";
import { importIntoLedger } from "../../../src/main/services/import/import.ts";
import { transactionsBody, walletBody } from "../bodies.ts";
import { temporaryFolder } from "../cli.ts";

/** 2026-12-01T00:00:00Z: October and November are over. */
const NOW_MS = Date.UTC(2026, 11, 1);

export const CONTEXT: ServiceContext = { now: () => NOW_MS, appVersion: "test" };

/**
 * Imports records as saved responses, as one pull; without transactions no list of them.
 *
 * @param folder where the answers are saved; one that goes with the test when not given
 */
export async function importRecords(
  ledger: string,
  entries: readonly Entry[],
  transactions: readonly Transaction[] | null = null,
  context: ServiceContext = CONTEXT,
  folder: string = temporaryFolder(),
): Promise<void> {
  const files = savedRecords(entries, transactions, folder);
  await importIntoLedger({ ledger, files }, context);
}

/** Records as saved responses. */
export function savedRecords(
  entries: readonly Entry[],
  transactions: readonly Transaction[] | null,
  folder: string = temporaryFolder(),
) {
  const save = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return [join(folder, name)];
  };
  return {
    wallet: save("wallet.json", walletBody(entries)),
    transactions: transactions === null ? [] : save("transactions.json", transactionsBody(transactions)),
    user: null,
    business: [],
  };
}

/** A ledger's path in a folder of its own; there is none yet. */
export function newLedgerPath(): string {
  return join(temporaryFolder(), "wallet.tieout");
}

/** Prepares a month, whatever stands in the way, and signs it off as another person. */
export async function signMonth(
  ledger: string,
  month: string,
  context: ServiceContext = CONTEXT,
): Promise<void> {
  const request = { ledger, month: month as Month };
  await prepareMonth({ ...request, by: "Ada Obi", override: "As it stands" }, context);
  await signOffMonth({ ...request, by: "Ben Uche", note: "" }, context);
}
