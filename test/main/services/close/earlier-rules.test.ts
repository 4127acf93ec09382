/** A ledger of an earlier release, whose months were signed under other rules. */
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { RULES_VERSION } from "../../../../src/core/options.ts";
import type { CheckDocument } from "../../../../src/core/reconcile/same-conclusion.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { driftedMonths } from "../../../../src/main/services/close/changed-since.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { tieout } from "../../../helpers/cli.ts";
import { documentOf, replaceDocument } from "../../../helpers/ledgers/kept-runs.ts";
import { sha256 } from "../../../helpers/records.ts";
import {
  CONTEXT,
  brokenWallet,
  importWallet,
  ledgerToReview,
} from "../../../helpers/ledgers/review-ledger.ts";
import { type Payload, rewriteTrail } from "../../../helpers/ledgers/rewritten-trail.ts";
import { signMonth } from "../../../helpers/ledgers/signing.ts";

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
    [expect.stringMatching(/^October 2026 is not proven: .* signed under rules 1/u)],
  ]);
  const touched = { month: "2026-10" as Month };
  expect(driftedMonths(ledger, touched, CONTEXT)).toEqual([
    {
      month: "2026-10",
      state: "signed-off",
      changedSince: expect.objectContaining({
        effects: [
          `it was prepared under rules 1 and is now checked by rules ${RULES_VERSION}, on the same records`,
          "1 new exception",
        ],
      }) as unknown,
    },
  ]);
  await importWallet(ledger, brokenWallet(9, 6));
  const [later] = driftedMonths(ledger, touched, CONTEXT);
  expect(later?.changedSince.effects[0]).toBe(
    `it was prepared under rules 1 and is now checked by rules ${RULES_VERSION}, which may explain part of the difference`,
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
    `differ from those that were signed and checked by rules ${RULES_VERSION}, not 1, see C3`,
  );
});
