import { describe, expect, test } from "vitest";
import { SETTLEMENT } from "../../../src/core/reconcile/input/result.ts";
import type { TransactionRow, WalletRow } from "../../../src/renderer/bridge/protocol.ts";
import { chainSum } from "../../../src/renderer/shared/record/chain-words.ts";
import {
  exactSum,
  fieldAt,
  instantAt,
  integerAt,
  listAt,
  textAt,
} from "../../../src/renderer/shared/record/cycle-detail.tsx";
import {
  escapeHidden,
  indentJson,
  versionSteps,
} from "../../../src/renderer/shared/record/record-sources.tsx";
import { feeSum, settlementSum } from "../../../src/renderer/shared/record/transaction-sums.tsx";

const ROW: WalletRow = {
  isChecked: true,
  currency: null,
  walletID: 77,
  dateCreatedAtMs: 0,
  userID: 1,
  businessID: 7,
  action: "API",
  description: null,
  payref: "",
  inflow: 500,
  outflow: null,
  stated: 12_510,
  expected: 12_500,
  difference: 10,
  unapproved: false,
  payID: null,
  bank: null,
  inPeriod: true,
  flags: [],
};
const BEFORE: WalletRow = { ...ROW, walletID: 76, stated: 12_000, expected: 12_000, difference: 0 };

describe("the arithmetic of a row", () => {
  test("is written out where the balance does not follow", () => {
    expect(chainSum({ row: ROW, before: [BEFORE] })).toStrictEqual([
      { words: "Balance stated at walletID 76", amount: 12_000, kind: "part" },
      { words: "In", amount: 500, kind: "part" },
      { words: "Out", amount: 0, kind: "part" },
      { words: "Expected", amount: 12_500, kind: "total" },
      { words: "Stated", amount: 12_510, kind: "given" },
      { words: "Difference", amount: 10, kind: "difference" },
    ]);
  });

  test("has no difference where the balance follows", () => {
    const row = { ...ROW, inflow: null, outflow: 250, stated: 11_750, expected: 11_750, difference: 0 };
    expect(chainSum({ row, before: [BEFORE] }).map(({ amount }) => amount)).toStrictEqual([
      12_000, 0, -250, 11_750, 11_750,
    ]);
  });

  test("of the oldest entry gives the balance before it", () => {
    const row = { ...ROW, expected: 12_510, difference: 0 };
    expect(chainSum({ row, before: [] })[0]).toStrictEqual({
      words: "Implied opening",
      amount: 12_010,
      kind: "part",
    });
  });

  test("expects nothing after the end of the check", () => {
    const row = { ...ROW, expected: null, difference: null };
    expect(chainSum({ row, before: [BEFORE] }).at(-1)).toMatchObject({ kind: "given", amount: 12_510 });
  });
});

const PAYMENT: TransactionRow = {
  payID: 9,
  payref: "A1",
  cycle: "one-time",
  role: "seller",
  customer: null,
  currency: "NGN",
  dateCreatedAtMs: null,
  datePaidAtMs: null,
  charged: 1000,
  escrowFee: 50,
  tax: 7,
  payable: 1057,
  expected: 1000,
  settled: 990,
  difference: -10,
  entries: 2,
  settlement: SETTLEMENT.under,
  deleted: false,
  flagged: false,
  urlMismatch: false,
  inPeriod: true,
  flags: [],
};

describe("the sums of a transaction", () => {
  test("end at the payable amount, or say by how much they miss it", () => {
    expect(feeSum(PAYMENT).at(-1)).toStrictEqual({ words: "Payable", amount: 1057, kind: "total" });
    expect(feeSum({ ...PAYMENT, payable: 1060 }).slice(3)).toStrictEqual([
      { words: "Added up", amount: 1057, kind: "total" },
      { words: "Payable, as stated", amount: 1060, kind: "given" },
      { words: "Difference", amount: 3, kind: "difference" },
    ]);
  });

  test("compare what came with what is expected", () => {
    expect(settlementSum(PAYMENT)).toStrictEqual([
      { words: "Expected", amount: 1000, kind: "total" },
      { words: "Settled by 2 entries", amount: 990, kind: "given" },
      { words: "Difference", amount: -10, kind: "difference" },
    ]);
    const notJudged = { ...PAYMENT, expected: null, difference: null, entries: 0, settled: 0 };
    expect(settlementSum(notJudged)).toStrictEqual([
      { words: "Settled, no entry", amount: 0, kind: "given" },
    ]);
  });
});

