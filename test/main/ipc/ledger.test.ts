import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  linkSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { CONTRACT } from "../../../src/ipc/contract.ts";
import { Connections } from "../../../src/main/backend/stores/connections.ts";
import { OpenLedger } from "../../../src/main/backend/threads/open-ledger.ts";
import { closeThreads, createThreads } from "../../../src/main/backend/backend.ts";
import { checkRecords } from "../../../src/main/services/check/check.ts";
import { IS_EXHAUSTIVE } from "../../helpers/exhaustive.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { CONTEXT, ledgerToReview } from "../../helpers/ledgers/review-ledger.ts";
import { filledLedger } from "../ledger/made.ts";
import { NOW_MS, OPTIONS, Person, keychain, until } from "./opening.ts";

const FIXTURES = join(import.meta.dirname, "../../fixtures/ledgers");
const LOCKING = join(import.meta.dirname, "../../helpers/children/ledgers/locking-child.ts");

/** Names and bytes of all that lies in a folder. */
function contentsOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder)
      .toSorted()
      .map((name) => [name, readFileSync(join(folder, name)).toString("base64")]),
  );
}

/** Opens a ledger as its dialog does. */
async function opened(person: Person, path: string) {
  return person.call("ledger.open", { file: await person.choose(path) });
}

/** How each path fares in another process that would have it as a window has. */
async function outcomes(...paths: string[]): Promise<string[]> {
  const other = spawn(process.execPath, [LOCKING, ...paths], { stdio: ["pipe", "pipe", "inherit"] });
  let said = "";
  other.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  other.stdin.end();
  await once(other, "close");
  return said.split("\n").slice(0, paths.length);
}

/** Every method that would write into the open ledger. */
async function refusalsToWrite(person: Person): Promise<string[]> {
  const target = await person.save(join(person.folder, "x.xlsx"));
  const fingerprint = "0".repeat(64);
  const decided = { items: [{ fingerprint, seen: null }], note: "", by: "Ada" };
  const check = { period: null, options: OPTIONS };
  const faults = [
    await person.refused("review.decide", { ...check, ...decided, status: "accepted" }),
    await person.refused("review.undo", decided),
    await person.refused("ledger.changeSettings", { decimals: 2, by: "Ada Obi", note: "As agreed" }),
    await person.refused("pull.start", { target: null, connection: null, full: false }),
    await person.refused("import.start", { target: null, files: [{ file: target, kind: "wallet" }] }),
    await person.refused("export.start", { target, ...check, format: "xlsx" }),
  ];
  return faults.map(({ code }) => code);
}

/** Reading works, whatever may not be written. */
async function expectReadable(person: Person): Promise<void> {
  const { snapshot, rows } = await person.call("check.open", {});
  const batch = await person.call("check.read", { snapshot, table: "entries", from: 0, count: 10 });
  expect("walletID" in batch && batch.walletID.length).toBe(rows.entries);
  await person.call("review.list", {});
  await person.call("activity.list", { before: null, count: 10 });
  await person.call("record.entry", { walletID: 1 });
  const job = await person.done(await person.call("ledger.verify", {}));
  expect(job.result).toMatchObject({ holds: true });
}

/** How long SQLite waits for another writer where nothing limits it; more than it is told to on a busy machine. */
function writersWaitMs(path: string): number {
  const db = new Database(path, { timeout: 3000 });
  const begun = performance.now();
  expect(() => db.exec("BEGIN IMMEDIATE")).toThrow(/locked/u);
  db.close();
  return performance.now() - begun;
}

