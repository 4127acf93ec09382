/** Pulls whose answers are odd at first: asked for again, and kept only where they stay so and somebody accepts it. */
import { join } from "node:path";
import Database from "better-sqlite3";
import ExcelJS from "exceljs";
import { describe, expect, test } from "vitest";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import type { PullRequest } from "../../../../src/main/services/pull/pull.ts";
import { takePullStep } from "../../../../src/main/services/pull/set-aside.ts";
import { exportLedger } from "../../../../src/main/services/export/export.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { type Reply, answer } from "../../../helpers/loopback.ts";
import { checkRecords } from "../../../../src/main/services/check/check.ts";
import {
  type WireRecord,
  histories,
  wireData,
  wireEntry,
  wireTransaction,
} from "../../../helpers/wire-records.ts";
import { Pulling, expectWhole, refusedPull } from "../../api/pulling.ts";

const SECOND = Date.UTC(2026, 9, 1);

/** Entry n of a chain without breaks, created a second after the one before. */
function entry(walletID: number, createdAtMs = SECOND + walletID * 1000) {
  const dateCreated = new Date(createdAtMs).toUTCString().replace("GMT", "+0000");
  const balance = walletID * 500;
  return wireEntry({ walletID, payref: "", debit_balance: 0, credit_balance: 500, balance, dateCreated });
}

/** Entries 1 … n, newest first. */
const upTo = (newest: number, oldest = 1) =>
  Array.from({ length: newest - oldest + 1 }, (_, at) => entry(newest - at));
const sales = (count: number) =>
  Array.from({ length: count }, (_, at) => wireTransaction({ payID: at + 1, payref: `PAY${at + 1}` }));

/** Answers in turn, the last one from then on. */
function inTurn(...bodies: readonly string[]): Reply {
  let asked = 0;
  return (_request, socket) => {
    answer(socket, 200, bodies[Math.min(asked, bodies.length - 1)] ?? "");
    asked += 1;
  };
}

/** A wallet history that obeys its limit, as a query that is ordered by date and cut. */
function listing(entries: () => readonly object[]): Reply {
  return (request, socket) => {
    const limit = new URL(request.path, "http://service").searchParams.get("limit");
    answer(socket, 200, histories(entries().slice(0, limit === null ? undefined : Number(limit))));
  };
}

const WORDS = { by: "Ada Obi", note: "The provider closed the old wallet" };
const accepting = (entries: number, transactions = 0) => ({ ...WORDS, shown: { entries, transactions } });
const ROUTINE = { history: { kind: "routine" } } as const;

function lastLink(ledger: string): Record<string, unknown> {
  const db = new Database(ledger, { readonly: true });
  try {
    const payload = db
      .prepare("SELECT payload FROM audit WHERE kind = 'pull' ORDER BY sequence DESC")
      .pluck();
    return JSON.parse(String(payload.get())) as Record<string, unknown>;
  } finally {
    db.close();
  }
}

/** All texts of the workbook over the whole history. */
async function workbookTexts(ledger: string): Promise<string[]> {
  const file = join(temporaryFolder(), "all.xlsx");
  const options = { convention: "bank", settlementBasis: "charged", cutoffDays: 0 } as const;
  const request = { ledger, period: null, options, format: "xlsx", out: file, replace: false } as const;
  await exportLedger(request, { now: () => Date.UTC(2026, 10, 21), appVersion: "test" });
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(file);
  const texts: string[] = [];
  book.eachSheet((sheet) => sheet.eachRow((row) => row.eachCell((cell) => texts.push(cell.text))));
  return texts;
}

const walletRequests = ({ requests }: Pulling) => requests.filter((one) => one.includes("/wallet/history"));

