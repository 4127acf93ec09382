/** Clocks that are wrong at a pull: it says so, and what was pulled by one decides no later check. */
import { beforeEach, describe, expect, test } from "vitest";
import { verdictOf } from "../../../../src/core/words/verdict.ts";
import { monthDays } from "../../../../src/core/time.ts";
import { checkRecords } from "../../../../src/main/services/check/check.ts";
import { pullIntoLedger } from "../../../../src/main/services/pull/pull.ts";
import { HOUR_MS, OCTOBER_MS, sale, wallet } from "../../../helpers/records.ts";
import { CONTEXT, importRecords, newLedgerPath } from "../../../helpers/ledgers/signing.ts";
import { CANARY, type SmallService, startService } from "../../../helpers/service.ts";

const DAY_MS = 24 * HOUR_MS;
/** The service's clock, which is right. */
const NOW_MS = Date.UTC(2026, 9, 6, 12);
const YEARS_AHEAD_MS = Date.UTC(2030, 5, 1, 12);
const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

const ENTRIES = wallet([1000, 200, -50], (at) => ({ dateCreatedAtMs: OCTOBER_MS + at * DAY_MS }));
/** Paid a day ago, and not in the wallet yet: within the cut-off. */
const IN_TRANSIT = [sale(9, 90, { datePaidAtMs: NOW_MS - DAY_MS })];

let ledger = "";
let service: SmallService;
beforeEach(async () => {
  ledger = newLedgerPath();
  service = await startService({ entries: ENTRIES, transactions: IN_TRANSIT });
});

/** Pulls by a clock of this computer; the service's is right, or states nothing. */
async function pullAt(hereAtMs: number, serviceAtMs: number | null = NOW_MS): Promise<readonly string[]> {
  service.stated.atMs = serviceAtMs;
  const address = { baseUrl: service.baseUrl, pathPrefix: "/sandbox/index", authForm: "key" } as const;
  const { notes } = await pullIntoLedger(
    { ledger, service: address, credentials: CANARY, history: { kind: "full" } },
    { now: () => hereAtMs, appVersion: "test" },
  );
  return notes;
}

async function concluded(month: string | null = null) {
  const request = {
    source: { ledger },
    period: month === null ? null : monthDays(month),
    options: {},
    save: false,
  };
  const { result } = await checkRecords(request, CONTEXT);
  const rules = result.findings.map(({ rule }) => rule);
  return { asOfMs: result.asOfMs, rules, verdict: verdictOf(result, 0) };
}

