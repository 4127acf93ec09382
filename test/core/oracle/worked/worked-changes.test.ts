/** Change rules by hand, through a ledger: what several pulls say of one record. */
import { describe, expect, test } from "vitest";
import type { Entry } from "../../../../src/core/records/entry.ts";
import { entry, sale, task, wallet } from "../../../helpers/records.ts";
import { crowdPay, milestone } from "./details.ts";
import { engine } from "../engine/engine.ts";
import { caseOf, judge, rulesOf } from "./judge.ts";

const at = (text: string) => Date.parse(`2026-${text}Z`);
const SEPTEMBER = { from: "2026-09-01", to: "2026-09-30" };
const OCTOBER = { from: "2026-10-01", to: "2026-10-31" };
const entries = wallet([100, 20, 3]);

function changed(walletID: number, fields: Partial<Entry>, list = entries): Entry[] {
  return list.map((one) => (one.walletID === walletID ? { ...one, ...fields } : one));
}

describe("entries", () => {
  test("two successive versions are one finding, and a version seen again is none", () => {
    const pulls = ["A", "B", "B", "A", "B"].map((description) => ({ entries: changed(2, { description }) }));
    const changes = judge({ pulls }).findings.map((finding) => finding.changes?.[0]?.after);
    expect(changes).toHaveLength(3);
    expect(changes.filter((after) => after === "B")).toHaveLength(2);
  });

  test("approval with its date is normal, and approval withdrawn, or a date alone, are changes", () => {
    const said = (before: Partial<Entry>, after: Partial<Entry>) => {
      const findings = rulesOf(
        judge({ pulls: [{ entries: changed(2, before) }, { entries: changed(2, after) }] }),
      );
      return findings.filter((finding) => finding.startsWith("entry-"));
    };
    expect(said({ isApproved: 0 }, { isApproved: 1, datePaidAtMs: 0 })).toEqual(["entry-approved 2"]);
    expect(said({ isApproved: 1 }, { isApproved: 0 })).toEqual(["entry-changed 2"]);
    expect(said({ isApproved: null }, { isApproved: 1 })).toEqual(["entry-changed 2"]);
    expect(said({}, { datePaidAtMs: 0 })).toEqual(["entry-changed 2"]);
  });

  test("fields that the interface does not name are compared, too", () => {
    const pulls = [{ entries }, { entries: changed(3, { extra: { channel: "web" } }) }];
    expect(judge({ pulls }).findings).toMatchObject([
      { rule: "entry-changed", walletID: 3, changes: [{ field: "channel", after: "web" }] },
    ]);
  });

  const between = (before: Entry["extra"], after: Entry["extra"]) =>
    judge({
      pulls: [{ entries: changed(3, { extra: before }) }, { entries: changed(3, { extra: after }) }],
    }).findings.flatMap(({ changes }) => changes);

  test("tells an empty object from an empty list, a nested name from a dotted one, null from absent", () => {
    expect(between({ tags: {} }, { tags: [] })).toEqual([{ field: "tags", before: {}, after: [] }]);
    expect(between({ a: { b: 1 } }, { "a.b": 1 })).toEqual([
      { field: "a", before: { b: 1 } },
      { field: "a.b", after: 1 },
    ]);
    expect(between({ x: null }, null)).toEqual([{ field: "x", before: null }]);
    expect(between({ x: { y: 1, z: 2 } }, { x: { z: 2, y: 1 } })).toEqual([]);
  });

  test("a known time is compared as an instant, an unknown one as text", () => {
    const long = "Thursday, 01 Oct 2026 00:00:00 +0000";
    const short = "Thu, 01 Oct 2026 00:00:00 +0000";
    expect(between({ seenOn: short }, { seenOn: long })).toEqual([
      { field: "seenOn", before: short, after: long },
    ]);
    expect(between({ datePaid: "N/A" }, null)).toEqual([]);
  });

  test("a change made again is another finding: A, B, A, B", () => {
    const list = ["A", "B", "A", "B"].map((description) => ({ entries: changed(2, { description }) }));
    const prints = engine(caseOf({ pulls: list }), "ledger").findings.map(({ fingerprint }) => fingerprint);
    expect(new Set(prints).size).toBe(3);
  });

  test("a return is reported once, and the absence no longer", () => {
    const without = { entries: [entries[0]!, entries[2]!] };
    const again = judge({ pulls: [{ entries }, without, { entries }, without, { entries }] });
    expect(again.findings).toMatchObject([
      { rule: "entry-returned", severity: "info", walletID: 2 },
      { rule: "entry-returned", severity: "info", walletID: 2 },
    ]);
    const changedSince = { entries: changed(2, { description: "Other" }) };
    expect(rulesOf(judge({ pulls: [{ entries }, without, changedSince] }))).toEqual([
      "entry-changed 2",
      "entry-returned 2",
    ]);
  });

  test("vanished from a pull that reaches back to it: 2 of 1, 3; not 1 of 2, 3; all of an empty one", () => {
    const gone = (...later: number[]) =>
      rulesOf(
        judge({ pulls: [{ entries }, { entries: entries.filter((one) => later.includes(one.walletID)) }] }),
      );
    expect(gone(1, 3)).toContain("entry-vanished 2");
    expect(gone(2, 3)).toEqual([]);
    expect(gone()).toEqual(["entry-vanished 1", "entry-vanished 2", "entry-vanished 3"]);
  });

  test("a vanished entry is left out of the check: 100, 123 breaks by the 20 that vanished", () => {
    const pulls = [{ entries }, { entries: [entries[0]!, entries[2]!] }];
    const result = judge({ pulls });
    expect(result.findings).toMatchObject([
      { rule: "entry-vanished", walletID: 2 },
      { rule: "chain-break", walletID: 3, difference: 20, skipped: { count: 1 } },
    ]);
    expect(result.counts.entries).toBe(2);
  });

  test("copies of the newest pull count: twice alike in the first, twice different in the second", () => {
    const other = { ...entries[2]!, description: "Other" };
    const pulls = [{ entries: [...entries, entries[1]!] }, { entries: [...entries, other] }];
    expect(rulesOf(judge({ pulls })).filter((finding) => !finding.startsWith("entry-changed"))).toEqual([
      "conflicting-entry 3",
    ]);
  });
});

