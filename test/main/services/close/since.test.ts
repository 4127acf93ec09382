/** A signed month as of its signature and of each pull since: every place as it was, and what is different now. */
import { figuresOfWallet, type FrozenMonth, type Month } from "../../../../src/core/review/close/close.ts";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type AskedMoment, askedOf, momentTitle } from "../../../../src/core/review/close/moment.ts";
import { isSameNow } from "../../../../src/core/review/close/since.ts";
import type { LedgerAt } from "../../../../src/main/ledger/trail/as-of.ts";
import { auditHead } from "../../../../src/main/ledger/file/audit.ts";
import { listActivity } from "../../../../src/main/services/backup/activity.ts";
import { readLedgerFacts } from "../../../../src/main/services/shared/ledger-facts.ts";
import { changeSettings } from "../../../../src/main/services/backup/settings.ts";
import { runOf, sha256OfTexts } from "../../../../src/main/ledger/acts/run.ts";
import { readEntryRecord } from "../../../../src/main/services/check/record.ts";
import { openSnapshot, readBatch } from "../../../../src/main/services/check/snapshot.ts";
import {
  listMoments,
  readMonth,
  readStatement,
  checkThen,
} from "../../../../src/main/services/close/moments.ts";
import { listMonths } from "../../../../src/main/services/close/months.ts";
import { readRestatements } from "../../../../src/main/services/close/register.ts";
import { prepareMonth } from "../../../../src/main/services/close/close.ts";
import { readProven } from "../../../../src/main/services/shared/use-ledger.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { listMatches } from "../../../../src/main/services/review/match.ts";
import { decide, listNewerDecisions, readReview } from "../../../../src/main/services/review/review.ts";
import { monthDays } from "../../../../src/core/time.ts";
import { generateWorld } from "../../../../sandbox/generate/generate-world.ts";
import type { World } from "../../../../sandbox/world.ts";
import { useShared } from "../../../helpers/at-end.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { fitTables, forgeTrail } from "../../../helpers/ledgers/rewritten-trail.ts";
import { failureOf } from "../../../helpers/workbook/saved-files.ts";
import { signMonth } from "../../../helpers/ledgers/signing.ts";
import { CONTEXT, importWorld, worldLedger } from "../../../helpers/ledgers/world-ledger.ts";

const worlds: World[] = [];
let ledger = "";
let month = "" as Month;
/** Copies of the ledger, made when it was signed and after each pull since. */
const copies = new Map<AskedMoment, string>();

/** What each place reads of a ledger. */
function places(at: LedgerAt): unknown {
  const walletID = worlds[0]?.entries[5]?.walletID ?? 0;
  const snapshot = openSnapshot(at);
  const { moment: _, shows: __, ...statement } = readStatement({ ledger: at, month }, CONTEXT);
  return {
    statement,
    facts: readLedgerFacts(at),
    head: snapshot.head,
    entries: readBatch(snapshot, "entries", 0, 1000),
    descriptions: readBatch(snapshot, "descriptions", 0, 1000),
    months: listMonths(at),
    // A month of now goes by the options of now, whatever was signed.
    month: readMonth({ ledger: newestOf(at), month }, CONTEXT),
    decisions: listNewerDecisions({ ledger: at, after: null }),
    matches: listMatches(at),
    restatements: readRestatements(at, { month }),
    activity: listActivity({ ledger: at, before: null, count: 500 }),
    record: readEntryRecord({ ledger: at, walletID }),
  };
}

/** The ledger as of its newest link. */
function newestOf(at: LedgerAt): LedgerAt {
  if (typeof at !== "string") return at;
  return { path: at, sequence: readProven(at, (db) => auditHead(db).sequence) };
}

async function decideOne(of: string, at: number): Promise<void> {
  const period = monthDays(month);
  const { findings } = readReview({ ledger: of, period, options: {} }, CONTEXT);
  const items = findings.slice(at, at + 1).map(({ finding: { fingerprint } }) => ({ fingerprint }));
  await decide(
    { ledger: of, period, options: {}, items, status: "accepted", note: "Seen", by: "Ada Obi" },
    CONTEXT,
  );
}

/** Records of a world by id, as texts. */
function textsOf(world: World): Map<number, string> {
  return new Map(world.entries.map((one) => [one.walletID, JSON.stringify(one)]));
}

