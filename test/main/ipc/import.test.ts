import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { FileFacts } from "../../../src/ipc/values.ts";
import { transactionsBody, userBody, walletBody } from "../../helpers/bodies.ts";
import { sale, wallet } from "../../helpers/records.ts";
import { Person } from "./opening.ts";

/** Saved answers, dropped into the window. */
async function drop(person: Person, files: Readonly<Record<string, string>>): Promise<readonly FileFacts[]> {
  const paths = Object.entries(files).map(([name, text]) => {
    const path = join(person.folder, name);
    writeFileSync(path, text);
    return path;
  });
  const taken = await person.backend.take(paths);
  if (!taken.ok) throw new Error(taken.fault.sentence);
  return taken.value;
}

const WALLET = walletBody(wallet([100, 200, -50]));

describe("saved responses", () => {
  test("that were dropped are recognised, imported into a new ledger, and opened", async () => {
    const person = await Person.open();
    const dropped = await drop(person, {
      "a.json": WALLET,
      "b.json": transactionsBody([sale(1, 100)]),
      "c.json": userBody("token-of-a-user"),
      "d.txt": "shopping list",
    });
    const { files } = await person.call("import.look", { files: dropped.map(({ handle }) => handle) });
    expect(files.map(({ name, kind }) => [name, kind])).toEqual([
      ["a.json", "wallet"],
      ["b.json", "transactions"],
      ["c.json", "user"],
      ["d.txt", null],
    ]);
    expect(files.map(({ handle }) => handle)).toEqual(dropped.map(({ handle }) => handle));
    expect(files[0]?.bytes).toBe(WALLET.length);
    const target = await person.save(join(person.folder, "new.tieout"));
    const known = files.flatMap(({ handle: file, kind }) => (kind === null ? [] : [{ file, kind }]));
    const job = await person.done(await person.call("import.start", { target, files: known }));
    expect(job).toMatchObject({
      kind: "import",
      result: { ledgerCreated: true, sentence: "3 new entries; 1 new transaction." },
    });
    expect(job.steps.map(({ phase }) => phase)).toContain("Reading a.json");
    expect(await person.call("ledger.current", {})).toMatchObject({
      name: "new.tieout",
      connection: "none",
      lastPull: { source: "files", baseUrl: null },
    });

    const more = await drop(person, { "e.json": walletBody(wallet([100, 200, -50, 7])) });
    const again = await person.done(
      await person.call("import.start", { target: null, files: [{ file: more[0]!.handle, kind: "wallet" }] }),
    );
    expect(again.result).toMatchObject({ ledgerCreated: false, entries: { added: 1, received: 4 } });
  });

  test("that are not what they were declared as are refused, and no ledger is made", async () => {
    const person = await Person.open();
    const [list, first, second] = await drop(person, {
      "list.txt": "shopping list",
      "one.json": userBody("token-of-one"),
      "two.json": userBody("token-of-two"),
    });
    const path = join(person.folder, "new.tieout");
    const target = await person.save(path);
    const job = await person.end(
      await person.call("import.start", { target, files: [{ file: list!.handle, kind: "wallet" }] }),
    );
    expect(job.state).toBe("failed");
    expect(job.fault).toMatchObject({ code: expect.stringMatching(/^(?:IMPORT|PAYLOAD)_/u) });
    expect(job.fault?.file).toContain("list.txt");
    expect(existsSync(path)).toBe(false);
    const users = [first!, second!].map(({ handle: file }) => ({ file, kind: "user" }));
    expect((await person.refused("import.start", { target, files: users })).code).toBe("IMPORT_FORMAT");
    const nowhere = { target: null, files: [{ file: first!.handle, kind: "user" }] };
    expect((await person.refused("import.start", nowhere)).code).toBe("LEDGER_NOT_OPEN");
  });
});