describe("an empty list", () => {
  test("of a first pull is asked for again with the largest limit", async () => {
    const needsLimit: Reply = (request, socket) => {
      answer(socket, 200, histories(request.path.includes("limit=") ? upTo(30) : []));
    };
    const pulling = await Pulling.start({ wallet: needsLimit });
    expect(walletRequests(pulling)[1]).toBe("GET /wallet/history?limit=2147483647");
    expect(pulling.contents()["entry"]).toHaveLength(30);
    const report = await pulling.pull({ wallet: needsLimit });
    expect(report.entries).toMatchObject({ received: 30, vanished: 0 });
    expect(report.notes).toEqual([
      "The service gave an empty wallet history, was asked again with the largest limit, and gave 30 entries.",
    ]);
  });

  test("of a wallet that is new is kept", async () => {
    const pulling = await Pulling.start({ wallet: histories([]) });
    expect(pulling.contents()["entry"]).toEqual([]);
    const report = await pulling.pull({ wallet: histories([]) });
    expect(report.notes).toEqual([
      "The service gave an empty wallet history, was asked again with the largest limit, and gave an empty one again.",
    ]);
    await expectWhole(pulling);
  });

  test("that comes once changes nothing", async () => {
    const [wallet, transactions] = [histories(upTo(3)), histories(sales(2))];
    const pulling = await Pulling.start({ wallet, transactions });
    const empty = histories([]);
    const report = await pulling.pull(
      { wallet: inTurn(empty, wallet), transactions: inTurn(empty, transactions) },
      ROUTINE,
    );
    expect(report).toMatchObject({ entries: { vanished: 0 }, transactions: { vanished: 0 } });
    expect(report.notes).toEqual([
      "The service gave an empty wallet history, was asked again with the largest limit, and gave 3 entries.",
      "The service gave an empty list of transactions, was asked again, and gave 2 transactions.",
    ]);
    await expectWhole(pulling);
  });

  test("of transactions is asked for again by a first pull, too, and kept where it stays", async () => {
    const [empty, two] = [histories([]), histories(sales(2))];
    const asked = ({ requests }: Pulling) => requests.filter((one) => one.includes("/transaction/")).length;
    const once = await Pulling.start({ wallet: histories(upTo(3)), transactions: inTurn(empty, two) });
    expect([asked(once), once.contents()["payment"]]).toEqual([2, [expect.anything(), expect.anything()]]);
    const stays = await Pulling.start({ wallet: histories(upTo(3)), transactions: empty });
    expect([asked(stays), stays.contents()["payment"]]).toEqual([2, []]);
    expect((await stays.pull({ wallet: histories(upTo(3)), transactions: empty })).notes).toEqual([
      "The service gave an empty list of transactions, was asked again, and gave an empty one again.",
    ]);
  });

  test("that stays is kept only when somebody accepts it, and the trail says who", async () => {
    const pulling = await Pulling.start({ wallet: histories(upTo(3)), transactions: histories(sales(2)) });
    const empty = { wallet: histories([]), transactions: histories([]) };
    const refusal = await refusedPull(pulling, empty, ROUTINE);
    expect(refusal.code).toBe("PULL_VANISHING");
    expect(refusal.message).toBe(
      "The service was asked twice, and each time its answer lacked records that the ledger holds: all 3 entries and all 2 transactions would vanish",
    );
    // With the largest limit once, not twice.
    expect(walletRequests(pulling).map((one) => one.split("=")[1])).toEqual(["500", "2147483647", "20"]);
    const accepted = await pulling.pull(empty, { ...ROUTINE, accepted: accepting(3, 2) });
    expect(accepted).toMatchObject({ entries: { vanished: 3 }, transactions: { vanished: 2 } });
    expect(accepted.notes.at(-1)).toBe(
      "It was asked twice, and both answers lacked records that the ledger holds: all 3 entries and all 2 transactions vanished, as Ada Obi accepted.",
    );
    expect(lastLink(pulling.ledger)["accepted"]).toEqual(WORDS);
    await expectWhole(pulling);
    // What is gone already is not asked about again.
    expect((await pulling.pull(empty, ROUTINE)).entries).toMatchObject({ vanished: 0 });
  });
});

