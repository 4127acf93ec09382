/**
 * `node test/bench/everything-wrong.ts [ENTRIES]`: what import, check and export take of answers in which every row is wrong, or
 * alike, at four times the data against once; 50,000 entries unless told otherwise. CPU time and peak memory of whole processes.
 * With `--keep FOLDER --shape NAME` it only writes the answers of one shape there. Runs what `npm run build` has built.
 */
import { once } from "node:events";
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { parseArgs } from "node:util";
import { type Entry, entryDocument } from "../../src/core/records/entry.ts";
import { type Transaction, transactionDocument } from "../../src/core/records/transaction.ts";
import { OCTOBER_MS, entry, sale } from "../helpers/records.ts";
import { filesIn } from "./parts/generated.ts";
import { printMeasure } from "./parts/measure.ts";
import { type WholeProcess, runWhole } from "./parts/whole-process.ts";

/** The records of one shape by their number, from 1 on; there is a payment for every five entries. */
interface Shape {
  readonly entry: (n: number) => Entry;
  readonly payment: (n: number) => Transaction;
}

/** An inflow of 5 in a chain without a break. */
function inflow(n: number, fields: Partial<Entry> = {}): Entry {
  return entry(n, { debit: 5, balance: 5 * n, dateCreatedAtMs: OCTOBER_MS + n * 1000, ...fields });
}

const unpaid = (n: number): Transaction => sale(n, 100, { datePaidAtMs: null });
/** A payref that no other is like. */
const payrefOf = (n: number): string => `PAY-${(n * 2_654_435_761).toString(36)}`;
const paid = (n: number): Transaction => sale(n, 5, { payref: payrefOf(n) });

const SHAPES: Readonly<Record<string, Shape>> = {
  "every balance is wrong": {
    entry: (n) => inflow(n, { balance: 7 * n + (n % 1000) * 11 }),
    payment: unpaid,
  },
  "every payref is an orphan": { entry: (n) => inflow(n, { payref: `ORPHAN-${n}` }), payment: unpaid },
  "every payref is a payment's with one slip": {
    entry: (n) => inflow(n, { payref: `${payrefOf(Math.ceil(n / 5))}${n % 5}` }),
    payment: paid,
  },
  "all entries are of one payref": { entry: (n) => inflow(n, { payref: payrefOf(1) }), payment: paid },
  "all entries are of one second": {
    entry: (n) => inflow(n, { payref: payrefOf(Math.ceil(n / 5)), dateCreatedAtMs: OCTOBER_MS }),
    payment: paid,
  },
  "every entry is twice there": {
    entry: (n) => inflow(n, { payref: payrefOf(Math.ceil(n / 2)) }),
    payment: paid,
  },
  "every payment has the same payID": {
    entry: (n) => inflow(n),
    payment: (n) => sale(1, n, { payref: payrefOf(n) }),
  },
};
const MARK = 5;
const ALT = { datePaid_alt: "now", dateCreated_alt: "now" };
const TIEOUT = [process.execPath, join(import.meta.dirname, "../../bin/tieout.js")];

const { values, positionals } = parseArgs({
  options: { shape: { type: "string" }, keep: { type: "string" } },
  allowPositionals: true,
});
const entries = Number(positionals[0] ?? 50_000);
const shapes = Object.entries(SHAPES).filter(([name]) => values.shape === undefined || values.shape === name);
if (shapes.length === 0) throw new Error(`no such shape; there are: ${Object.keys(SHAPES).join("; ")}`);
for (const [name, shape] of shapes) {
  if (values.keep === undefined) await measure(name, shape);
  else await writeAnswers(shape, entries, values.keep);
}

/** Prints time and memory at four times the data against once, of each command. */
async function measure(name: string, shape: Shape): Promise<void> {
  const onceTheData = await runCommands(shape, entries);
  const fourTimes = await runCommands(shape, entries * 4);
  for (const [command, before] of onceTheData) {
    const after = fourTimes.get(command);
    if (after === undefined) throw new Error(`${command} was not run`);
    const about = { entries: entries * 4, mark: MARK };
    const measured = `${name}: ${command}`;
    const { cpuMs, peakMb } = after;
    printMeasure({ measure: `${measured}, time`, cpuMs, ratio: cpuMs / before.cpuMs, ...about });
    printMeasure({ measure: `${measured}, peak memory`, peakMb, ratio: peakMb / before.peakMb, ...about });
  }
}

async function runCommands(shape: Shape, count: number): Promise<ReadonlyMap<string, WholeProcess>> {
  const folder = mkdtempSync(join(tmpdir(), "tieout-wrong-"));
  try {
    await writeAnswers(shape, count, folder);
    const { wallet, transactions } = filesIn(folder);
    const ledger = join(folder, "wallet.tieout");
    const commands = {
      import: ["import", ledger, "--wallet", wallet, "--transactions", transactions],
      check: ["check", ledger, "--json"],
      export: ["export", ledger, "--all", "--out", join(folder, "all.xlsx")],
    };
    return new Map(Object.entries(commands).map(([name, args]) => [name, run(args, folder)]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(args: readonly string[], folder: string): WholeProcess {
  const done = runWhole([...TIEOUT, ...args], { stdout: join(folder, "stdout") });
  // 1 says that there are findings.
  if (done.status !== 0 && done.status !== 1) throw new Error(`${args.join(" ")} failed: ${done.stderr}`);
  return done;
}

/** Writes newest first, as the service lists them. */
async function writeAnswers(shape: Shape, count: number, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { wallet, transactions } = filesIn(folder);
  await write(wallet, count, (n) => ({ ...entryDocument(shape.entry(n)), ...ALT }));
  await write(transactions, Math.ceil(count / 5), (n) => {
    const document = transactionDocument(shape.payment(n));
    const transaction = { ...(document["transaction"] as object), status_alt: "Paid" };
    return { ...document, ...ALT, transaction };
  });
}

async function write(path: string, count: number, documentOf: (n: number) => object): Promise<void> {
  const stream = createWriteStream(path);
  stream.write('{"status":200,"data":{"histories":[');
  for (let n = count; n > 0; n -= 1) {
    const text = `${JSON.stringify(documentOf(n))}${n > 1 ? ",\n" : ""}`;
    if (!stream.write(text)) await once(stream, "drain");
  }
  stream.end("]}}\n");
  await finished(stream);
}
