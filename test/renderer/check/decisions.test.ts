/** The list of decisions as a window keeps it and passes it on to its worker: only what is newer, in pieces. */
import { copyFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Decision } from "../../../src/core/review/decisions/decision.ts";
import type { Input } from "../../../src/ipc/contract.ts";
import {
  decide,
  listLedgerDecisions,
  listNewerDecisions,
  readReview,
} from "../../../src/main/services/review/review.ts";
import type { CheckClient } from "../../../src/renderer/rows/load.ts";
import { DecisionFeed, pieceFrom } from "../../../src/renderer/rows/check-session.ts";
import { DecisionLog } from "../../../src/renderer/rows/decision-log.ts";
import { breakAt, decided } from "../../helpers/ledgers/decisions.ts";
import { CONTEXT, ledgerToReview } from "../../helpers/ledgers/review-ledger.ts";
import { clientOfLedger, runRequest } from "./window.ts";

const { signal } = new AbortController();

/** A log over a real ledger, with what it asked for. */
async function logOfLedger() {
  const ledger = await ledgerToReview();
  const asked: (Input<"review.list">["after"] | undefined)[] = [];
  const log = new DecisionLog({
    "review.list": async ({ after = null }) => {
      asked.push(after);
      return structuredClone(listNewerDecisions({ ledger, after }));
    },
  });
  const take = async (at: number, by: string) => {
    const { findings } = readReview({ ledger, period: null, options: {} }, CONTEXT);
    const items = [{ fingerprint: findings[at]!.finding.fingerprint }];
    const request = {
      ledger,
      period: null,
      options: {},
      items,
      status: "accepted" as const,
      note: "Yes.",
      by,
    };
    await decide(request, CONTEXT);
  };
  return { ledger, log, asked, take };
}

test("the log reads everything once, then only what is newer, and returns the same list when nothing is", async () => {
  const { ledger, log, asked, take } = await logOfLedger();
  expect(await log.read()).toEqual([]);
  await take(0, "Ada");
  await take(1, "Ada");
  const [first, again] = await Promise.all([log.read(), log.read()]);
  expect(first).toEqual(listLedgerDecisions(ledger));
  expect(again).toBe(first);
  await take(2, "Ben");
  const later = await log.read();
  expect(later.slice(0, 2).map((one, at) => one === first[at])).toEqual([true, true]);
  expect(later.map(({ by }) => by)).toEqual(["Ada", "Ada", "Ben"]);
  expect(asked.map((after) => after?.id ?? null)).toEqual([null, null, 2, 2]);
});

test("reads a ledger with another history in the same place from its beginning", async () => {
  const { ledger, log, take } = await logOfLedger();
  await take(0, "Ada");
  copyFileSync(ledger, `${ledger}.back-up`);
  await take(1, "Ada");
  expect(await log.read()).toHaveLength(2);
  copyFileSync(`${ledger}.back-up`, ledger);
  expect(await log.read()).toEqual(listLedgerDecisions(ledger));
  await take(2, "Ben");
  expect((await log.read()).map(({ by }) => by)).toEqual(["Ada", "Ben"]);
});

test("sends the worker each decision once, in pieces, and it holds exactly the latest", async () => {
  const { ledger, take } = await logOfLedger();
  await take(0, "Ada");
  await take(1, "Ada");
  const real = listLedgerDecisions(ledger);
  const worker = await clientOfLedger(ledger);
  await worker.call("run", runRequest(null));
  const pieces: string[] = [];
  const client: CheckClient = {
    ...worker,
    call: (call, input, settings) => {
      if (input !== null && "decisions" in input) pieces.push(`${input.from}+${input.decisions.length}`);
      return worker.call(call, input, settings);
    },
  };
  const feed = new DecisionFeed(client);
  const reviewed = async (decisions: readonly Decision[]) => {
    await feed.give(decisions, signal);
    return (await worker.call("review", null)).progress.reviewed;
  };
  expect(await reviewed(real)).toBe(2);
  const others = Array.from({ length: 4500 }, (_, at) => decided(3 + at, breakAt(9000 + at)));
  expect(await reviewed([...real, ...others])).toBe(2);
  expect(await reviewed(real.slice(0, 1))).toBe(1);
  expect(await reviewed([])).toBe(0);
  expect(await reviewed(real.map((one) => ({ ...one })))).toBe(2);
  expect(pieces).toEqual(["0+2", "2+2000", "2002+2000", "4002+500", "1+0", "0+0", "0+2"]);
});

test("sends a cancelled piece again", async () => {
  const { ledger, take } = await logOfLedger();
  await take(0, "Ada");
  const worker = await clientOfLedger(ledger);
  await worker.call("run", runRequest(null));
  const feed = new DecisionFeed(worker);
  const calling = new AbortController();
  const given = feed.give(listLedgerDecisions(ledger), calling.signal);
  calling.abort();
  await expect(given).rejects.toMatchObject({ fault: { code: "CANCELLED" } });
  await feed.give(listLedgerDecisions(ledger), signal);
  expect((await worker.call("review", null)).progress.reviewed).toBe(1);
});

test("puts fewer decisions in a piece where notes are long, but at least one", () => {
  const long = Array.from({ length: 3 }, (_, at) =>
    decided(at, breakAt(at), { note: "n".repeat(1_500_000) }),
  );
  expect(pieceFrom(long, 0)).toHaveLength(1);
  expect(pieceFrom(long, 2)).toHaveLength(1);
  expect(pieceFrom([decided(1, breakAt(1), { note: "n".repeat(3_000_000) })], 0)).toHaveLength(1);
  expect(pieceFrom(long, 3)).toHaveLength(0);
});
