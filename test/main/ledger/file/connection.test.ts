import { existsSync } from "node:fs";
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
import { filledLedger } from "../made.ts";

test("opening a ledger that was just removed creates no file", () => {
  const path = join(temporaryFolder(), "moved.tieout");
  for (const connect of [connectForReading, connectForWriting]) {
    expect(() => connect(path)).toThrow(expect.objectContaining({ code: "SQLITE_CANTOPEN" }));
    expect(existsSync(path)).toBe(false);
  }
});

test.each<[string, typeof connectForWriting | typeof connectForReading]>([
  ["reads", connectForReading],
  ["writes", connectForWriting],
  ["has the file alone", connectAlone],
  ["makes a file", connectForMaking],
  ["has none", connectInPassing],
])(
  "a handle that %s trusts no schema, looks at each cell, and lets REPLACE pass no trigger",
  (_, connect) => {
    const db = connect(filledLedger());
    const settings = ["foreign_keys", "recursive_triggers", "trusted_schema", "cell_size_check", "mmap_size"];
    expect(settings.map((name) => db.pragma(name, { simple: true }) ?? 0)).toEqual([1, 1, 0, 1, 0]);
    closeLedger(db);
  },
);
