/** Ledgers to review: real ones, made by importing saved responses. */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Entry } from "../../../src/core/records/entry.ts";
import type { ServiceContext } from "../../../src/main/services/shared/thread-messages.ts";
import { monthDays } from "../../../src/core/time.ts";
import { importIntoLedger } from "../../../src/main/services/import/import.ts";
import { exportLedger } from "../../../src/main/services/export/export.ts";
import { transactionsBody, walletBody } from "../bodies.ts";
import { temporaryFolder } from "../cli.ts";
import { HOUR_MS, OCTOBER_MS, sale, wallet } from "../records.ts";

export const CONTEXT: ServiceContext = { now: () => Date.UTC(2026, 10, 2), appVersion: "test" };

/** An October wallet whose balance breaks at entries 3 and 4 by given amounts; entry 5, late in the month, moves nothing. */
export function brokenWallet(third: number, fourth = 0): Entry[] {
  return wallet([1000, 200, -50, 300, 0]).map((entry) => {
    const off = entry.walletID === 3 ? third : entry.walletID > 3 ? third + fourth : 0;
    const dateCreatedAtMs = entry.walletID === 5 ? OCTOBER_MS + 20 * 24 * HOUR_MS : entry.dateCreatedAtMs;
    return { ...entry, balance: entry.balance + off, dateCreatedAtMs };
  });
}

/** Imports a wallet into a ledger, made when absent with a payment that never came. */
export async function importWallet(ledger: string, entries: readonly Entry[]): Promise<void> {
  const folder = temporaryFolder();
  const files = { wallet: join(folder, "wallet.json"), transactions: join(folder, "transactions.json") };
  writeFileSync(files.wallet, walletBody(entries));
  writeFileSync(files.transactions, transactionsBody([sale(9, 90)]));
  await importIntoLedger(
    {
      ledger,
      files: { wallet: [files.wallet], transactions: [files.transactions], user: null, business: [] },
    },
    CONTEXT,
  );
}

let imported: Promise<Buffer> | null = null;

/**
 * A ledger in a folder of its own with four exceptions: two breaks, an entry without movement, a payment that never came. It is
 * made once and copied, so that all of them are one ledger.
 */
export async function ledgerToReview(): Promise<string> {
  const ledger = join(temporaryFolder(), "wallet.tieout");
  writeFileSync(ledger, await (imported ??= otherLedger().then((path) => readFileSync(path))));
  return ledger;
}

/** A ledger with the same records that is another one. */
export async function otherLedger(): Promise<string> {
  const ledger = join(temporaryFolder(), "wallet.tieout");
  await importWallet(ledger, brokenWallet(9, 5));
  return ledger;
}

interface ExportedOctober {
  readonly ledger: string;
  /** `October.xlsx` beside it, with two decimals. */
  readonly workbook: string;
}

let exported: Promise<Readonly<Record<keyof ExportedOctober, Buffer>>> | null = null;

/** A ledger to review and the workbook of its October. They are made once; each test has a copy in a folder of its own. */
export async function exportedOctober(): Promise<ExportedOctober> {
  const bytes = await (exported ??= exportOctober());
  const folder = temporaryFolder();
  const paths = { ledger: join(folder, "wallet.tieout"), workbook: join(folder, "October.xlsx") };
  writeFileSync(paths.ledger, bytes.ledger);
  writeFileSync(paths.workbook, bytes.workbook);
  return paths;
}

async function exportOctober(): Promise<Readonly<Record<keyof ExportedOctober, Buffer>>> {
  const ledger = await ledgerToReview();
  const out = join(dirname(ledger), "October.xlsx");
  const period = monthDays("2026-10");
  await exportLedger({ ledger, period, options: { decimals: 2 }, format: "xlsx", out }, CONTEXT);
  return { ledger: readFileSync(ledger), workbook: readFileSync(out) };
}
