/** A ledger's check kept up to date, while what is wanted changes. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { TieoutError } from "../../../src/core/errors.ts";
import { DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import type { Decision } from "../../../src/core/review/decisions/decision.ts";
import { monthDays } from "../../../src/core/time.ts";
import { decide, listLedgerDecisions } from "../../../src/main/services/review/review.ts";
import { faultOf } from "../../../src/ipc/envelope.ts";
import { ApiError } from "../../../src/renderer/bridge/api-provider.tsx";
import {
  CheckSession,
  type SessionView,
  type Wanted,
  conclusionOf,
} from "../../../src/renderer/rows/check-session.ts";
import { ON_ITS_WAY } from "../../../src/renderer/bridge/rows.ts";
import { generateWorld } from "../../../sandbox/generate/generate-world.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { CONTEXT, importWorld } from "../../helpers/ledgers/world-ledger.ts";
import { WORDING, snapshotApi, startThread } from "./window.ts";

const first = generateWorld({ entries: 300, seed: 14, convention: "asset", faults: "default" });

async function session(before: (table: string) => Promise<unknown> = async () => Promise.resolve()) {
  const ledger = join(temporaryFolder(), "wallet.tieout");
  await importWorld(ledger, first);
  let threads = 0;
  const api = snapshotApi(ledger);
  const reads: string[] = [];
  const counting = {
    ...api,
    "check.read": async (request: Parameters<(typeof api)["check.read"]>[0]) => {
      reads.push(request.table);
      await before(request.table);
      return api["check.read"](request);
    },
  };
  const kept = new CheckSession(counting, () => {
    threads += 1;
    return startThread();
  });
  return { ledger, kept, reads, threads: () => threads };
}

const WANTED: Wanted = {
  records: "1",
  human: "0.0",
  options: DEFAULT_OPTIONS,
  period: null,
  wording: WORDING,
};

/** The view once it is as described. */
function until(kept: CheckSession, holds: (view: SessionView) => boolean): Promise<SessionView> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds(kept.view)) return;
      end();
      resolve(kept.view);
    };
    const end = kept.listen(look);
    look();
  });
}

const ready = (kept: CheckSession) => until(kept, ({ state }) => state === "ready");

test("reads, checks and reviews, then repeats only what changed", async () => {
  const { kept, reads, ledger, threads } = await session();
  kept.decide([]);
  kept.want(WANTED);
  expect(kept.view.state).toBe("reading");
  const whole = await ready(kept);
  expect(whole.summary?.period).toBeNull();
  expect(whole.review?.progress.reviewed).toBe(0);
  expect(whole.review?.progress.total).toBeGreaterThan(20);

  const read = reads.length;
  kept.want({ ...WANTED, period: monthDays("2026-08") });
  const checking = await until(kept, ({ state }) => state === "checking");
  expect(checking.summary?.title).toBe("The whole history");
  const month = await ready(kept);
  expect(month.summary?.title).toBe("August 2026");
  expect(month.revision).toBeGreaterThan(whole.revision);
  expect(reads).toHaveLength(read);

  const client = kept.client!;
  const [finding] = await client.call("findings", null);
  const draft = { ledger, period: null, options: {}, status: "accepted" as const, note: "fine", by: "A" };
  await decide({ ...draft, items: [{ fingerprint: finding!.fingerprint }] }, CONTEXT);
  const decisions: readonly Decision[] = listLedgerDecisions(ledger);
  kept.decide(decisions);
  const reviewed = await until(kept, ({ review, state }) => state === "ready" && review !== month.review);
  expect(reviewed.summary).toBe(month.summary);
  expect(reviewed.review?.progress.reviewed).toBe(1);

  await importWorld(ledger, first.advance());
  kept.want({ ...WANTED, records: "2" });
  const later = await until(kept, ({ state, summary }) => state === "ready" && summary?.period === null);
  expect(later.summary?.counts.entries).toBeGreaterThan(300);
  expect(reads.length).toBeGreaterThan(read);
  expect(threads()).toBe(1);
  kept.end();
});

