/** `tieout check --as-of`: a signed month as it was, and what is different now. */
import { expect, test } from "vitest";
import { tieout } from "../../helpers/cli.ts";
import { HOUR_MS, OCTOBER_MS, sale, wallet } from "../../helpers/records.ts";
import { CONTEXT, importRecords, newLedgerPath, signMonth } from "../../helpers/ledgers/signing.ts";

const DAY_MS = 24 * HOUR_MS;

/** October signed to close at 145,000; then one entry is changed, one vanishes, and November begins. */
async function restatedLedger(): Promise<string> {
  const ledger = newLedgerPath();
  const all = wallet([100_000, 20_000, -5000, 30_000, 700], (at) => ({
    dateCreatedAtMs: OCTOBER_MS + (at === 4 ? 32 : at) * DAY_MS,
    payref: at === 1 ? "PAY-1" : "",
  }));
  const payments = [sale(1, 20_000)];
  await importRecords(ledger, all.slice(0, 4), payments, CONTEXT);
  await signMonth(ledger, "2026-10");
  const later = all.filter(({ walletID }) => walletID !== 3);
  const changed = later.map((one) => (one.walletID === 4 ? { ...one, debit: one.debit + 1000 } : one));
  await importRecords(ledger, changed, payments);
  return ledger;
}

const asOf = async (ledger: string, moment: string, ...rest: string[]) =>
  tieout(["check", ledger, "--month", "2026-10", "--as-of", moment, ...rest]);

test("shows the month as it was signed, and ends with what is different now", async () => {
  const ledger = await restatedLedger();
  const { stdout, stderr, status } = await asOf(ledger, "signed");
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^\nAs signed 2026-12-01 by Ben Uche\n\nOctober 2026 ties out/u);
  expect(stdout).toContain("145,000");
  expect(stdout.trimEnd().split("\n").slice(-3)).toEqual([
    "  Since then: 2 changes, closing unchanged.",
    "    Records: 1 entry changed; 1 entry vanished",
    "    Effect: the movements of user 1 changed by +6,000, with the same closing balance; 3 new exceptions",
  ]);
  const now = await tieout(["check", ledger, "--month", "2026-10"]);
  expect(now.status).toBe(1);
  const pull = await asOf(ledger, "2");
  expect(pull.stdout).toMatch(/^\nAfter import 2, 2026-12-01\n/u);
  expect(pull.stdout).toMatch(/\n {2}Since then: nothing changed\.\n$/u);
});

test("names the moment and the differences as JSON beside the check", async () => {
  const ledger = await restatedLedger();
  const document = JSON.parse((await asOf(ledger, "signed", "--json")).stdout) as object;
  expect(document).toMatchObject({
    schema: "tieout.check/1",
    wallets: [{ closing: 145_000, tiesOut: true }],
    moment: { is: "signed", at: "2026-12-01T00:00:00.000Z", by: "Ben Uche" },
    since: { entries: { changed: [4], vanished: [3], appeared: [] }, unlikeSigned: [] },
  });
});

test.each([
  [["--as-of", "yesterday"], '--as-of takes "signed" or the number of a pull, not "yesterday".'],
  [["--month", "2026-10", "--as-of", "1"], "Pull 1 did not come after October 2026 was signed"],
  [["--month", "2026-11", "--as-of", "signed"], "November 2026 is not signed off"],
  [["--as-of", "signed"], "name the ledger and --month"],
  [["--month", "2026-10", "--as-of", "signed", "--tolerance", "5"], "under the options that were signed"],
  [["--month", "2026-10", "--as-of", "signed", "--save"], "--save keeps the check of now"],
])("refuses %j in one line", async (flags, sentence) => {
  const { stdout, stderr, status } = await tieout(["check", await restatedLedger(), ...flags]);
  expect([status, stdout, stderr.trimEnd().split("\n").length]).toEqual([2, "", 1]);
  expect(stderr).toContain(sentence);
});