describe("opening a ledger", () => {
  test("reports what it is, and remembers it", async () => {
    const path = filledLedger();
    const person = await Person.open();
    expect(await person.call("ledger.current", {})).toBeNull();
    const facts = await opened(person, path);
    expect(facts).toMatchObject({
      name: basename(path),
      where: dirname(path),
      readOnly: null,
      connection: "none",
      settings: { timeZone: "UTC", decimals: 0, options: { convention: expect.any(String) } },
    });
    expect(facts.counts.entries).toBeGreaterThan(0);
    expect(await person.call("ledger.current", {})).toEqual(facts);
    expect(person.events.at(-1)).toEqual({ event: "ledger.changed", value: facts });
    expect(person.recent).toEqual([path]);
    const { ledgers } = await person.call("ledger.recent", {});
    expect(ledgers).toMatchObject([{ name: basename(path), isThere: true }]);

    await person.call("ledger.close", {});
    expect(person.events.at(-1)).toEqual({ event: "ledger.changed", value: null });
    expect((await person.refused("check.open", {})).code).toBe("LEDGER_NOT_OPEN");
    rmSync(path);
    const gone = await person.call("ledger.recent", {});
    expect(gone.ledgers).toMatchObject([{ isThere: false }]);
    expect((await person.refused("ledger.open", { file: ledgers[0]!.handle })).code).toBe("LEDGER_NOT_FOUND");
    await person.call("ledger.forget", { ledger: ledgers[0]!.handle });
    expect(await person.call("ledger.recent", {})).toEqual({ ledgers: [] });
  });

  test.each([
    [
      "case 42: damaged",
      "LEDGER_CORRUPT",
      (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 9000)),
    ],
    [
      "case 43: another program's",
      "LEDGER_FOREIGN",
      (path: string) => writeFileSync(path, "PK\u0003\u0004 no ledger"),
    ],
    ["case 44: empty", "LEDGER_EMPTY", (path: string) => writeFileSync(path, "")],
    [
      "case 46: of a newer version",
      "LEDGER_FROM_FUTURE",
      (path: string) => {
        const bytes = readFileSync(path);
        bytes.writeUInt32BE(99, 60);
        writeFileSync(path, bytes);
      },
    ],
  ])("%s is refused with %s, stays unchanged, and the ledger before stays open", async (_, code, spoil) => {
    const person = await Person.open();
    const before = await opened(person, filledLedger());
    const path = filledLedger();
    spoil(path);
    const contents = contentsOf(dirname(path));
    const fault = await person.refused("ledger.open", { file: await person.choose(path) });
    expect(fault).toMatchObject({ code, file: path });
    expect(fault.remedy).not.toBe("");
    expect(await person.backend.openPath(path)).toMatchObject({ ok: false, fault: { code } });
    expect(contentsOf(dirname(path))).toEqual(contents);
    expect(await person.call("ledger.current", {})).toEqual(before);
    expect((await person.call("ledger.recent", {})).ledgers).toHaveLength(1);
    await person.call("ledger.changeSettings", { decimals: 2, by: "Ada Obi", note: "As agreed" });
  });

  test("case 41: shows and does not write a ledger marked read-only", async () => {
    const path = filledLedger();
    chmodSync(path, 0o444);
    onTestFinished(() => {
      chmodSync(path, 0o644);
    });
    const contents = contentsOf(dirname(path));
    const person = await Person.open();
    const facts = await opened(person, path);
    expect(facts.readOnly).toMatchObject({ code: "LEDGER_READONLY", file: path });
    await expectReadable(person);
    expect(new Set(await refusalsToWrite(person))).toEqual(new Set(["LEDGER_READONLY"]));
    expect(contentsOf(dirname(path))).toEqual(contents);
  });

  test("shows and does not write a ledger whose file has another name, and says so", async () => {
    const path = filledLedger();
    linkSync(path, join(temporaryFolder(), "other.tieout"));
    const contents = contentsOf(dirname(path));
    const person = await Person.open();
    const facts = await opened(person, path);
    expect(facts.readOnly).toMatchObject({
      code: "LEDGER_TWO_NAMES",
      file: path,
      sentence: expect.stringContaining("also has another name"),
    });
    await expectReadable(person);
    expect(new Set(await refusalsToWrite(person))).toEqual(new Set(["LEDGER_TWO_NAMES"]));
    expect(contentsOf(dirname(path))).toEqual(contents);
  });

  test("case 36: shows and does not write a ledger that another window has, until that closes it", async () => {
    const path = filledLedger();
    const other = spawn(process.execPath, [LOCKING, path], { stdio: ["pipe", "pipe", "inherit"] });
    onTestFinished(() => void other.kill("SIGKILL"));
    await once(other.stdout, "data");
    const person = await Person.open();
    const facts = await opened(person, path);
    expect(facts.readOnly).toMatchObject({
      code: "LEDGER_LOCKED",
      sentence: expect.stringContaining("Tieout 9.9"),
    });
    await expectReadable(person);
    expect(new Set(await refusalsToWrite(person))).toEqual(new Set(["LEDGER_LOCKED"]));
    other.kill("SIGKILL");
    await once(other, "exit");
    expect(await opened(person, path)).toMatchObject({ readOnly: null });
    await person.call("ledger.changeSettings", { decimals: 2, by: "Ada Obi", note: "As agreed" });
  });

  test("case 36: keeps other programs from writing while it is open here, by whatever name", async () => {
    const path = filledLedger();
    const folder = join(temporaryFolder(), "folder");
    symlinkSync(dirname(path), folder);
    const link = join(folder, basename(path));
    const person = await Person.open();
    await opened(person, path);
    expect(await outcomes(path, link)).toEqual(["LEDGER_LOCKED", "LEDGER_LOCKED"]);
    expect(await opened(person, link)).toMatchObject({ readOnly: null });
    await person.call("ledger.changeSettings", { decimals: 3, by: "Ada Obi", note: "As agreed" });
    await opened(person, filledLedger());
    expect(await outcomes(path)).toEqual(["held"]);
    const names = readdirSync(dirname(path));
    expect(names.filter((name) => name.endsWith("-lock"))).toEqual([]);
  });

  test.runIf(IS_EXHAUSTIVE)(
    "locks it again when the thread that held it dies, and reads again what that remembered",
    async () => {
      const path = filledLedger();
      const told: unknown[] = [];
      const threads = createThreads(
        { now: () => NOW_MS, appVersion: "test", onDefect: () => undefined },
        () => void ledger.retake(),
      );
      onTestFinished(async () => closeThreads(threads));
      const connections = new Connections(temporaryFolder(), keychain());
      const ledger = new OpenLedger({ threads, connections, onChange: (facts) => told.push(facts) });
      await ledger.open(path);
      const { snapshot } = CONTRACT["check.open"].output.parse(
        await threads.quick.call("check.open", { ledger: path }),
      );
      await threads.quick.kill();
      await until(() => told.length === 2);
      expect(told[1]).toEqual(told[0]);
      expect(await outcomes(path)).toEqual(["LEDGER_LOCKED"]);
      const read = threads.quick.call("check.read", { snapshot, table: "entries", from: 0, count: 1 });
      await expect(read).rejects.toMatchObject({ code: "SNAPSHOT_GONE" });
      await ledger.close();
      expect(await outcomes(path)).toEqual(["held"]);
    },
  );

  test.each(["schema-1", "schema-2"])(
    "case 49: reads a ledger of %s as it is, and migrates it on writing",
    async (schema) => {
      const person = await Person.open();
      const path = join(person.folder, "old.tieout");
      copyFileSync(join(FIXTURES, `${schema}.tieout`), path);
      chmodSync(path, 0o644);
      const before = await opened(person, path);
      expect(before.counts.entries).toBeGreaterThan(0);
      await expectReadableOld(person);
      const after = await person.call("ledger.changeSettings", {
        timeZone: "Africa/Lagos",
        by: "Ada Obi",
        note: "As agreed",
      });
      expect(after.counts.entries).toBe(before.counts.entries);
      expect(after.settings.timeZone).toBe("Africa/Lagos");
      expect(existsSync(path) && statSync(path).size).toBeGreaterThan(0);
    },
  );
});

