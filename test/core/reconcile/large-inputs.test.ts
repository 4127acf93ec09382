import { describe, expect, test } from "vitest";
import { HOUR_MS, OCTOBER_MS, check, entry, sale, wallet } from "../../helpers/records.ts";

/** What the orphan's finding suggests. */
function suggested(orphan: string, payref: string): readonly string[] | undefined {
  const result = check({ entries: [entry(1, { payref: orphan })], transactions: [sale(1, 10, { payref })] });
  return result.findings.find(({ rule }) => rule === "orphan-payref")?.suggestions;
}

describe("payrefs near an orphan's, at lengths where the search changes its method", () => {
  const text = (length: number) => Array.from({ length }, (_, at) => "ABCDEFGHIJ"[(at * 7) % 10]).join("");
  test.each([10, 254, 255, 256, 257, 258, 259, 260, 5000])("%i characters", (length) => {
    const payref = text(length);
    for (const at of [0, 1, Math.floor(length / 2), length - 1]) {
      expect(suggested(`${payref.slice(0, at)}z${payref.slice(at)}`, payref)).toEqual([payref]);
      expect(suggested(`${payref.slice(0, at)}${payref.slice(at + 1)}`, payref)).toEqual([payref]);
      expect(suggested(`${payref.slice(0, at)}z${payref.slice(at + 1)}`, payref)).toEqual([payref]);
      expect(suggested(`${payref.slice(0, at)}zz${payref.slice(at)}`, payref)).toEqual([]);
    }
    const swapped = `${payref.slice(0, 3)}${payref[4]}${payref[3]}${payref.slice(5)}`;
    expect(suggested(swapped, payref)).toEqual([payref]);
  });
});

// What these guard against took minutes; the limits only say that it does not any more.
const SOON_MS = 60_000;

test(
  "finds a payref of a hundred thousand characters as fast as any other",
  () => {
    expect(suggested("orphan", "X".repeat(120_000))).toEqual([]);
  },
  SOON_MS,
);

test(
  "matches holes and payments that all fit each other in linear time",
  () => {
    const count = 12_000;
    const entries = wallet(Array.from({ length: count * 2 }, () => 10)).map((one, at) => ({
      ...one,
      balance: one.balance + Math.floor(at / 2) * 100,
    }));
    const transactions = Array.from({ length: count }, (_, at) =>
      sale(at + 1, 100, { datePaidAtMs: OCTOBER_MS + HOUR_MS * 2 }),
    );
    const result = check({ entries, transactions }, { cutoffDays: 0 });
    const holes = result.findings.filter(({ cause }) => cause === "missing-entry");
    expect(holes.length).toBe(count - 1);
    expect(holes[0]?.candidates).toHaveLength(5);
  },
  SOON_MS,
);

test(
  "finds what became of pending entries of one price in linear time",
  () => {
    const count = 60_000;
    const payref = (at: number) => ({ payref: `PAY-${at}` });
    const entries = wallet(
      Array.from({ length: count }, () => 10),
      payref,
    ).map((one) => ({
      ...one,
      walletID: count + one.walletID,
    }));
    const entriesVanished = entries.map((one, at) => {
      const record = { ...one, walletID: at + 1, isApproved: 0 };
      return { record, pulls: [1, 2] as const };
    });
    const { findings } = check({ entries, history: { entriesVanished } });
    const approved = findings.filter(({ rule }) => rule === "entry-approved");
    expect(approved.length + findings.filter(({ rule }) => rule === "entry-vanished").length).toBe(count);
    expect(findings.find(({ walletID }) => walletID === 7)?.message).toContain(`walletID ${count + 7}`);
  },
  SOON_MS,
);
