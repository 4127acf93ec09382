import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder, tieout } from "../../helpers/cli.ts";
import { done } from "../../helpers/ended.ts";
import { sha256 } from "../../helpers/records.ts";
import { readXlsx } from "../../helpers/workbook/xlsx.ts";
import { ledgerToReview } from "../../helpers/ledgers/review-ledger.ts";

const BY = ["--by", "Ada Obi"] as const;
const OCTOBER = ["--month", "2026-10"] as const;

let [ledger, statement] = ["", ""];
beforeEach(async () => {
  ledger = await ledgerToReview();
  statement = join(temporaryFolder(), "statement.pdf");
  writeFileSync(statement, "%PDF-1.7 closing 1,464");
});

test("attaches files, lists them, saves one as it was, withdraws it, and verifies", async () => {
  expect(await done("evidence", ledger)).toBe("No evidence is attached.\n");
  const note = ["--note", "Closing balance,\nfrom the provider"];
  expect(await done("attach", ledger, statement, ...OCTOBER, ...note, ...BY)).toMatch(
    /^ {2}evidence 1: statement\.pdf \(22 bytes\) for October 2026\n {6}Ada Obi, 20\d\d-.*: Closing balance,\n {6}from the provider\n {6}SHA-256 [0-9a-f]{64}\n$/u,
  );
  const review = JSON.parse(await done("review", ledger, ...OCTOBER, "--json")) as {
    exceptions: { finding: { fingerprint: string; rule: string; walletID: number } }[];
  };
  const { fingerprint = "", rule, walletID } = review.exceptions[0]?.finding ?? {};
  const mail = join(temporaryFolder(), "mail.eml");
  writeFileSync(mail, "From: bank");
  const digits = ["--fingerprint", fingerprint.slice(0, 8)];
  const attached = await done("attach", ledger, statement, mail, ...digits, ...OCTOBER, ...BY);
  expect(attached).toContain(`evidence 3: mail.eml (10 bytes) for Chain break, walletID ${walletID}\n`);
  const { evidence, schema } = JSON.parse(await done("evidence", ledger, ...digits, "--json")) as {
    schema: string;
    evidence: object[];
  };
  expect(schema).toBe("tieout.evidence/1");
  expect(evidence).toMatchObject([{ id: 2 }, { id: 3, sha256: sha256("From: bank"), withdrawn: null }]);
  expect(evidence[0]).toMatchObject({ subject: { kind: "finding", fingerprint, rule, walletID } });
  const out = join(temporaryFolder(), "saved.pdf");
  expect(await done("evidence", ledger, "--save", "2", "--out", out)).toBe(`Saved evidence 2 as ${out}\n`);
  expect(readFileSync(out)).toEqual(readFileSync(statement));
  const withdrawn = await done("attach", ledger, "--withdraw", "1", "--note", "The wrong month", ...BY);
  expect(withdrawn).toContain("evidence 1 (withdrawn): statement.pdf");
  expect(withdrawn).toMatch(/\n {6}Withdrawn by Ada Obi, 20\d\d-.*: The wrong month\n/u);
  expect(await done("evidence", ledger, ...OCTOBER)).toBe(withdrawn);
  expect(await done("verify", ledger)).toContain(", 3 files of evidence, ");
  const book = join(temporaryFolder(), "october.xlsx");
  await tieout(["export", ledger, ...OCTOBER, "--out", book]);
  const c1 = [...((await readXlsx(book)).sheets.get("Exceptions")?.cells.values() ?? [])];
  const named = c1.filter(({ value }) => String(value).includes("Evidence"));
  expect(named.map(({ value }) => value)).toEqual([
    `Evidence 2: statement.pdf, SHA-256 ${sha256("%PDF-1.7 closing 1,464").slice(0, 16)}…\nEvidence 3: mail.eml, SHA-256 ${sha256("From: bank").slice(0, 16)}…`,
  ]);
});

describe("refuses in one line that says why, and attaches nothing", () => {
  test.each([
    [["attach"], "USAGE", /Name the files to attach/u],
    [["attach", "FILE", ...BY], "USAGE", /--month, --match or --fingerprint/u],
    [["attach", "FILE", ...OCTOBER, "--match", "1", ...BY], "USAGE", /not both/u],
    [["attach", "FILE", "--withdraw", "1", ...BY], "USAGE", /takes no files/u],
    [["attach", "FILE", "--month", "2026-13", ...BY], "USAGE", /2026-13/u],
    [["attach", "FILE", "--fingerprint", "xyz", ...BY], "USAGE", /8 to 64 digits/u],
    [["attach", "FILE", ...OCTOBER], "DECISION_INVALID", /the name of the person who attaches it/u],
    [["attach", "FILE", "--match", "7", ...BY], "MATCH_NOT_FOUND", /match 7/u],
    [["attach", "FILE", "--fingerprint", "00000000", ...BY], "FINDING_NOT_FOUND", /00000000/u],
    [["attach", "FILE", "none.pdf", ...OCTOBER, ...BY], "FILE_UNREADABLE", /none\.pdf/u],
    [["attach", "--withdraw", "1", "--note", "n", ...BY], "EVIDENCE_NOT_FOUND", /evidence 1/u],
    [["evidence", "--save", "1"], "USAGE", /--out/u],
    [["evidence", "--save", "1", "--out", "."], "EVIDENCE_NOT_FOUND", /evidence 1/u],
    [["evidence", ...OCTOBER, "--match", "1"], "USAGE", /Give one of/u],
  ] as const)("%j", async ([command, ...rest], code, words) => {
    const run = await tieout([command, ledger, ...rest.map((one) => (one === "FILE" ? statement : one))]);
    expect(run.stderr).toMatch(new RegExp(`^${code}: [^\\n]+\\n$`, "u"));
    expect(run.stderr).toMatch(words);
    expect(run).toMatchObject({ status: 2, stdout: "" });
    expect(await done("evidence", ledger)).toBe("No evidence is attached.\n");
    expect(existsSync("none.pdf")).toBe(false);
  });
});
