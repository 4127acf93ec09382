/** A ledger of an earlier release, whose months were signed under other rules. */
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { RULES_VERSION } from "../../../../src/core/options.ts";
import type { CheckDocument } from "../../../../src/core/reconcile/same-conclusion.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { driftedMonths } from "../../../../src/main/services/close/changed-since.ts";
import { monthsChangedSince } from "../../../../src/main/services/close/differences.ts";
import { readMonth, readStatement } from "../../../../src/main/services/close/moments.ts";
import { readClients } from "../../../../src/main/services/practice/clients.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { tieout } from "../../../helpers/cli.ts";
import { documentOf, documentSql, replaceDocument } from "../../../helpers/ledgers/kept-runs.ts";
import { sha256 } from "../../../helpers/records.ts";
import {
  CONTEXT,
  brokenWallet,
  importWallet,
  ledgerToReview,
} from "../../../helpers/ledgers/review-ledger.ts";
import { type Payload, rewriteTrail } from "../../../helpers/ledgers/rewritten-trail.ts";
import { signMonth } from "../../../helpers/ledgers/signing.ts";
import { tampering } from "../../../helpers/ledgers/tampering.ts";

const folder = mkdtempSync(join(tmpdir(), "tieout-earlier-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("verifies whole, reports its signed month as not proven, and keeps the signed figures", async () => {
  const ledger = join(folder, "a.tieout");
  copyFileSync(new URL("../../../fixtures/ledgers/schema-4.tieout", import.meta.url), ledger);
  const verified = await tieout(["verify", ledger, "--json"]);
  expect([verified.status, JSON.parse(verified.stdout)]).toMatchObject([
    0,
    { ok: true, signedMonths: { inForce: 1, notProven: [{ month: "2026-09", why: "rules" }] } },
  ]);
  expect(RULES_VERSION).not.toBe("1");
  const months = await tieout(["months", ledger]);
  expect(months.stdout).toContain("user 1, business 7 closes at 100.00 NGN");
  const checked = await tieout(["check", ledger, "--json"]);
  expect(JSON.parse(checked.stdout)).toMatchObject({ schema: "tieout.check/1" });
});

/** October, signed by this version, in a file that says it was signed under rules 1, which did not raise one of the notes. */
async function signedUnderRules1(): Promise<string> {
  const ledger = await ledgerToReview();
  await signMonth(ledger, "2026-10");
  let check = "";
  let was = "";
  rewriteTrail(
    ledger,
    (payload, kind) => {
      const frozen = payload["frozen"] as Payload | null | undefined;
      if (kind === "run" && payload["run"] === 1) return { ...payload, sha256: sha256(check) };
      if (kind !== "close" || frozen === null || frozen === undefined) return payload;
      return { ...payload, frozen: { ...frozen, rulesVersion: "1", checkSha256: sha256(check) } };
    },
    (db) => {
      const document = documentOf(db, 1);
      const kept = JSON.parse(document) as CheckDocument;
      was = sha256(document);
      check = JSON.stringify({ ...kept, findings: kept.findings.slice(1) });
      replaceDocument(db, 1, check);
      db.prepare(
        `UPDATE close_step SET frozen = replace(replace(frozen, '"rulesVersion":"${RULES_VERSION}"', '"rulesVersion":"1"'), ?, ?)`,
      ).run(was, sha256(check));
    },
  );
  return ledger;
}

test("a month that differs only by the rules says so, also after a later pull", async () => {
  const ledger = await signedUnderRules1();
  const verified = await verifyLedgerFile(ledger, null, CONTEXT);
  expect([verified.problems, verified.notes]).toEqual([
    [],
    [
      expect.stringMatching(
        /^October 2026 is not proven: according to the file, it was prepared under rules 1, /u,
      ),
    ],
  ]);
  const touched = { month: "2026-10" as Month };
  expect(driftedMonths(ledger, touched, CONTEXT)).toEqual([
    {
      month: "2026-10",
      prepared: { by: "Ada Obi" },
      state: "signed-off",
      changedSince: expect.objectContaining({
        effects: [
          `it was prepared under rules 1, and this version checks by rules ${RULES_VERSION}, on the same records`,
          "1 new exception",
        ],
      }) as unknown,
    },
  ]);
  await importWallet(ledger, brokenWallet(9, 6));
  const [later] = driftedMonths(ledger, touched, CONTEXT);
  expect(later?.changedSince.effects[0]).toBe(
    `it was prepared under rules 1, and this version checks by rules ${RULES_VERSION}, which may explain part of the difference`,
  );
});

