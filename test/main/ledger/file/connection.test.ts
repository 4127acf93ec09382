import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  closeLedger,
  connectAlone,
  connectForMaking,
  connectForReading,
  connectForWriting,
  connectInPassing,
} from "../../../../src/main/ledger/file/connection.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { contentsOf, filledLedger, halfWritten } from "../made.ts";

test("opening a ledger that was just removed creates no file", () => {
  const path = join(temporaryFolder(), "moved.tieout");
  for (const connect of [connectForReading, connectForWriting]) {
    expect(() => connect(path)).toThrow(expect.objectContaining({ code: "SQLITE_CANTOPEN" }));
    expect(existsSync(path)).toBe(false);
  }
});

test("what a writer left half written who was killed is put back before it is read", () => {
  const path = filledLedger();
  const killed = halfWritten(path, "CREATE TABLE other AS SELECT a.payload FROM audit AS a, audit AS b");
  expect(readFileSync(killed).equals(readFileSync(path))).toBe(false);
  closeLedger(connectForReading(killed));
  expect(contentsOf(killed)).toBe(contentsOf(path));
  expect(existsSync(`${killed}-journal`)).toBe(false);
});

test.each<[string, typeof connectForWriting | typeof connectForReading]>([
  ["reads", connectForReading],
  ["writes", connectForWriting],
  ["has the file alone", connectAlone],
  ["makes a file", connectForMaking],
  ["has none", connectInPassing],
])(
  "a handle that %s keeps foreign keys, trusts no schema, looks at each cell, maps no file, and lets REPLACE pass no trigger",
  (_, connect) => {
    const db = connect(filledLedger());
    const settings = ["foreign_keys", "recursive_triggers", "trusted_schema", "cell_size_check"];
    expect(settings.map((name) => db.pragma(name, { simple: true }))).toEqual([1, 1, 0, 1]);
    // A ledger without a file answers nothing.
    expect(db.pragma("mmap_size", { simple: true })).toBe(connect === connectInPassing ? undefined : 0);
    closeLedger(db);
    expect(db.open).toBe(false);
  },
);
