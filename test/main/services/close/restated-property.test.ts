/** The register's effects, held against the engine: what was signed and what the changes do to it come to what a check says now. */
import type { CheckInput } from "../../../../src/core/reconcile/input/input.ts";
import { readCheckInput } from "../../../../src/main/ledger/records/check-input.ts";
import {
  figuresOfWallet,
  type CloseStep,
  type FrozenMonth,
  type Month,
} from "../../../../src/core/review/close/close.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Entry } from "../../../../src/core/records/entry.ts";
import { DEFAULT_KEPT_OPTIONS, type ChainScope, type Convention } from "../../../../src/core/options.ts";
import type { WalletResult } from "../../../../src/core/reconcile/input/result.ts";
import type { Restatement } from "../../../../src/core/review/restate/restatements.ts";
import { monthDays } from "../../../../src/core/time.ts";
import { closeLedger, type WritableLedger } from "../../../../src/main/ledger/file/connection.ts";
import { openInPassing } from "../../../../src/main/ledger/file/make.ts";
import { newestPullID } from "../../../../src/main/ledger/trail/pull.ts";
import { runOf, saveRun, sha256OfTexts } from "../../../../src/main/ledger/acts/run.ts";
import { saveSettings } from "../../../../src/main/ledger/acts/settings.ts";
import { checkLedger } from "../../../../src/main/services/check/check.ts";
import { listRestatements } from "../../../../src/main/services/close/register.ts";
import { HOUR_MS, OCTOBER_MS, entry } from "../../../helpers/records.ts";
import { timesOf } from "../../../helpers/exhaustive.ts";
import { LEDGER, USER, publish, pull } from "../../ledger/made.ts";
import { insertAct } from "../../../../src/main/ledger/trail/acts.ts";

/** Other ones on each run. More of them by hand: `TIEOUT_RESTATED_CASES=500 npx vitest run test/main/services/close/restated-property`. */
const CASES = Number(process.env["TIEOUT_RESTATED_CASES"] ?? timesOf(7, 20));

const DAY_MS = 24 * HOUR_MS;
const MONTHS = ["2026-09", "2026-10", "2026-11", "2026-12"] as const;

interface Options {
  readonly chainScope: ChainScope;
  readonly convention: Convention;
}

function checkOf(db: WritableLedger, month: string, options: Options) {
  return checkLedger(db, { period: monthDays(month), options }, {}).result;
}

/** Signs a month on what the ledger holds, with real figures; one that is signed is reopened first. Returns the step's id. */
function sign(db: WritableLedger, month: string, options: Options, isSigned: boolean): number {
  const base = { month: month as Month, by: "Ada", note: "Again", atMs: 0 };
  if (isSigned) take(db, { ...base, step: "reopen", frozen: null });
  const result = checkOf(db, month, options);
  const run = runOf(result, 0);
  const frozen: FrozenMonth = {
    runId: saveRun(db, run),
    checkSha256: sha256OfTexts(run.document),
    rulesVersion: "1",
    appVersion: "test",
    options: result.options,
    decimals: 0,
    pullId: newestPullID(db),
    decisionId: 0,
    matchId: 0,
    stepId: 0,
    wallets: result.wallets.map(figuresOfWallet),
    errors: { total: 0, decided: 0 },
    warnings: { total: 0, decided: 0 },
    outstanding: [],
    overridden: [],
  };
  return take(db, { ...base, step: "sign-off", frozen });
}

function take(db: WritableLedger, step: Omit<CloseStep, "id">): number {
  return db.transaction(() => insertAct(db, "close", step)).immediate().id;
}

const content = fc.record({
  userID: fc.constantFrom(1, 1, 1, 2),
  businessID: fc.constantFrom(7, 7, 8),
  debit: fc.nat(50),
  credit: fc.nat(50),
  balance: fc.nat(999),
  day: fc.integer({ min: -30, max: 91 }),
});

const step = fc.record({
  changes: fc.array(
    fc.record({
      walletID: fc.integer({ min: 1, max: 14 }),
      content: fc.option(content, { nil: null, freq: 4 }),
    }),
    { maxLength: 5 },
  ),
  signs: fc.option(fc.constantFrom(...MONTHS), { nil: null }),
  scope: fc.constantFrom<ChainScope>("user", "business"),
  convention: fc.constantFrom<Convention>("asset", "bank"),
  /** The order of links counts, not the clock. */
  startedOn: fc.constantFrom(100, 100, 0, -1000),
});

function hasDatesAhead({ ahead }: CheckInput): boolean {
  return [ahead.user, ahead.business].some(({ entries }) => entries.length > 0);
}

type Content = NonNullable<typeof content extends fc.Arbitrary<infer T> ? T : never>;

function entryOf(walletID: number, { day, ...fields }: Content): Entry {
  return entry(walletID, { ...fields, dateCreatedAtMs: OCTOBER_MS + day * DAY_MS });
}

