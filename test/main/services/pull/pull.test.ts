import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Entry } from "../../../../src/core/records/entry.ts";
import type { ErrorCode } from "../../../../src/core/error-codes.ts";
import type { VanishingAcceptance } from "../../../../src/core/review/restate/vanishing.ts";
import { CUT_BY_SERVICE } from "../../../../src/core/words/evidence.ts";
import { checkRecords } from "../../../../src/main/services/check/check.ts";
import { importIntoLedger } from "../../../../src/main/services/import/import.ts";
import type { HistoryRequest } from "../../../../src/main/services/pull/pull-history.ts";
import { pullIntoLedger } from "../../../../src/main/services/pull/pull.ts";
import { walletBody } from "../../../helpers/bodies.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { sale, wallet } from "../../../helpers/records.ts";
import { CANARY, type SmallService, startService } from "../../../helpers/service.ts";
import { envelope, wireBusiness, wireLoginUser, wireUser } from "../../../helpers/wire-records.ts";
import { Pulling, refusedPull } from "../../api/pulling.ts";
import { failing } from "../../ledger/made.ts";

const ENTRIES = wallet(Array.from({ length: 9000 }, (_, at) => 100 + (at % 7)));
const upTo = (walletID: number) => ENTRIES.slice(0, walletID);
const context = { now: () => Date.UTC(2026, 10, 21), appVersion: "test" };

/** A ledger, and a service that lists some entries. */
class Desk {
  readonly folder = temporaryFolder();
  readonly ledger = join(this.folder, "wallet.tieout");
  readonly service: SmallService;

  constructor(service: SmallService) {
    this.service = service;
  }

  static async open(entries: readonly Entry[]): Promise<Desk> {
    return new Desk(await startService({ entries, transactions: [sale(1, 90)] }));
  }

  /** Says what came, and each limit that was asked with, in order. */
  async pull(
    history: HistoryRequest = { kind: "routine" },
    ledger = this.ledger,
    accepted?: VanishingAcceptance,
  ) {
    const { baseUrl, requests } = this.service;
    requests.length = 0;
    const service = { baseUrl, pathPrefix: "/sandbox/index", authForm: "key" as const };
    const request = { ledger, service, credentials: CANARY, history, accepted };
    const { entries, notes } = await pullIntoLedger(request, context);
    const asked = requests
      .filter((one) => one.includes("/wallet/history"))
      .map((one) => one.split("limit=")[1] ?? "none");
    // In the end it looks whether anything came in meanwhile.
    const newest = asked.pop();
    return { ...entries, notes, asked, newest };
  }

  async importWallet(entries: readonly Entry[]): Promise<void> {
    const file = join(this.folder, "wallet.json");
    writeFileSync(file, walletBody(entries));
    const files = { wallet: [file], transactions: [], user: null, business: [] };
    await importIntoLedger({ ledger: this.ledger, files }, context);
  }

  async check() {
    const source = { ledger: this.ledger };
    const { result } = await checkRecords({ source, period: null, options: {}, save: false }, context);
    const { counts, capped, limited } = result;
    const { "entry-vanished": vanished, "history-gap": gaps, "chain-break": breaks } = counts.findings;
    return { entries: counts.entries, vanished, gaps, breaks, capped, limited };
  }
}

const WHOLE = { vanished: 0, gaps: 0, breaks: 0, capped: false, limited: false };

