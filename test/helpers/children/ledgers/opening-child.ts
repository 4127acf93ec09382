/** A process that opens a ledger with a program one schema ahead, and prints `opened` or the code and sentence it fails with. */
import { TieoutError } from "../../../../src/core/errors.ts";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { openForWriting } from "../../../../src/main/ledger/file/open.ts";
import { MIGRATIONS_AHEAD } from "../../ledgers/next-migration.ts";

try {
  closeLedger(await openForWriting(process.argv[2] ?? "", MIGRATIONS_AHEAD));
  process.stdout.write("opened");
} catch (error) {
  process.stdout.write(error instanceof TieoutError ? `${error.code}: ${error.message}` : String(error));
}