const ROWS = { sort: [], filters: {}, search: "", onlyFlagged: false, onlyPeriod: false, from: 0, count: 5 };

test("checks before the texts are there that only people read; rows wait for them, or show that they are on their way", async () => {
  const texts = Promise.withResolvers<undefined>();
  const { kept } = await session(async (table) => (table === "descriptions" ? texts.promise : undefined));
  kept.decide([]);
  kept.want(WANTED);
  await ready(kept);
  let isAnswered = false;
  const rows = kept.client!.call("entries", ROWS).finally(() => (isAnswered = true));
  await kept.client!.call("findings", null);
  const early = await kept.client!.call("entries", ROWS, { isEarly: true });
  expect(early.rows.map(({ description }) => description)).toEqual(Array(5).fill(ON_ITS_WAY));
  for (const part of [
    { search: "a" },
    { sort: [{ column: "description", descending: true }] },
    { filters: { description: { kind: "text", contains: "a" } } },
  ] as const)
    await expect(kept.client!.call("entries", { ...ROWS, ...part }, { isEarly: true })).rejects.toMatchObject(
      {
        fault: { code: "CANCELLED" },
      },
    );
  expect(isAnswered).toBe(false);
  const { revision } = kept.view;
  texts.resolve(undefined);
  const descriptions = new Map(first.entries.map(({ walletID, description }) => [walletID, description]));
  for (const { walletID, description } of (await rows).rows)
    expect(description).toBe(descriptions.get(walletID));
  await until(kept, (view) => view.revision > revision);
  expect(await kept.client!.call("entries", ROWS, { isEarly: true })).toEqual(await rows);
  kept.end();
});

test("texts that cannot be read are a failure, and a retry reads everything again", async () => {
  let failures = 1;
  const { kept, reads } = await session(async (table) => {
    if (table === "customers" && failures-- > 0) throw new Error("the disk is gone");
  });
  kept.decide([]);
  kept.want(WANTED);
  const { error } = await until(kept, ({ state }) => state === "failed");
  expect(error).toMatchObject({ message: "the disk is gone" });
  kept.retry();
  await ready(kept);
  await expect(kept.client!.call("entries", ROWS)).resolves.toMatchObject({ rows: { length: 5 } });
  expect(reads.filter((table) => table === "entries")).toHaveLength(2);
  kept.end();
});

test("rows that need texts which cannot be read say why, and others are there", async () => {
  const isChecked = Promise.withResolvers<undefined>();
  const { kept } = await session(async (table) => {
    if (table !== "descriptions") return;
    await isChecked.promise;
    throw new Error("the disk is gone");
  });
  kept.decide([]);
  kept.want(WANTED);
  const { revision } = await ready(kept);
  isChecked.resolve(undefined);
  await until(kept, ({ state }) => state === "failed");
  expect(kept.view.revision).toBeGreaterThan(revision);
  for (const part of [{ search: "a" }, { sort: [{ column: "description", descending: true }] }]) {
    const rows = kept.client!.call("entries", { ...ROWS, ...part }, { isEarly: true });
    await expect(rows).rejects.toMatchObject({ message: "the disk is gone" });
  }
  await expect(kept.client!.call("entries", ROWS, { isEarly: true })).resolves.toMatchObject({
    rows: { length: 5 },
  });
  kept.end();
});

test("records that another pull replaced before their texts were read are read again", async () => {
  let failures = 1;
  const { kept, reads } = await session(async (table) => {
    if (table !== "customers" || failures-- <= 0) return;
    throw new ApiError(faultOf(new TieoutError("SNAPSHOT_GONE", "Another pull was saved")));
  });
  kept.decide([]);
  kept.want(WANTED);
  await until(kept, ({ state }) => state === "ready" && reads.filter((one) => one === "labels").length === 2);
  const descriptions = new Map(first.entries.map(({ walletID, description }) => [walletID, description]));
  const { rows } = await kept.client!.call("entries", ROWS);
  expect(rows.map(({ description }) => description)).toEqual(
    rows.map(({ walletID }) => descriptions.get(walletID)),
  );
  kept.end();
});