describe("how far back a pull requests", () => {
  test("the first requests all, a routine one more and more until it overlaps", async () => {
    const desk = await Desk.open(upTo(400));
    expect(await desk.pull()).toMatchObject({ asked: ["none"], newest: "20", inserted: 400, notes: [] });
    // One more: of those created in the second of the oldest one some may be cut off.
    desk.service.records.entries = upTo(898);
    expect(await desk.pull()).toMatchObject({ asked: ["500"], received: 500, inserted: 498, notes: [] });
    desk.service.records.entries = ENTRIES;
    const grown = await desk.pull();
    expect(grown).toMatchObject({ asked: ["500", "2000", "8000", "32000"], received: 9000, notes: [] });
    expect(await desk.pull()).toMatchObject({ asked: ["500"], inserted: 0, changed: 0, vanished: 0 });
    expect(await desk.check()).toEqual({ entries: 9000, ...WHOLE });
  });

  test("one entry less than an overlap is not an overlap", async () => {
    const desk = await Desk.open(upTo(400));
    await desk.pull();
    desk.service.records.entries = upTo(899);
    expect(await desk.pull()).toMatchObject({ asked: ["500", "2000"], received: 899 });
  });

  test("after an empty response a routine pull requests all, and everything is back", async () => {
    const desk = await Desk.open(upTo(3000));
    await desk.pull();
    await desk.importWallet([]);
    expect(await desk.check()).toMatchObject({ entries: 0, vanished: 3000 });
    expect(await desk.pull()).toMatchObject({ asked: ["none"], received: 3000, inserted: 0, notes: [] });
    expect(await desk.check()).toEqual({ entries: 3000, ...WHOLE });
    expect(await desk.pull()).toMatchObject({ asked: ["500"] });
  });

  test("keeps an empty response that somebody accepts, and the next pull repairs it", async () => {
    const desk = await Desk.open(upTo(600));
    await desk.pull();
    desk.service.records.entries = [];
    await expect(desk.pull()).rejects.toEqual(failing("PULL_VANISHING"));
    const emptied = await desk.pull({ kind: "routine" }, desk.ledger, {
      by: "Ada",
      note: "A new wallet",
      shown: { entries: 600, transactions: 0 },
    });
    expect(emptied).toMatchObject({ asked: ["500", "2147483647"], received: 0, vanished: 600 });
    desk.service.records.entries = upTo(700);
    expect(await desk.pull()).toMatchObject({ asked: ["none"], received: 700, inserted: 100 });
    expect(await desk.check()).toEqual({ entries: 700, ...WHOLE });
  });

  test("requests a vanished row again, further back than the newest", async () => {
    const desk = await Desk.open(upTo(3000));
    await desk.pull();
    desk.service.records.entries = upTo(3000).filter(({ walletID }) => walletID !== 1800);
    expect(await desk.pull({ kind: "full" })).toMatchObject({ asked: ["none"], vanished: 1 });
    expect(await desk.pull()).toMatchObject({ asked: ["500", "2000"], vanished: 0 });
    expect(await desk.check()).toMatchObject({ entries: 2999, vanished: 1 });
    desk.service.records.entries = upTo(3000);
    expect(await desk.pull()).toMatchObject({ asked: ["500", "2000"], received: 2000 });
    expect(await desk.check()).toEqual({ entries: 3000, ...WHOLE });
    expect(await desk.pull()).toMatchObject({ asked: ["500"] });
  });

  test("says that a limit leaves a gap, and a routine pull closes it", async () => {
    const desk = await Desk.open(ENTRIES);
    await desk.importWallet(upTo(6000));
    const limited = await desk.pull({ kind: "limit", limit: 50 });
    expect(limited).toMatchObject({ asked: ["50"], received: 50 });
    expect(limited.notes).toEqual([
      "The newest 50 entries do not reach back to walletID 6000, up to which the ledger holds it whole: a gap remains. " +
        "Pull without a limit to close it.",
    ]);
    expect(await desk.check()).toMatchObject({ entries: 6050, gaps: 1 });
    expect(await desk.pull({ kind: "limit", limit: 1 })).toMatchObject({
      notes: [expect.stringContaining("The newest 1 entry do")],
    });
    const routine = await desk.pull();
    expect(routine).toMatchObject({ asked: ["500", "2000", "8000"], received: 8000, notes: [] });
    expect(await desk.check()).toEqual({ entries: 9000, ...WHOLE });
    expect(await desk.pull({ kind: "limit", limit: 50 })).toMatchObject({ notes: [] });
  });

  test("names in each pull the gap left by what the service withholds", async () => {
    const desk = await Desk.open(upTo(1000));
    await desk.pull();
    desk.service.records.entries = ENTRIES.slice(-300);
    const gap =
      "The service gave 300 entries at most, and they do not reach back to walletID 1000, up to which the ledger holds it " +
      "whole: a gap remains.";
    const cut = CUT_BY_SERVICE;
    const asked = ["500", "none", "2147483647"];
    expect(await desk.pull()).toMatchObject({ asked, notes: [cut, gap] });
    expect(await desk.pull({ kind: "full" })).toMatchObject({ asked: asked.slice(1), notes: [cut, gap] });
    expect(await desk.check()).toMatchObject({ entries: 1300, gaps: 1 });
  });
});