describe("more than five and one per cent", () => {
  const without = (entries: readonly object[], ...gone: readonly number[]) =>
    entries.filter((one) => !gone.includes((one as { walletID: number }).walletID));

  const firstGone = (held: number, gone: number) =>
    without(upTo(held), ...Array.from({ length: gone }, (_, at) => at + 2));

  test.each([
    [30, 5],
    [650, 6],
  ])("is not yet reached where of %i entries %i vanish", async (held, gone) => {
    const pulling = await Pulling.start({ wallet: histories(upTo(held)) });
    const report = await pulling.pull({ wallet: histories(firstGone(held, gone)) });
    expect(report).toMatchObject({ entries: { vanished: gone }, notes: [] });
    expect(walletRequests(pulling)).toHaveLength(2);
  });

  test.each([
    [30, 6],
    [650, 7],
  ])("is reached where of %i entries %i vanish", async (held, gone) => {
    const pulling = await Pulling.start({ wallet: histories(upTo(held)) });
    const refusal = await refusedPull(pulling, { wallet: histories(firstGone(held, gone)) });
    expect(refusal.message).toContain(`: ${gone} of ${held} entries would vanish`);
    expect(walletRequests(pulling)).toContain("GET /wallet/history?limit=2147483647");
  });

  test("is said to stay where the second answer covers so much more that it is believed", async () => {
    const pulling = await Pulling.start({ wallet: histories(upTo(900)) });
    const gone = () => without(upTo(900), 880, 881, 882, 883, 884, 885);
    const report = await pulling.pull({ wallet: listing(gone) }, ROUTINE);
    expect(report).toMatchObject({ entries: { received: 894, vanished: 6 } });
    expect(report.notes).toEqual([
      "The first answer lacked 6 of 506 entries that the ledger holds; it was asked again, and the second answer still lacks 6 entries, few enough of what it covers to be believed.",
    ]);
  });

  test("is reached where none of the few that are held comes, as if the list were empty", async () => {
    const pulling = await Pulling.start({
      wallet: histories(upTo(3)),
      transactions: histories(sales(2)),
    });
    const others = {
      wallet: histories([entry(0)]),
      transactions: histories([wireTransaction({ payID: 9 })]),
    };
    const refusal = await refusedPull(pulling, others);
    expect(refusal.message).toContain(": all 3 entries and all 2 transactions would vanish");
    // Each of five may vanish beside another.
    const report = await pulling.pull({ wallet: histories([entry(1)]), transactions: histories(sales(1)) });
    expect(report).toMatchObject({ entries: { vanished: 2 }, transactions: { vanished: 1 } });
  });

  test("an acceptance holds for as much as its giver was shown", async () => {
    const pulling = await Pulling.start({ wallet: histories(upTo(30)), transactions: histories(sales(9)) });
    const gone = { wallet: histories(firstGone(30, 6)), transactions: histories(sales(9)) };
    const refusal = await refusedPull(pulling, gone);
    expect(refusal).toMatchObject({
      vanished: { entries: 6, transactions: 0 },
      remedy: expect.stringContaining("pull with --accept-vanished entries=6, --by and --note") as string,
    });
    const more = { ...gone, wallet: histories(firstGone(30, 7)) };
    for (const odd of [more, { ...gone, transactions: histories([]) }]) {
      const again = await refusedPull(pulling, odd, { accepted: accepting(6) });
      expect(again.code).toBe("PULL_VANISHING");
    }
    const report = await pulling.pull(gone, { accepted: accepting(6) });
    expect(report.entries).toMatchObject({ vanished: 6 });
  });

  test("an acceptance that nothing needs leaves no trace, and one without words is refused", async () => {
    const pulling = await Pulling.start({ wallet: histories(upTo(3)) });
    await pulling.pull({ wallet: histories(upTo(4)) }, { accepted: accepting(3) });
    expect(lastLink(pulling.ledger)).not.toHaveProperty("accepted");
    const nameless = await refusedPull(pulling, {}, { accepted: { ...accepting(3), by: " " } });
    expect(nameless.code).toBe("DECISION_INVALID");
    expect(pulling.requests).toEqual([]);
  });
});