const then = async (asOf: AskedMoment) => checkThen({ ledger, month, asOf }, CONTEXT);

useShared(async () => {
  const world = generateWorld({ entries: 300, seed: 5, convention: "asset", faults: "default" });
  worlds.push(world, world.advance());
  worlds.push(worlds[1]?.advance() as World);
  month = world.month as Month;
  ledger = await worldLedger(world);
  const keep = (moment: AskedMoment) => {
    const copy = join(temporaryFolder(), "copy.tieout");
    copyFileSync(ledger, copy);
    copies.set(moment, copy);
  };
  await decideOne(ledger, 0);
  await signMonth(ledger, month);
  keep("signed");
  await decideOne(ledger, 3);
  await importWorld(ledger, worlds[1] as World);
  keep(2);
  await decideOne(ledger, 0);
  await changeSettings(
    ledger,
    { decimals: 3, options: { tolerance: 5 }, by: "Ada Obi", note: "As agreed" },
    CONTEXT,
  );
  await importWorld(ledger, worlds[2] as World);
  keep(3);
});

describe("every place as of a moment", () => {
  test("is what it was: the signature, then each pull since", () => {
    const moments = listMoments({ ledger, month });
    expect(moments.map((one) => (one.is === "signed" ? one.by : one.pullId))).toEqual(["Ben Uche", 2, 3]);
    for (const moment of moments) {
      const copy = copies.get(moment.is === "signed" ? "signed" : moment.pullId) ?? "";
      const at = { path: ledger, sequence: moment.sequence };
      expect(places(at)).toEqual(places(copy));
      const { shows } = readStatement({ ledger: at, month }, CONTEXT);
      expect(shows).toBe(momentTitle(moment, "UTC"));
    }
  });

  test("the check as of the signature is the one that was frozen, which is what its responses give", async () => {
    const { report, since } = await then("signed");
    const { steps } = listMonths(ledger).find((one) => one.month === month) ?? { steps: [] };
    const frozen = steps.at(-1)?.frozen as FrozenMonth;
    expect(report.result.wallets.map(figuresOfWallet)).toEqual(frozen.wallets);
    expect(report.result.options).toEqual(frozen.options);
    expect(sha256OfTexts(runOf(report.result, 0).document)).toBe(frozen.checkSha256);
    expect(since.unlikeSigned).toEqual([]);
    const proof = await verifyLedgerFile(ledger, null, CONTEXT);
    expect([proof.ok, proof.signedMonths?.performed]).toEqual([true, 1]);
  });
});

describe("what is different now", () => {
  test("names each record that changed, vanished or appeared, as the service's answers do", async () => {
    const [first, , last] = worlds.map(textsOf);
    const { since } = await then("signed");
    const ids = [...(first?.keys() ?? [])];
    expect(since.entries.changed.length).toBeGreaterThan(0);
    expect(since.entries.changed).toEqual(
      ids.filter((id) => last?.has(id) && last.get(id) !== first?.get(id)),
    );
    expect(since.entries.vanished.length).toBeGreaterThan(0);
    expect(since.entries.vanished).toEqual(ids.filter((id) => !last?.has(id)));
    // Back-dated ones only: the rest is of later months.
    expect(since.entries.appeared.length).toBeGreaterThan(0);
    expect(since.entries.appeared.length).toBeLessThan(20);
    for (const id of since.entries.appeared) expect([first?.has(id), last?.has(id)]).toEqual([false, true]);
  });

  test("names findings that came, went, or have another status, and the options", async () => {
    const { report, since } = await then("signed");
    const now = readReview({ ledger, period: monthDays(month), options: {} }, CONTEXT);
    const was = new Set(report.result.findings.map(({ fingerprint }) => fingerprint));
    const is = new Map(now.findings.map(({ finding, status }) => [finding.fingerprint, status]));
    const [gone, appeared] = [since.findings.gone, since.findings.appeared].map((list) =>
      list.map(({ fingerprint }) => fingerprint),
    );
    expect(gone).toEqual([...was].filter((one) => !is.has(one)));
    expect(appeared).toEqual([...is.keys()].filter((one) => !was.has(one)));
    expect(since.findings.gone.length * since.findings.appeared.length).toBeGreaterThan(0);
    expect(since.findings.redecided.length).toBeGreaterThan(0);
    for (const one of since.findings.redecided) expect(is.get(one.fingerprint)).not.toBe("open");
    expect(since.changed.options).toEqual(["Tolerance: 0 → 5, by Ada Obi"]);
  });

  test("is nothing of the last pull but what was decided and set since", async () => {
    const { since } = await then(3);
    expect([since.entries, since.transactions]).toEqual(
      Array.from({ length: 2 }, () => ({ changed: [], vanished: [], appeared: [] })),
    );
    expect(since.unlikeSigned).toBeNull();
    expect(isSameNow(since)).toBe(false);
    const copy = copies.get("signed") ?? "";
    const untouched = await checkThen({ ledger: copy, month, asOf: "signed" }, CONTEXT);
    expect(isSameNow(untouched.since)).toBe(true);
  });
});

