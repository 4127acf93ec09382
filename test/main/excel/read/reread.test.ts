import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { currencyOf } from "../../../../src/core/report/sheet/record-currencies.ts";
import { SETTLEMENT } from "../../../../src/core/reconcile/input/result.ts";
import { columnLetters } from "../../../../src/core/report/sheet/place.ts";
import { monthDays } from "../../../../src/core/time.ts";
import { listBodies } from "../../../../src/main/ledger/pulls/body.ts";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { openForReading } from "../../../../src/main/ledger/file/open.ts";
import { listPulls } from "../../../../src/main/ledger/trail/pull.ts";
import { checkLedger } from "../../../../src/main/services/check/check.ts";
import type { ServiceContext } from "../../../../src/main/services/shared/thread-messages.ts";
import { exportLedger } from "../../../../src/main/services/export/export.ts";
import { importIntoLedger } from "../../../../src/main/services/import/import.ts";
import { generateWorld } from "../../../../sandbox/generate/generate-world.ts";
import { readCsv } from "../../../helpers/workbook/csv.ts";
import { saveWorld } from "../../../helpers/ledgers/world-check.ts";
import { documentOf } from "../../../helpers/ledgers/kept-runs.ts";
import { type ReadCell, type ReadSheet, readXlsx } from "../../../helpers/workbook/xlsx.ts";

const CONTEXT: ServiceContext = { now: () => Date.UTC(2027, 0, 1), appVersion: "test" };
const OPTIONS = { timeZone: "Africa/Lagos" };
/** What Lagos is ahead of UTC, all year round. */
const LAGOS_MS = 3_600_000;

type Line = Readonly<Record<string, ReadCell["value"]>>;

let folder = "";
let ledger = "";
let lastMonth = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tieout-reread-"));
  ledger = join(folder, "wallet.tieout");
  const first = generateWorld({ entries: 900, seed: 5, convention: "bank", faults: "default" });
  const second = first.advance();
  lastMonth = second.month;
  for (const world of [first, second]) {
    await importIntoLedger({ ledger, files: saveWorld(world, folder) }, CONTEXT);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The three exports of a period, read back, and what the ledger itself says of it. */
async function exported(month: string | null) {
  const period = month === null ? null : monthDays(month);
  const name = month ?? "whole";
  const ask = { ledger, period, options: OPTIONS, asFolder: true };
  const book = join(folder, `${name}.xlsx`);
  await exportLedger({ ...ask, format: "xlsx", out: book }, CONTEXT);
  const csv = await exportLedger({ ...ask, format: "csv", out: join(folder, name) }, CONTEXT);
  const json = await exportLedger({ ...ask, format: "json", out: join(folder, name) }, CONTEXT);
  const text = (file: string) => readFile(join(folder, name, file), "utf8");
  const tables = new Map<string, { fields: string[][]; lines: Line[] }>();
  for (const file of json.files) {
    const table = file.name.replace(/\.json$/u, "");
    const fields = readCsv(await text(`${table}.csv`));
    tables.set(table, { fields, lines: JSON.parse(await text(file.name)) as Line[] });
  }
  expect(csv.files.map((file) => file.name.replace(".csv", ".json"))).toEqual(
    json.files.map((file) => file.name),
  );
  const db = openForReading(ledger);
  try {
    const { input, result } = checkLedger(db, ask, CONTEXT);
    const run = JSON.parse(documentOf(db, json.runId)) as { findings: { rule: string; severity: string }[] };
    const lines = (table: string): Line[] => tables.get(table)!.lines;
    return {
      read: await readXlsx(book),
      tables,
      lines,
      input,
      result,
      run,
      pulls: listPulls(db),
      bodies: listBodies(db),
    };
  } finally {
    closeLedger(db);
  }
}

/** How many numbers stand under a key, and what they come to. */
function totals(lines: readonly Line[], key: string) {
  return totalOf(lines.map((line) => line[key]));
}

function totalOf(values: Iterable<unknown>) {
  const numbers = [...values].filter(
    (value) => typeof value === "number" && !Number.isNaN(value),
  ) as number[];
  return { count: numbers.length, sum: numbers.reduce((sum, value) => sum + value, 0) };
}

/** Finds a table on its sheet by its headers: the rows below them, as many as there are lines. */
function rowsBelow(sheet: ReadSheet, headers: readonly string[], count: number): ReadCell[][] {
  for (let row = 7; row <= sheet.rows; row += 1) {
    const named: string[] = [];
    for (let at = 0; ; at += 1) {
      const cell = sheet.cells.get(`${columnLetters(at)}${row}`);
      if (cell === undefined) break;
      if (cell.value !== null) named.push(columnLetters(at));
    }
    const words = named.map((letters) => sheet.cells.get(`${letters}${row}`)!.value);
    if (words.join("\n") !== headers.join("\n")) continue;
    return Array.from({ length: count }, (_, at) =>
      named.map((letters) => sheet.cells.get(`${letters}${row + 1 + at}`) ?? NOTHING),
    );
  }
  throw new Error(`${sheet.name} has no table of ${headers.join(", ")}`);
}
const NOTHING: ReadCell = { value: null, formula: null, type: "n", style: 0 };

/** A value of the JSON as the workbook has it: instants and days as its serials. */
function asInWorkbook(value: ReadCell["value"] | undefined): ReadCell["value"] {
  if (typeof value !== "string") return value ?? null;
  if (/^\d{4}-\d\d-\d\dT.*Z$/u.test(value)) {
    return Math.floor((Date.parse(value) + LAGOS_MS) / 1000) / 86_400 + 25_569;
  }
  return /^\d{4}-\d\d-\d\d$/u.test(value) ? Date.parse(value) / 86_400_000 + 25_569 : value;
}

/** A text that a spreadsheet would take for a number, as it shows it. */
function asShown(field: string): string {
  return field.replace(/^="([^"]*)"$/u, "$1");
}