describe("entries of the oldest second of an answer that is cut", () => {
  /** Credit and fee of each release share a second, and a query ordered by date lists them in any order. */
  const second = (walletID: number) => SECOND + Math.ceil(walletID / 2) * 1000;
  const paired = (newest: number) =>
    upTo(newest)
      .map((one) => {
        const { walletID } = one as { walletID: number };
        return entry(walletID, second(walletID));
      })
      .toSorted(
        (a, b) =>
          second(Number(b["walletID"])) - second(Number(a["walletID"])) ||
          Number(a["walletID"]) - Number(b["walletID"]),
      );

  test("are not gone when they do not come", async () => {
    const pulling = await Pulling.start({ wallet: listing(() => paired(40)) });
    // 29 is listed, 30 of the same second is not.
    const limited: PullRequest["history"] = { kind: "limit", limit: 11 };
    const report = await pulling.pull({ wallet: listing(() => paired(40)) }, { history: limited });
    expect(report.entries).toMatchObject({ received: 11, vanished: 0 });
    expect(lastLink(pulling.ledger)["entries"]).toMatchObject({ cut: { atMs: second(29), unsure: [30] } });
    await expectWhole(pulling);
    // A second before is known to be whole.
    const gone = () => paired(40).filter((one) => one["walletID"] !== 33);
    const fewer = await pulling.pull({ wallet: listing(gone) }, { history: limited });
    expect(fewer.entries).toMatchObject({ received: 11, vanished: 1 });
    await expectWhole(pulling);
  });

  test("leave a gap, and no broken balance, where they were never listed", async () => {
    const pulling = await Pulling.start({ wallet: histories([]) });
    const findings = async () => {
      const options = { convention: "bank" } as const;
      const request = { source: { ledger: pulling.ledger }, period: null, options, save: false };
      const context = { now: () => Date.UTC(2026, 10, 21), appVersion: "test" };
      const { "history-gap": gaps, "chain-break": breaks } = (await checkRecords(request, context)).result
        .counts.findings;
      return { gaps, breaks };
    };
    // 29 is listed, 30 is not.
    await pulling.pull({ wallet: listing(() => paired(40)) }, { history: { kind: "limit", limit: 11 } });
    expect(await findings()).toEqual({ gaps: 1, breaks: 0 });
    await pulling.pull({ wallet: listing(() => paired(40)) });
    expect(await findings()).toEqual({ gaps: 0, breaks: 0 });
  });

  test("count as they did in the pull before, whichever pull is set aside", async () => {
    const pulling = await Pulling.start({ wallet: listing(() => paired(40)) });
    const limit: PullRequest["history"] = { kind: "limit", limit: 11 };
    await pulling.pull({ wallet: listing(() => paired(40)) }, { history: limit });
    const context = { now: () => Date.UTC(2026, 10, 21), appVersion: "test" };
    const words = { by: "Ada Obi", note: "To see what the other says" };
    for (const [pullId, entries] of [
      [1, 11],
      [2, 40],
    ] as const) {
      const step = { ledger: pulling.ledger, pullId, ...words };
      await takePullStep({ ...step, step: "set-aside" }, context);
      expect(await verifyLedgerFile(pulling.ledger, null, context)).toMatchObject({ ok: true, problems: [] });
      const request = { source: { ledger: pulling.ledger }, period: null, options: {}, save: false };
      expect((await checkRecords(request, context)).result.counts.entries).toBe(entries);
      await takePullStep({ ...step, step: "put-back" }, context);
    }
  });

  test("do not count as an overlap", async () => {
    const pulling = await Pulling.start({ wallet: listing(() => paired(40)) });
    const report = await pulling.pull({ wallet: listing(() => paired(539)) }, ROUTINE);
    expect(walletRequests(pulling).map((one) => one.split("=")[1])).toEqual(["500", "2000", "20"]);
    expect(report.entries).toMatchObject({ received: 539, inserted: 499, vanished: 0 });
  });

  test("a list that does not fall by walletID is said to do so", async () => {
    const pulling = await Pulling.start({ wallet: listing(() => paired(40)) });
    const said = expect.stringContaining("not listed by falling walletID");
    expect((await pulling.pull({ wallet: listing(() => paired(40)) })).notes).toEqual([said]);
    expect((await pulling.pull({ wallet: histories(upTo(40).toReversed()) })).notes).toEqual([said]);
    expect((await pulling.pull({ wallet: histories(upTo(40)) })).notes).toEqual([]);
  });
});

