/** The close of a folder's ledgers for a window, which learns of each as it is done. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import { type ClosingTotals, ClosingTally } from "../../../core/review/clients/ledger-closing.ts";
import { type AskedMonth, type ServiceAccess, closeFolder } from "../close/practice.ts";
import { PATH_PREFIX, readClientCredentials } from "../pull/credentials.ts";
import type { ServiceContext } from "../shared/context.ts";

export interface ClientsClose {
  readonly folder: string;
  /** Where the workbooks go. */
  readonly out: string;
  readonly month: AskedMonth;
  /** Whether each ledger is pulled first, with the credentials beside it. */
  readonly pull: boolean;
  /** Whether a pull asks for the whole history. */
  readonly full: boolean;
}

/**
 * As `closeFolder`; each ledger's progress, and what was done for it, come as progress of that ledger.
 *
 * @throws TieoutError as `closeFolder`
 */
export async function closeClients(request: ClientsClose, context: ServiceContext): Promise<ClosingTotals> {
  const { folder, out, month, pull, full } = request;
  const accessTo = pull ? (name: string) => accessBeside(folder, name) : null;
  const tally = new ClosingTally();
  for await (const closing of closeFolder({ folder, out, month, accessTo, full }, context)) {
    tally.add(closing);
    const { ledger } = closing;
    context.onProgress?.({ phase: "Done", done: 1, total: 1, unit: "ledger", ledger, closing });
  }
  return tally.totals();
}

/**
 * Reads the credentials file beside a ledger. The environment of a window is nobody's credentials.
 *
 * @throws TieoutError SECRET_MISSING without one, SECRET_FILE
 */
function accessBeside(folder: string, name: string): ServiceAccess {
  const file = join(folder, `${name}.credentials.json`);
  if (!existsSync(file)) {
    throw new TieoutError("SECRET_MISSING", `There is no ${name}.credentials.json beside the ledger`, {
      remedy: "Put it there, or close without pulling.",
    });
  }
  const {
    pathPrefix = PATH_PREFIX,
    authForm = "key",
    ...access
  } = readClientCredentials({}, file, undefined);
  return { ...access, pathPrefix, authForm };
}
