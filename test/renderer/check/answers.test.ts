/** The balance line, the queue, records in their surroundings, and the review: what the worker answers beside rows. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { foldCase } from "../../../src/core/text.ts";
import type { Finding } from "../../../src/core/reconcile/input/findings.ts";
import { RULES } from "../../../src/core/reconcile/input/rules.ts";
import { monthDays } from "../../../src/core/time.ts";
import type { Decision, DecisionStatus } from "../../../src/core/review/decisions/decision.ts";
import { importIntoLedger } from "../../../src/main/services/import/import.ts";
import type { CheckClient } from "../../../src/renderer/rows/load.ts";
import type {
  CheckSummary,
  ExceptionRow,
  ExceptionsRequest,
  ReviewSummary,
  WalletRow,
} from "../../../src/renderer/bridge/protocol.ts";
import { generateWorld } from "../../../sandbox/generate/generate-world.ts";
import { selectAll, sumSelection } from "../../../src/renderer/shared/decide/selection.ts";
import { saveWorld } from "../../helpers/ledgers/world-check.ts";
import { CONTEXT } from "../../helpers/ledgers/world-ledger.ts";
import { sha256OfText } from "../../../src/renderer/rows/worker/snapshot.ts";
import { columnsOf } from "../../helpers/columns.ts";
import { OCTOBER_MS, entry } from "../../helpers/records.ts";
import { ALL_ROWS, clientOfInput, clientOfLedger, runRequest } from "./window.ts";

const QUEUE: ExceptionsRequest = {
  statuses: null,
  rules: null,
  severities: ["error", "warning", "info"],
  currency: null,
  findings: null,
  search: "",
  order: "record",
  from: 0,
  count: 10_000,
};

let folder: string;
let client: CheckClient;
let summary: CheckSummary;
let findings: readonly Finding[];
let review: ReviewSummary;
let entries: readonly WalletRow[];

function decision(id: number, finding: Finding, status: DecisionStatus): Decision {
  const note = `Asked for ticket ${id}`;
  return {
    id,
    fingerprint: finding.fingerprint,
    status,
    note,
    by: "A. Reviewer",
    atMs: 0,
    undoes: null,
    finding,
  };
}

beforeAll(async () => {
  const world = generateWorld({ entries: 3000, seed: 33, convention: "asset", faults: "default" });
  folder = mkdtempSync(join(tmpdir(), "tieout-answers-"));
  const ledger = join(folder, "wallet.tieout");
  await importIntoLedger({ ledger, files: saveWorld(world, folder) }, CONTEXT);
  client = await clientOfLedger(ledger);
  summary = await client.call("run", runRequest(null));
  findings = await client.call("findings", null);
  const decisions = findings
    .filter(({ severity }) => severity === "error")
    .slice(0, 6)
    .map((finding, at) => decision(at + 1, finding, at % 2 === 0 ? "accepted" : "raised"));
  await client.call("decided", { from: 0, decisions });
  review = await client.call("review", null);
  entries = (await client.call("entries", ALL_ROWS)).rows;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the balance over time", () => {
  test("thinned keeps first, last, every extreme of a stretch and every break, and its times never decrease", async () => {
    const [whole] = (await client.call("balance", { points: 100_000 })).lines;
    const [thin] = (await client.call("balance", { points: 200 })).lines;
    const wallet = summary.wallets.find(({ userID }) => userID === whole!.wallet.userID)!;
    expect(whole!.atMs).toHaveLength(wallet.entries + 2);
    expect(whole!.atMs.at(-1)).toBe(whole!.atMs.at(-2));
    expect(whole!.balance[0]).toBe(wallet.opening);
    expect(whole!.balance.at(-1)).toBe(wallet.closing);
    expect(thin!.atMs.length).toBeLessThan(260);
    expect(thin!.balance.at(-1)).toBe(wallet.closing);
    expect(Math.max(...thin!.balance)).toBe(Math.max(...whole!.balance));
    expect(Math.min(...thin!.balance)).toBe(Math.min(...whole!.balance));
    for (const line of [whole!, thin!]) {
      expect(line.atMs.every((at, index) => index === 0 || at >= line.atMs[index - 1]!)).toBe(true);
      expect(line.breaks).toEqual(whole!.breaks);
      for (const { atMs, balance } of line.breaks) {
        expect(line.atMs.some((at, index) => at === atMs && line.balance[index] === balance)).toBe(true);
      }
    }
  });

  test("of a month runs from its first moment to its last, from opening to closing", async () => {
    const month = await client.call("run", runRequest(monthDays("2026-07")));
    const [line] = (await client.call("balance", { points: 500 })).lines;
    expect(line!.atMs[0]).toBe(Date.UTC(2026, 6, 1));
    expect(line!.atMs.at(-1)).toBe(Date.UTC(2026, 7, 1) - 1);
    const wallet = month.wallets.find(({ userID }) => userID === line!.wallet.userID)!;
    expect([line!.balance[0], line!.balance.at(-1)]).toEqual([wallet.opening, wallet.closing]);
    await client.call("run", runRequest(null));
  });

  test("has every chain-break, pending entry and gap on its wallet's line, with its own difference", async () => {
    const { lines, breaks: total } = await client.call("balance", { points: 500 });
    expect(total).toBe(lines.reduce((sum, { breaks }) => sum + breaks.length, 0));
    const broken = findings.filter(({ rule }) =>
      ["chain-break", "pending-entry", "history-gap"].includes(rule),
    );
    expect(broken.length).toBeGreaterThan(8);
    const shown = lines.flatMap(({ breaks, wallet }) =>
      breaks.map((one) => ({ ...one, userID: wallet.userID })),
    );
    expect(shown.map(({ fingerprint }) => fingerprint).toSorted()).toEqual(
      broken.map(({ fingerprint }) => fingerprint).toSorted(),
    );
    for (const { fingerprint, difference, walletID, userID } of shown) {
      expect(broken.find((one) => one.fingerprint === fingerprint)).toMatchObject({
        difference,
        walletID,
        userID,
      });
    }
    expect(lines.length).toBe(summary.wallets.length);
  });
});

describe("the queue", () => {
  const queue = async (change: Partial<ExceptionsRequest>) =>
    (await client.call("exceptions", { ...QUEUE, ...change })).rows;

  test("lists findings in the engine's order, each with its own time and currency", async () => {
    const rows = await queue({});
    expect(rows.map(({ finding }) => finding)).toEqual(findings);
    const created = new Map(entries.map(({ walletID, dateCreatedAtMs }) => [walletID, dateCreatedAtMs]));
    const held = rows.filter(({ finding }) => created.has(finding.walletID ?? 0));
    expect(held.length).toBeGreaterThan(20);
    expect(held.map(({ atMs }) => atMs)).toEqual(
      held.map(({ finding }) => created.get(finding.walletID ?? 0)),
    );
    const currencies = new Set(rows.map(({ currency }) => currency));
    expect(currencies.has("NGN")).toBe(true);
  });

  test("narrows by status, rule, severity and words in message, note, payref and ids", async () => {
    const rows = await queue({});
    const where = (passes: (row: ExceptionRow) => boolean) => rows.filter(passes);
    expect(await queue({ statuses: ["accepted", "raised"] })).toEqual(
      where(({ status }) => status === "accepted" || status === "raised"),
    );
    expect(await queue({ rules: ["chain-break"], severities: ["error"] })).toEqual(
      where(({ finding }) => finding.rule === "chain-break"),
    );
    const noted = where(({ decision: taken }) => taken !== null);
    expect(noted).toHaveLength(6);
    expect(await queue({ search: "ticket" })).toEqual(noted);
    expect(await queue({ search: "TICKET 3" })).toEqual(
      where(({ decision: taken, finding }) =>
        ["ticket", "3"].every((word) =>
          foldCase(
            [
              finding.message,
              finding.payref,
              finding.rule,
              finding.walletID,
              finding.payID,
              finding.fingerprint,
              taken?.note,
              taken?.by,
            ].join("\n"),
          ).includes(word),
        ),
      ),
    );
    expect((await queue({ search: "TICKET 3" })).length).toBeGreaterThan(0);
    const [first] = where(({ finding }) => finding.payID !== null);
    expect(await queue({ search: String(first!.finding.payID) })).toContainEqual(first);
  });

  test("orders by amount, by rule and by time, in pages", async () => {
    const bySize = (await queue({ order: "amount" })).map(({ finding }) => finding);
    const stakes = bySize.map(({ atStake }) => atStake);
    expect(stakes).toEqual(stakes.toSorted((a, b) => b - a));
    const ranks = (await queue({ order: "rule" })).map(({ finding }) =>
      RULES.findIndex(({ id }) => id === finding.rule),
    );
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    const times = (await queue({ order: "newest" })).map(({ atMs }) => atMs ?? -Infinity);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const page = await client.call("exceptions", { ...QUEUE, order: "amount", from: 7, count: 5 });
    expect(page.total).toBe(findings.length);
    expect(page.rows).toEqual((await queue({ order: "amount" })).slice(7, 12));
  });

  test("adds up what is selected as everything else does, also a payment in another currency than its entries", async () => {
    const asked: ExceptionsRequest = { ...QUEUE, severities: ["error", "warning"] };
    const { rows, amounts } = await client.call("exceptions", asked);
    expect(rows.map(({ finding }) => finding.rule)).toContain("currency-mismatch");
    const { stakes } = sumSelection(selectAll(await client.call("selectable", asked)));
    const listed = amounts.map(({ currency, totals: { undecided, raised, accepted, explained } }) => ({
      currency,
      sum: undecided.amount + raised.amount + accepted.amount + explained.amount,
    }));
    expect(stakes).toEqual(expect.arrayContaining(listed.filter(({ sum }) => sum > 0)));
    expect(stakes).toHaveLength(listed.filter(({ sum }) => sum > 0).length);
  });

  test("gives what a decision on everything listed needs, and finds one by its fingerprint", async () => {
    const rows = await queue({ statuses: ["raised"] });
    const selectable = await client.call("selectable", { ...QUEUE, statuses: ["raised"], from: 2, count: 1 });
    expect(selectable).toEqual(
      rows.map(({ finding, seen, status, currency, cause }) => ({
        fingerprint: finding.fingerprint,
        severity: finding.severity,
        atStake: finding.atStake,
        ...(finding.cause === undefined ? {} : { cause: finding.cause }),
        seen,
        status,
        event: cause === null ? null : { place: cause.place, kind: cause.kind, amount: cause.amount },
        currency,
      })),
    );
    const fingerprint = rows[1]!.finding.fingerprint;
    await expect(client.call("exception", { fingerprint })).resolves.toEqual(rows[1]);
    await expect(client.call("exception", { fingerprint: "0".repeat(64) })).resolves.toBeNull();
  });

  test("counts by rule and severity, in the order of the rules", () => {
    const counted = review.rules.map(({ rule, severity, findings: count }) => [rule, severity, count]);
    const expected = RULES.flatMap(({ id }) =>
      (["error", "warning", "info"] as const).flatMap((severity) => {
        const count = findings.filter((one) => one.rule === id && one.severity === severity).length;
        return count === 0 ? [] : [[id, severity, count]];
      }),
    );
    expect(counted).toEqual(expected);
    const reversed = counted.filter(([rule]) => rule === "reversed");
    expect(reversed.map(([, severity]) => severity)).toEqual(["error", "info"]);
    expect(review.rules.reduce((sum, { reviewed }) => sum + reviewed, 0)).toBe(6);
    expect(review.progress).toMatchObject({ reviewed: 6, byStatus: { accepted: 3, raised: 3 } });
    // Its wallets are in different currencies, as far as is known: none is left out for that.
    const breaks = review.rules.find(({ rule }) => rule === "chain-break");
    expect(breaks?.differences.length).toBeGreaterThan(0);
    expect(breaks?.differences.every(({ sum }) => sum !== null)).toBe(true);
  });
});

describe("a record in its context", () => {
  test("shows a broken entry between the rows of its wallet, with its findings and its transaction", async () => {
    const broken = findings.find(({ rule }) => rule === "chain-break")!;
    const context = (await client.call("entry", { walletID: broken.walletID! }))!;
    const wallet = entries.filter(({ userID }) => userID === context.row.userID);
    const at = wallet.findIndex(({ walletID }) => walletID === broken.walletID);
    expect(context.row).toEqual(wallet[at]);
    expect(context.before).toEqual(wallet.slice(at - 2, at));
    expect(context.after).toEqual(wallet.slice(at + 1, at + 3));
    expect(context.findings.map(({ finding }) => finding)).toEqual(
      findings.filter(({ walletID }) => walletID === broken.walletID),
    );
    const { before, row } = context;
    expect(before.at(-1)!.stated + (row.inflow ?? 0) - (row.outflow ?? 0)).toBe(row.expected);
    expect(row.stated - row.expected!).toBe(broken.difference);
  });

  test("shows nothing beyond the oldest and the newest entry", async () => {
    const { userID } = entries[0]!;
    const wallet = entries.filter((row) => row.userID === userID);
    const oldest = await client.call("entry", { walletID: wallet[0]!.walletID });
    expect(oldest?.before).toEqual([]);
    const second = await client.call("entry", { walletID: wallet[1]!.walletID });
    expect(second?.before).toEqual([entries[0]]);
    const newest = await client.call("entry", { walletID: wallet.at(-1)!.walletID });
    expect(newest?.after).toEqual([]);
    await expect(client.call("entry", { walletID: 1 })).resolves.toBeNull();
  });

  test("shows of a fork what each row goes on from", async () => {
    const moved = [1000, 70, -300, 50, 10];
    // The fourth goes on from the second, as the third does.
    const balances = [1000, 1070, 770, 1120, 1130];
    const forked = moved.map((movement, at) =>
      entry(at + 1, {
        debit: Math.max(movement, 0),
        credit: Math.max(-movement, 0),
        balance: balances[at]!,
        dateCreatedAtMs: OCTOBER_MS + at * 1000,
      }),
    );
    const input = columnsOf({ entries: forked, transactions: [] }, sha256OfText);
    const own = await clientOfInput(input, { descriptions: forked.map(() => null), customers: [] });
    await own.call("run", runRequest(null));
    const { fork } = (await own.call("entry", { walletID: 3 }))!;
    expect(fork.map(({ row, goesOnFrom, isOnMainLine }) => [row.walletID, goesOnFrom, isOnMainLine])).toEqual(
      [
        [2, 1, true],
        [3, 2, false],
        [4, 2, true],
      ],
    );
  });

  test("sorts the largest balances by their last unit", async () => {
    const most = Number.MAX_SAFE_INTEGER;
    const movements = [most - 1, 1].map((debit, at) => entry(at + 1, { debit, balance: most - 1 + at }));
    const input = columnsOf({ entries: movements, transactions: [] }, sha256OfText);
    const own = await clientOfInput(input, { descriptions: [null, null], customers: [] });
    await own.call("run", runRequest(null));
    const { rows } = await own.call("entries", {
      ...ALL_ROWS,
      sort: [{ column: "stated", descending: true }],
    });
    expect(rows.map(({ walletID }) => walletID)).toEqual([2, 1]);
  });

  test("shows a transaction's entries in chain order, adding up to the settled amount", async () => {
    const reversed = findings.find(({ rule }) => rule === "reversed")!;
    const context = (await client.call("transaction", { payID: reversed.payID! }))!;
    expect(context.entries).toHaveLength(context.row.entries);
    expect(context.entries.length).toBeGreaterThan(1);
    const settled = context.entries.reduce(
      (sum, { inflow, outflow }) => sum + (inflow ?? 0) - (outflow ?? 0),
      0,
    );
    expect(settled).toBe(context.row.settled);
    const tied = await client.call("entry", { walletID: context.entries[0]!.walletID });
    expect(tied?.transaction).toEqual(context);
    await expect(client.call("transaction", { payID: 1 })).resolves.toBeNull();
  });
});

test("checks other options beside the current check, which stays", async () => {
  const request = runRequest(monthDays("2026-08"), { tolerance: 1_000_000 });
  const other = await client.call("whatIf", request);
  expect(other.title).toBe("August 2026");
  expect(other.options.tolerance).toBe(1_000_000);
  expect(other.counts.findings["amount-mismatch"]).toBe(0);
  await expect(client.call("findings", null)).resolves.toEqual(findings);
});