describe("the versions of a record", () => {
  const pull = (id: number) => ({ id, source: "service" as const, atMs: id * 1000 });

  test("are steps, with what changed since the version before", () => {
    const steps = versionSteps([
      { pull: pull(1), document: { balance: 10, note: "a" } },
      { pull: pull(2), document: { balance: 12, note: "a" } },
      { pull: pull(3), document: null },
      { pull: pull(4), document: { balance: 12, note: "b" } },
    ]);
    expect(steps.map(({ pullId, is }) => [pullId, is])).toStrictEqual([
      [1, "seen"],
      [2, "changed"],
      [3, "gone"],
      [4, "back"],
    ]);
    expect(steps[1]?.changes).toStrictEqual([{ field: "balance", before: 10, after: 12 }]);
    expect(steps[3]?.changes).toStrictEqual([{ field: "note", before: "a", after: "b" }]);
  });
});

describe("JSON for reading", () => {
  test("keeps every character that was sent: large numbers, repeated keys, escapes", () => {
    const sent = '{"id":9007199254740993,"a":1.50,"a":[1,{"b":[]},{}],"t":"x, {y}: \\"z\\" \\u202e"}';
    const laidOut = indentJson(sent);
    expect(laidOut).toBe(
      [
        "{",
        '  "id": 9007199254740993,',
        '  "a": 1.50,',
        '  "a": [',
        "    1,",
        "    {",
        '      "b": []',
        "    },",
        "    {}",
        "  ],",
        '  "t": "x, {y}: \\"z\\" \\u202e"',
        "}",
      ].join("\n"),
    );
    expect(laidOut.replaceAll(/\n\s*|(?<=:) /gu, "")).toBe(sent.replaceAll(", {y}: ", ", {y}:"));
  });

  test("case 22: survives what is not JSON, or nests deep", () => {
    expect(indentJson("<html>")).toBe("<html>");
    expect(indentJson("]]}").replaceAll(/\s/gu, "")).toBe("]]}");
    expect(indentJson('"never closed')).toBe('"never closed');
    const deep = `${"[".repeat(20_000)}1${"]".repeat(20_000)}`;
    expect(indentJson(deep).replaceAll(/\s/gu, "")).toBe(deep);
    expect(indentJson(deep).length).toBeLessThan(60 * 40_000);
  });

  test("case 55: shows characters that turn text around as escapes", () => {
    expect(escapeHidden('"a\u202Eb\u200Bc"')).toBe(String.raw`"a\u202eb\u200bc"`);
    expect(JSON.parse(escapeHidden('"a\u202Eb"'))).toBe("a\u202Eb");
  });
});

describe("fields of a document", () => {
  const document = {
    data: { itemname: "Chair", itemamount: 5, odd: { x: 1 }, list: [{ taskamount: 3 }] },
    datePaid: "Sat, 21 Nov 2026 08:30:00 +0000",
  };

  test("are found by their names, and otherwise nothing", () => {
    const data = fieldAt(document, "data");
    expect(textAt(data, "itemname")).toBe("Chair");
    expect(textAt(data, "odd")).toBe('{"x":1}');
    expect(integerAt(data, "itemamount")).toBe(5);
    expect(integerAt(data, "itemname")).toBeNull();
    expect(instantAt(document, "datePaid")).toBe(1_795_249_800_000);
    expect(listAt(data, "list")).toHaveLength(1);
    expect(listAt(data, "itemname")).toStrictEqual([]);
    expect(fieldAt("Chair", "deeper")).toBeNull();
    expect(fieldAt(null, "data")).toBeNull();
  });

  test("case 23: ignore a field of every object", () => {
    expect(fieldAt(document, "__proto__")).toBeNull();
    expect(fieldAt(document, "constructor")).toBeNull();
  });

  test("give no sum past the safe range", () => {
    expect(exactSum([1, 2])).toBe(3);
    expect(exactSum([Number.MAX_SAFE_INTEGER, 1])).toBeNull();
  });
});
