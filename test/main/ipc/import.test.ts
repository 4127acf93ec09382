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

  test("are imported at once where they are as usual, else shown before they are kept", async () => {
    const person = await Person.open();
    const bodies = { "new.json": walletBody(wallet([1, 2, 3])), "old.json": walletBody(wallet([1, 2])) };
    const [whole, older] = await drop(person, bodies);
    const target = await person.save(join(person.folder, "new.tieout"));
    const importing = async (
      file: typeof whole,
      mode?: "careful" | "preview",
      into: string | null = null,
    ) => {
      const files = [{ file: file!.handle, kind: "wallet" as const }];
      return (await person.done(await person.call("import.start", { mode, target: into, files }))).result;
    };
    await importing(whole, "careful", target);
    const preview = {
      is: "previewed",
      pullId: 2,
      isRemarkable: true,
      sentences: [
        "It would be pull 2: 0 new entries, 1 vanished.",
        expect.stringMatching(/^These files end at walletID 2, and an earlier pull had walletID 3/u),
      ],
    };
    expect(await importing(older, "careful")).toMatchObject(preview);
    expect(await importing(older, "preview")).toMatchObject(preview);
    expect(await importing(whole, "preview")).toMatchObject({ pullId: 2, isRemarkable: false });
    expect(await person.call("pull.list", {})).toEqual({ pulls: [{ id: 1, isAside: false }] });
    expect(await importing(whole, "careful")).toMatchObject({ is: "pulled", pullId: 2 });
    expect(await importing(older)).toMatchObject({ is: "pulled", pullId: 3 });
    const words = { by: "Ada", note: "Older" };
    await person.call("pull.step", { pullId: 3, step: "set-aside", ...words });
    expect(await person.call("ledger.current", {})).toMatchObject({
      counts: { entries: 3, pulls: 2, pullSteps: 1 },
      lastPull: { id: 2 },
    });
    expect((await person.call("pull.list", {})).pulls[2]).toEqual({ id: 3, isAside: true });
    const again = { pullId: 3, step: "set-aside", ...words } as const;
    expect((await person.refused("pull.step", again)).code).toBe("PULL_STEP");
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
