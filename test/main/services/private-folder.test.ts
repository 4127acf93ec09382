import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { guarded } from "../../../src/main/ledger/file/sqlite-error.ts";
import { inPrivateFolder } from "../../../src/main/services/shared/leftovers.ts";

test("case 40: a copy without room names its own place, not the ledger's disk, and is removed", async () => {
  let folder = "";
  const filling = inPrivateFolder("performed", async (given) => {
    folder = given;
    const path = join(given, "passing.tieout");
    const db = new Database(path);
    try {
      db.pragma("max_page_count = 2");
      guarded(path, () => db.exec("CREATE TABLE t (a TEXT); INSERT INTO t VALUES (zeroblob(100000))"));
    } finally {
      db.close();
    }
    return Promise.resolve();
  });
  await expect(filling).rejects.toMatchObject({
    code: "LEDGER_DISK_FULL",
    message: "There is no space for a copy of the ledger in the system's temporary folder",
    facts: { file: tmpdir() },
  });
  expect(existsSync(folder)).toBe(false);
});