describe("records that move while a pull runs", () => {
  test("are asked for again until two answers agree", async () => {
    const pulling = await Pulling.start({ wallet: histories(upTo(3)) });
    let held = 3;
    const wallet = listing(() => upTo(held));
    const transactions: Reply = (_request, socket) => {
      if (held < 5) held += 1;
      answer(socket, 200, histories(sales(held)));
    };
    const report = await pulling.pull({ wallet, transactions });
    expect(report).toMatchObject({ entries: { received: 5 }, transactions: { received: 5 }, notes: [] });
    expect(walletRequests(pulling)).toHaveLength(6);
    expect(lastLink(pulling.ledger)).not.toHaveProperty("torn");
  });

  test("are told from a list of several blocks whose oldest entry is its first", async () => {
    const rising = upTo(600).toReversed();
    const wallet: Reply = (request, socket) => {
      const limit = Number(new URL(request.path, "http://service").searchParams.get("limit"));
      answer(socket, 200, histories(rising.slice(-limit)));
    };
    const pulling = await Pulling.start({ wallet });
    expect(walletRequests(pulling)).toHaveLength(2);
    expect(lastLink(pulling.ledger)).not.toHaveProperty("torn");
  });

  test("are kept as torn after three times, and it is said", async () => {
    const pulling = await Pulling.start({ wallet: histories(upTo(3)) });
    let held = 3;
    const transactions: Reply = (_request, socket) => {
      held += 1;
      answer(socket, 200, histories(sales(held)));
    };
    const report = await pulling.pull({ wallet: listing(() => upTo(held)), transactions });
    expect(report).toMatchObject({ entries: { received: 5 }, transactions: { received: 6 } });
    expect(report.notes).toEqual([
      expect.stringMatching(/^Records moved while the pull ran, each of the 3 times/u),
    ]);
    expect(lastLink(pulling.ledger)["torn"]).toBe(true);
    await expectWhole(pulling);
  });

  test("leave of a crowd-pay in transit what it raised while the pull ran, and no more", async () => {
    const crowdPay = (payID: number, raised: number) =>
      wireTransaction({
        payID,
        payref: `C${payID}`,
        cycle: "crowd-pay",
        data: { ...wireData["crowd-pay"], reference: `C${payID}`, current_raised: raised },
        fee: { currency: "NGN", chargedamount: 9000, scrowfee: 0, taxfee: 0, payableamount: 9000 },
        datePaid: null,
      });
    const entries = upTo(9).map((one) => ({
      ...one,
      payref: Number(one["walletID"]) < 4 ? `C${Number(one["walletID"])}` : "",
    }));
    let held = 3;
    const listed = listing(() => entries.slice(-held));
    // Each time that the first pull asks, and the second one: before its last wallet history, the first crowd-pay raised 500.
    let asked = 0;
    const before = [crowdPay(1, 500), crowdPay(2, 700), crowdPay(3, 700), crowdPay(5, 400)];
    const after = [crowdPay(1, 700), crowdPay(2, 700), crowdPay(3, 800), crowdPay(4, 300), crowdPay(5, 400)];
    const transactions: Reply = (_request, socket) => {
      held += 1;
      asked += 1;
      answer(socket, 200, histories(asked % 3 === 0 ? after : before));
    };
    const said = async (ledger: string) => {
      expect(lastLink(ledger)).toMatchObject({
        torn: true,
        tornRaised: [
          { payID: 1, amount: 200 },
          { payID: 3, amount: 100 },
          { payID: 4, amount: 300 },
        ],
      });
      const options = { convention: "bank", settlementBasis: "charged", cutoffDays: 0 } as const;
      const request = { source: { ledger }, period: null, options, save: false };
      const context = { now: () => Date.UTC(2026, 10, 21), appVersion: "test" };
      const { result } = await checkRecords(request, context);
      return result.findings
        .filter(({ payID, difference }) => payID !== null && difference !== undefined)
        .map(({ rule, payID, difference }) => [rule, payID, difference]);
    };
    // The first one raised 200 more meanwhile, the second and the fifth one what they lacked already, the third one less than it lacks.
    const expected = [
      ["in-transit", 1, -200],
      ["amount-mismatch", 2, -200],
      ["amount-mismatch", 3, -300],
      ["in-transit", 4, -300],
      ["paid-without-entry", 5, -400],
    ];
    const pulling = await Pulling.start({ wallet: listed, transactions });
    expect(await said(pulling.ledger)).toEqual(expected);
    await expectWhole(pulling);
    await pulling.pull({ wallet: listed, transactions });
    expect(await said(pulling.ledger)).toEqual(expected);
    await expectWhole(pulling);
  });

  test("that come with earlier transactions which are no answer leave in transit what came since the pull before", async () => {
    const pulling = await Pulling.start({ wallet: histories(upTo(3)) });
    let held = 3;
    const transactions: Reply = (_request, socket) => {
      held += 1;
      const broken = sales(held).map((one) => ({ ...one, payref: 7 }));
      answer(socket, 200, histories(held === 5 ? broken : sales(held)));
    };
    await pulling.pull({ wallet: listing(() => upTo(held)), transactions });
    expect(lastLink(pulling.ledger)["torn"]).toBe(true);
    expect(lastLink(pulling.ledger)).not.toHaveProperty("tornRaised");
    await expectWhole(pulling);
  });

  test("leave shortfalls in transit where they are torn, and only there", async () => {
    const wire = (atMs: number) => new Date(atMs).toUTCString().replace("GMT", "+0000");
    const [first] = wireData.milestone["list"] as WireRecord[];
    const task = (taskamount: number, atMs: number) => {
      return { ...first, taskamount, is_complete: 1, dateCompleted: wire(atMs) };
    };
    const fee = { currency: "NGN", chargedamount: 1200, scrowfee: 0, taxfee: 0, payableamount: 1200 };
    const milestone = (payID: number, ...list: readonly object[]) =>
      wireTransaction({
        payID,
        payref: `M${payID}`,
        cycle: "milestone",
        data: { ...wireData.milestone, reference: `M${payID}`, amount: 1200, list },
        fee,
        datePaid: wire(SECOND),
      });
    const entries = upTo(6).map((one) => ({
      ...one,
      payref: Number(one["walletID"]) < 3 ? `M${Number(one["walletID"])}` : "",
    }));
    const done = task(500, SECOND);
    // One task was completed after the newest entry, the other one before it.
    const sold = [
      milestone(1, done, task(700, SECOND + 60_000)),
      milestone(2, done, task(700, SECOND + 5000)),
    ];
    let held = 3;
    const transactions: Reply = (_request, socket) => {
      held += 1;
      answer(socket, 200, histories(sold));
    };
    const pulling = await Pulling.start({ wallet: listing(() => entries.slice(-held)), transactions });
    const findings = async () => {
      const options = { convention: "bank", settlementBasis: "charged", cutoffDays: 0 } as const;
      const request = { source: { ledger: pulling.ledger }, period: null, options, save: false };
      const context = { now: () => Date.UTC(2026, 10, 21), appVersion: "test" };
      const { result } = await checkRecords(request, context);
      return result.findings
        .filter(({ difference }) => difference === -700)
        .map(({ rule, payID, difference, severity }) => [rule, payID, difference, severity]);
    };
    expect(lastLink(pulling.ledger)["torn"]).toBe(true);
    expect(await findings()).toEqual([
      ["in-transit", 1, -700, "info"],
      ["amount-mismatch", 2, -700, "error"],
    ]);
    const told = await workbookTexts(pulling.ledger);
    expect(told.filter((text) => text.includes("; torn: records moved while it ran"))).toHaveLength(1);
    // Its proofs add up.
    expect(told.filter((text) => text.startsWith("not nil"))).toEqual([]);
    await pulling.pull({ wallet: histories(entries), transactions: histories(sold) });
    expect(await findings()).toEqual([
      ["amount-mismatch", 1, -700, "error"],
      ["amount-mismatch", 2, -700, "error"],
    ]);
  });
});