/** A value of the JSON as CSV has it. */
function asInCsv(value: ReadCell["value"] | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "number") return String(value);
  if (/^\d{4}-\d\d-\d\dT.*Z$/u.test(value)) {
    return new Date(Date.parse(value) + LAGOS_MS).toISOString().slice(0, 19).replace("T", " ");
  }
  return /^[=+\-@\t\r]/u.test(value) ? `'${value}` : value;
}

/** Facts that each export has its own of. */
const OWN_FACTS: ReadonlySet<string> = new Set(["Run", "Audit trail: last link", "Audit trail: head hash"]);

describe.each([["the whole history"], ["a month"]])("case 79: %s, read back", (of) => {
  let all: Awaited<ReturnType<typeof exported>>;
  beforeAll(async () => {
    all = await exported(of === "a month" ? lastMonth : null);
  });

  it("has the same tables with the same values as workbook, CSV and JSON", () => {
    const differences: string[] = [];
    for (const [name, { fields, lines: found }] of all.tables) {
      const [headers = [], ...rows] = fields;
      // The trail grew by each export before; each lists it up to its own run.
      const isTrail = name === "D2-audit-decisions";
      const lines = isTrail ? found.slice(0, -4) : found;
      expect({ name, rows: rows.length }).toEqual({ name, rows: found.length - (isTrail ? 2 : 0) });
      const [, ref = ""] = /^([A-E]\d?)-/u.exec(name) ?? [];
      const sheet = [...all.read.sheets.values()].find(({ cells }) =>
        String(cells.get("A2")!.value).startsWith(`${ref} `),
      )!;
      const cells = rowsBelow(sheet, headers, lines.length);
      lines.forEach((line, at) => {
        if (OWN_FACTS.has(String(line["fact"]))) return;
        Object.entries(line).forEach(([key, value], column) => {
          // What pins an answer down may be the head of the trail, which each export has its own of.
          if (name === "E1-questions" && key === "sha256") return;
          const inBook = cells[at]![column]!.value;
          const due = asInWorkbook(value);
          const near = typeof due === "number" && typeof inBook === "number" && Math.abs(due - inBook) < 1e-6;
          const same = near || inBook === due;
          if (!same || asShown(rows[at]![column]!) !== asInCsv(value)) {
            differences.push(
              `${name} row ${at} ${headers[column]}: ${inBook}, ${rows[at]![column]}, ${value}`,
            );
          }
        });
      });
    }
    expect(differences).toEqual([]);
    expect(all.tables.size).toBeGreaterThan(20);
  });

  it("holds every entry's figures, by count and sum", () => {
    const check = all.result;
    const { entries } = all.input;
    const { order, inPeriod, movement, difference } = check.entryOutcomes;
    const rows = order.filter((row) => inPeriod[row] === 1);
    const lines = all.lines("B1-wallet").filter(({ walletID }) => walletID !== null);
    expect(lines).toHaveLength(check.counts.entries);
    expect(rows).toHaveLength(check.counts.entries);
    const column = (values: ArrayLike<number>) => totalOf(Array.from(rows, (row) => values[row]));
    expect(totals(lines, "walletID")).toEqual(column(entries.walletID));
    expect(totals(lines, "credit")).toEqual(column(entries.credit));
    expect(totals(lines, "debit")).toEqual(column(entries.debit));
    expect(totals(lines, "balance")).toEqual(column(entries.balance));
    expect(totals(lines, "movement")).toEqual(column(movement));
    expect(totals(lines, "difference")).toEqual(column(difference));
    const opened = all.lines("B1-wallet").filter(({ walletID }) => walletID === null);
    expect(opened.map(({ balance }) => balance)).toEqual(check.wallets.map(({ opening }) => opening));
  });

  it("holds every transaction's figures, by count and sum", () => {
    const { transactions } = all.input;
    const { inPeriod, net } = all.result.transactionOutcomes;
    const rows = [...transactions.payID.keys()].filter((row) => inPeriod[row] === 1);
    const lines = all.lines("B2-transactions");
    expect(lines).toHaveLength(all.result.counts.transactions);
    const column = (values: ArrayLike<number>) => totalOf(rows.map((row) => values[row]));
    for (const key of ["payID", "chargedamount", "scrowfee", "taxfee", "payableamount"] as const) {
      expect({ key, ...totals(lines, key) }).toEqual({ key, ...column(transactions[key]) });
    }
    expect(totals(lines, "settled").sum + totals(lines, "earlier").sum).toBe(column(net).sum);
    expect(totals(lines, "entries").sum).toBe(
      all.lines("B1-wallet").filter(({ payID }) => payID !== null).length,
    );
  });

  it("holds every finding of the run that the ledger keeps", () => {
    const kept = all.run.findings.filter(({ severity }) => severity !== "info") as unknown as Line[];
    const lines = all.lines("C1-exceptions");
    expect(new Set(lines.map(({ fingerprint }) => fingerprint))).toEqual(
      new Set(kept.map(({ fingerprint }) => fingerprint)),
    );
    expect(lines).toHaveLength(kept.length);
    for (const key of ["expected", "actual", "difference"]) {
      expect({ key, ...totals(lines, key) }).toEqual({ key, ...totals(kept, key) });
    }
    const counted = all.lines("A-lead-counts").filter(({ rule }) => rule !== "All");
    const byRule = Map.groupBy(counted, ({ rule }) => String(rule));
    for (const [rule, found] of Object.entries(all.result.counts.findings)) {
      expect({ rule, found: totals(byRule.get(rule) ?? [], "found").sum }).toEqual({ rule, found });
    }
    const changes = all.result.findings.filter(({ rule }) => /-(?:changed|approved|vanished)$/u.test(rule));
    // The register lists changes of other periods, too; the check's own lead to their finding.
    expect(all.lines("C3-changes-changes").filter(({ rule }) => rule !== null)).toHaveLength(
      changes.reduce((count, finding) => count + (finding.changes?.length ?? 1), 0),
    );
  });

  it("holds what is outstanding, and rolls it forward", () => {
    const { settlement, expected } = all.result.transactionOutcomes;
    const standing = (code: number) =>
      totalOf([...settlement.keys()].filter((row) => settlement[row] === code).map((row) => expected[row]));
    const lines = all.lines("C2-outstanding-items");
    const open = (kind: string) =>
      totals(
        lines.filter((line) => line["kind"] === kind && line["now"] !== 0),
        "now",
      );
    expect(open("paid, no entry")).toEqual(standing(SETTLEMENT.unsettled));
    expect(open("in transit")).toEqual(standing(SETTLEMENT.inTransit));
    for (const line of lines) {
      const came = Number(line["before"]) + Number(line["new"]);
      expect(came - Number(line["cleared"]) + Number(line["reclassified"])).toBe(line["now"]);
      expect(["age30", "age60", "age90", "older"].reduce((sum, key) => sum + Number(line[key]), 0)).toBe(
        line["now"],
      );
    }
  });

  it("holds each wallet's roll-forward, by action and by day too", () => {
    const { wallets } = all.result;
    const lines = all.lines("A1-roll-forward-wallets");
    for (const key of ["entries", "opening", "inflow", "outflow", "breakDifference", "closing"] as const) {
      const amounts = lines.map((line) => line[key]);
      expect(amounts.slice(0, wallets.length)).toEqual(wallets.map((wallet) => wallet[key]));
      // The transactions of this ledger are in more than one currency: each is added up by itself, the last row says that all foot.
      const inCurrency = (code: Line[string]) => wallets.filter((wallet) => currencyOf(wallet) === code);
      const sums = lines.slice(wallets.length, -1);
      expect(sums.map((line) => line[key])).toEqual(
        sums.map(({ currency = null }) => inCurrency(currency).reduce((sum, wallet) => sum + wallet[key], 0)),
      );
      expect(sums.length).toBeGreaterThan(1);
      expect(amounts.at(-1)).toBeNull();
    }
    for (const [table, label] of [
      ["A1-roll-forward-actions", "All actions"],
      ["A1-roll-forward-days", "All days"],
    ] as const) {
      const parts = all.lines(table).filter((line) => !Object.values(line).includes(label));
      for (const key of ["entries", "inflow", "outflow", "breakDifference"] as const) {
        expect({ table, key, sum: totals(parts, key).sum }).toEqual({
          table,
          key,
          sum: wallets.reduce((sum, wallet) => sum + wallet[key], 0),
        });
      }
    }
    const days = all.lines("A1-roll-forward-days").filter((line) => Object.values(line).includes("All days"));
    for (const key of ["opening", "closing"] as const)
      expect(totals(days, key).sum).toBe(wallets.reduce((sum, wallet) => sum + wallet[key], 0));
    expect(all.lines("A-lead-proofs").filter(({ holds }) => holds !== true)).toEqual([]);
  });

  it("names every pull and the hash of each response", () => {
    expect(all.lines("D2-audit-pulls").map(({ pull, entries }) => [pull, entries])).toEqual(
      all.pulls.map(({ id, entries }) => [id, entries]),
    );
    expect(all.lines("D2-audit-bodies").map(({ sha256, bytes }) => [sha256, bytes])).toEqual(
      all.bodies.map(({ sha256, bytes }) => [sha256, bytes]),
    );
  });
});
