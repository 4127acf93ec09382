/**
 * A pull that is set aside counts as if it had never been made: whatever came before, between and after, a ledger says the same as
 * one into which only the pulls that count were published, under their own numbers.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_KEPT_OPTIONS } from "../../../../src/core/options.ts";
import { checkDocument } from "../../../../src/core/reconcile/check-document.ts";
import { monthDays } from "../../../../src/core/time.ts";
import { saveSettings } from "../../../../src/main/ledger/acts/settings.ts";
import { type WritableLedger, closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { openInPassing } from "../../../../src/main/ledger/file/make.ts";
import { insertAct } from "../../../../src/main/ledger/trail/acts.ts";
import { hideCounting, showCounting } from "../../../../src/main/ledger/trail/counting.ts";
import { listPulls } from "../../../../src/main/ledger/trail/pull.ts";
import { checkLedger } from "../../../../src/main/services/check/check.ts";
import { HOUR_MS, OCTOBER_MS, entry, sale } from "../../../helpers/records.ts";
import type { PullContent } from "../../../helpers/publish-pull.ts";
import { timesOf } from "../../../helpers/exhaustive.ts";
import { LEDGER, USER, publish, pull } from "../../ledger/made.ts";

/** Other ones on each run. More of them by hand: `TIEOUT_ASIDE_CASES=500 npx vitest run test/main/services/pull/set-aside-property`. */
const CASES = Number(process.env["TIEOUT_ASIDE_CASES"] ?? timesOf(4, 12));
const DAY_MS = 24 * HOUR_MS;

const content = fc.record({
  userID: fc.constantFrom(1, 1, 1, 2),
  businessID: fc.constantFrom(7, 7, 8),
  debit: fc.nat(50),
  credit: fc.nat(50),
  balance: fc.nat(999),
  day: fc.integer({ min: -20, max: 50 }),
  isApproved: fc.constantFrom(1, 1, 1, 0),
  payref: fc.constantFrom("", "", "PAY-1", "PAY-2", "PAY-9"),
});
const changes = <T>(of: fc.Arbitrary<T>, most: number) =>
  fc.array(fc.tuple(fc.integer({ min: 1, max: most }), fc.option(of, { nil: null, freq: 4 })), {
    maxLength: 5,
  });

/** What became of the service's records, what is asked for, and which pulls are set aside or put back then. */
const step = fc.record({
  entries: changes(content, 12),
  payments: changes(fc.nat(60), 4),
  /** Of the newest entries; null asks for all. */
  limit: fc.option(fc.integer({ min: 1, max: 8 }), { nil: null, freq: 2 }),
  /** What a file of its own lacks. */
  lacks: fc.constantFrom("nothing", "nothing", "nothing", "entries", "payments"),
  copies: fc.boolean(),
  toggles: fc.array(fc.nat(5), { maxLength: 2 }),
  startedOn: fc.constantFrom(100, 100, 0),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class Service {
  readonly #entries = new Map<number, Exclude<Step["entries"][number][1], null>>();
  readonly #payments = new Map<number, number>();

  after({ entries, payments, limit, lacks, copies, startedOn }: Step): PullContent {
    change(this.#entries, entries);
    change(this.#payments, payments);
    const held = ascending(this.#entries).map(([id, { day, ...fields }]) =>
      entry(id, { ...fields, dateCreatedAtMs: OCTOBER_MS + day * DAY_MS }),
    );
    const asked = limit === null ? held : held.slice(-limit);
    const [last] = asked.slice(-1);
    const listed =
      copies && last !== undefined ? [...asked, { ...last, description: "Another copy" }] : asked;
    const sales = ascending(this.#payments).map(([id, amount]) => sale(id, amount));
    return {
      ...pull(lacks === "entries" ? null : listed, lacks === "payments" ? null : sales),
      limit,
      isCut: limit !== null && asked.length === limit,
      user: USER,
      startedAtMs: OCTOBER_MS + startedOn * DAY_MS,
    };
  }
}

function change<T>(held: Map<number, T>, to: readonly (readonly [number, T | null])[]): void {
  for (const [id, value] of to) {
    if (value === null) held.delete(id);
    else held.set(id, value);
  }
}

const ascending = <T>(held: ReadonlyMap<number, T>) => [...held].toSorted(([a], [b]) => a - b);

function newLedger(): WritableLedger {
  const db = openInPassing(LEDGER);
  saveSettings(db, { timeZone: "UTC", decimals: 0, options: DEFAULT_KEPT_OPTIONS }, 0);
  return db;
}

/** All that a check says of the whole history and of each month, and the pulls that it rests on. */
function said(db: WritableLedger): string {
  const periods = [null, ...["2026-09", "2026-10", "2026-11"].map(monthDays)];
  const documents = periods.map((period) => {
    const { result } = checkLedger(db, { period, options: {} }, {});
    return [checkDocument(result, "info"), result.entryOutcomes, result.wallets];
  });
  return JSON.stringify([documents, listPulls(db)], null, 1);
}

test("every check is that of a ledger that never had the pulls that are set aside", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 6 }), (steps) => {
      const [service, db] = [new Service(), newLedger()];
      const pulls: PullContent[] = [];
      const aside = new Set<number>();
      for (const one of steps) {
        pulls.push(service.after(one));
        hideCounting(db);
        publish(db, pulls.at(-1) ?? pull([]));
        for (const toggled of one.toggles) {
          const pullId = (toggled % pulls.length) + 1;
          if (!aside.has(pullId) && aside.size === pulls.length - 1) continue;
          const step_ = aside.has(pullId) ? ("put-back" as const) : ("set-aside" as const);
          db.transaction(() =>
            insertAct(db, "pull-step", { pullId, step: step_, by: "Ada", note: "Wrong file", atMs: 0 }),
          ).immediate();
          if (!aside.delete(pullId)) aside.add(pullId);
        }
        showCounting(db);
        const never = newLedger();
        for (const [at, content_] of pulls.entries())
          if (!aside.has(at + 1)) publish(never, { ...content_, pullId: at + 1 });
        expect(said(db)).toBe(said(never));
        closeLedger(never);
      }
      closeLedger(db);
    }),
    { numRuns: CASES },
  );
});
