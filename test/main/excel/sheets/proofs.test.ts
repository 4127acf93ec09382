import { expect, it } from "vitest";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import { dollarsInNaira, recordsOf, threeCurrencies } from "../../../helpers/ledgers/currency-world.ts";
import { reportInput, variedRecords } from "../../../helpers/workbook/report.ts";
import {
  type ReadWorkbook,
  type Typed,
  columnsAt,
  provenBy,
  rowOf,
  writtenWorkbook,
} from "../../../helpers/workbook/xlsx.ts";

/** October as it was written; made by the first test, read by all. */
let written: Promise<ReadWorkbook> | null = null;
const october = async (): Promise<ReadWorkbook> => (written ??= writeOctober());

async function writeOctober(): Promise<ReadWorkbook> {
  const input = reportInput({ records: variedRecords(), month: "2026-10" });
  return (await writtenWorkbook(buildWorkbook(input))).read;
}

/** Finds cells as a person does: by sheet, column header and a row's own text or number. */
function finder(read: ReadWorkbook) {
  const sheetOf = (name: string) => read.sheets.get(name)!;
  const headerRows: Readonly<Record<string, string>> = {
    Wallet: "walletID",
    Transactions: "payID",
    Exceptions: "No.",
    Outstanding: "Item",
  };
  const at = (name: string, header: string, first: unknown): string => {
    const sheet = sheetOf(name);
    const headerRow = rowOf(sheet, headerRows[name]!);
    const letter = columnsAt(sheet, headerRow).get(header)!;
    for (let row = headerRow + 1; ; row += 1) {
      const cell = sheet.cells.get(`A${row}`);
      if (cell === undefined) throw new Error(`no row of ${name} begins with ${String(first)}`);
      if (cell.value === first) return `${name}!${letter}${row}`;
    }
  };
  const plus = (reference: string, amount: number): Typed => {
    const [name = "", cell = ""] = reference.split("!");
    return { [reference]: Number(sheetOf(name).cells.get(cell)!.value) + amount };
  };
  return { at, plus };
}

/** For every proof on A Lead, what somebody could type over that it must notice. */
const NOTICED: Readonly<Record<string, (find: ReturnType<typeof finder>) => Typed>> = {
  "Opening + inflows − outflows + break differences = closing, for each wallet": ({ at }) => ({
    [at("Wallet", "Difference", 4)]: 5,
  }),
  "The movements by action agree to the roll-forward": ({ at }) => ({ [at("Wallet", "Action", 4)]: "Other" }),
  "The movements by day agree to the roll-forward": ({ at }) => ({ [at("Wallet", "Period day", 4)]: 40_000 }),
  "Each wallet opens at the closing of the period before, as re-performed today": ({ at, plus }) =>
    plus(at("Wallet", "Stated balance", null), 1),
  "The parts of the break differences agree to the roll-forward": ({ at }) => ({
    [at("Wallet", "Flags", 10)]: null,
  }),
  "The stated closing follows from the movements": ({ at }) => ({ [at("Wallet", "Difference", 5)]: -5 }),
  "The stated closing can be built from the transactions": ({ at, plus }) =>
    plus(at("Transactions", "Expected", 3), 1),
  "No difference between wallet and transactions is left unclassified": ({ at, plus }) =>
    plus(at("Outstanding", "Carried forward", "in transit"), 1),
  "The break differences listed one by one are those of the roll-forward": ({ at, plus }) =>
    plus(at("Wallet", "Stated balance", 12), 1),
  "Every balance that does not follow is listed on A2": ({ at, plus }) =>
    plus(at("Wallet", "Stated balance", 5), 1),
  "Every payment settled over or short is listed on A2": ({ at, plus }) =>
    plus(at("Transactions", "Settled earlier", 3), 1),
  "Every entry of the period is on B1": ({ at }) => ({ [at("Wallet", "Movement", 4)]: null }),
  "Every transaction of the period is on B2": ({ at }) => ({ [at("Transactions", "Payable", 3)]: null }),
  "Every error and warning is on C1": ({ at }) => ({ [at("Exceptions", "Rule", 2)]: null }),
  "The breaks on C1 agree to the break differences of the roll-forward": ({ at, plus }) =>
    plus(at("Exceptions", "Difference", 2), 1),
  "Every payable amount that does not recalculate is an exception": ({ at, plus }) =>
    plus(at("Transactions", "Payable", 3), 1),
  "Outstanding items of each kind roll forward to those carried forward": ({ at, plus }) =>
    plus(at("Outstanding", "New", "in transit"), 1),
  "Outstanding items: the ageing adds up to the amount carried forward": ({ at }) => ({
    [at("Outstanding", "0–30 days", "in transit")]: 1,
  }),
  "Missing payments raised on C1 agree to those carried forward": ({ at, plus }) =>
    plus(at("Outstanding", "Carried forward", "paid, no entry"), 1),
};