describe("a pull", () => {
  test("says whose clock is ahead, and by how much, from a minute on", async () => {
    expect(await pullAt(NOW_MS + 59 * SECOND_MS)).toEqual([]);
    expect(await pullAt(NOW_MS + 60 * SECOND_MS)).toEqual([
      "This computer's clock is 1 minute ahead of the service's: it shows 2026-10-06 12:01:00 UTC, the service's 2026-10-06 12:00:00 UTC. The response does not show whose is off. Correct this one if it is wrong, then pull again. Checks go by this computer's clock, which is later.",
    ]);
    expect(await pullAt(NOW_MS + 60 * MINUTE_MS)).toEqual([
      expect.stringMatching(/^This computer's clock is 1 hour ahead of the service's: /u),
    ]);
    expect(await pullAt(YEARS_AHEAD_MS)).toEqual([
      expect.stringMatching(/ is 1,334 days ahead of the service's/u),
    ]);
  });

  test("says that this computer's clock is slow where an entry is dated after it, and before the service's", async () => {
    const [, , newest] = ENTRIES;
    const atMs = newest?.dateCreatedAtMs ?? 0;
    expect(await pullAt(atMs - MINUTE_MS)).toEqual([
      "This computer's clock is 3 days behind the service's: it shows 2026-10-02 23:59:00 UTC, the service's 2026-10-06 12:00:00 UTC. This computer's is slow: walletID 3, the newest entry received, is dated 2026-10-03 00:00:00 UTC. Correct it, then pull again. Checks go by this computer's clock: a response dated more than a day later is not believed.",
    ]);
    // The records that came with it are no errors: as-of goes by the latest of them.
    expect(await concluded()).toMatchObject({ asOfMs: NOW_MS - DAY_MS, rules: ["in-transit"] });
  });

  test("says that the service's clock is slow where an entry is dated after it, and before this computer's", async () => {
    expect(await pullAt(NOW_MS, OCTOBER_MS)).toEqual([
      "This computer's clock is 5 days ahead of the service's: it shows 2026-10-06 12:00:00 UTC, the service's 2026-10-01 00:00:00 UTC. The service's is slow: walletID 3, the newest entry received, is dated 2026-10-03 00:00:00 UTC. Checks go by this computer's clock, which is later.",
    ]);
  });

  test("does not believe one response that states a time years ahead, and says which clock is off", async () => {
    service.statedOnce.atMs = YEARS_AHEAD_MS;
    expect(await pullAt(NOW_MS)).toEqual([
      "This computer's clock is 1,334 days behind the service's: it shows 2026-10-06 12:00:00 UTC, the service's 2030-06-01 12:00:00 UTC. Other responses agree with this computer's clock: the service's is wrong, or that of one of its servers. Checks go by this computer's clock: a response dated more than a day later is not believed.",
    ]);
    const { verdict, ...counted } = await concluded();
    expect(counted).toEqual({ asOfMs: NOW_MS, rules: ["in-transit"] });
    expect(verdict).toBe(
      "The whole history ties out. The service's clock or this computer's is wrong: at pull 1 the service stated 2030-06-01 12:00:00 UTC, more than a day later than this computer's 2026-10-06 12:00:00 UTC, and is not believed.",
    );
    expect((await concluded("2026-10")).verdict).toContain("before the period ended");
    expect((await concluded("2026-09")).verdict).not.toContain("believed");
  });

  test("believes a response that is dated a day ahead, and no later one", async () => {
    await pullAt(NOW_MS, NOW_MS + DAY_MS);
    expect(await concluded()).toMatchObject({ asOfMs: NOW_MS + DAY_MS });
    await pullAt(NOW_MS, NOW_MS + DAY_MS + SECOND_MS);
    expect(await concluded()).toMatchObject({ asOfMs: NOW_MS });
  });

  test("that states a time years ahead excuses no date that a later pull brings", async () => {
    await pullAt(NOW_MS, YEARS_AHEAD_MS);
    const paid = (payID: number, atMs: number) => sale(payID, 70, { datePaidAtMs: atMs });
    const sound = [11, 12].map((payID) => paid(payID, NOW_MS - HOUR_MS));
    service.records.transactions = [...IN_TRANSIT, paid(10, NOW_MS + 9 * DAY_MS), ...sound];
    await pullAt(NOW_MS);
    const { asOfMs, rules } = await concluded();
    expect({ asOfMs, ahead: rules.includes("date-ahead") }).toEqual({ asOfMs: NOW_MS, ahead: true });
  });

  test("says nothing of a service that states no time", async () => {
    expect(await pullAt(YEARS_AHEAD_MS, null)).toEqual([]);
  });
});

describe("a pull whose clock ran ahead", () => {
  test("decides no check once a later pull has an earlier clock", async () => {
    await pullAt(NOW_MS);
    const right = await concluded();
    expect(right).toEqual({ asOfMs: NOW_MS, rules: ["in-transit"], verdict: "The whole history ties out." });
    await pullAt(YEARS_AHEAD_MS);
    expect(await concluded()).toMatchObject({ asOfMs: YEARS_AHEAD_MS, rules: ["paid-without-entry"] });
    await pullAt(NOW_MS + MINUTE_MS);
    const after = await concluded();
    expect(after).toMatchObject({ asOfMs: NOW_MS + MINUTE_MS, rules: ["in-transit"] });
    expect(after.verdict).toBe(
      "The whole history ties out. The clock at pull 2 was ahead of the clock at pull 3, which came later: they showed 2030-06-01 12:00:00 UTC and 2026-10-06 12:01:00 UTC. The check goes by pull 3.",
    );
  });

  test("decides none either where an import follows the later pull, but counts where a record is later than that", async () => {
    await pullAt(YEARS_AHEAD_MS);
    await pullAt(NOW_MS);
    const entries = [
      ...ENTRIES,
      ...wallet([5]).map((one) => ({ ...one, walletID: 4, balance: 1155, dateCreatedAtMs: NOW_MS + 5000 })),
    ];
    service.records.entries = entries;
    await pullAt(NOW_MS);
    const counting = await concluded();
    expect(counting).toMatchObject({ asOfMs: YEARS_AHEAD_MS, rules: ["paid-without-entry"] });
    expect(counting.verdict).toContain("The check goes by pull 1: a record is dated later than pull 3.");
    const later = {
      ...entries[3],
      walletID: 5,
      debit: 0,
      balance: 1155,
      dateCreatedAtMs: NOW_MS + 2 * DAY_MS,
    };
    await importRecords(ledger, [...entries, later as (typeof entries)[number]], IN_TRANSIT);
    expect(await concluded()).toMatchObject({ asOfMs: NOW_MS + 2 * DAY_MS });
  });

  test("is not spoken of in a month that was over by every clock", async () => {
    await pullAt(YEARS_AHEAD_MS);
    await pullAt(Date.UTC(2026, 11, 1));
    expect((await concluded("2026-10")).verdict).not.toContain("clock");
    expect((await concluded("2026-12")).verdict).toContain(
      "The clock at pull 1 was ahead of the clock at pull 2",
    );
  });
});

test("a pull counts by the service's time where that is later than this computer's", async () => {
  await pullAt(NOW_MS - DAY_MS);
  expect(await concluded()).toMatchObject({ asOfMs: NOW_MS, rules: ["in-transit"] });
});

test("a clock that was slow at the newest pull hides no time that an earlier pull saw", async () => {
  await pullAt(NOW_MS + 10 * DAY_MS, null);
  await pullAt(Date.UTC(2001, 0, 1), null);
  const { asOfMs, rules, verdict } = await concluded();
  expect({ asOfMs, rules }).toEqual({ asOfMs: NOW_MS + 10 * DAY_MS, rules: ["paid-without-entry"] });
  expect(verdict).toContain(
    "The clock at pull 1 was ahead of the clock at pull 2, which came later: they showed 2026-10-16 12:00:00 UTC and 2001-01-01 00:00:00 UTC. The check goes by pull 1: a record is dated later than pull 2.",
  );
});
