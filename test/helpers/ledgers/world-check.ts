/** Holds worlds of the sandbox against the real engine, over the real import of saved responses. */
import { pullClocksOf } from "../../../src/core/reconcile/input/pull-clocks.ts";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CheckOptions, DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import { reconcile } from "../../../src/core/reconcile/reconcile.ts";
import type { CheckResult } from "../../../src/core/reconcile/input/result.ts";
import { monthDays } from "../../../src/core/time.ts";
import { readCheckInput } from "../../../src/main/ledger/records/check-input.ts";
import { type ReadableLedger, closeLedger } from "../../../src/main/ledger/file/connection.ts";
import { openForReading } from "../../../src/main/ledger/file/open.ts";
import { checkLedger } from "../../../src/main/services/check/check.ts";
import type { ServiceContext } from "../../../src/main/services/shared/thread-messages.ts";
import {
  type ImportFiles,
  importIntoLedger,
  readIntoPassing,
} from "../../../src/main/services/import/import.ts";
import { sha256 } from "../../../src/main/ledger/file/sha256.ts";
import type { World } from "../../../sandbox/world.ts";
import { atEnd } from "../at-end.ts";
import { temporaryFolder } from "../cli.ts";
import { envelope, histories } from "../wire-records.ts";

const CONTEXT: ServiceContext = { now: () => Date.UTC(2027, 0, 1), appVersion: "test" };
const ALT = { datePaid_alt: "2 days ago", dateCreated_alt: "2 days ago" };

/** A world's answers as saved files, newest entries first. */
export function saveWorld(world: World, folder: string): ImportFiles {
  const name = (kind: string) => join(folder, `${world.month}-${kind}.json`);
  const user = {
    ...world.user,
    token: "T",
    invite_url: "https://escrow.example/T",
    dateJoined_alt: "2023-05-01",
  };
  writeFileSync(name("wallet"), histories(world.entries.toReversed().map((entry) => ({ ...entry, ...ALT }))));
  writeFileSync(name("all"), histories(world.transactions.map((record) => ({ ...record, ...ALT }))));
  writeFileSync(name("user"), envelope({ user }));
  writeFileSync(name("business"), envelope({ business: { ...world.business, dateCreated: "1 year ago" } }));
  return {
    wallet: [name("wallet")],
    transactions: [name("all")],
    user: name("user"),
    business: [name("business")],
  };
}

/** A ledger that pulled each of the worlds, whole and in turn; closed when the test ends. */
export async function ledgerOf(...worlds: readonly World[]): Promise<ReadableLedger> {
  const folder = temporaryFolder();
  const db = await openLedgerOf(worlds, folder);
  atEnd(() => closeLedger(db));
  return db;
}

async function openLedgerOf(worlds: readonly World[], folder: string): Promise<ReadableLedger> {
  const [first] = worlds;
  if (worlds.length === 1 && first !== undefined) return readIntoPassing(saveWorld(first, folder), CONTEXT);
  const ledger = join(folder, "wallet.tieout");
  for (const world of worlds) {
    await importIntoLedger({ ledger, files: saveWorld(world, folder) }, CONTEXT);
  }
  return openForReading(ledger);
}

/** Checks the whole history, or a month `YYYY-MM`. */
export function checkMonth(
  db: ReadableLedger,
  month: string | null,
  options: Partial<CheckOptions> = {},
): CheckResult {
  const period = month === null ? null : monthDays(month);
  return checkLedger(db, { period, options }, CONTEXT).result;
}

/** Checks the whole history as if its last pull had come from the service at a time, milliseconds UTC. */
export function checkAsPulled(db: ReadableLedger, pulledAtMs: number): CheckResult {
  const pullClocks = pullClocksOf([{ id: 1, startedAtMs: pulledAtMs, finishedAtMs: pulledAtMs }], null);
  return reconcile({ ...readCheckInput(db), pulledAtMs, pullClocks }, DEFAULT_OPTIONS, {
    period: null,
    sha256,
  });
}
