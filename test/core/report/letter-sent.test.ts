/** A letter that can be sent: addressed, with the balance to confirm, and each cause asked once. */
import { expect, test } from "vitest";
import type { Finding } from "../../../src/core/reconcile/input/findings.ts";
import { type LetterInput, askedItems, letterOf } from "../../../src/core/report/letter.ts";
import type { Day } from "../../../src/core/time.ts";

const about = (fingerprint: string, fields: Partial<Finding>): LetterInput["raised"][number] => ({
  finding: {
    fingerprint,
    rule: "chain-break",
    severity: "error",
    walletID: 1,
    payID: null,
    userID: 4,
    businessID: null,
    payref: null,
    atStake: 700,
    message: "…",
    ...fields,
  },
  circumstances: null,
});

const INPUT: LetterInput = {
  ref: "2026-08/1",
  owner: { userID: 4, name: "Naira Foods" },
  period: { from: "2026-08-01" as Day, to: "2026-08-31" as Day, fromMs: 0, toMs: 0 },
  timeZone: "UTC",
  decimals: 0,
  pull: null,
  raised: [
    about("a", { rule: "orphan-payref" }),
    about("b", { rule: "paid-without-entry", walletID: null, payID: 8 }),
    about("c", { cause: "recovery", atStake: 5 }),
  ],
  amounts: [
    { currency: "NGN", amount: 700 },
    { currency: null, amount: 5 },
  ],
  causes: [
    {
      kind: "mistyped-payref",
      walletIDs: [1],
      payIDs: [8],
      amount: 700,
      unique: false,
      findings: ["a", "b"],
    },
  ],
  wallets: [
    { userID: 4, businessID: 11, name: "Naira Foods", currency: "NGN", closing: 25_484_323 },
    { userID: 4, businessID: 12, name: "Dollar Goods", currency: "USD", closing: 9629 },
  ],
  address: {
    to: "Escrow Ltd",
    from: "Naira Foods, Lagos",
    confirmTo: "Harbour Audit",
    replyBy: "2026-09-15" as Day,
  },
  date: "2026-09-01" as Day,
};

test("says from whom, to whom, when and until when, and asks to confirm each wallet's balance directly", () => {
  const { head, opening, closing } = letterOf(INPUT);
  expect(head).toEqual(["From: Naira Foods, Lagos", "To: Escrow Ltd", "Date: 2026-09-01"]);
  expect(opening).toContain("Please reply by 2026-09-15.");
  expect(opening).toContain(
    "Please confirm the balance of NGN 25,484,323 at 2026-08-31 directly to Harbour Audit: wallet of Naira Foods, userID 4, businessID 11.",
  );
  expect(opening).toContain(
    "Please confirm the balance of USD 9,629 at 2026-08-31 directly to Harbour Audit: wallet of Dollar Goods, userID 4, businessID 12.",
  );
  expect(closing.slice(-2)).toEqual(["Yours faithfully,", "Naira Foods, Lagos"]);
  // A provider knows nothing of our pulls and imports: it is told when its records came.
  const pull = { pullId: 14, source: "files", atMs: Date.UTC(2026, 8, 2, 8, 12) } as const;
  expect(letterOf({ ...INPUT, timeZone: "Africa/Lagos", pull }).opening[2]).toBe(
    "We checked the wallets of Naira Foods and Dollar Goods (signed in as userID 4) against the records that your service returned, as we received them on 2026-09-02 09:12:00 Africa/Lagos. Balances and questions are as of then.",
  );
});

test("asks for the same money once, and never for a correction of a row that is right", () => {
  const { groups, opening } = letterOf(INPUT);
  const items = groups.flatMap((group) => group.items);
  expect(items.map(({ number, question }) => [number, question])).toEqual([
    [
      1,
      "Please confirm that walletID 1 settles payID 8, or tell us which transaction it belongs to and when this payment reaches the wallet. The amounts alone do not tell which records belong together: others fit as well. Please go by your own records.",
    ],
    [2, "Please confirm that this balance is right, and that only the row before was wrong."],
  ]);
  expect(items[0]).toMatchObject({
    record: ["walletID 1", "payID 8"],
    found: ["Orphan payref: …", "Paid without entry: …"],
  });
  expect(askedItems(INPUT).map(({ number, fingerprint }) => [number, fingerprint])).toEqual([
    [1, "a"],
    [1, "b"],
    [2, "c"],
  ]);
  expect(opening.join("\n")).toContain(
    "2 questions remain, listed below by counterparty. They are about NGN 700 and 5 in no stated currency in total.",
  );
  const one = { ...INPUT, raised: [about("a", {})], causes: [] };
  expect(letterOf({ ...one, amounts: [{ currency: "NGN", amount: 700 }] }).opening).toContain(
    "1 question remains, listed below by counterparty. It is about NGN 700.",
  );
  expect(letterOf({ ...one, amounts: [{ currency: "NGN", amount: 0 }] }).opening).toContain(
    "1 question remains, listed below by counterparty.",
  );
});

test("says of payments of one amount that it does not tell them apart", () => {
  const found = (candidates: readonly string[]) => {
    const raised = [about("a", { cause: "missing-entry", candidates })];
    return letterOf({ ...INPUT, raised, causes: [] }).groups[0]?.items[0]?.found;
  };
  const one = "Paid transactions of this amount without an entry: P1";
  expect(found([])).toEqual(["Chain break: …"]);
  expect(found(["P1"])).toEqual(["Chain break: …", `${one}.`]);
  expect(found(["P1", "P2"])).toEqual([
    "Chain break: …",
    `${one}, P2. They have the same amount: it does not tell which one is meant.`,
  ]);
});

test("names rows and amount of what was overwritten in one question, beside several counterparties", () => {
  const party = (userID: number) => ({ kind: "person", name: "Ada", userID }) as const;
  const at = (fingerprint: string, walletID: number) => ({
    ...about(fingerprint, { cause: "overwritten", walletID }),
    circumstances: { party: party(walletID), atMs: null, currency: "NGN", amount: null },
  });
  const { groups } = letterOf({
    ...INPUT,
    raised: [at("a", 299), at("b", 300)] as unknown as LetterInput["raised"],
    causes: [
      {
        kind: "overwritten-entries",
        walletIDs: [299],
        payIDs: [],
        amount: 140_350,
        unique: true,
        findings: ["a", "b"],
      },
    ],
  });
  expect(groups.map(({ heading, items }) => [heading, items.length])).toEqual([
    ["Several counterparties", 1],
  ]);
  expect(groups[0]?.items[0]?.record).toEqual(["walletID 299, Currency NGN", "walletID 300, Currency NGN"]);
  expect(groups[0]?.items[0]?.question).toMatch(
    /^What walletID 299 moved, 140,350, is in no balance that leads to the newest one\. Please look at the requests that wrote walletID 299, 300: /u,
  );
});