describe("whether the history was capped", () => {
  test("a routine pull that gets as many as it requests says nothing about a history seen in full", async () => {
    const desk = await Desk.open(upTo(500));
    await desk.pull();
    expect(await desk.pull()).toMatchObject({ asked: ["500"], received: 500, inserted: 0 });
    expect(await desk.check()).toEqual({ entries: 500, ...WHOLE });
  });

  test("reports a limit that was reached until an unlimited pull found no more", async () => {
    const desk = await Desk.open(upTo(500));
    await desk.pull({ kind: "limit", limit: 500 });
    expect(await desk.check()).toMatchObject({ entries: 500, capped: true, limited: true });
    await desk.pull({ kind: "full" });
    expect(await desk.check()).toMatchObject({ entries: 500, capped: false });
  });

  test("recognises a response cut by the service by its opening", async () => {
    const desk = await Desk.open(upTo(500).slice(-200));
    const { asked, notes } = await desk.pull();
    expect(asked).toEqual(["none", "2147483647"]);
    expect(notes).toEqual([CUT_BY_SERVICE]);
    expect(await desk.check()).toMatchObject({ entries: 200, capped: true, limited: false });
  });
});

describe("refuses before any request when the ledger cannot take the pull", () => {
  const isRoot = process.getuid?.() === 0;
  const cases: readonly [what: string, code: ErrorCode, prepare: (desk: Desk) => string][] = [
    ["no such folder", "LEDGER_NOT_FOUND", ({ folder }) => join(folder, "none/a.tieout")],
    ["a file where the folder should be", "LEDGER_NOT_FOUND", ({ ledger }) => join(ledger, "a.tieout")],
    [
      "marked read-only",
      "LEDGER_READONLY",
      ({ ledger }) => {
        chmodSync(ledger, 0o444);
        return ledger;
      },
    ],
    [
      "another program's file",
      "LEDGER_FOREIGN",
      ({ ledger }) => {
        writeFileSync(ledger, "Dear diary".repeat(100));
        return ledger;
      },
    ],
    [
      "a folder that may not be written",
      "LEDGER_READONLY",
      ({ folder }) => {
        mkdirSync(join(folder, "closed"), { mode: 0o500 });
        return join(folder, "closed/a.tieout");
      },
    ],
  ];
  // Every folder may be written by root.
  const met = cases.filter(([what]) => !(isRoot && what.startsWith("a folder")));

  test.each(met)("%s", async (_what, code, prepare) => {
    const desk = await Desk.open(upTo(3));
    await desk.pull();
    const path = prepare(desk);
    const before = readdirSync(desk.folder);
    await expect(desk.pull({ kind: "routine" }, path)).rejects.toEqual(failing(code));
    expect(desk.service.requests).toEqual([]);
    expect(readdirSync(desk.folder)).toEqual(before);
  });

  test("while another process writes to it without end", async () => {
    const desk = await Desk.open(upTo(3));
    await desk.pull();
    const holding = join(import.meta.dirname, "../../../helpers/children/ledgers/holding-child.ts");
    const child = spawn(process.execPath, [holding, desk.ledger, "60000"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    await once(child.stdout, "data");
    await expect(desk.pull()).rejects.toEqual(failing("LEDGER_BUSY"));
    expect(desk.service.requests).toEqual([]);
    child.kill("SIGKILL");
    await once(child, "close");
    expect(await desk.pull()).toMatchObject({ received: 3, inserted: 0 });
  });
});

describe("refuses a pull about somebody else before any large request", () => {
  const user = envelope({ user: wireUser({ userID: 13 }) });
  const login = envelope({ user: wireLoginUser({ userID: 13 }) });
  const business = envelope({ business: wireBusiness({ userID: 13 }) });

  test.each([
    ["another user than the ledger's", { login, user, business }],
    ["a login that is another user than the one fetched", { login }],
    ["a user fetched who is another than the one logged in", { user, business }],
  ])("%s", async (_what, others) => {
    const pulling = await Pulling.start();
    expect((await refusedPull(pulling, others)).code).toBe("LEDGER_OTHER_USER");
    expect(pulling.requests).toEqual(["POST /user/auth/login", "GET /user/fetch"]);
  });
});
