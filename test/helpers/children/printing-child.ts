/**
 * Prints what the core and the command line make of one input: the same bytes wherever it runs. The first line alone depends on
 * the place. Arguments: the bodies of a wallet and of its transactions.
 */
import { run } from "../../../src/cli/program.ts";
import { openSession, processTerminal } from "../../../src/cli/terminal/terminal.ts";
import { canonicalJson } from "../../../src/core/canonical.ts";
import { formatAmount, formatCount } from "../../../src/core/money.ts";
import { checkDocument } from "../../../src/core/reconcile/check-document.ts";
import { compareBytes, foldCase } from "../../../src/core/text.ts";
import {
  type Day,
  ZoneClock,
  addDays,
  formatInstant,
  formatServiceTime,
  monthDays,
  parseServiceTime,
  periodOf,
} from "../../../src/core/time.ts";
import { check, entry, sale, wallet } from "../records.ts";

const at = parseServiceTime("Sun, 25 Oct 2026 00:59:59 +0000") ?? 0;
const zones = ["UTC", "Asia/Tokyo", "America/New_York", "Europe/Istanbul", "Africa/Cairo"].map((zone) => {
  const clock = new ZoneClock(zone);
  return [zone, clock.day(at), clock.wallMs(at), periodOf("2026-10-01" as Day, "2026-10-31" as Day, clock)];
});
const words = ["ı", "I", "i", "İ", "Zürich", "zurich", "Å", "Ä", "ä", "z", "١٢", "12", "SELLER"];

const entries = [
  ...wallet([500, -200, 1300, 0, 77], (row) => ({
    payref: row === 1 ? "pay-ıI" : "",
    action: words[row] ?? null,
  })),
  entry(9, { balance: -1, debit: 5, payref: "PAY-2", dateCreatedAtMs: at }),
];
const transactions = [
  sale(1, 500, { payref: "PAY-Iı", traderStatus: "SELLER" }),
  sale(2, 1300, { datePaidAtMs: at, dateCreatedAtMs: at, scrowfee: 3, traderStatus: "TİCARET" }),
];
const period = periodOf("2026-10-01" as Day, "2026-10-31" as Day, new ZoneClock("Asia/Tokyo"));
const results = [null, period].map((limited) =>
  checkDocument(check({ entries, transactions }, { timeZone: "Asia/Tokyo" }, limited), "info"),
);

console.log(new Date(0).toLocaleString());
console.log(
  JSON.stringify([
    [formatServiceTime(at), formatInstant(at), monthDays("2026-02"), addDays("2026-02-28" as Day, 1)],
    zones,
    [formatAmount(-1_234_567, 2), formatCount(1300, "row")],
    [
      words.map(foldCase),
      words.toSorted(compareBytes),
      words.toSorted(),
      canonicalJson({ ı: 1, I: 2, i: 3, İ: 0.1 }),
    ],
    results,
  ]),
);

const [walletFile = "", transactionsFile = ""] = process.argv.slice(2);
const command = ["check", "--wallet", walletFile, "--transactions", transactionsFile];
for (const args of [command, [...command, "--json", "--month", "2026-10", "--time-zone", "Asia/Tokyo"]]) {
  const status = await run(args, openSession(processTerminal(), new AbortController().signal));
  console.log("status", status);
}
