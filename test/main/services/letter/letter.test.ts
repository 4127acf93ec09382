/** The letter to the provider: what is raised in a month, by counterparty, as a document of a word processor. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { monthLetter, writeLetter } from "../../../../src/main/services/review/letter.ts";
import { readProven } from "../../../../src/main/services/shared/use-ledger.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import type { Day } from "../../../../src/core/time.ts";
import { temporaryFolder, tieout } from "../../../helpers/cli.ts";
import { paragraphsOf } from "../../../helpers/workbook/letter-paragraphs.ts";
import { partsOf } from "../../../helpers/workbook/zip.ts";
import { raiseAll } from "../../../helpers/ledgers/raised-ledger.ts";
import { STANDING_CONTEXT, standingLedger } from "../../../helpers/ledgers/standing-ledger.ts";

const NOVEMBER = "2026-11" as Month;

/** A ledger in which every exception of November is raised, with a note that is nobody else's business. */
async function raisedLedger(): Promise<string> {
  const ledger = await standingLedger("open");
  await raiseAll(ledger, NOVEMBER, STANDING_CONTEXT, "The client is slow <to> pay");
  return ledger;
}

test("asks about each raised finding by counterparty, with its record, its arithmetic and a question", async () => {
  const ledger = await raisedLedger();
  const { title, groups } = readProven(ledger, (db) => monthLetter(db, NOVEMBER, STANDING_CONTEXT));
  expect(title).toBe("Questions about the wallet: November 2026");
  expect(groups.map(({ heading, items }) => [heading, items.map(({ number }) => number)])).toEqual([
    ["Ada (userID 9)", [1, 2, 3, 4]],
    ["No counterparty: API", [5, 6, 7]],
    ["Counterparty not known", [8]],
  ]);
  expect(groups[1]?.items[0]).toEqual({
    number: 5,
    record: ["walletID 6", "2026-11-21 06:00:00 UTC"],
    found: [
      expect.stringMatching(/^Chain break: /u),
      "Expected: 1,564 before + (−70) movement = 1,494. Stated: 1,503. Difference: 1,503 − 1,494 = 9.",
    ],
    question:
      "Please look at what changed the balance between this row and the one before: did a request change it and end before it wrote its entry? Please enter what it was for, or correct the balance.",
  });
  expect(groups[0]?.items[0]).toMatchObject({
    record: ["payID 9", "payref PAY-9", expect.stringMatching(/^2026-10-/u), "Currency NGN"],
    question: "Please tell us when this payment reaches the wallet, or why it does not.",
  });
});

test("writes a document without the review's notes, the same bytes each time, and replaces none unasked", async () => {
  const ledger = await raisedLedger();
  const out = join(temporaryFolder(), "letter.docx");
  const written = await tieout(["letter", ledger, "--month", NOVEMBER, "--out", out]);
  expect(written).toMatchObject({
    status: 0,
    stderr: "",
    stdout: `Wrote ${out}: 8 questions in 3 groups.\n`,
  });
  const paragraphs = paragraphsOf(out);
  expect(paragraphs).toContain("Ada (userID 9)");
  expect(paragraphs).toContain("payID 9");
  expect(paragraphs.join("\n")).not.toContain("slow");

  const bytes = readFileSync(out);
  const request = { ledger, month: NOVEMBER, out, replace: false, by: null };
  await expect(writeLetter(request, STANDING_CONTEXT)).rejects.toMatchObject({ code: "EXPORT_TARGET" });
  await writeLetter({ ...request, replace: true }, STANDING_CONTEXT);
  expect(readFileSync(out).equals(bytes)).toBe(true);
});

test("numbers its pages in a footer that Word fills in, and names its sender in its properties", async () => {
  const out = join(temporaryFolder(), "letter.docx");
  const address = { from: "Naira Foods & Sons", replyBy: "2027-01-31" as Day };
  const request = { ledger: await raisedLedger(), month: NOVEMBER, out, replace: false, by: null, address };
  await writeLetter(request, STANDING_CONTEXT);
  const parts = new Map(partsOf(readFileSync(out)).map(({ name, bytes }) => [name, bytes.toString()]));
  const [, id = ""] =
    /<w:footerReference [^>]*r:id="(\w+)"/u.exec(parts.get("word/document.xml") ?? "") ?? [];
  const related = new RegExp(`Id="${id}"[^>]*Target="([^"]+)"`, "u");
  const [, target = ""] = related.exec(parts.get("word/_rels/document.xml.rels") ?? "") ?? [];
  const footer = parts.get(`word/${target}`) ?? "";
  expect([...footer.matchAll(/w:instr=" (\w+) "/gu)].map(([, code]) => code)).toEqual(["PAGE", "NUMPAGES"]);
  expect(parts.get("docProps/core.xml")).toContain("<dc:creator>Naira Foods &amp; Sons</dc:creator>");
  expect(paragraphsOf(out)).toContain("Please reply by 2027-01-31.");
});

test("writes nothing where nothing is raised, and over nothing that is no document", async () => {
  const ledger = await standingLedger("open");
  const folder = temporaryFolder();
  const out = join(folder, "letter.docx");
  const run = await tieout(["letter", ledger, "--month", NOVEMBER, "--out", out]);
  expect(run).toMatchObject({
    status: 0,
    stdout: "Nothing that is raised is still open. No letter was written.\n",
  });
  expect(existsSync(out)).toBe(false);
  writeFileSync(out, "notes of somebody");
  const request = { ledger, month: NOVEMBER, out, replace: true, by: null };
  await expect(writeLetter(request, STANDING_CONTEXT)).rejects.toMatchObject({ code: "EXPORT_TARGET" });
  await expect(writeLetter({ ...request, out: ledger }, STANDING_CONTEXT)).rejects.toMatchObject({
    message: "This is the ledger itself",
  });
  expect(readFileSync(out, "utf8")).toBe("notes of somebody");
});
