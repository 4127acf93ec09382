/** What a month is compared with: wallets and outstanding items as they were signed. */
import { describe, expect, it } from "vitest";
import { DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import { checkUpTo, recordsUpTo } from "../../../src/core/report/sheet/closing.ts";
import type { ReportInput } from "../../../src/core/report/sheet/input.ts";
import { figuresOf, signedOutstanding } from "../../../src/core/report/sheet/figures.ts";
import {
  differsSinceWords,
  outstandingOf,
  sinceSigned,
} from "../../../src/core/report/exceptions/outstanding-items.ts";
import { buildWorkbook } from "../../../src/core/report/workbook.ts";
import { frozenPairs, isAsFrozen } from "../../../src/core/report/rollforward/frozen-figures.ts";
import { carriesOn, openingsOf } from "../../../src/core/report/rollforward/openings.ts";
import type { FrozenMonth, Month } from "../../../src/core/review/close/close.ts";
import { signedPeriodsOf } from "../../../src/core/review/close/month-states.ts";
import type { Restatement } from "../../../src/core/review/restate/restatements.ts";
import type { Day } from "../../../src/core/time.ts";
import { NOTHING_FROZEN, closeStep, frozenMonth } from "../../helpers/ledgers/closing.ts";
import { sha256 } from "../../helpers/records.ts";
import { october } from "../../helpers/workbook/report.ts";

/** October, with a month prepared and signed. */
function withSigned(month: string, frozen: FrozenMonth): ReportInput {
  const of = { month: month as Month, frozen };
  const steps = [closeStep({ ...of, id: 1, step: "prepare" }), closeStep({ ...of, id: 2, step: "sign-off" })];
  return october({ closeSteps: steps });
}

const [wallet] = frozenMonth(october()).wallets;
const another = { ...wallet!, userID: 2, businessID: 9 };
const UNUSED = { entries: 0, opening: 0, inflow: 0, outflow: 0, breakDifference: 0, closing: 0 };
const perBusiness = { ...DEFAULT_OPTIONS, chainScope: "business" } as const;

describe("an opening is compared with what was signed before", () => {
  it.each<[string, Partial<FrozenMonth>, number | null]>([
    ["as the wallet's closing", { wallets: [{ ...wallet!, closing: 12_500 }] }, 12_500],
    ["as 0, signed without the wallet", { wallets: [another] }, 0],
    ["as 0, signed without any wallet, though in another scope", { wallets: [], options: perBusiness }, 0],
    ["not at all, signed in another scope", { wallets: [wallet!], options: perBusiness }, null],
  ])("%s", (_, frozen, signed) => {
    const [opening] = openingsOf(withSigned("2026-09", { ...NOTHING_FROZEN, ...frozen }));
    expect(opening!.signed).toBe(signed);
  });
});

it("an opening carries on from the closing before, and one of a new wallet from nothing", () => {
  const opening = { ...openingsOf(october())[0]!, opening: 70 };
  expect([70, 71, null].map((before) => carriesOn({ ...opening, before }))).toEqual([true, false, true]);
});

describe("a wallet is not as it was signed", () => {
  it.each(["entries", "opening", "inflow", "outflow", "breakDifference", "closing"] as const)(
    "with another figure: %s",
    (key) => {
      const same = { label: "", frozen: wallet!, at: 0 };
      expect(isAsFrozen(october(), same)).toBe(true);
      const other = { ...same, frozen: { ...wallet!, [key]: wallet![key] + 1 } };
      expect(isAsFrozen(october(), other)).toBe(false);
    },
  );
});

describe("a wallet of the signed month that is gone", () => {
  it.each([
    ["is listed where it was used", another, [null]],
    ["is left out where it never was", { ...another, ...UNUSED }, []],
  ])("%s", (_, gone, listed) => {
    const pairs = frozenPairs(withSigned("2026-10", frozenMonth(october(), { wallets: [gone, wallet!] })));
    expect(pairs.map(({ at }) => at)).toEqual([...listed, 0]);
  });
});

it("compares what each month signed closes at now, the one shown too, and none after it", () => {
  const steps = (["2026-09", "2026-10", "2026-11"] as Month[]).map((month, at) => {
    const frozen = frozenMonth(october());
    return closeStep({ month, frozen, id: at + 1, step: "sign-off" });
  });
  const input = october({ closeSteps: steps });
  const changes = buildWorkbook(input).sheets.find(({ ref }) => ref === "C3")!;
  const closings = changes.tables.find(({ id }) => id === "closings")!;
  const months = [...closings.rows()].map(({ cells }) => cells[0]);
  expect(months).toEqual(["September 2026", "October 2026"]);
});

it("brings forward by the matches that the month before was signed with, its newest too", () => {
  const matches = [1, 2, 3].map((id) => ({ id, walletIDs: [id], payIDs: [id] }));
  const { closeSteps } = withSigned("2026-09", { ...NOTHING_FROZEN, matchId: 2 });
  const human = { matches, signedPeriods: signedPeriodsOf(closeSteps) };
  const records = { ...october().records, human };
  expect(recordsUpTo(records, "2026-09-30" as Day).human.matches.map(({ id }) => id)).toEqual([1, 2]);
  expect(recordsUpTo(records, "2026-08-31" as Day).human.matches).toBe(matches);
});

it("brings forward what a check up to the day before concludes of wallets and payments", () => {
  const { records, check, priorOutcomes } = october({ month: "2026-11" });
  const { wallets, entryOutcomes, transactionOutcomes } = checkUpTo(
    "2026-10-31" as Day,
    records,
    check,
    sha256,
  );
  expect(wallets.map(({ closing }) => closing)).toEqual([31_973]);
  expect(entryOutcomes.order.length).toBeGreaterThan(0);
  expect(priorOutcomes).toEqual({
    wallets,
    entryOutcomes: { order: entryOutcomes.order, transaction: entryOutcomes.transaction },
    transactionOutcomes: {
      expected: transactionOutcomes.expected,
      settlement: transactionOutcomes.settlement,
    },
  });
});

it("takes signed amounts by currency only where each of them states its own", () => {
  const kind = "in transit" as const;
  const amounts = (second: object) => [
    { kind, items: 1, amount: 70, currency: "NGN" },
    { kind, items: 1, amount: 30, ...second },
  ];
  const then = (second: object) =>
    signedOutstanding(withSigned("2026-10", frozenMonth(october(), { outstanding: amounts(second) }))).now!;
  expect(then({ currency: null }).of(kind, "NGN")).toBe(70);
  expect(then({}).of(kind, "NGN")).toBeNull();
  expect(then({}).ofAll(kind)).toBe(100);
});

function change(walletID: number, pullId: number, ...months: string[]): Restatement {
  return {
    pullId,
    atMs: null,
    kind: "changed",
    walletID,
    payID: null,
    payref: "",
    userID: 1,
    businessID: 7,
    months: months as Month[],
    dated: null,
    fields: [],
    signature: null,
    effect: { movement: 0, closing: 0, wallets: [] },
  };
}

it("lists the changes of the months up to its own, and of records without a month", () => {
  const restatements = [
    change(90, 1, "2026-09"),
    change(90, 2, "2026-10"),
    change(90, 3, "2026-11"),
    change(90, 4),
    change(90, 5, "2026-10", "2026-11"),
  ];
  const { sheets } = buildWorkbook(october({ restatements: { restatements, total: 5, closings: [] } }));
  const table = sheets.find(({ ref }) => ref === "C3")!.tables.find(({ id }) => id === "changes")!;
  expect([...table.rows()].map(({ cells }) => cells[1])).toEqual([1, 2, 4, 5]);
});

describe("why what is brought forward may differ from what was signed", () => {
  const said = (...restatements: Restatement[]) =>
    differsSinceWords({
      ...withSigned("2026-09", { ...NOTHING_FROZEN, pullId: 4 }),
      restatements: { restatements, total: restatements.length, closings: [] },
    });
  const nothing = "no later pull changed a record of then, so compare matches and rules";

  it("is what pulls after the signature changed, in the signed month or before", () => {
    expect(said()).toBe(nothing);
    expect(said(change(1, 4, "2026-09"), change(2, 5, "2026-10"))).toBe(nothing);
    expect(said(change(1, 5, "2026-09"), change(2, 5, "2026-08"), change(2, 5, "2026-09"))).toBe(
      "walletID 1 changed by pull 5, walletID 2 changed by pull 5, see C3",
    );
    expect(differsSinceWords(october())).toBe(nothing);
  });

  it("is said of the items of a changed record, each pull once, and of no other", () => {
    const signed = withSigned("2026-09", { ...NOTHING_FROZEN, pullId: 4 });
    const { entries, transactions } = signed.records;
    const items = outstandingOf(figuresOf(signed));
    expect(new Set(items.map(({ kind }) => kind)).size).toBeGreaterThan(1);
    for (const item of items) {
      const record =
        item.kind === "orphan payref"
          ? { walletID: entries.walletID[item.row]! }
          : { walletID: null, payID: transactions.payID[item.row]! };
      const changes = [5, 6, 6].map((pullId) => ({ ...change(0, pullId, "2026-09"), ...record }));
      const restatements = { restatements: changes, total: 3, closings: [] };
      const told = items.map(sinceSigned(figuresOf({ ...signed, restatements })));
      const words = "changed by pull 5, see C3; changed by pull 6, see C3";
      const isOf = (one: typeof item) =>
        one.row === item.row && (one.kind === "orphan payref") === (item.kind === "orphan payref");
      expect(told).toEqual(items.map((one) => (isOf(one) ? words : null)));
    }
  });

  it("names four records, and how many more there are", () => {
    const changes = [1, 2, 3, 4, 5].map((id) => change(id, 5, "2026-09"));
    expect(said(...changes.slice(1))).not.toContain("more");
    expect(said(...changes)).toMatch(/walletID 4 changed by pull 5 and 1 more, see C3$/u);
  });
});
