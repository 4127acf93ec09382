import { mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { DefectLog, StoredFile } from "../../../../src/main/backend/stores/stored-file.ts";
import { IS_EXHAUSTIVE } from "../../../helpers/exhaustive.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { filledLedger } from "../../ledger/made.ts";
import { Person } from "../opening.ts";

const STORES = ["preferences.json", "recent.json", "connections.json"] as const;
const POSIX = process.platform !== "win32";

async function used(): Promise<Person> {
  const person = await Person.open();
  await person.call("preferences.change", { theme: "dark", reviewer: "Ada" });
  await person.fill(50);
  return person;
}

/** Preferences that nobody changed. */
const UNTOUCHED = {
  filters: [],
  columns: [],
  noteTemplates: [],
  backups: { every: "day", keep: 14 },
  dueDay: null,
  csv: { separator: "comma", decimalMark: "point" },
  auditData: false,
} as const;

describe("the app's own files", () => {
  test("are the user's only, survive a restart, and leave nothing unfinished", async () => {
    const person = await used();
    await person.call("preferences.change", { contrast: "high" });
    const changed = { ...UNTOUCHED, theme: "dark", contrast: "high", reviewer: "Ada" } as const;
    expect(person.events.at(-1)).toEqual({ event: "preferences.changed", value: changed });
    await person.backend.close();
    const names = readdirSync(person.dataFolder).toSorted();
    expect(names).toEqual(["connections.json", "ledgers", "preferences.json", "recent.json"]);
    const modes = [...STORES, "."].map((name) => statSync(join(person.dataFolder, name)).mode & 0o777);
    expect(modes).toEqual(POSIX ? [0o600, 0o600, 0o600, 0o700] : modes);
    const next = await Person.open({ dataFolder: person.dataFolder });
    expect(await next.call("app.describe", {})).toEqual({
      version: "test",
      host: "electron",
      platform: "linux",
      preferences: changed,
    });
    expect((await next.call("ledger.recent", {})).ledgers).toHaveLength(1);
  });

  test("a change of one preference leaves the others as they are", async () => {
    const person = await Person.open();
    const filters = [{ place: "wallet", name: "Fees", query: "q=fee" } as const];
    const kept = { filters, backups: { every: "week", keep: 3 }, dueDay: 10, reviewer: "Ada" } as const;
    await person.call("preferences.change", kept);
    await person.call("preferences.change", { theme: "dark" });
    const { preferences } = await person.call("app.describe", {});
    expect(preferences).toEqual({ ...UNTOUCHED, ...kept, theme: "dark", contrast: "system" });
    await person.call("preferences.change", { dueDay: null });
    expect((await person.call("app.describe", {})).preferences).toMatchObject({ dueDay: null, filters });
  });

  test("are set aside when damaged and started anew, without a crash", async () => {
    for (const damage of ["{", "null", "[]", '{"theme":"pink"}', '{"ledgers":[{"path":1}]}', "\u0000", ""]) {
      const dataFolder = join(temporaryFolder(), "app");
      mkdirSync(dataFolder);
      for (const name of STORES) writeFileSync(join(dataFolder, name), damage);
      const person = await Person.open({ dataFolder });
      const { preferences } = await person.call("app.describe", {});
      expect(preferences).toEqual({
        ...UNTOUCHED,
        theme: "system",
        contrast: "system",
        reviewer: "",
      });
      expect(await person.call("ledger.recent", {})).toEqual({ ledgers: [] });
      await person.call("preferences.change", { theme: "dark" });
      const aside = STORES.map((name) => readFileSync(join(dataFolder, `${name}.damaged`), "utf8"));
      expect(aside).toEqual([damage, damage, damage]);
      expect(readFileSync(join(dataFolder, "preferences.json"), "utf8")).toContain("dark");
    }
  });

  test("are reported when they cannot be written, and their values last while the program runs", async () => {
    const dataFolder = join(temporaryFolder(), "app");
    const person = await Person.open({ dataFolder });
    mkdirSync(join(dataFolder, "preferences.json"));
    writeFileSync(join(dataFolder, "preferences.json", "x"), "");
    const fault = await person.refused("preferences.change", { theme: "dark" });
    expect(fault).toMatchObject({
      code: "OUTPUT_LOST",
      sentence: "Tieout cannot write to the app's own folder",
    });
    expect(await person.call("app.describe", {})).toMatchObject({ preferences: { theme: "dark" } });
    expect(person.events.at(-1)).toMatchObject({ event: "preferences.changed", value: { theme: "dark" } });
    expect(readdirSync(dataFolder)).toEqual(["preferences.json"]);
  });

  test("do not stop work on a ledger when they cannot be written", async () => {
    const person = await Person.open();
    for (const name of STORES) {
      mkdirSync(join(person.dataFolder, name));
      writeFileSync(join(person.dataFolder, name, "x"), "");
    }
    await person.fill(50);
    await person.call("sandbox.advance", {});
    const pull = await person.call("pull.start", { target: null, connection: null, full: false });
    expect((await person.done(pull)).state).toBe("done");
    expect((await person.call("ledger.recent", {})).ledgers).toHaveLength(1);
  });

  test.runIf(IS_EXHAUSTIVE)("keep the changes of two programs with the same folder", async () => {
    const dataFolder = join(temporaryFolder(), "app");
    const [one, other] = [await Person.open({ dataFolder }), await Person.open({ dataFolder })];
    await one.fill(50);
    await other.fill(50);
    await one.call("preferences.change", { theme: "dark" });
    await other.call("preferences.change", { reviewer: "Ada" });
    await one.backend.close();
    await other.backend.close();
    const next = await Person.open({ dataFolder });
    expect(await next.call("app.describe", {})).toMatchObject({
      preferences: { theme: "dark", reviewer: "Ada" },
    });
    const { ledgers } = await next.call("ledger.recent", {});
    expect(ledgers.map(({ name }) => name)).toEqual(["Sandbox 2.tieout", "Sandbox.tieout"]);
    for (const { handle } of ledgers) {
      expect(await next.call("ledger.open", { file: handle })).toMatchObject({ connection: "sandbox" });
    }
  });

  test("report that there is no folder for ledgers", async () => {
    const person = await Person.open();
    writeFileSync(join(person.dataFolder, "ledgers"), "in the way");
    const { state, fault } = await person.end(await person.call("sandbox.fill", { entries: 20 }));
    expect([state, fault]).toMatchObject([
      "failed",
      { code: "EXPORT_TARGET", sentence: "The folder cannot be created: EEXIST" },
    ]);
  });

  test("defects are reported even where they cannot be logged", () => {
    const folder = temporaryFolder();
    symlinkSync("defects.txt", join(folder, "defects.txt"));
    new DefectLog(folder, () => 0).add(new Error("any"));
    expect(readdirSync(folder)).toEqual(["defects.txt"]);
  });

  test("are written in the order of the changes", async () => {
    const path = join(temporaryFolder(), "n.json");
    const file = new StoredFile(path, z.object({ n: z.number() }), { n: 0 });
    await Promise.all(Array.from({ length: 50 }, async (_, n) => file.change(() => ({ n }))));
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ n: 49 });
    expect(new StoredFile(path, z.object({ n: z.number() }), { n: 0 }).value).toEqual({ n: 49 });
  });

  test("list the last twelve ledgers, newest first and each once", async () => {
    const person = await Person.open();
    const paths = Array.from({ length: 14 }, () => filledLedger());
    for (const path of [...paths, paths[5]!]) await person.backend.openPath(path);
    const { ledgers } = await person.call("ledger.recent", {});
    const shown = ledgers.map(({ handle }) => person.backend.pathOf(handle));
    const expected = [paths[5], ...paths.toReversed().filter((path) => path !== paths[5])].slice(0, 12);
    expect(shown).toEqual(expected);
  });
});
