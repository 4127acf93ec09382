import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { connectForReading, connectForWriting } from "../../../../src/main/ledger/file/connection.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";

test("opening a ledger that was just removed creates no file", () => {
  const path = join(temporaryFolder(), "moved.tieout");
  for (const connect of [connectForReading, connectForWriting]) {
    expect(() => connect(path)).toThrow(expect.objectContaining({ code: "SQLITE_CANTOPEN" }));
    expect(existsSync(path)).toBe(false);
  }
});
