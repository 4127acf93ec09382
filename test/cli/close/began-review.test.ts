/** A ledger of an earlier version, in which somebody began the review of a month. */
import { expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import { tieout } from "../../helpers/cli.ts";
import { beganReview } from "../../helpers/ledgers/began-review.ts";
import { ledgerToReview } from "../../helpers/ledgers/review-ledger.ts";

test("opens, verifies and shows that step, with the month still open to be prepared; nobody takes it now", async () => {
  const ledger = await ledgerToReview();
  await beganReview(ledger, "2026-10" as Month);
  expect((await tieout(["verify", ledger])).status).toBe(0);
  expect((await tieout(["months", ledger])).stdout).toMatch(
    /^2026-10 {2}open.*\n +Review begun by Ada Obi/mu,
  );
  const given = [ledger, "--month", "2026-10", "--by", "Ada Obi"];
  expect((await tieout(["prepare", ...given, "--override", "Ticket 1"])).status).toBe(0);
  expect((await tieout(["verify", ledger])).status).toBe(0);
  expect((await tieout(["begin-review", ...given])).stderr).toContain("begin-review");
});