async function expectReadableOld(person: Person): Promise<void> {
  const { rows } = await person.call("check.open", {});
  expect(rows.entries).toBeGreaterThan(0);
  await person.call("review.list", {});
}

describe("work on the open ledger", () => {
  test("keeps and reports settings, and lists them in the history", async () => {
    const person = await Person.open();
    await person.backend.openPath(await ledgerToReview());
    await person.call("ledger.changeSettings", {
      timeZone: "Africa/Lagos",
      decimals: 2,
      by: "Ada Obi",
      note: "As agreed",
    });
    const asked = { options: { ...withoutZone(), tolerance: 5 } };
    for (const said of [{}, { by: " ", note: "Agreed" }, { by: "Ada Obi", note: "" }]) {
      const { code } = await person.refused("ledger.changeSettings", { ...asked, ...said });
      expect(code).toBe("DECISION_INVALID");
    }
    const signed = { by: "Ada Obi", note: "Rounding, agreed" };
    const changed = await person.call("ledger.changeSettings", { ...asked, ...signed });
    expect(changed.settings).toMatchObject({
      timeZone: "Africa/Lagos",
      decimals: 2,
      options: { tolerance: 5 },
    });
    expect(person.events.at(-1)).toEqual({ event: "ledger.changed", value: changed });
    const { links, more } = await person.call("activity.list", { before: null, count: 2 });
    expect(links.map(({ kind }) => kind)).toEqual(["setting", "setting"]);
    expect(links[0]?.payload).toMatchObject({
      by: "Ada Obi",
      note: "Rounding, agreed",
      before: { tolerance: 0 },
    });
    expect(more).toBe(true);
    const older = await person.call("activity.list", { before: links[1]!.sequence, count: 10 });
    expect(older.links.map(({ kind }) => kind)).toEqual(["pull", "created"]);
  });

  test("case 38: writing waits for another writer, and reading does not", async () => {
    const path = filledLedger();
    const person = await Person.open();
    await opened(person, path);
    // The first of each loads its modules; that is not what is timed.
    await person.call("ledger.changeSettings", { decimals: 3, by: "Ada Obi", note: "As agreed" });
    await person.call("activity.list", { before: null, count: 10 });
    const other = new Database(path);
    other.exec("BEGIN IMMEDIATE");
    const waiting = person.call("ledger.changeSettings", { decimals: 4, by: "Ada Obi", note: "As agreed" });
    const ends: string[] = [];
    void waiting.then(() => ends.push("written"));
    let longestMs = 0;
    for (let reading = 0; reading < 20; reading += 1) {
      const asked = performance.now();
      await person.call("activity.list", { before: null, count: 10 });
      longestMs = Math.max(longestMs, performance.now() - asked);
    }
    expect(ends).toEqual([]);
    // A reading that waited for the other writer would wait as long as writers do, on this machine, now.
    expect(longestMs).toBeLessThan(writersWaitMs(path) / 2);
    other.exec("ROLLBACK");
    other.close();
    expect(await waiting).toMatchObject({ settings: { decimals: 4 } });
  });

  test("case 39: of two windows that decide one finding the first wins, and the other is informed", async () => {
    const person = await Person.open();
    const path = await ledgerToReview();
    await person.backend.openPath(path);
    const request = { source: { ledger: path }, period: null, options: {}, save: false };
    const { result } = await checkRecords(request, CONTEXT);
    const items = [{ fingerprint: result.findings[0]!.fingerprint, seen: null }];
    const decision = { period: null, options: OPTIONS, items, note: "<script>", by: "Ada" } as const;
    const [first, second] = await Promise.all([
      person.backend.call("review.decide", { ...decision, status: "explained" }),
      person.backend.call("review.decide", { ...decision, status: "accepted", by: "Ben" }),
    ]);
    expect([first.ok, second.ok]).toEqual([true, false]);
    expect(second).toMatchObject({ fault: { code: "DECISION_CONFLICT" } });
    const { decisions } = await person.call("review.list", {});
    expect(decisions).toMatchObject([{ status: "explained", by: "Ada", note: "<script>" }]);
    const seen = decisions[0]!.id;
    const undone = await person.call("review.undo", {
      items: [{ ...items[0]!, seen }],
      note: "",
      by: "Ada",
    });
    expect(undone).toEqual({ first: seen + 1, count: 1 });
    const { id, fingerprint, atMs } = decisions[0]!;
    expect(await person.call("review.list", { after: { id, fingerprint, atMs } })).toMatchObject({
      decisions: [{ id: seen + 1, undoes: seen, status: "open" }],
      more: false,
      anew: false,
    });
    expect(await person.call("ledger.current", {})).toMatchObject({ counts: { decisions: 2 } });
  });

  test("exports and backs up where the person chose, and can reveal what was written", async () => {
    const person = await Person.open();
    await person.backend.openPath(await ledgerToReview());
    const out = join(person.folder, "October.xlsx");
    const exported = await person.done(
      await person.call("export.start", {
        target: await person.save(out),
        period: null,
        options: OPTIONS,
        format: "xlsx",
      }),
    );
    const { result } = exported;
    if (result?.is !== "written") throw new Error("nothing written");
    expect(result).toMatchObject({ bytes: statSync(out).size, file: { name: "October.xlsx" } });
    expect(result.verdict).toMatch(/^The whole history/u);
    await person.call("files.reveal", { file: result.file.handle });
    expect(person.revealed).toEqual([out]);
    expect(person.backend.pathOf(result.file.handle)).toBe(out);

    const copy = join(person.folder, "copy.tieout");
    const target = await person.save(copy);
    await person.done(await person.call("ledger.backUp", { target }));
    const again = await person.done(await person.call("ledger.backUp", { target }));
    expect(again.result).toMatchObject({ is: "written", bytes: statSync(copy).size, verdict: null });
    const facts = await person.call("ledger.current", {});
    expect(await opened(person, copy)).toMatchObject({ id: facts?.id, counts: facts?.counts });
  });

  test("never makes a new ledger over an existing file", async () => {
    const person = await Person.open();
    const path = join(person.folder, "notes.txt");
    writeFileSync(path, "kept");
    const target = await person.save(path);
    const request = { target, files: [{ file: await person.choose(path), kind: "wallet" }] };
    expect((await person.refused("import.start", request)).code).toBe("EXPORT_TARGET");
    expect(readFileSync(path, "utf8")).toBe("kept");
  });
});

function withoutZone() {
  const { timeZone: _, ...options } = OPTIONS;
  return options;
}
