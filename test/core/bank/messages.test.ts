/** MT940 and camt: reversals, the year's end, several statements of a file, what is not booked yet. */
import { expect, test, describe } from "vitest";
import { type XmlElement, readCamt } from "../../../src/core/bank/camt.ts";
import { isMt940, readMt940 } from "../../../src/core/bank/mt940.ts";

const message = (...lines: readonly string[]) =>
  [":20:S1", ":25:123/456", ":28C:1/1", ...lines, "-"].join("\r\n");

describe("MT940", () => {
  test("an entry date is of the year that is nearest to the value date, and a reversal goes the other way", () => {
    const text = message(
      ":60F:C251230NGN1000,",
      ":61:2512310102RC50,5NTRFREF1//BANK1",
      ":86:Reversal",
      "of a credit",
      ":61:2601011231RD10,NMSCNONREF",
      ":61:260102DN7,25NCHK77",
      ":62F:C260102NGN952,25",
    );
    expect(isMt940(text)).toBe(true);
    const [statement] = readMt940(text, 2, "s.sta");
    expect(statement).toMatchObject({
      account: "123/456",
      currency: "NGN",
      opening: 100_000,
      closing: 95_225,
    });
    expect(statement?.lines).toMatchObject([
      {
        at: 5,
        day: "2026-01-02",
        valueDay: "2025-12-31",
        amount: -5050,
        reference: "REF1 BANK1",
        narration: "Reversal of a credit",
      },
      { at: 8, day: "2025-12-31", valueDay: "2026-01-01", amount: 1000, reference: "" },
      { at: 9, day: "2026-01-02", amount: -725, reference: "77" },
    ]);
  });

  test("a file has several statements, with and without the blocks of the network", () => {
    const one = message(":60F:D260101NGN5,", ":62F:D260101NGN5,");
    const text = `{1:F01X}{2:O940}{4:\r\n${one}}\r\n${one}`;
    expect(readMt940(text, 2, "s.sta")).toMatchObject([
      { opening: -500, closing: -500, lines: [] },
      { opening: -500, closing: -500, lines: [] },
    ]);
  });

  test.each([
    [":61:2602310102D10,NMSC", "Line 5: field :61: is no statement line"],
    [":61:2601020231D10,NMSC", "Line 5: field :61: has an entry date that is none: 0231"],
    [":61:260102D10,125NMSC", "Line 5: field :61: is no statement line"],
    [":62F:C260102GHS9,", "Line 5: field :62F: is in GHS, and the balance before it in NGN"],
  ])("%s is refused with its line", (line, sentence) => {
    expect(() => readMt940(message(":60F:C260101NGN9,", line), 2, "s.sta")).toThrow(
      expect.objectContaining({ code: "BANK_STATEMENT_INVALID", message: sentence }) as Error,
    );
  });
});

/** `["Ntry", ["Amt", "5"]]`; an attribute's name begins with @. */
type Node = readonly [string, ...(string | Node)[]];
function element([name, ...content]: Node): XmlElement {
  const texts = content.filter((one) => typeof one === "string");
  return {
    name,
    attributes: Object.fromEntries(
      texts.filter((one) => one.startsWith("@")).map((one) => one.slice(1).split("=") as [string, string]),
    ),
    children: content.filter((one) => typeof one !== "string").map(element),
    text: texts.filter((one) => !one.startsWith("@")).join(""),
  };
}

const balance = (code: string, amount: string, direction = "CRDT"): Node => [
  "Bal",
  ["Tp", ["CdOrPrtry", ["Cd", code]]],
  ["Amt", "@Ccy=NGN", amount],
  ["CdtDbtInd", direction],
];
const entry = (amount: string, direction: string, ...more: readonly Node[]): Node => [
  "Ntry",
  ["Amt", "@Ccy=NGN", amount],
  ["CdtDbtInd", direction],
  ["BookgDt", ["Dt", "2026-08-31"]],
  ...more,
];
const camt = (kind: "Stmt" | "Rpt", ...content: readonly Node[]) =>
  readCamt(element(["Document", ["BkToCstmr", [kind, ...content]]]), 2, "s.xml");

describe("camt", () => {
  test("takes what is booked, in the direction that the entry has, cents and all", () => {
    const [statement] = camt(
      "Stmt",
      ["Acct", ["Id", ["Othr", ["Id", "0123456789"]]], ["Ccy", "NGN"]],
      balance("OPBD", "100.00"),
      balance("CLBD", "9.25", "DBIT"),
      entry(
        "110.25",
        "DBIT",
        ["Sts", ["Cd", "BOOK"]],
        ["RvslInd", "true"],
        ["ValDt", ["DtTm", "2026-09-01T00:00:00"]],
      ),
      entry("5.00", "CRDT", ["Sts", "PDNG"]),
      entry(
        "1",
        "CRDT",
        ["Sts", "BOOK"],
        ["AcctSvcrRef", "B7"],
        [
          "NtryDtls",
          ["TxDtls", ["Refs", ["EndToEndId", "E 1"]], ["RmtInf", ["Ustrd", "Payout"], ["Ustrd", "August"]]],
        ],
      ),
    );
    expect(statement).toMatchObject({
      account: "0123456789",
      currency: "NGN",
      opening: 10_000,
      closing: -925,
      pending: 1,
      lines: [
        { at: 1, amount: -11_025, day: "2026-08-31", valueDay: "2026-09-01" },
        { at: 3, amount: 100, reference: "B7 E 1", narration: "Payout August", valueDay: null },
      ],
    });
  });

  test("a report of the day has the same entries, and may have none", () => {
    expect(camt("Rpt")).toMatchObject([{ opening: null, closing: null, lines: [] }]);
    expect(camt("Rpt", entry("2", "CRDT"))).toMatchObject([{ lines: [{ amount: 200 }] }]);
  });

  test.each<[string, () => unknown, string]>([
    [
      "an amount of thousandths",
      () => camt("Stmt", entry("1.005", "CRDT")),
      "Statement 1, entry 1: there is no amount",
    ],
    ["no direction", () => camt("Stmt", entry("1", "")), "Statement 1, entry 1: there is no amount"],
    [
      "two currencies",
      () => camt("Stmt", ["Acct", ["Ccy", "GHS"]], entry("1", "CRDT")),
      "Statement 1 has several currencies: NGN, GHS",
    ],
    ["no statement", () => readCamt(element(["Document", ["Other"]]), 2, "s.xml"), "no camt.053 or camt.052"],
  ])("%s is refused", (_, work, sentence) => {
    expect(work).toThrow(
      expect.objectContaining({
        code: "BANK_STATEMENT_INVALID",
        message: expect.stringContaining(sentence) as string,
      }) as Error,
    );
  });
});
