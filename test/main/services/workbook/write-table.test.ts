/** A table that comes in pieces is written whole, or not at all. */
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeTablePiece } from "../../../../src/main/services/export/write-table.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";

test("appears with its last piece, over what was there, and leaves nothing beside it", async () => {
  const folder = temporaryFolder();
  const out = join(folder, "rows.csv");
  writeFileSync(out, "before");
  expect(await writeTablePiece({ out, text: "\uFEFFa,é\r\n", piece: 0, isLast: false })).toBe(false);
  expect(readFileSync(out, "utf8")).toBe("before");
  expect(await writeTablePiece({ out, text: "1,2\r\n", piece: 1, isLast: true })).toBe(true);
  expect(readFileSync(out, "utf8")).toBe("\uFEFFa,é\r\n1,2\r\n");
  expect(readdirSync(folder)).toEqual(["rows.csv"]);
});

test("refuses a piece out of turn, and gives a file up for another", async () => {
  const folder = temporaryFolder();
  const [out, other] = [join(folder, "a.csv"), join(folder, "b.csv")];
  await writeTablePiece({ out, text: "a", piece: 0, isLast: false });
  await writeTablePiece({ out: other, text: "b", piece: 0, isLast: true });
  const late = writeTablePiece({ out, text: "a", piece: 1, isLast: true });
  await expect(late).rejects.toMatchObject({ code: "IPC_INVALID" });
  expect([existsSync(out), readFileSync(other, "utf8")]).toEqual([false, "b"]);
});

test("says that the place cannot be written to", async () => {
  const out = join(temporaryFolder(), "none", "rows.csv");
  const written = writeTablePiece({ out, text: "a", piece: 0, isLast: true });
  await expect(written).rejects.toMatchObject({ code: "EXPORT_TARGET" });
});
