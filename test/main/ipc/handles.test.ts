import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { placeInWords } from "../../../src/main/backend/stores/connections.ts";
import { filledLedger } from "../ledger/made.ts";
import { OPTIONS, Person } from "./opening.ts";

/** Every method that takes a file, with what it needs beside. */
const TAKING: readonly (readonly [method: string, inputWith: (handle: string) => object])[] = [
  ["files.reveal", (file) => ({ file })],
  ["ledger.forget", (ledger) => ({ ledger })],
  ["ledger.open", (file) => ({ file })],
  ["ledger.backUp", (target) => ({ target })],
  ["pull.start", (target) => ({ target, connection: null, full: false })],
  ["import.look", (file) => ({ files: [file] })],
  ["import.start", (target) => ({ target, files: [{ file: randomUUID(), kind: "wallet" }] })],
  ["import.start", (file) => ({ target: null, files: [{ file, kind: "wallet" }] })],
  ["clients.close", (target) => ({ month: "last", pull: false, full: false, target })],
  ["export.start", (target) => ({ target, period: null, options: OPTIONS, format: "xlsx" })],
];

describe("case 53: only files that the user chose can be named", () => {
  test("every method that takes one refuses a path, and a handle that main never issued", async () => {
    const person = await Person.open();
    await person.backend.openPath(filledLedger());
    const path = join(person.folder, "wallet.json");
    writeFileSync(path, "[]");
    for (const [method, inputWith] of TAKING) {
      for (const text of [path, "file:///etc/passwd", "../wallet.json"]) {
        expect([method, (await person.refused(method, inputWith(text))).code]).toEqual([
          method,
          "IPC_INVALID",
        ]);
      }
      const fault = await person.refused(method, inputWith(randomUUID()));
      expect([method, fault.code]).toEqual([method, "IPC_FORBIDDEN"]);
    }
    expect(person.revealed).toEqual([]);
    expect((await person.call("jobs.list", {})).jobs).toEqual([]);
  });

  test("refuses a handle of an earlier run", async () => {
    const person = await Person.open();
    await person.backend.openPath(filledLedger());
    const { ledgers } = await person.call("ledger.recent", {});
    const next = await Person.open({ dataFolder: person.dataFolder });
    expect((await next.refused("ledger.open", { file: ledgers[0]!.handle })).code).toBe("IPC_FORBIDDEN");
  });

  test("never writes to a file chosen for reading", async () => {
    const person = await Person.open();
    await person.backend.openPath(filledLedger());
    const path = join(person.folder, "answers.json");
    writeFileSync(path, "kept");
    const target = await person.choose(path);
    for (const method of ["ledger.backUp", "pull.start", "import.start", "clients.close", "export.start"]) {
      const [, inputWith] = TAKING.find(([name]) => name === method)!;
      expect([method, (await person.refused(method, inputWith(target))).code]).toEqual([
        method,
        "IPC_FORBIDDEN",
      ]);
    }
  });

  test("shows a page a file's name and folder, never a way to it", async () => {
    const person = await Person.open();
    const path = join(homedir(), "Documents", "October.tieout");
    person.chooses = [path];
    const { files } = await person.call("files.chooseToOpen", { purpose: "ledger" });
    expect(files).toEqual([
      { handle: expect.stringMatching(/^[0-9a-f-]{36}$/u), name: "October.tieout", where: "~/Documents" },
    ]);
    const again = await person.call("files.chooseToOpen", { purpose: "ledger" });
    expect(again.files[0]?.handle).toBe(files[0]?.handle);
    const fault = await person.refused("ledger.open", { file: files[0]!.handle });
    expect(fault).toMatchObject({ code: "LEDGER_NOT_FOUND", file: "~/Documents/October.tieout" });
  });

  test("gives dropped files handles, and nothing else", async () => {
    const person = await Person.open();
    const path = join(person.folder, "wallet.json");
    writeFileSync(path, "[]");
    const taken = await person.backend.take([path]);
    if (!taken.ok) throw new Error(taken.fault.sentence);
    expect(person.backend.pathOf(taken.value[0]!.handle)).toBe(path);
    expect(person.backend.pathOf(path)).toBeNull();
    expect(await person.backend.take([person.folder])).toMatchObject({ fault: { code: "FILE_UNREADABLE" } });
    for (const odd of [`${path}\u0000`, join(path, "x"), join(person.folder, "x".repeat(300))]) {
      expect(await person.backend.take([odd])).toMatchObject({ fault: { code: "FILE_UNREADABLE" } });
    }
    expect(await person.backend.take([path, `${path}x`])).toMatchObject({
      fault: { code: "FILE_UNREADABLE" },
    });
  });

  test("does nothing when nothing is chosen", async () => {
    const person = await Person.open();
    expect(await person.call("files.chooseToOpen", { purpose: "answers" })).toEqual({ files: [] });
    const none = await person.call("files.chooseToSave", { purpose: "tables", suggestedName: "x" });
    expect(none).toEqual({ file: null });
  });

  test("ignores a path in a suggested name", async () => {
    const person = await Person.open();
    const names: string[] = [];
    person.suggested = (name) => names.push(name);
    for (const suggestedName of ["../../etc/passwd", "C:\\x", "a\u0000\nb", "..", "", "October 2026.xlsx"]) {
      await person.call("files.chooseToSave", { purpose: "workbook", suggestedName });
    }
    expect(names).toEqual(["passwd", "x", "a b", "file", "file", "October 2026.xlsx"]);
  });
});

test("shows a place in the user's own folder relative to it", () => {
  expect(placeInWords("/home/ada/x", "/home/ada")).toBe("~/x");
  expect(placeInWords("/home/ada", "/home/ada")).toBe("~");
  expect(placeInWords("/home/adam/x", "/home/ada")).toBe("/home/adam/x");
  expect(placeInWords("/sandbox/index/wallet/history", "/")).toBe("/sandbox/index/wallet/history");
});
