/** What an examiner asks: answers computed, asserted or missing, what is open, who owes it, and what stays open. */
import { hash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ExaminerQuestion } from "../../../src/core/review/file/examined.ts";
import { walletBody } from "../../helpers/bodies.ts";
import { temporaryFolder, tieout } from "../../helpers/cli.ts";
import { done } from "../../helpers/ended.ts";
import { ledgerToReview } from "../../helpers/ledgers/review-ledger.ts";
import { importRecords, newLedgerPath } from "../../helpers/ledgers/signing.ts";
import { HOUR_MS, OCTOBER_MS, sale, wallet } from "../../helpers/records.ts";

async function questionsOf(ledger: string, month = "2026-10") {
  const result = await tieout(["examine", ledger, "--month", month, "--json"]);
  const { questions } = JSON.parse(result.stdout) as { readonly questions: readonly ExaminerQuestion[] };
  const found = new Map(questions.map((one) => [one.id, one]));
  expect(found.size).toBe(questions.length);
  const owed = questions.filter(({ owner }) => owner !== null && owner !== "the auditor");
  expect(result.status).toBe(owed.length > 0 ? 1 : 0);
  return found;
}

test("a month nobody worked on owes its decisions, its origin, its file and its signatures", async () => {
  const ledger = await ledgerToReview();
  const asked = await questionsOf(ledger);
  expect(asked.get("provided")).toMatchObject({
    answer: "Nobody said so (import 1).",
    basis: "missing",
    owner: "the preparer",
  });
  expect(asked.get("chain")).toMatchObject({
    answer: "Not so: 2 of 2 balance breaks are open.",
    basis: "computed",
    owner: "the preparer",
  });
  expect(asked.get("outstanding")).toMatchObject({
    answer: "Not so: 1 of 1 overdue or orphan item is open.",
  });
  expect(asked.get("unchanged")).toMatchObject({ owner: null, closes: null });
  expect(asked.get("decided")).toMatchObject({ answer: "0 of 4 exceptions.", basis: "missing" });
  expect(asked.get("confirmed-1")).toMatchObject({ basis: "missing", owner: "the provider" });
  expect(asked.get("stated")).toMatchObject({ answer: "Not stated: policy, materiality.", basis: "missing" });
  expect(asked.get("who")).toMatchObject({ basis: "missing", owner: "the preparer" });
  expect(asked.get("own-pull")).toMatchObject({ basis: "missing", owner: "the auditor" });

  const text = (await tieout(["examine", ledger, "--month", "2026-10"])).stdout;
  expect(text).toMatch(/^October 2026: what an examiner asks\. As of now, after import 1/u);
  const [, all, open, owed = ""] = /^(\d+) questions: .* (\d+) open: (.*)\.$/mu.exec(text) ?? [];
  expect([Number(all), Number(open)]).toEqual([
    asked.size,
    [...asked.values()].filter(({ owner }) => owner !== null).length,
  ]);
  expect(owed.split(", ").reduce((sum, part) => sum + Number.parseInt(part, 10), 0)).toBe(Number(open));
});

test("what was overridden stays open in later months, and a confirmation counts with its evidence", async () => {
  const ledger = await ledgerToReview();
  const evidence = join(temporaryFolder(), "statement.txt");
  writeFileSync(evidence, "Closing balance 1,464\n");
  const sha256 = hash("sha256", readFileSync(evidence), "hex");
  const october = [ledger, "--month", "2026-10"];
  const ada = ["--by", "Ada Obi"];
  await done("attach", ledger, evidence, "--month", "2026-10", "--note", "From the provider", ...ada);
  await done("confirm", ...october, "--balance", "1464", "--evidence", "1", ...ada);
  await done("prepare", ...october, ...ada, "--override", "Ticket 4711");
  await done("sign-off", ...october, "--by", "Ben Cole");

  const asked = await questionsOf(ledger);
  expect(asked.get("confirmed-1")).toMatchObject({ basis: "asserted", sha256, owner: null });
  expect(asked.get("who")).toMatchObject({
    answer: "Prepared by Ada Obi. Signed off by Ben Cole, who took 0 of 1 confirmation in force.",
    basis: "asserted",
    owner: null,
  });
  const carried = {
    answer: expect.stringMatching(/^3 errors are undecided.*\. Ada Obi: Ticket 4711$/u),
    basis: "missing",
    owner: "the preparer",
    closes: expect.stringMatching(/^Settle it, and prepare the month again without an override\./u),
  };
  expect(asked.get("overridden")).toMatchObject(carried);

  const more = join(temporaryFolder(), "more.json");
  const dated = (at: number) => OCTOBER_MS + (at + 1) * 86_400_000 * 8;
  writeFileSync(
    more,
    walletBody(wallet([1, 2, 3, 4, 5, 6], (at) => ({ dateCreatedAtMs: dated(at) })).slice(5)),
  );
  await done("import", ledger, "--wallet", more, "--provided-by", "Ada Obi, by mail");
  const later = await questionsOf(ledger, "2026-11");
  expect(later.get("open-2026-10-overridden")).toMatchObject(carried);
  expect(later.get("provided")).toMatchObject({
    answer: "Nobody said so (import 1); Ada Obi, by mail (import 2).",
    basis: "missing",
  });
  expect(later.has("open-2026-10-confirmed-1")).toBe(false);
  // What nothing answers of a signed month is asked again, or stays open; what the auditor owes is not its own.
  const lacking = [...asked.values()].filter(
    ({ basis, owner }) => basis === "missing" && owner !== "the auditor",
  );
  const unseen = lacking.filter(
    ({ id }) => !later.has(`open-2026-10-${id}`) && later.get(id)?.basis !== "missing",
  );
  expect([lacking.length > 3, unseen.map(({ id }) => id)]).toEqual([true, []]);

  await done("reopen", ...october, "--by", "Ben Cole", "--reason", "To be decided");
  const reopened = await questionsOf(ledger, "2026-11");
  expect([...reopened.keys()].filter((id) => id.startsWith("open-"))).toEqual([]);
  expect(reopened.get("opening")).toMatchObject({ basis: "missing" });
});

