/** Files have no clock: an older one that is imported late makes newer entries vanish, by the rules, and whoever does it is told. */
import { expect, test } from "vitest";
import { type ImportFiles, importIntoLedger } from "../../../../src/main/services/import/import.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { walletBody } from "../../../helpers/bodies.ts";
import { OCTOBER_MS, wallet } from "../../../helpers/records.ts";
import { SavedFiles } from "../../../helpers/workbook/saved-files.ts";
import { CONTEXT, newLedgerPath } from "../../../helpers/ledgers/signing.ts";

const ALL = wallet([100, 20, -5, 7], () => ({ dateCreatedAtMs: OCTOBER_MS }));

test("reports an older file that comes late, and ignores the order of files in one command", async () => {
  using folder = new SavedFiles();
  const older = folder.write(walletBody(ALL.slice(0, 2)));
  const newer = folder.write(walletBody(ALL.slice(1)));
  const importing = async (ledger: string, ...walletFiles: string[]) => {
    const files: ImportFiles = { wallet: walletFiles, transactions: [], user: null, business: [] };
    return importIntoLedger({ ledger, files }, CONTEXT);
  };
  const ledger = newLedgerPath();
  expect((await importing(ledger, newer)).notes).toEqual([]);
  const late = await importing(ledger, older);
  expect(late.entries).toMatchObject({ inserted: 1, vanished: 2 });
  expect(late.notes).toEqual([
    "These files end at walletID 2, and an earlier pull had walletID 4: they look older than what the ledger holds, and newer entries count as vanished.",
    "If they were saved before that pull, import the newer files again: that restores everything. Or set this import aside, as if it had never been made: tieout set-aside, with --pull 2.",
  ]);
  // Nothing is lost by it: the newer file brings them back.
  const again = await importing(ledger, newer);
  expect([again.entries?.vanished, again.notes]).toEqual([0, []]);
  expect((await verifyLedgerFile(ledger, null, CONTEXT)).problems).toEqual([]);

  for (const files of [
    [older, newer],
    [newer, older],
  ]) {
    const together = await importing(newLedgerPath(), ...files);
    expect([together.entries?.inserted, together.entries?.vanished, together.notes]).toEqual([4, 0, []]);
  }
});
