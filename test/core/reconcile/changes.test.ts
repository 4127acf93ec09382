import { expect, test } from "vitest";
import { entry, check, found, oneTime, sale, wallet } from "../../helpers/records.ts";

const entries = wallet([100, 200, 300]);

test("names each changed field of an entry with before and after", () => {
  const after = entries[1] ?? entry(2);
  const before = { ...after, balance: 250, description: "Old" };
  const result = check({ entries, history: { entryVersions: [{ before, after, pulls: [1, 2] }] } });
  expect(result.findings).toMatchObject([
    {
      rule: "entry-changed",
      severity: "error",
      walletID: 2,
      changes: [
        { field: "balance", before: 250, after: 300 },
        { field: "description", before: "Old", after: "Entry 2" },
      ],
    },
  ]);
});

test("treats an approval as normal, but not one that moves money", () => {
  const after = { ...(entries[1] ?? entry(2)), datePaidAtMs: 0 };
  const before = { ...after, isApproved: 0, datePaidAtMs: null };
  const versions = (one: typeof before) => ({
    entryVersions: [{ before: one, after, pulls: [1, 2] as const }],
  });
  const approved = check({ entries, history: versions(before) });
  expect(approved.findings).toMatchObject([{ rule: "entry-approved", severity: "info" }]);
  expect(approved.findings[0]?.changes).toEqual([
    { field: "datePaid", before: null, after: "1970-01-01T00:00:00.000Z" },
    { field: "is_approved", before: 0, after: 1 },
  ]);
  expect(found(check({ entries, history: versions({ ...before, debit: 1 }) }))).toEqual(["entry-changed 2"]);
});

test("a paid transaction must not change, except for normal progress", () => {
  const after = sale(1, 100, { datePaidAtMs: 0, dateCreatedAtMs: 0 });
  const changed = (fields: Partial<typeof after>) =>
    check({
      entries,
      transactions: [after],
      pulledAtMs: 0,
      history: { transactionVersions: [{ before: { ...after, ...fields }, after, pulls: [1, 2] }] },
    }).findings.filter((finding) => finding.rule === "transaction-changed");
  expect(changed({ taxfee: 3 })).toMatchObject([{ severity: "error", changes: [{ field: "fee.taxfee" }] }]);
  expect(
    changed({ detail: oneTime({ payref: "PAY-1", amount: 100, terms: "Other", dateAddedAtMs: null }) }),
  ).toMatchObject([{ severity: "warning" }]);
  expect(changed({ taxfee: 3, datePaidAtMs: null })).toMatchObject([{ severity: "warning" }]);
  expect(changed({ datePaidAtMs: null })).toEqual([]);
  expect(changed({ datePaidAtMs: 5000 })).toMatchObject([
    { severity: "error", changes: [{ field: "datePaid" }] },
  ]);
  expect(changed({ status: 4, statusAlt: "Other", isActive: "no", customer: null })).toEqual([]);
});

test("reports records that vanished, and copies in one pull", () => {
  const history = {
    entriesVanished: [{ record: entry(9), pulls: [1, 2] as const }],
    transactionsVanished: [{ record: sale(5, 10), pulls: [1, 2] as const }],
    repeatedEntries: [
      { id: 2, copies: 2, conflicting: false, fields: [] },
      { id: 3, copies: 3, conflicting: true, fields: [] },
    ],
  };
  const result = check({ entries, history });
  expect(found(result)).toEqual([
    "repeated-entry 2",
    "conflicting-entry 3",
    "entry-vanished 9",
    "transaction-vanished payID 5",
  ]);
  expect(result.findings[0]?.message).toBe("Came 2 times in one pull, all alike; 1 duplicate ignored.");
});

test("uses of copies that differ the one with the lowest hash, whatever their order", () => {
  const copies = [
    entry(1, { debit: 1, balance: 1 }),
    entry(1, { debit: 2, balance: 2 }),
    entry(1, { debit: 3, balance: 3 }),
  ];
  const closings = [copies, copies.toReversed()].map((list) => check({ entries: list }).wallets[0]?.closing);
  expect(closings[0]).toBe(closings[1]);
});

test("a pending entry that vanished names the one that has its payref and amounts, an approved one first", () => {
  const [one, , three] = wallet([100, 200, 200], (at) => ({ payref: at === 0 ? "" : "P-2" }));
  const pending = { ...(entries[1] ?? entry(2)), payref: "P-2", isApproved: 0 };
  const kept = [one, three].flatMap((held) => (held === undefined ? [] : [held]));
  const words = (gone: typeof pending, held = kept) => {
    const { findings } = check({
      entries: held,
      history: { entriesVanished: [{ record: gone, pulls: [1, 2] }] },
    });
    return findings.find(({ rule }) => rule === "entry-vanished")?.message;
  };
  expect(words(pending)).toMatch(
    / It was not approved; walletID 3, which is approved, has its payref and amounts and is likely what became of it\.$/u,
  );
  const unapproved = kept.map((held) => ({ ...held, isApproved: 0 }));
  expect(words(pending, unapproved)).toContain("walletID 3, not approved either, has its payref");
  const later = kept.map((held) => ({ ...held, walletID: held.walletID + 1 }));
  expect(words(pending, [...unapproved, ...later.slice(1)])).toContain("walletID 4, which is approved");
  for (const other of [{ isApproved: 1 }, { payref: "P-3" }, { payref: "" }, { credit: 7 }, { walletID: 9 }])
    expect(words({ ...pending, ...other })).toMatch(/reaches back to it\.$/u);
});
