/** `tieout begin-review`: the first step of a month's close, on the command line. */
import { expect, test } from "vitest";
import { tieout } from "../../helpers/cli.ts";
import { ledgerToReview } from "../../helpers/ledgers/review-ledger.ts";

test("moves an open month to review once, and lists who did it", async () => {
  const ledger = await ledgerToReview();
  const args = ["begin-review", ledger, "--month", "2026-10", "--by", "Ada Obi"];
  const run = await tieout(args);
  expect(run).toMatchObject({ status: 0, stderr: "" });
  expect(run.stdout).toMatch(/^October 2026 is in review\.\n {2}Review begun by Ada Obi, 20[^\n]+ UTC\n$/u);
  expect((await tieout(["months", ledger])).stdout).toMatch(
    /^2026-10 {2}in review.*\n +Review begun by Ada/mu,
  );
  const again = await tieout(args);
  expect(again).toMatchObject({ status: 2, stdout: "" });
  expect(again.stderr).toMatch(/^CLOSE_STATE: October 2026 is in review\. It can be prepared\. [^\n]+\n$/u);
  const unnamed = await tieout(["begin-review", ledger, "--month", "2026-11", "--by", " "]);
  expect(unnamed.stderr).toMatch(/^DECISION_INVALID: A step of the close needs the name/u);
});
