/** A ledger of an earlier release, whose months were signed under other rules. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { RULES_VERSION } from "../../../src/core/options.ts";
import { tieout } from "../../helpers/cli.ts";

const folder = mkdtempSync(join(tmpdir(), "tieout-earlier-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("verifies whole, its signed month not proven, and keeps the figures that were signed", async () => {
  const ledger = join(folder, "a.tieout");
  copyFileSync(new URL("../../fixtures/ledgers/schema-4.tieout", import.meta.url), ledger);
  const verified = await tieout(["verify", ledger, "--json"]);
  expect([verified.status, JSON.parse(verified.stdout)]).toMatchObject([
    0,
    { ok: true, signedMonths: { inForce: 1, notProven: [{ month: "2026-09", why: "rules" }] } },
  ]);
  expect(RULES_VERSION).toBe("2");
  const months = await tieout(["months", ledger]);
  expect(months.stdout).toContain("user 1 business 7 closes at 100.00 NGN");
  const checked = await tieout(["check", ledger, "--json"]);
  expect(JSON.parse(checked.stdout)).toMatchObject({ schema: "tieout.check/1" });
});