test("texts of older records are called off when newer ones are read, and fail nothing", async () => {
  const texts = Promise.withResolvers<undefined>();
  let isHeld = true;
  const { kept, ledger, reads } = await session(async (table) => {
    if (table !== "customers" || !isHeld) return;
    await texts.promise;
    throw new ApiError(faultOf(new TieoutError("SNAPSHOT_GONE", "Another pull was saved")));
  });
  kept.decide([]);
  kept.want(WANTED);
  await ready(kept);
  const asked = kept.client!.call("entries", ROWS);
  await importWorld(ledger, first.advance());
  isHeld = false;
  kept.want({ ...WANTED, records: "2" });
  await until(kept, ({ summary }) => (summary?.counts.entries ?? 0) > 300);
  texts.resolve(undefined);
  await expect(asked).rejects.toMatchObject({ fault: { code: "CANCELLED" } });
  const view = await ready(kept);
  expect(view.error).toBeNull();
  await expect(kept.client!.call("entries", ROWS)).resolves.toMatchObject({ rows: { length: 5 } });
  expect(reads.filter((table) => table === "labels")).toHaveLength(2);
  kept.end();
});

test("a view names what it was concluded from, and nothing while a newer check has no review", async () => {
  const { kept } = await session();
  kept.decide([]);
  kept.want(WANTED);
  expect((await ready(kept)).concludedFrom).toBe(conclusionOf(WANTED, []));
  const month = { ...WANTED, period: monthDays("2026-08") };
  kept.want(month);
  const checked = await until(kept, ({ summary }) => summary?.title === "August 2026");
  expect([null, conclusionOf(month, [])]).toContain(checked.concludedFrom);
  expect((await ready(kept)).concludedFrom).toBe(conclusionOf(month, []));
  kept.end();
});

test("the latest request determines the result, however fast it changes", async () => {
  const { kept } = await session();
  kept.decide([]);
  const months = ["2026-01", "2026-02", "2026-03", "2026-04", "2026-05"];
  kept.want(WANTED);
  for (const month of months) {
    kept.want({ ...WANTED, period: monthDays(month) });
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
  const view = await ready(kept);
  expect(view.summary?.title).toBe("May 2026");
  await expect(kept.client?.call("findings", null)).resolves.toHaveLength(
    Object.values(view.summary?.counts.findings ?? {}).reduce((sum, count) => sum + count, 0),
  );
  kept.want({ ...WANTED, period: monthDays("2026-05") });
  expect((await ready(kept)).revision).toBeGreaterThanOrEqual(view.revision);
  kept.end();
});

test("a failure keeps the earlier result, and a retry starts from nothing", async () => {
  const { ledger, kept, threads } = await session();
  kept.decide([]);
  kept.want(WANTED);
  const before = await ready(kept);
  kept.want({ ...WANTED, options: { ...DEFAULT_OPTIONS, timeZone: "Nowhere/Land" }, period: "newest-month" });
  const failed = await until(kept, ({ state }) => state === "failed");
  expect(failed.error).toMatchObject({ fault: { code: "DEFECT" } });
  expect(failed.summary).toBe(before.summary);
  kept.want({ ...WANTED, period: monthDays("2026-08") });
  const { revision: august } = await until(
    kept,
    ({ state, summary }) => state === "ready" && summary?.title === "August 2026",
  );
  kept.retry();
  await until(kept, ({ state, revision }) => state === "ready" && revision > august);
  expect(threads()).toBe(2);
  expect(ledger).toContain("wallet.tieout");
  kept.end();
});