it("proves the month by nineteen proofs", async () => {
  const { conclusion, proofs } = provenBy(await october());
  expect([...proofs.keys()]).toEqual([...Object.keys(NOTICED), "All proofs hold"]);
  expect([...proofs.values()].filter((holds) => holds !== true)).toEqual([]);
  expect(conclusion).toMatch(
    /^The stated closing of NGN 31,973 is the opening plus the movements plus the differences, which A2 lists one by one; /u,
  );
});

it.each(Object.entries(NOTICED))("%s: can fail", async (words, typed) => {
  const read = await october();
  const { conclusion, proofs } = provenBy(read, typed(finder(read)));
  expect(proofs.get(words)).toBe(false);
  expect(proofs.get("All proofs hold")).toBe(false);
  expect(conclusion).toMatch(/^Not proven/u);
});

it("notices two balance changes that cancel out by the count alone", async () => {
  const read = await october();
  const { at, plus } = finder(read);
  const { proofs } = provenBy(read, plus(at("Wallet", "Stated balance", 5), 1));
  const failed = [...proofs].filter(([, holds]) => holds !== true).map(([words]) => words);
  expect(failed).toEqual(["Every balance that does not follow is listed on A2", "All proofs hold"]);
});

it("does not miss a payment no longer carried forward when one in another currency is larger by as much", async () => {
  const records = recordsOf(threeCurrencies());
  const { read } = await writtenWorkbook(buildWorkbook(reportInput({ records, month: "2026-10" })));
  const outstanding = read.sheets.get("Outstanding")!;
  const carried = (payref: string) => {
    const [cell] = [...outstanding.cells].find(([at, { value }]) => at.startsWith("D") && value === payref)!;
    return `Outstanding!L${cell.slice(1)}`;
  };
  const words = "Missing payments raised on C1 agree to those carried forward";
  expect(provenBy(read).proofs.get(words)).toBe(true);
  const { proofs } = provenBy(read, { [carried("PAY-11")]: 0, [carried("PAY-12")]: 7777 + 640 });
  expect(proofs.get(words)).toBe(false);
});

it("proves a month in which a payment is settled short in another currency than its own, which A2 lists by its entry", async () => {
  const records = dollarsInNaira(590);
  const { read } = await writtenWorkbook(buildWorkbook(reportInput({ records, month: "2026-10" })));
  const words = "Every payment settled over or short is listed on A2";
  const { proofs } = provenBy(read);
  expect([...proofs.values()]).not.toContain(false);
  expect(proofs.get(words)).toBe(true);
  const { at } = finder(read);
  expect(provenBy(read, { [at("Transactions", "Difference", 1)]: -10 }).proofs.get(words)).toBe(false);
});

it("shows preparer and reviewer on every sheet once A names them", async () => {
  const read = await october();
  const lead = read.sheets.get("Lead")!;
  const row = rowOf(lead, "Prepared by");
  const { signatures } = provenBy(read, {
    [`Lead!B${row}`]: "Ada Obi",
    [`Lead!C${row}`]: 46_328,
    [`Lead!B${row + 1}`]: "Grace Mensah",
    [`Lead!C${row + 1}`]: "tomorrow",
  });
  expect([...signatures.keys()]).toEqual([...read.sheets.keys()]);
  expect(new Set(signatures.values())).toEqual(
    new Set(["Prepared by  Ada Obi  on  2026-11-02          Reviewed by  Grace Mensah  on  tomorrow"]),
  );
});
