/** Finding records by a few words: what is meant most comes first. */
import { describe, expect, test } from "vitest";
import type { LookedUp } from "../../../src/renderer/bridge/protocol.ts";
import { sha256OfText } from "../../../src/renderer/rows/worker/snapshot.ts";
import { WITHHELD_WORDS } from "../../../src/core/review/standing/proposals.ts";
import { goneWords } from "../../../src/renderer/shared/record/records-place.tsx";
import { NO_HISTORY, columnsOf } from "../../helpers/columns.ts";
import { entry, sale } from "../../helpers/records.ts";
import { clientOfInput, runRequest } from "./window.ts";

const entries = [
  entry(7, { payref: "REF-12", debit: 70, balance: 70 }),
  entry(12, { payref: "12", debit: 5, balance: 75 }),
  entry(120, { payref: "ref-1", debit: 12, balance: 87 }),
  entry(212, { payref: "Ω-12", debit: 1, balance: 88 }),
];
const descriptions = ["Payment of Ada", "Payment of Ada Obi", "ada", null];
const transactions = [
  sale(3, 500, { payref: "REF-12" }),
  sale(12, 500, { payref: "REF-3" }),
  sale(41, 500, { payref: "ref-1" }),
];
const client = await clientOfInput(columnsOf({ entries, transactions }, sha256OfText), {
  descriptions,
  customers: ["Ada", "Obi", "Ada Obi"],
});
await client.call("run", runRequest(null));

async function found(words: string, count = 10): Promise<LookedUp> {
  return client.call("lookUp", { words, count });
}

async function ids(words: string) {
  const { entries: wallet, transactions: payments } = await found(words);
  return {
    entries: wallet.rows.map(({ walletID }) => walletID),
    transactions: payments.rows.map(({ payID }) => payID),
  };
}

describe("looking records up", () => {
  test("puts a whole id first, then a whole payref, an amount, and what begins so, else the newest", async () => {
    expect((await ids("12")).entries).toEqual([12, 120, 212, 7]);
    expect((await ids("12")).transactions[0]).toBe(12);
    expect((await found("12")).transactions.rank).toBe(0);
    expect((await found("70")).entries).toMatchObject({ rows: [{ walletID: 7 }], rank: 2 });
  });

  test("orders by id, text, amount, the beginning of an id, that of a text, and the rest, and by the newest of equals", async () => {
    const any = { debit: 1000, balance: 0 };
    const ranked = [
      entry(12, any),
      entry(20, { ...any, payref: "12" }),
      entry(30, { debit: 12, balance: 0 }),
      entry(31, { credit: 12, balance: 0 }),
      entry(120, any),
      entry(121, any),
      entry(400, { ...any, payref: "12-A" }),
      entry(401, any),
      entry(500, { ...any, payref: "A-12" }),
      entry(512, any),
    ];
    const texts = ranked.map(({ walletID }) => (walletID === 401 ? "12 shoes" : "Shoes"));
    const own = await clientOfInput(columnsOf({ entries: ranked, transactions: [] }, sha256OfText), {
      descriptions: texts,
      customers: [],
    });
    await own.call("run", runRequest(null));
    const idsOf = async (words: string) =>
      (await own.call("lookUp", { words, count: 20 })).entries.rows.map(({ walletID }) => walletID);
    expect(await idsOf("12")).toEqual([12, 20, 31, 30, 121, 120, 401, 400, 512, 500]);
    // An amount alone is one of several words no more.
    expect(await idsOf("12 shoes")).toEqual([401, 512, 500, 400, 121, 120, 31, 30, 20, 12]);
    expect(await idsOf("shoes")).toEqual([512, 500, 400, 121, 120, 31, 30, 20, 12, 401]);
  });

  test("finds a payref in either case, and the whole of it before what begins with it", async () => {
    expect(await ids("REF-1")).toEqual({ entries: [120, 7], transactions: [41, 3] });
    expect((await ids("ω-12")).entries).toEqual([212]);
  });

  test("finds customers by all words, the whole name first", async () => {
    expect((await ids("ada")).transactions).toEqual([3, 41]);
    expect((await ids("obi ada")).transactions).toEqual([41]);
  });

  test("returns the likeliest few, counts all of them, and none where nothing is found", async () => {
    const { entries: few } = await found("12", 2);
    expect(few.rows.map(({ walletID }) => walletID)).toEqual([12, 120]);
    expect(few.total).toBe(4);
    expect((await found("nowhere")).entries).toEqual({ total: 0, rows: [], rank: null });
  });
});

describe("records that a later pull no longer has", () => {
  const gone = entry(300, {
    payref: "REF-GONE",
    debit: 7,
    balance: 95,
    description: "Refund to Chi",
    sessionID: null,
    // October's last.
    dateCreatedAtMs: Date.UTC(2026, 10, 1) - 1,
  });
  const unpaid = sale(77, 640, { payref: "REF-12" });
  const history = {
    ...NO_HISTORY,
    entriesVanished: [{ record: gone, pulls: [1, 2] as const }],
    transactionsVanished: [{ record: unpaid, pulls: [2, 3] as const }],
  };
  const lookUp = async (words: string) => {
    const input = { ...columnsOf({ entries, transactions }, sha256OfText), history };
    const own = await clientOfInput(input, { descriptions, customers: ["Ada", "Obi", "Ada Obi"] });
    await own.call("run", runRequest(null));
    const { vanished } = await own.call("lookUp", { words, count: 10 });
    expect(await own.call("vanished", { words })).toEqual(vanished);
    return vanished;
  };

  test("are found by number, payref, amount, words and month, marked with the pull that lost them", async () => {
    for (const words of ["300", "ref-gone", "7 chi", "95"]) {
      expect(await lookUp(words)).toMatchObject([
        { table: "entries", id: 300, amount: 7, words: "Refund to Chi", gonePull: 2 },
      ]);
    }
    expect(await lookUp("640")).toMatchObject([{ table: "transactions", id: 77, gonePull: 3 }]);
    expect((await lookUp("2026-10")).map(({ id }) => id)).toEqual([300, 77]);
    expect(await lookUp("nobody")).toEqual([]);
    expect(await lookUp(" ")).toEqual([]);
  });

  test("are said to be kept by the ledger, with the pull that lost them", () => {
    const pull = (id: number) => ({ id, atMs: null });
    const seen = { pull: pull(1), document: {} };
    expect(goneWords("transaction", [seen, { pull: pull(3), document: null }] as never)).toBe(
      "Vanished: pull 3 is the first without this transaction. The ledger keeps it as it was last seen, below.",
    );
    expect(goneWords("entry", [])).toBe("The newest pull has no such entry.");
    expect(WITHHELD_WORDS["no-record"]).not.toMatch(/ledger/u);
  });
});
