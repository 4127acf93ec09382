import { chmodSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "../../../src/core/time.ts";
import type { Job } from "../../../src/ipc/jobs.ts";
import { verifyLedger } from "../../../src/main/ledger/proof/verify.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { filledLedger } from "../ledger/made.ts";
import { Person, until } from "./opening.ts";

/** It is looked all the time, so that a test need not wait. */
const OFTEN = { firstMs: 20, thenMs: 20 };

let path = "";
let folder = "";
beforeEach(() => {
  path = filledLedger();
  folder = join(dirname(path), "a backups");
});

async function opened(person: Person, ledger = path) {
  return person.call("ledger.open", { file: await person.choose(ledger) });
}

function names(): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".tieout")) : [];
}

/** Something that changes the ledger, each time. */
async function work(person: Person): Promise<void> {
  const ledger = await person.call("ledger.current", {});
  const { decimals } = ledger?.settings ?? { decimals: 0 };
  const signed = { by: "Ada Obi", note: "As agreed" };
  await person.call("ledger.changeSettings", { decimals: (decimals + 1) % 7, ...signed });
}

/** What was said of backups, in order: null for one that was made, else the code. */
function said(person: Person): (string | null)[] {
  return person.events.flatMap((message) =>
    message.event === "backups.changed" ? [message.value.fault?.code ?? null] : [],
  );
}

function damage(): Buffer {
  const bytes = readFileSync(path).fill(0xff, 100, 8192);
  writeFileSync(path, bytes);
  return bytes;
}

describe("on a schedule", () => {
  test("backs up an open ledger, and again after a day with changes", async () => {
    const person = await Person.open({ backupTimes: OFTEN });
    await opened(person);
    await until(() => names().length === 1);
    await until(() => said(person).length === 1);
    person.laterMs = DAY_MS;
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    expect(names()).toHaveLength(1);
    await work(person);
    await until(() => said(person).length === 2);
    expect(names().toSorted()).toEqual(["a 2026-11-21 120000.tieout", "a 2026-11-22 120000.tieout"]);
    const { backups, inFolder, fault } = await person.call("backups.list", { ledger: null });
    expect(backups).toMatchObject([
      {
        name: "a 2026-11-22 120000.tieout",
        where: folder,
        kind: "scheduled",
        atMs: Date.UTC(2026, 10, 22, 12),
      },
      { name: "a 2026-11-21 120000.tieout" },
    ]);
    expect([inFolder, fault]).toEqual([folder, null]);
    expect(said(person)).toEqual([null, null]);
    // It is no job that anybody would wait for.
    expect(await person.call("jobs.list", {})).toEqual({ jobs: [] });
  });

  test("as often as preferences say, and keeps as many", async () => {
    const person = await Person.open({ backupTimes: OFTEN });
    await person.call("preferences.change", { backups: { every: "never", keep: 1 } });
    await opened(person);
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    expect(existsSync(folder)).toBe(false);
    await person.call("preferences.change", { backups: { every: "week", keep: 1 } });
    await until(() => names().length === 1);
    person.laterMs = 7 * DAY_MS;
    await work(person);
    await until(() => names()[0] === "a 2026-11-28 120000.tieout");
    await until(() => names().length === 1);
  });

  test("skips a ledger that is open read-only", async () => {
    chmodSync(path, 0o444);
    const person = await Person.open({ backupTimes: OFTEN });
    expect((await opened(person)).readOnly?.code).toBe("LEDGER_READONLY");
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    expect(existsSync(folder)).toBe(false);
  });

  test("case 41: reports an obstacle once without stopping anything, and backs up once it is gone", async () => {
    writeFileSync(folder, "a file");
    const person = await Person.open({ backupTimes: OFTEN });
    await opened(person);
    await until(() => said(person).length > 0);
    await work(person);
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    expect(said(person)).toEqual(["EXPORT_TARGET"]);
    const { fault } = await person.call("backups.list", { ledger: null });
    expect(fault).toMatchObject({ code: "EXPORT_TARGET", file: folder });
    rmSync(folder);
    await until(() => names().length === 1);
    await until(() => said(person).length === 2);
    expect(said(person)).toEqual(["EXPORT_TARGET", null]);
    expect((await person.call("backups.list", { ledger: null })).fault).toBeNull();
  });

  test("lets a job run before a quiet backup", async () => {
    const person = await Person.open({ backupTimes: OFTEN });
    await opened(person);
    const job = await person.call("sandbox.fill", { entries: 300 });
    expect((await person.end(job)).state).toBe("done");
    await opened(person);
    await until(() => names().length === 1);
    expect((await verifyLedger(join(folder, names()[0] ?? ""), null)).ok).toBe(true);
  });
});

test("makes one on request, however new the last one is", async () => {
  const person = await Person.open();
  await opened(person);
  const first = await person.done(await person.call("backups.make", {}));
  expect(first).toMatchObject({ kind: "back-up", result: { is: "backed-up", file: { where: folder } } });
  await person.done(await person.call("backups.make", {}));
  expect((await person.call("backups.list", { ledger: null })).backups).toHaveLength(2);
});

