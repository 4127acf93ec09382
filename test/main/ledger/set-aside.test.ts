/** A pull that is set aside counts as if it had never been made, and is back when it is put back. */
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Entry } from "../../../src/core/records/entry.ts";
import { checkDocument } from "../../../src/core/reconcile/check-document.ts";
import type { PullStepKind } from "../../../src/core/review/restate/restatements.ts";
import type { Transaction } from "../../../src/core/records/transaction.ts";
import {
  closeLedger,
  type ReadableLedger,
  type WritableLedger,
} from "../../../src/main/ledger/file/connection.ts";
import { createLedger, openInPassing } from "../../../src/main/ledger/file/make.ts";
import { verifyLedger } from "../../../src/main/ledger/proof/verify.ts";
import { findUser, listBusinesses } from "../../../src/main/ledger/trail/caller.ts";
import { pullsAside, findHeldHistory, isCapped, listPulls } from "../../../src/main/ledger/trail/pull.ts";
import { ENTRY_TABLE, PAYMENT_TABLE } from "../../../src/main/ledger/tables/record-table.ts";
import { findRecord, countLive } from "../../../src/main/ledger/records/history.ts";
import { recordPages } from "../../../src/main/ledger/records/engine-columns.ts";
import { recordsSince } from "../../../src/main/ledger/records/records-since.ts";
import { readTimeRange } from "../../../src/main/ledger/records/time-range.ts";
import { auditHead } from "../../../src/main/ledger/file/audit.ts";
import { openAt } from "../../../src/main/ledger/trail/as-of.ts";
import { hideCounting, showCounting } from "../../../src/main/ledger/trail/counting.ts";
import { refuseForgedRows } from "../../../src/main/ledger/proof/rows.ts";
import { checkLedger } from "../../../src/main/services/check/check.ts";
import { listRestatements } from "../../../src/main/services/close/register.ts";
import { readLastLooks } from "../../../src/main/ledger/pulls/restatements.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { entry, sale } from "../../helpers/records.ts";
import { timesOf } from "../../helpers/exhaustive.ts";
import { LEDGER, publish, pull } from "./made.ts";
import { insertAct } from "../../../src/main/ledger/trail/acts.ts";

const IDS = 9;

/** What one pull brings, by small numbers: from where, up to where, what of it is left out and what is changed. */
interface Brought {
  readonly from: number;
  readonly to: number;
  readonly missing: readonly number[];
  readonly changed: readonly number[];
  readonly copied: readonly number[];
  /** null for a pull without transactions. */
  readonly sales: readonly number[] | null;
  readonly hasWallet: boolean;
  readonly isLimited: boolean;
}

const ids = (maxLength: number) => fc.array(fc.integer({ min: 1, max: IDS }), { maxLength });
const BROUGHT: fc.Arbitrary<Brought> = fc.record({
  from: fc.integer({ min: 1, max: IDS }),
  to: fc.integer({ min: 1, max: IDS }),
  missing: ids(2),
  changed: ids(3),
  copied: ids(2),
  sales: fc.option(ids(4), { nil: null, freq: 3 }),
  hasWallet: fc.nat(4).map((n) => n > 0),
  isLimited: fc.boolean(),
});

/** What else is known of the times is a help to those who look for them, and may be unknown. */
function datesOf(db: ReadableLedger) {
  const range = readTimeRange(db);
  return range === null ? null : { firstMs: range.firstMs, lastMs: range.lastMs };
}

function entryOf(walletID: number, n: number, isChanged: boolean): Entry {
  const balance = (walletID * (walletID + 1)) / 2;
  const fields = { debit: walletID, balance, payref: `P${walletID % 4}` };
  return entry(walletID, isChanged ? { ...fields, debit: walletID + n, isApproved: n % 2 } : fields);
}

function contentOf(brought: Brought, n: number): ReturnType<typeof pull> {
  const { from, to, missing, changed, copied, sales, hasWallet, isLimited } = brought;
  const walletIDs = Array.from({ length: IDS }, (_, at) => at + 1).filter(
    (id) => id >= Math.min(from, to) && id <= Math.max(from, to) && !missing.includes(id),
  );
  const entries = walletIDs.flatMap((id) => {
    const one = entryOf(id, n, changed.includes(id));
    return copied.includes(id) ? [one, { ...one, description: `copy ${n % 2}` }] : [one];
  });
  const paid = sales?.map((id): Transaction =>
    sale(id, id, { payref: `P${id % 5}`, isFlagged: (n + id) % 2 }),
  );
  const unique = paid === undefined ? null : [...new Map(paid.map((one) => [one.payID, one])).values()];
  const content = pull(hasWallet ? entries : null, unique);
  return {
    ...content,
    source: "service",
    baseUrl: "https://api.example",
    limit: isLimited ? entries.length || 1 : null,
    startedAtMs: content.startedAtMs + n,
    finishedAtMs: content.startedAtMs + n,
  };
}

const PERIOD = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };

