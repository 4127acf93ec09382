/** A letter that is recorded, sent and answered, on the command line: what waits under its name, and what clears it. */
import { hash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import { monthDays } from "../../../src/core/time.ts";
import { decide } from "../../../src/main/services/review/review.ts";
import { temporaryFolder, tieout } from "../../helpers/cli.ts";
import { paragraphsOf } from "../../helpers/workbook/letter-paragraphs.ts";
import { raiseAll } from "../../helpers/ledgers/raised-ledger.ts";
import { tampering } from "../../helpers/ledgers/tampering.ts";
import { STANDING_CONTEXT, standingLedger } from "../../helpers/ledgers/standing-ledger.ts";

/** The command line has the machine's clock, and a letter is sent no sooner than it was written. */
const TODAY = new Date().toISOString().slice(0, 10);

const NOVEMBER = "2026-11" as Month;
const REF = "2026-11/1";

interface Listed {
  readonly asOf: string;
  readonly letters: readonly {
    readonly ref: string;
    readonly open: number;
    readonly cleared: number;
    readonly sha256: string;
    readonly sent: { readonly on: string } | null;
    readonly answers: readonly { readonly note: string; readonly evidence: number | null }[];
    readonly days: number | null;
    readonly items: readonly { readonly fingerprint: string; readonly state: string }[];
  }[];
}

async function listed(ledger: string): Promise<Listed> {
  const { stdout } = await tieout(["letters", ledger, "--json"]);
  return JSON.parse(stdout) as Listed;
}

test("is written under a reference, sent, corrected and answered with a file, says what is cleared, and is proven", async () => {
  const ledger = await standingLedger("open");
  const raised = await raiseAll(ledger, NOVEMBER, STANDING_CONTEXT);
  const request = { ledger, period: monthDays(NOVEMBER), options: {} };
  const folder = temporaryFolder();
  expect(await tieout(["letters", ledger])).toMatchObject({ status: 0, stdout: "No letter is recorded.\n" });
  const out = join(folder, "november.docx");
  const written = await tieout(["letter", ledger, "--month", NOVEMBER, "--out", out, "--by", "Ada Obi"]);
  expect(written.stdout).toBe(
    `Wrote ${out}: 8 questions in 3 groups. Recorded as Letter 1 of November 2026, reference ${REF}.\n`,
  );
  expect(paragraphsOf(out)).toContain(
    "Letter 1 of November 2026. Our reference is 2026-11/1. Please state it in your answer.",
  );
  expect(await listed(ledger)).toMatchObject({
    letters: [
      { ref: REF, sha256: hash("sha256", readFileSync(out)), sent: null, open: 8, cleared: 0, days: null },
    ],
  });

  const clients = async () => (await tieout(["clients", dirname(ledger)])).stdout;
  expect(await clients()).not.toContain("Not answered");

  const early = ["letter-answered", ledger, REF, "--on", TODAY, "--note", "Yes", "--by", "Ada Obi"];
  expect((await tieout(early)).stderr).toMatch(/^LETTER_INVALID: The letter is not recorded as sent/u);
  const send = ["letter-sent", ledger, REF, "--to", "Escrow Ltd", "--by", "Ada Obi", "--on"];
  expect((await tieout([...send, "2025-01-01"])).stderr).toMatch(
    /^LETTER_INVALID: The letter was written on \d{4}-\d\d-\d\d\. It cannot have been sent on 2025-01-01/u,
  );
  expect((await tieout([...send, "2199-01-01"])).stderr).toMatch(/2199-01-01 is still to come/u);
  expect((await tieout([...send, "2026-11-31"])).stderr).toMatch(/^USAGE: --on takes a day/u);
  const sent = await tieout([...send, TODAY, "--how", "By mail"]);
  expect(sent).toMatchObject({ status: 0, stderr: "" });
  expect(sent.stdout).toContain(
    `2026-11/1  Letter 1 of November 2026: sent ${TODAY} to Escrow Ltd, not answered\n  8 of 8 questions wait, 0 cleared; `,
  );
  expect(await clients()).toContain(`Not answered: Letter 1 of November 2026 (sent ${TODAY} to Escrow Ltd).`);
  expect((await tieout([...send, TODAY])).stderr).toMatch(
    /needs a note that says why\. Nothing was written\. Correct it and try again/u,
  );
  await tieout([...send, TODAY, "--note", "It went out later"]);

  const answer = join(folder, "answer.eml");
  writeFileSync(answer, "We look into it");
  const answered = await tieout([...early, "--file", answer]);
  expect(answered).toMatchObject({ status: 0, stderr: "" });
  expect(answered.stdout).toMatch(/Answered \d{4}-\d\d-\d\d \(evidence 1\), recorded by Ada Obi, .*: Yes\n/u);
  expect(await clients()).not.toContain("Not answered");
  expect((await tieout(["evidence", ledger])).stdout).toContain("Answer to Letter 1 of November 2026");

  const explained = { items: [{ fingerprint: raised[0] ?? "" }], status: "explained" as const };
  await decide({ ...request, ...explained, note: "They corrected it", by: "Ada Obi" }, STANDING_CONTEXT);
  const { letters } = await listed(ledger);
  expect(letters).toMatchObject([
    { sent: { on: TODAY }, answers: [{ note: "Yes", evidence: 1 }], open: 7, decided: 1, cleared: 0 },
  ]);
  const item = letters[0]?.items.find(({ fingerprint }) => fingerprint === raised[0]);
  expect(item?.state).toBe("decided");
  expect((await tieout(["letter-sent", ledger, "2026-11/2", ...send.slice(3), TODAY])).stderr).toMatch(
    /^LETTER_NOT_FOUND: .*\(letter 2026-11\/2\)/u,
  );
  const intact = await tieout(["verify", ledger]);
  expect([intact.status, intact.stdout]).toEqual([
    0,
    expect.stringContaining(", 1 letter to the provider, "),
  ]);

  const review = ["review", ledger, "--month", NOVEMBER];
  const waiting = `Not cleared: Letter 1 of November 2026, question 2 was answered ${TODAY} (sent ${TODAY} to Escrow Ltd); `;
  expect(
    (await tieout(review)).stdout.split("\n").filter((line) => line.trim().startsWith(waiting)),
  ).toHaveLength(1);
  const reviewed = JSON.parse((await tieout([...review, "--json"])).stdout) as {
    readonly exceptions: readonly {
      readonly status: string;
      readonly waitsFor: { readonly ref: string } | null;
    }[];
  };
  expect(reviewed.exceptions.filter(({ waitsFor }) => waitsFor?.ref === REF).length).toBe(
    reviewed.exceptions.filter(({ status }) => status === "raised").length,
  );
  const workbook = join(folder, "november.xlsx");
  const exported = await tieout(["export", ledger, "--month", NOVEMBER, "--out", workbook]);
  expect(exported.status).toBe(0);
  const tables = join(folder, "tables");
  await tieout(["export", ledger, "--month", NOVEMBER, "--out", tables, "--format", "csv", "--folder"]);
  const all = readdirSync(tables).map((name) => readFileSync(join(tables, name), "utf8"));
  expect(all.join("\n")).toContain(waiting);
  expect(all.join("\n")).toMatch(/Letter 1 of November 2026,.*"?answered \d{4}-\d\d-\d\d/u);
  expect(await tieout(["verify", ledger, "--workbook", workbook])).toMatchObject({ status: 0 });

  tampering(ledger, (db) => {
    db.exec("UPDATE letter_step SET event = replace(event, 'Escrow Ltd', 'Escrow Inc') WHERE id = 3");
  });
  const proof = await tieout(["verify", ledger]);
  expect(proof.status).toBe(1);
  expect(proof.stdout + proof.stderr).toMatch(/AUDIT_MISMATCH.*event.*letter_step 3/u);
});