describe("restoring", () => {
  /** A backup, and a run kept after it. */
  async function backedUp(): Promise<{ person: Person; backup: string; later: string }> {
    const person = await Person.open();
    await opened(person);
    await person.done(await person.call("backups.make", {}));
    await work(person);
    const { backups } = await person.call("backups.list", { ledger: null });
    const later = (await person.call("ledger.current", {}))?.head ?? "";
    return { person, backup: backups[0]?.handle ?? "", later };
  }

  test("closes the open ledger, replaces and reopens it, and keeps the old file", async () => {
    const { person, backup, later } = await backedUp();
    const job = await person.done(await person.call("backups.restore", { backup, ledger: null }));
    const facts = await person.call("ledger.current", {});
    expect(job.result).toMatchObject({
      is: "restored",
      kept: { name: "a before restore 2026-11-21 120000.tieout", where: dirname(path) },
      head: facts?.head,
    });
    expect(facts).toMatchObject({ name: "a.tieout", readOnly: null });
    expect(job.ledger).toBe(facts?.key);
    expect(facts?.head).not.toBe(later);
    const { links } = await person.call("activity.list", { before: null, count: 1 });
    expect(links).toMatchObject([
      { kind: "restore", payload: { from: "a 2026-11-21 120000.tieout", replaced: later } },
    ]);
    const changes = person.events.flatMap((message) =>
      message.event === "ledger.changed" ? [message.value?.head ?? null] : [],
    );
    expect(changes.slice(-2)).toEqual([null, facts?.head]);
    // It can be worked with at once.
    await work(person);
    expect((await verifyLedger(path, null)).ok).toBe(true);
  });

  test("case 42: offers backups for a ledger that cannot be opened, and restores one", async () => {
    const { person, backup } = await backedUp();
    await person.call("ledger.close", {});
    const damaged = damage();
    const ledger = await person.choose(path);
    expect((await person.refused("ledger.open", { file: ledger })).code).toBe("LEDGER_CORRUPT");
    const { backups, fault } = await person.call("backups.list", { ledger });
    expect(backups).toMatchObject([{ handle: backup, kind: "scheduled" }]);
    expect(fault).toBeNull();
    await person.done(await person.call("backups.restore", { backup, ledger }));
    expect(await person.call("ledger.current", {})).toMatchObject({ name: "a.tieout" });
    const kept = join(dirname(path), "a before restore 2026-11-21 120000.tieout");
    expect(readFileSync(kept)).toEqual(damaged);
  });

  test("case 42: restores the open ledger's damaged file without closing it first", async () => {
    const { person, backup } = await backedUp();
    const damaged = damage();
    expect((await person.refused("check.open", {})).code).toBe("LEDGER_CORRUPT");
    await person.done(await person.call("backups.restore", { backup, ledger: null }));
    await person.call("check.open", {});
    await work(person);
    const kept = join(dirname(path), "a before restore 2026-11-21 120000.tieout");
    expect(readFileSync(kept)).toEqual(damaged);
    expect((await verifyLedger(path, null)).ok).toBe(true);
  });

  test("restores another ledger than the open one, and opens it instead", async () => {
    const { person, backup } = await backedUp();
    const other = join(temporaryFolder(), "other.tieout");
    writeFileSync(other, readFileSync(path));
    await opened(person, other);
    const chosen = await person.choose(path);
    const job = await person.done(await person.call("backups.restore", { backup, ledger: chosen }));
    expect(await person.call("ledger.current", {})).toMatchObject({ name: "a.tieout", key: job.ledger });
  });

  test("does not use a backup that fails, and keeps the ledger open as it was", async () => {
    const { person, backup, later } = await backedUp();
    const file = join(folder, names()[0] ?? "");
    writeFileSync(file, readFileSync(file).fill(0xff, 5000, 9000));
    const before = readFileSync(path);
    const job: Job = await person.end(await person.call("backups.restore", { backup, ledger: null }));
    expect(job).toMatchObject({ state: "failed", fault: { code: "LEDGER_CORRUPT", file } });
    expect(readFileSync(path)).toEqual(before);
    expect(await person.call("ledger.current", {})).toMatchObject({ head: later, readOnly: null });
    await work(person);
  });

  test("case 53: accepts only handles that main issued", async () => {
    const { person } = await backedUp();
    const made = "00000000-0000-4000-8000-000000000000";
    expect((await person.refused("backups.restore", { backup: made, ledger: null })).code).toBe(
      "IPC_FORBIDDEN",
    );
    expect((await person.refused("backups.list", { ledger: made })).code).toBe("IPC_FORBIDDEN");
    expect((await person.refused("backups.restore", { backup: "/etc/passwd", ledger: null })).code).toBe(
      "IPC_INVALID",
    );
  });

  test("lists, makes and replaces nothing without a ledger", async () => {
    const person = await Person.open();
    const backup = await person.choose(path);
    expect((await person.refused("backups.list", { ledger: null })).code).toBe("LEDGER_NOT_OPEN");
    expect((await person.refused("backups.make", {})).code).toBe("LEDGER_NOT_OPEN");
    expect((await person.refused("backups.restore", { backup, ledger: null })).code).toBe("LEDGER_NOT_OPEN");
  });
});
