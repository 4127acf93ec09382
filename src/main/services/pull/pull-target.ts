/** Checks the ledger that a pull goes to before the service is called: it must be able to take the pull. */
import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import type { User } from "../../../core/business.ts";
import { TieoutError } from "../../../core/errors.ts";
import { closeLedger, ledgerIdOf } from "../../ledger/file/connection.ts";
import { type OpenedLedger, goneError, openedAt } from "../../ledger/file/open.ts";
import { isTaken } from "../../ledger/file/header.ts";
import { refuseLongNew } from "../../ledger/file/names.ts";
import { usersHeld } from "../../ledger/pulls/owner.ts";
import { type HeldHistory, findHeldHistory } from "../../ledger/pulls/pull.ts";
import { listAllPulls } from "../../ledger/trail/counting.ts";
import { writeAlone } from "../../ledger/file/write-alone.ts";
import type { ServiceContext } from "../shared/context.ts";
import { openToWrite } from "../shared/use-ledger.ts";

interface PullTarget {
  readonly path: string;
  /** Whose records it holds, userIDs; null while it holds none. */
  readonly users: ReadonlySet<number> | null;
  /** null while it holds no entries. */
  readonly held: HeldHistory | null;
  /** Id of its newest pull, 0 for none. */
  readonly newestPull: number;
  /** undefined where there is none yet. */
  readonly opened: OpenedLedger | undefined;
}

/**
 * Looks at the ledger, as of one moment, with the right to write taken and given back; at its folder where
 * there is none yet.
 *
 * @throws TieoutError LEDGER_NOT_FOUND, EXPORT_TARGET, LEDGER_READONLY, LEDGER_BUSY, and what opening a
 *   ledger for writing raises
 */
export async function lookAtTarget(path: string, context: ServiceContext): Promise<PullTarget> {
  if (!isTaken(path)) {
    refuseGone(path, context);
    refuseFolder(path);
    return { path, users: null, held: null, newestPull: 0, opened: undefined };
  }
  const db = await openToWrite(path, context);
  const look = () => ({
    path,
    users: usersHeld(db),
    held: findHeldHistory(db),
    newestPull: listAllPulls(db).at(-1)?.id ?? 0,
    opened: openedAt(path, ledgerIdOf(db)),
  });
  try {
    return writeAlone(db, look);
  } finally {
    closeLedger(db);
  }
}

/**
 * Refuses to make a new ledger where the one that is open was.
 *
 * @throws TieoutError LEDGER_NOT_FOUND
 */
export function refuseGone(path: string, { opened }: ServiceContext): void {
  if (opened?.path !== path) return;
  throw goneError(path);
}

/** @throws TieoutError EXPORT_TARGET, LEDGER_NOT_FOUND where no ledger can be made */
function refuseFolder(path: string): void {
  refuseLongNew(path);
  const folder = dirname(path);
  try {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) {
      return accessSync(folder, constants.W_OK | constants.X_OK);
    }
  } catch (error) {
    const sentence = "No ledger can be created in this folder: you have no permission to write to it";
    throw new TieoutError("EXPORT_TARGET", sentence, { file: path }, error);
  }
  throw new TieoutError("LEDGER_NOT_FOUND", "The folder for the ledger does not exist", { file: path });
}

/**
 * Refuses responses about somebody else: all users of a pull must be one, and one whose records the ledger
 * holds.
 *
 * @param answered by login and fetch, as far as they were asked
 * @throws TieoutError LEDGER_OTHER_USER
 */
export function refuseOtherUsers(
  { path, users }: Pick<PullTarget, "path" | "users">,
  answered: readonly User[],
): void {
  const [first, ...others] = answered.map(({ userID }) => userID);
  if (first === undefined) return;
  const differing = others.find((user) => user !== first);
  if (differing !== undefined) {
    throw new TieoutError(
      "LEDGER_OTHER_USER",
      `The login is user ${first}, but the service responded for user ${differing}`,
      { file: path },
    );
  }
  if (users === null || users.has(first)) return;
  const owner = [...users].slice(0, 3).join(", ");
  throw new TieoutError(
    "LEDGER_OTHER_USER",
    `The ledger belongs to user ${owner}, but the login is user ${first}`,
    {
      file: path,
    },
  );
}
