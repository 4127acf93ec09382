/** An exported workbook whose package somebody wrote into, and what is found of it. */
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect } from "vitest";
import { verifyWorkbook } from "../../../src/main/services/export/verify-workbook.ts";
import { temporaryFolder } from "../cli.ts";
import { CONTEXT } from "../ledgers/review-ledger.ts";
import { type ZipPart, changeParts, partsOf, zipOf } from "./zip.ts";

/** What becomes of parts, by their names. */
export type Changes = Readonly<Record<string, (xml: string) => string>>;
/** Texts of parts by their names. */
export type Parts = Readonly<Record<string, string>>;

/** Changes parts of a workbook, each of which must be another one then, and adds others. @returns the changed copy */
export function changedWorkbook(workbook: string, changes: Changes, added: Parts = {}): string {
  const to = join(temporaryFolder(), basename(workbook));
  const left = new Set(Object.keys(changes));
  changeParts(workbook, to, (name, xml) => {
    const now = changes[name]?.(xml) ?? xml;
    if (now !== xml) left.delete(name);
    return now;
  });
  expect([...left]).toEqual([]);
  const more: ZipPart[] = Object.entries(added).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
  writeFileSync(to, zipOf([...partsOf(readFileSync(to)), ...more]));
  return to;
}

/** What `verify --workbook` finds, one line each: `Wallet! row hidden: hidden`. */
export async function editsOf(ledger: string, file: string): Promise<string[]> {
  const report = await verifyWorkbook({ ledger, file }, CONTEXT);
  expect(report.holds).toBe(report.editCount === 0);
  return report.edits.map(({ sheet, what, kind, found }) =>
    `${sheet}! ${what ?? "-"}: ${kind}, ${found}`.replace(/, $/u, ""),
  );
}