/** A wallet that was signed, or has an entry by the month's end, as the check shows it; nothing for any other. */
function figures(db: WritableLedger, month: string, options: Options, frozen: readonly WalletResult[]) {
  const { wallets, entryOutcomes } = checkOf(db, month, options);
  const { input } = checkLedger(db, { period: null, options }, {});
  const key = ({ userID, businessID }: Pick<WalletResult, "userID" | "businessID">) =>
    `${userID} ${businessID ?? ""}`;
  const begun = new Set(
    Array.from(entryOutcomes.order, (row) =>
      key({
        userID: input.entries.userID[row] ?? 0,
        businessID: options.chainScope === "user" ? null : (input.entries.businessID[row] ?? 0),
      }),
    ),
  );
  const signed = new Set(frozen.map(key));
  const counted = wallets.filter((wallet) => signed.has(key(wallet)) || begun.has(key(wallet)));
  const was = new Map(frozen.map((wallet) => [key(wallet), wallet.closing]));
  const is = new Map(counted.map((wallet) => [key(wallet), wallet.closing]));
  const movedOf = new Map(counted.map((wallet) => [key(wallet), wallet.inflow - wallet.outflow]));
  const wasMoved = new Map(frozen.map((wallet) => [key(wallet), wallet.inflow - wallet.outflow]));
  return {
    moved: [...new Set([...was.keys(), ...is.keys()])]
      .map((wallet) => [wallet, (movedOf.get(wallet) ?? 0) - (wasMoved.get(wallet) ?? 0)] as const)
      .filter(([, by]) => by !== 0)
      .map(([wallet, by]) => `${wallet}: ${by}`)
      .toSorted(),
    restated: [...new Set([...was.keys(), ...is.keys()])]
      .filter((wallet) => (was.get(wallet) ?? 0) !== (is.get(wallet) ?? 0))
      .map((wallet) => `${wallet}: ${was.get(wallet) ?? 0} → ${is.get(wallet) ?? 0}`)
      .toSorted(),
    closing: counted.reduce((sum, { closing }) => sum + closing, 0),
    movement: counted.reduce((sum, { inflow, outflow }) => sum + inflow - outflow, 0),
  };
}

/** What changes do to each wallet, all of them taken together; wallets in which that is nothing are left out. */
function effectsOf(restatements: readonly Restatement[], figure: "movement" | "closing"): string[] {
  const sums = new Map<string, number>();
  for (const { userID, businessID, [figure]: by } of restatements.flatMap(({ effect }) => effect.wallets)) {
    const wallet = `${userID} ${businessID ?? ""}`;
    sums.set(wallet, (sums.get(wallet) ?? 0) + by);
  }
  return [...sums].flatMap(([wallet, by]) => (by === 0 ? [] : [`${wallet}: ${by}`])).toSorted();
}

test("what was signed plus the effects of later changes equals what a check says now", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 7 }), (steps) => {
      const db = openInPassing(LEDGER);
      saveSettings(db, { timeZone: "UTC", decimals: 0, options: DEFAULT_KEPT_OPTIONS }, 0);
      const held = new Map<number, Content>();
      const signed = new Map<string, Options & { readonly stepId: number }>();
      for (const { changes, signs, scope, convention, startedOn } of steps) {
        for (const change of changes) {
          if (change.content === null) held.delete(change.walletID);
          else held.set(change.walletID, change.content);
        }
        const entries = [...held].toSorted(([a], [b]) => a - b).map(([id, one]) => entryOf(id, one));
        publish(db, { ...pull(entries), user: USER, startedAtMs: OCTOBER_MS + startedOn * DAY_MS });
        // What shows that a date cannot be may come after a month was signed: then its row moves by itself.
        fc.pre(!hasDatesAhead(readCheckInput(db)));
        if (signs === null) continue;
        const options = { chainScope: scope, convention };
        signed.set(signs, { ...options, stepId: sign(db, signs, options, signed.has(signs)) });
      }
      const frozen = new Map(
        db
          .prepare<[], { month: string; frozen: string }>(
            "SELECT month, frozen FROM close_step WHERE step = 'sign-off' ORDER BY id",
          )
          .all()
          .map((row) => [row.month, (JSON.parse(row.frozen) as FrozenMonth).wallets]),
      );
      const { restatements, closings } = listRestatements(db, { month: null });
      for (const [month, { stepId, ...options }] of signed) {
        const wallets = (frozen.get(month) ?? []).map((wallet) => ({ ...wallet, tiesOut: true }));
        const own = restatements.filter(({ signature }) => signature?.stepId === stepId);
        const { restated, moved, ...now } = figures(db, month, options, wallets);
        const sum = (of: "closing" | "movement") => own.reduce((all, { effect }) => all + effect[of], 0);
        const was = {
          closing: wallets.reduce((all, { closing }) => all + closing, 0),
          movement: wallets.reduce((all, { inflow, outflow }) => all + inflow - outflow, 0),
        };
        expect({ closing: was.closing + sum("closing"), movement: was.movement + sum("movement") }).toEqual(
          now,
        );
        expect(effectsOf(own, "movement")).toEqual(moved);
        expect(effectsOf(own, "closing")).toEqual(
          restated.map((words) => {
            const [, wallet = "", before = "", after = ""] = /^(.*): (-?\d+) → (-?\d+)$/u.exec(words) ?? [];
            return `${wallet}: ${Number(after) - Number(before)}`;
          }),
        );
        const listed = closings.filter((closing) => closing.month === month);
        const words = listed.map(
          (one) => `${one.userID} ${one.businessID ?? ""}: ${one.signed} → ${one.now}`,
        );
        expect(words.toSorted()).toEqual(restated);
        expect(own.length > 0 || restated.length === 0).toBe(true);
      }
      closeLedger(db);
    }),
    { numRuns: CASES },
  );
});