describe("transactions", () => {
  const said = (before: ReturnType<typeof sale>, after: ReturnType<typeof sale>) =>
    judge({ pulls: [{ transactions: [before] }, { transactions: [after] }] })
      .findings.filter(({ rule }) => rule === "transaction-changed")
      .map(({ severity, changes }) => [severity, ...changes!.map(({ field }) => field)]);

  test("what must not change once paid: an error when paid before, a warning when not", () => {
    const paid = sale(1, 100);
    expect(said(paid, { ...paid, currency: "USD" })).toEqual([["error", "fee.currency"]]);
    expect(said(paid, { ...paid, datePaidAtMs: null })).toEqual([["error", "datePaid"]]);
    expect(said({ ...paid, datePaidAtMs: null }, { ...paid, taxfee: 1 })).toEqual([
      ["warning", "fee.taxfee"],
    ]);
    expect(said({ ...paid, datePaidAtMs: null }, paid)).toEqual([]);
    expect(said(paid, { ...paid, isFlagged: 1 })).toEqual([["warning", "is_flagged"]]);
  });

  test("a crowd-pay is paid once it has raised something", () => {
    expect(said(crowdPay(1, 900, 70), { ...crowdPay(1, 900, 80), taxfee: 1 })).toEqual([
      ["error", "fee.taxfee"],
    ]);
    expect(said(crowdPay(1, 900, 0), { ...crowdPay(1, 900, 80), taxfee: 1 })).toEqual([
      ["warning", "fee.taxfee"],
    ]);
  });

  test("normal progress: tasks are completed, money is raised, customers come; a task's amount must not change", () => {
    const open = milestone(1, [task(60, { isComplete: 0, dateCompletedAtMs: null })]);
    expect(said(open, milestone(1, [task(60)]))).toEqual([]);
    expect(said(open, { ...open, customer: null, status: 9, statusAlt: "Other", isActive: null })).toEqual(
      [],
    );
    expect(said(crowdPay(1, 900, 70), crowdPay(1, 900, 80))).toEqual([]);
    const dearer = milestone(1, [task(61)]);
    expect(said(open, { ...open, detail: dearer.detail })).toEqual([
      ["error", "data.amount", "data.list.0.taskamount"],
    ]);
  });

  test("absent from a later pull, however short", () => {
    const pulls = [{ transactions: [sale(1, 100), sale(2, 100)] }, { transactions: [sale(2, 100)] }];
    const { findings, counts } = judge({ pulls });
    expect(findings).toMatchObject([
      { rule: "transaction-vanished", severity: "warning", payID: 1 },
      { rule: "in-transit", payID: 2 },
    ]);
    expect(counts.transactions).toBe(1);
  });
});