test("its workbook names both rules", async () => {
  const ledger = await signedUnderRules1();
  await importWallet(ledger, brokenWallet(9, 6));
  const out = join(folder, "tables");
  const october = ["--month", "2026-10", "--format", "csv", "--folder", "--out", out];
  const exported = await tieout(["export", ledger, ...october]);
  expect([exported.status, exported.stderr]).toEqual([0, ""]);
  const lead = readdirSync(out).filter((name) => name.startsWith("A-lead"));
  const texts = lead.map((name) => readFileSync(join(out, name), "utf8")).join("\n");
  expect(texts).toContain(
    `differ from those that were signed: it was prepared under rules 1, and this version checks by rules ${RULES_VERSION}, see C3`,
  );
});

/** Written by Tieout 0.1.0 and by 0.2.0 before rules 3, each with September and October signed. */
test.each(["1", "2"])("rules %s: every place says so in one sentence, none as a failure", async (version) => {
  const ledger = join(folder, `rules-${version}.tieout`);
  copyFileSync(new URL(`../../../fixtures/ledgers/rules-${version}.tieout`, import.meta.url), ledger);
  const sentence = `it was prepared under rules ${version}, and this version checks by rules ${RULES_VERSION}`;
  const said = async (...args: string[]) => {
    const { status, stdout, stderr } = await tieout(args);
    expect([status, stderr]).toEqual([0, ""]);
    return stdout;
  };
  const october = ["--month", "2026-10"];
  const out = join(folder, "October.xlsx");
  const since = `Since then: ${sentence}, on the same records; 1 new exception; closing unchanged.\n`;
  expect(await said("months", ledger)).toContain(since);
  expect(await said("file", ledger, ...october)).toContain(since);
  expect(await said("export", ledger, ...october, "--replace", "--out", out)).toContain(since);
  expect(await said("verify", ledger)).toContain(`is not proven: according to the file, ${sentence}, so`);
  const { changedSince } = readStatement({ ledger, month: "2026-10" as Month }, CONTEXT);
  expect(since).toBe(`${changedSince?.sentence}\n`);
  const report = readMonth({ ledger, month: "2026-10" as Month }, CONTEXT);
  expect(report.changes).toEqual([`${sentence}, on the same records`, "1 new exception"]);
  expect(monthsChangedSince(ledger).doubtful).toEqual(["2026-09", "2026-10"]);
  for await (const { client } of readClients({ paths: [ledger], dueDay: null, checks: true }, CONTEXT)) {
    expect(client?.restated.map(({ month, effects }) => [month, effects[0]])).toEqual(
      ["2026-09", "2026-10"].map((month) => [month, `${sentence}, on the same records`]),
    );
  }
});

test("a run of other rules that keeps less is compared by what was frozen, where it is the one that was frozen", async () => {
  const ledger = join(folder, "less.tieout");
  copyFileSync(new URL("../../../fixtures/ledgers/schema-8.tieout", import.meta.url), ledger);
  const sentence = `it was prepared under rules 1, and this version checks by rules ${RULES_VERSION}`;
  for (const command of ["check", "file", "review"]) {
    const { status, stdout, stderr } = await tieout([command, ledger, "--month", "2026-09"]);
    expect([stderr, status]).toEqual(["", 0]);
    expect(stdout).toContain(sentence);
  }
  expect((await tieout(["months", ledger])).stdout).toContain(sentence);
  // Neither where it is another than the one that was frozen, nor by this version's rules.
  tampering(ledger, (db) => db.exec(documentSql(1, '{"schema":"tieout.check/2"}')));
  const forged = await tieout(["check", ledger, "--month", "2026-09"]);
  expect(forged.stderr).toMatch(
    /^AUDIT_MISMATCH: The run of the prepared month differs from what was written/u,
  );
});
