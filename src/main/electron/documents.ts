/** Ledgers that the system asks to open: by command line, a second start, or a double click on a file. */
import { resolve } from "node:path";

/**
 * The ledger that a command line names: the first argument that is no option.
 *
 * @param argv as `process.argv` has it
 * @param isBundled whether the program is its own executable, or Electron was given a folder to run
 * @param folder against which a relative path counts
 */
export function ledgerAsked(argv: readonly string[], isBundled: boolean, folder: string): string | null {
  const named = argv
    .slice(isBundled ? 1 : 2)
    .find((argument) => argument !== "" && !argument.startsWith("-"));
  return named === undefined ? null : resolve(folder, named);
}

/** What a second start hands over to the first. */
export interface Handover {
  readonly ledger: string | null;
}

/** The ledger of a handover; whatever else another program hands over asks for none. */
export function ledgerHandedOver(given: unknown): string | null {
  if (typeof given !== "object" || given === null || !("ledger" in given)) return null;
  return typeof given.ledger === "string" && given.ledger !== "" ? given.ledger : null;
}

/** Keeps what is asked before anybody can answer: the system may ask before the app is ready. */
interface Requests {
  readonly ask: (path: string) => void;
  /** Each is answered at once from now on; of those waiting only the last, as only one ledger is open. */
  readonly answer: (open: (path: string) => void) => void;
}

export function createRequests(): Requests {
  let waiting: string | null = null;
  let answerer: ((path: string) => void) | null = null;
  return {
    ask(path) {
      if (answerer === null) waiting = path;
      else answerer(path);
    },
    answer(open) {
      answerer = open;
      if (waiting !== null) open(waiting);
      waiting = null;
    },
  };
}