/** Everything that is read of the records of a ledger. */
function shown(db: ReadableLedger): unknown {
  const pulls = listPulls(db);
  const { input, result } = checkLedger(db, { period: null, options: {} }, {});
  const found = <R>(table: Parameters<typeof findRecord<R>>[1]) =>
    Array.from({ length: IDS }, (_, at) => findRecord(db, table, at + 1));
  const page = recordPages(db, ENTRY_TABLE, ["wallet_id", "debit", "balance"]);
  const since = pulls.map(({ id }) => [
    recordsSince(
      db,
      { sequence: Infinity, pullId: id },
      { table: ENTRY_TABLE, dates: ["date_created_ms"], period: PERIOD, isChange: () => true },
    ),
    recordsSince(
      db,
      { sequence: Infinity, pullId: id },
      {
        table: PAYMENT_TABLE,
        dates: ["date_paid_ms", "date_created_ms"],
        period: PERIOD,
        isChange: () => true,
      },
    ),
  ]);
  return {
    check: checkDocument(result, "info"),
    history: input.history,
    latest: [input.pulledAtMs, input.capped],
    pulls: pulls,
    records: [found(ENTRY_TABLE), found(PAYMENT_TABLE)],
    pages: Array.from({ length: IDS }, (_, at) => page(at + 1)),
    since,
    live: [countLive(db, ENTRY_TABLE), countLive(db, PAYMENT_TABLE)],
    walletIDs: [...input.entries.walletID],
    times: datesOf(db),
    reach: [findHeldHistory(db), isCapped(pulls), readLastLooks(db)],
    restatements: listRestatements(db, { month: null }),
    caller: [findUser(db), listBusinesses(db)],
  };
}

function counting(db: WritableLedger): unknown {
  showCounting(db);
  try {
    return shown(db);
  } finally {
    hideCounting(db);
  }
}

function take(db: WritableLedger, pullId: number, step: PullStepKind): void {
  const words = { by: "Ada", note: "The wrong file", atMs: 1 };
  db.transaction(() => insertAct(db, "pull-step", { pullId, step, ...words })).immediate();
}

function made(name: string): WritableLedger {
  return createLedger(join(temporaryFolder(), name), LEDGER);
}

describe("a pull that is set aside", () => {
  test("counts as if it had never been made, of any history", () => {
    const history = fc.record({
      pulls: fc.array(BROUGHT, { minLength: 2, maxLength: 6 }),
      /** Which pulls are set aside or put back after each pull, by number. */
      steps: fc.array(fc.tuple(fc.nat(5), fc.nat(5)), { minLength: 1, maxLength: 6 }),
    });
    fc.assert(
      fc.property(history, ({ pulls, steps }) => {
        const ledger = openInPassing(LEDGER);
        for (const [at, brought] of pulls.entries()) {
          publish(ledger, contentOf(brought, at));
          for (const [after, which] of steps) {
            const pullId = (which % pulls.length) + 1;
            if (after % pulls.length !== at || pullId > at + 1) continue;
            const aside = pullsAside(ledger);
            if (aside.has(pullId)) take(ledger, pullId, "put-back");
            else if (at + 1 - aside.size > 1) take(ledger, pullId, "set-aside");
          }
        }
        const aside = pullsAside(ledger);
        const without = openInPassing(LEDGER);
        for (const [at, brought] of pulls.entries())
          if (!aside.has(at + 1)) publish(without, { ...contentOf(brought, at), pullId: at + 1 });
        expect(counting(ledger)).toEqual(shown(without));
        closeLedger(ledger);
        closeLedger(without);
      }),
      { numRuns: timesOf(10, 30), seed: Number(process.env["SEED"] ?? 33) },
    );
  });

  test("is back, with everything as before, when it is put back", () => {
    fc.assert(
      fc.property(fc.array(BROUGHT, { minLength: 2, maxLength: 5 }), fc.nat(4), (pulls, which) => {
        const ledger = openInPassing(LEDGER);
        for (const [at, brought] of pulls.entries()) publish(ledger, contentOf(brought, at));
        const before = counting(ledger);
        const pullId = (which % pulls.length) + 1;
        take(ledger, pullId, "set-aside");
        counting(ledger);
        take(ledger, pullId, "put-back");
        expect(counting(ledger)).toEqual(before);
        closeLedger(ledger);
      }),
      { numRuns: timesOf(5, 15), seed: 33 },
    );
  });

  test("shows in the ledger as of a link before it, and the ledger verifies", async () => {
    const pulls = fc.sample(BROUGHT, { numRuns: 4, seed: 7 });
    const ledger = made("wallet.tieout");
    for (const [at, brought] of pulls.entries()) publish(ledger, contentOf(brought, at));
    const before = counting(ledger);
    const { sequence } = auditHead(ledger);
    take(ledger, 2, "set-aside");
    const aside = counting(ledger);
    const { sequence: then } = auditHead(ledger);
    take(ledger, 3, "set-aside");
    expect(aside).not.toEqual(before);
    for (const [at, what] of [
      [sequence, before],
      [then, aside],
    ] as const) {
      const asOf = openAt({ path: ledger.name, sequence: at });
      expect(shown(asOf)).toEqual(what);
      refuseForgedRows(asOf);
      closeLedger(asOf);
    }
    const now = openAt(ledger.name);
    expect(listPulls(now).map(({ id }) => id)).toEqual([1, 4]);
    refuseForgedRows(now);
    closeLedger(now);
    expect(await verifyLedger(ledger.name, null)).toMatchObject({ ok: true, problems: [] });
    closeLedger(ledger);
  });
});
