/** The close of a folder's ledgers for a window, which learns of each as it is done. */
import { basename, join } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import { type ClosingTotals, ClosingTally } from "../../../core/review/clients/ledger-closing.ts";
import { type AskedClose, type ServiceAccess, closeFolder } from "./practice.ts";
import { PATH_PREFIX, isThere, readClientCredentials } from "../pull/credentials.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";

export interface ClientsClose extends AskedClose {
  /** Whether each ledger is pulled first, with the credentials beside it or those that are kept for it. */
  readonly pull: boolean;
  /** How to reach the services of ledgers that a connection is kept for, by their names without `.tieout`. */
  readonly kept: ReadonlyMap<string, ServiceAccess>;
}

/** As `closeFolder`; each ledger's progress and result come as progress of that ledger. */
export async function closeClients(request: ClientsClose, context: ServiceContext): Promise<ClosingTotals> {
  const { folder, out, month, pull, full, kept } = request;
  const accessTo = pull ? (name: string) => accessBeside(folder, name, kept) : null;
  const tally = new ClosingTally();
  for await (const closing of closeFolder({ folder, out, month, accessTo, full }, context)) {
    tally.add(closing);
    const { ledger } = closing;
    context.onProgress?.({ phase: "Done", done: 1, total: 1, unit: "ledger", ledger, closing });
  }
  return tally.totals();
}

/** Where the credentials file of a ledger is. @param name of the ledger, without `.tieout` */
export function credentialsBeside(folder: string, name: string): string {
  return join(folder, `${name}.credentials.json`);
}

/**
 * Reads the credentials file beside a ledger; where there is none, those that are kept count. The environment
 * of a window is nobody's credentials.
 *
 * @throws TieoutError SECRET_MISSING without either, SECRET_FILE
 */
function accessBeside(folder: string, name: string, kept: ClientsClose["kept"]): ServiceAccess {
  const file = credentialsBeside(folder, name);
  if (!isThere(file)) {
    const access = kept.get(name);
    if (access !== undefined) return access;
    const sentence = `There is no ${basename(file)} beside the ledger, and no connection is kept for it`;
    throw new TieoutError("SECRET_MISSING", sentence, {
      remedy: "Put the file there, set up a connection in the ledger's Settings, or close without pulling.",
    });
  }
  const {
    pathPrefix = PATH_PREFIX,
    authForm = "key",
    ...access
  } = readClientCredentials({}, file, undefined);
  return { ...access, pathPrefix, authForm };
}