describe("the period of a change", () => {
  test("is that of the record as it is now, for every change: moved to October, then back to September", () => {
    const times = ["09-10T00:00:00", "10-10T00:00:00", "09-10T00:00:00"];
    const pulls = times.map((time) => ({
      entries: [entry(1, { dateCreatedAtMs: at(time), debit: 1, balance: 1 })],
    }));
    expect(rulesOf(judge({ pulls, period: SEPTEMBER }))).toEqual(["entry-changed 1", "entry-changed 1"]);
    expect(rulesOf(judge({ pulls, period: OCTOBER }))).toEqual([]);
  });

  test("keeps a vanished entry's place after those before it: dated September, but after one of October", () => {
    const first = entry(1, { dateCreatedAtMs: at("10-10T00:00:00"), debit: 1, balance: 1 });
    const gone = entry(2, { dateCreatedAtMs: at("09-10T00:00:00"), debit: 1, balance: 2 });
    const pulls = [{ entries: [first, gone] }, { entries: [first] }];
    expect(rulesOf(judge({ pulls, period: SEPTEMBER }))).toEqual([]);
    expect(rulesOf(judge({ pulls, period: OCTOBER }))).toEqual(["entry-vanished 2"]);
  });

  test("and under chains per business after those of its own business only", () => {
    const first = entry(1, { dateCreatedAtMs: at("10-10T00:00:00"), debit: 1, balance: 1, businessID: 8 });
    const gone = entry(2, { dateCreatedAtMs: at("09-10T00:00:00"), debit: 1, balance: 1 });
    const pulls = [{ entries: [first, gone] }, { entries: [first] }];
    expect(rulesOf(judge({ pulls, period: SEPTEMBER }, { chainScope: "business" }))).toEqual([
      "entry-vanished 2",
    ]);
    expect(rulesOf(judge({ pulls, period: SEPTEMBER }))).toEqual([]);
  });

  test("places a vanished transaction that was paid in October where it was created", () => {
    const dates = { dateCreatedAtMs: at("09-10T00:00:00"), datePaidAtMs: at("10-10T00:00:00") };
    const pulls = [{ transactions: [sale(1, 100, dates)] }, { transactions: [] }];
    expect(rulesOf(judge({ pulls, period: SEPTEMBER }))).toEqual(["transaction-vanished PAY-1"]);
    expect(rulesOf(judge({ pulls, period: OCTOBER }))).toEqual(["transaction-vanished PAY-1"]);
  });

  test("and a vanished crowd-pay has at stake what it had raised by then: 50 of 70, where 20 came in October", () => {
    const dates = ["09-10T00:00:00", "10-10T00:00:00"];
    const moved = [50, 20];
    const raised = wallet(moved, (row) => ({
      payref: "PAY-1",
      dateCreatedAtMs: at(dates[row] ?? ""),
    }));
    const gone = crowdPay(1, 900, 70, { dateCreatedAtMs: at("09-01T00:00:00") });
    const pulls = [
      { entries: raised, transactions: [gone] },
      { entries: raised, transactions: [] },
    ];
    const stakes = ({ findings }: ReturnType<typeof judge>) =>
      findings.filter(({ rule }) => rule === "transaction-vanished").map(({ atStake }) => atStake);
    expect(stakes(judge({ pulls, period: SEPTEMBER }))).toEqual([50]);
    expect(stakes(judge({ pulls }))).toEqual([70]);
  });
});