test("what a month was signed without is gone once it is signed with it", async () => {
  const ledger = await ledgerToReview();
  const october = [ledger, "--month", "2026-10"];
  const signOctober = async () => {
    await done("prepare", ...october, "--by", "Ada Obi", "--override", "Ticket 4711");
    await done("sign-off", ...october, "--by", "Ben Cole");
  };
  await signOctober();
  const unconfirmed = (await questionsOf(ledger, "2026-11")).get("open-2026-10-confirmed-1");
  expect(unconfirmed).toMatchObject({ answer: "User 1: not confirmed.", owner: "the provider" });
  await done("reopen", ...october, "--by", "Ben Cole", "--reason", "The statement came");
  const confirmed = ["confirm", ...october, "--balance", "1464", "--by", "Ada Obi"] as const;
  await done(...confirmed, "--source", "Statement 4");
  await signOctober();
  expect((await questionsOf(ledger, "2026-11")).get("open-2026-10-confirmed-1")).toMatchObject({
    basis: "asserted",
    closes: "Attach the confirmation. Then reopen October 2026, and sign it with that.",
  });
  const paper = join(temporaryFolder(), "statement.txt");
  writeFileSync(paper, "Closing balance 1,464\n");
  await done("reopen", ...october, "--by", "Ben Cole", "--reason", "The paper came");
  await done("attach", ledger, paper, "--month", "2026-10", "--note", "Statement 4", "--by", "Ada Obi");
  await done(...confirmed, "--evidence", "1");
  await signOctober();
  const asked = await questionsOf(ledger, "2026-11");
  expect(asked.has("open-2026-10-confirmed-1")).toBe(false);
  expect(asked.has("open-2026-10-overridden")).toBe(true);
});

test("what later records cleared was asked, or needs no letter", async () => {
  const ledger = newLedgerPath();
  const sales = [1, 2, 3].map((payID) => sale(payID, 100 * payID));
  const day = 24 * HOUR_MS;
  const entries = wallet([5000, -1, 100, 200], (at) => ({
    payref: ["", "", "PAY-1", "PAY-2"][at] ?? "",
    dateCreatedAtMs: OCTOBER_MS + [0, 32, 33, 40][at]! * day,
  }));
  await importRecords(ledger, entries.slice(0, 2), sales);
  const october = [ledger, "--month", "2026-10"];
  const raise = [
    "review",
    ...october,
    "--rule",
    "paid-without-entry",
    "--status",
    "raised",
    "--note",
    "Where?",
  ];
  await done(...raise, "--by", "Ada Obi");
  await importRecords(ledger, entries.slice(0, 3), sales);
  expect((await questionsOf(ledger)).get("raised")).toMatchObject({
    answer: "3 raised, 1 cleared by later records; 2 in no letter that was sent.",
    closes: "Write and send the letter.",
  });
  const today = new Date().toISOString().slice(0, 10);
  await done("letter", ...october, "--out", join(temporaryFolder(), "October.docx"), "--by", "Ada Obi");
  await done("letter-sent", ledger, "2026-10/1", "--on", today, "--to", "Escrow Ltd", "--by", "Ada Obi");
  const words = `3 raised, each in a letter or cleared by later records. Letter 1 of October 2026: sent ${today} to Escrow Ltd, not answered.`;
  const answered = { answer: words, owner: "the provider", closes: "Answer the letter." };
  expect((await questionsOf(ledger)).get("raised")).toMatchObject(answered);
  await importRecords(ledger, entries, sales);
  expect((await questionsOf(ledger)).get("raised")).toMatchObject(answered);
});
