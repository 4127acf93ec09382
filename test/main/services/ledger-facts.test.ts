import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEFAULT_KEPT_OPTIONS } from "../../../src/core/options.ts";
import { listActivity } from "../../../src/main/services/backup/activity.ts";
import { CheckMemory } from "../../../src/main/services/shared/check-memory.ts";
import { readLedgerFacts } from "../../../src/main/services/shared/ledger-facts.ts";
import { changeSettings } from "../../../src/main/services/backup/settings.ts";
import { openSnapshot } from "../../../src/main/services/check/snapshot.ts";
import { verifyLedgerFile } from "../../../src/main/services/verify/verify.ts";
import { walletBody } from "../../helpers/bodies.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { FIRST_PULL_MS, PulledLedger } from "../../helpers/ledgers/pulled-ledger.ts";
import { sale, wallet } from "../../helpers/records.ts";
import { filledLedger } from "../ledger/made.ts";

const ENTRIES = wallet([1000, 200, -50, 300]);
const FIXTURES = join(import.meta.dirname, "../../fixtures/ledgers");

test("gives a window the facts of a ledger, pull by pull", async () => {
  const pulled = await PulledLedger.open({ entries: ENTRIES, transactions: [sale(1, 90), sale(2, 30)] });
  await pulled.pull();
  const first = readLedgerFacts(pulled.ledger);
  expect(first).toMatchObject({
    owner: { userID: 1 },
    currency: "NGN",
    counts: { entries: 4, transactions: 2, pulls: 1, decisions: 0, links: 2 },
    lastPull: { id: 1, source: "service", atMs: FIRST_PULL_MS, baseUrl: pulled.service.baseUrl },
    settings: { timeZone: "UTC", decimals: 0, options: DEFAULT_KEPT_OPTIONS },
  });
  pulled.service.records.entries = ENTRIES.filter(({ walletID }) => walletID !== 3);
  await pulled.pull();
  await pulled.import([walletBody(ENTRIES.slice(0, 2))]);
  const later = readLedgerFacts(pulled.ledger);
  expect(later).toMatchObject({
    id: first.id,
    counts: { entries: 2, transactions: 2, pulls: 3, links: 4 },
    lastPull: { id: 3, source: "files", atMs: FIRST_PULL_MS + 120_000, baseUrl: null },
  });
  const memory = new CheckMemory();
  openSnapshot(pulled.ledger, memory);
  expect(readLedgerFacts(pulled.ledger, memory)).toEqual(later);
  await changeSettings(
    pulled.ledger,
    { decimals: 2, options: { tolerance: 5 }, by: "Ada Obi", note: "Rounding" },
    pulled.context,
  );
  const set = readLedgerFacts(pulled.ledger, memory);
  expect(set.settings).toMatchObject({ decimals: 2, options: { tolerance: 5 } });
  expect(new Set([first.head, later.head, set.head]).size).toBe(3);
  expect((await verifyLedgerFile(pulled.ledger, null, pulled.context)).head).toBe(set.head);
  await pulled.pull();
  expect(readLedgerFacts(pulled.ledger, memory)).toEqual(readLedgerFacts(pulled.ledger));
});

test("gives facts of a ledger of the first schema, and leaves it unchanged", () => {
  const ledger = join(temporaryFolder(), "old.tieout");
  copyFileSync(join(FIXTURES, "schema-1.tieout"), ledger);
  expect(readLedgerFacts(ledger)).toMatchObject({
    owner: { userID: 1, name: "Ada Obi" },
    counts: { pulls: 2, decisions: 0 },
    settings: { timeZone: "Africa/Lagos", decimals: 2, options: DEFAULT_KEPT_OPTIONS },
  });
});

test("lists activity newest first, a page at a time, to the end", () => {
  const ledger = filledLedger();
  const whole = listActivity({ ledger, before: null, count: 500 });
  expect(whole.more).toBe(false);
  expect(whole.links.map(({ sequence, kind }) => [sequence, kind])).toEqual([
    [25, "key"],
    [24, "books"],
    [23, "point"],
    [22, "pull-step"],
    [21, "pull-step"],
    [20, "letter"],
    [19, "mark"],
    [18, "terms"],
    [17, "attachment"],
    [16, "attachment"],
    [15, "attachment"],
    [14, "close"],
    [13, "close"],
    [12, "match"],
    [11, "match"],
    [10, "decision"],
    [9, "setting"],
    [8, "run"],
    [7, "export"],
    [6, "run"],
    [5, "pull"],
    [4, "pull"],
    [3, "pull"],
    [2, "setting"],
    [1, "created"],
  ]);
  expect(whole.links[18]).toMatchObject({ atMs: 3100, payload: { file: "October.xlsx", bytes: 4, run: 1 } });
  const pages = [listActivity({ ledger, before: null, count: 4 })];
  while (pages.at(-1)?.more === true) {
    pages.push(listActivity({ ledger, before: pages.at(-1)?.links.at(-1)?.sequence ?? null, count: 4 }));
  }
  expect(pages.map(({ links }) => links.length)).toEqual([4, 4, 4, 4, 4, 4, 1]);
  expect(pages.flatMap(({ links }) => links)).toEqual(whole.links);
  expect(listActivity({ ledger, before: 1, count: 4 })).toEqual({ links: [], more: false });
});

test("case 42: reports a ledger with overwritten pages as damaged, and leaves it unchanged", () => {
  const path = filledLedger();
  const bytes = readFileSync(path);
  bytes.fill(0xa5, 4096, 6 * 4096);
  writeFileSync(path, bytes);
  expect(() => readLedgerFacts(path)).toThrowError(
    expect.objectContaining({ code: "LEDGER_CORRUPT", facts: { file: path } }) as Error,
  );
  expect(readFileSync(path).equals(bytes)).toBe(true);
});