describe("the statement of a month", () => {
  test("says by kind what is different from what was signed: records, decisions, options", () => {
    const stated = (asOf: AskedMoment) => {
      const { sequence } = listMoments({ ledger, month }).find((one) => askedOf(one) === asOf)!;
      return readStatement({ ledger: { path: ledger, sequence }, month }, CONTEXT);
    };
    const nothing = { count: 0, records: [], decisions: [], options: [], effects: [] };
    expect(stated("signed")).toMatchObject({
      moment: { is: "signed", by: "Ben Uche" },
      changedSince: nothing,
    });
    const after = stated(2);
    expect(after).toMatchObject({
      moment: { is: "pull", pullId: 2 },
      changedSince: { decisions: ["1 exception has a different decision"], options: [] },
    });
    expect(after.changedSince!.records.length).toBeGreaterThan(0);
    expect(after.changedSince!.effects.length).toBeGreaterThan(0);
    expect(after.reasons).toContain("Not met: The figures of each wallet are those that were signed.");
    const now = readStatement({ ledger, month }, CONTEXT);
    expect(now).toMatchObject({
      moment: null,
      changedSince: { options: ["Tolerance: 0 → 5, by Ada Obi"] },
    });
  });

  test("is the one that would be signed, for whoever is about to sign", async () => {
    const copy = await worldLedger(worlds[0] as World);
    await decideOne(copy, 0);
    await prepareMonth({ ledger: copy, month, by: "Cleo Ba", override: "Known" }, CONTEXT);
    const own =
      "Not met: Whoever signed took none of the decisions, matches, ticks, confirmations and notes.";
    const now = readStatement({ ledger: copy, month }, CONTEXT);
    expect([now.sentence.startsWith("Preliminary, not signed off."), now.reasons.includes(own)]).toEqual([
      true,
      false,
    ]);
    for (const [signer, isOwn] of [
      ["Ada Obi", true],
      ["Ben Uche", false],
    ] as const) {
      const would = readStatement({ ledger: copy, month, signer }, CONTEXT);
      expect([would.state, would.reasons.includes(own)]).toEqual(["signed-off", isOwn]);
      expect(would.sentence).toMatch(/^Qualified: /u);
    }
  });
});

test("figures that somebody wrote into the signature are not what the check comes to, and it says so", async () => {
  const forged = join(temporaryFolder(), "forged.tieout");
  copyFileSync(ledger, forged);
  forgeTrail(forged, (links, db) => {
    for (const { payload } of links) {
      const frozen = payload["frozen"] as unknown as FrozenMonth | null | undefined;
      if (frozen === null || frozen === undefined) continue;
      const wallets = frozen.wallets.map((one) => ({ ...one, closing: one.closing + 100 }));
      payload["frozen"] = JSON.parse(JSON.stringify({ ...frozen, wallets }));
    }
    fitTables(db, links);
  });
  const { since } = await checkThen({ ledger: forged, month, asOf: "signed" }, CONTEXT);
  expect(since.unlikeSigned?.join()).toMatch(/closing of user \d+: prepared .*, now /u);
});

test("refuses a month that is not signed, and a pull before the signature", async () => {
  const open = failureOf(checkThen({ ledger, month: worlds[2]?.month as Month, asOf: "signed" }, CONTEXT));
  expect(await open).toMatchObject({ code: "CLOSE_STATE" });
  expect(await failureOf(then(1))).toMatchObject({
    code: "USAGE",
    message: expect.stringContaining("the pulls since are 2, 3"),
  });
});
