/** Checks that all records of a ledger belong to one user. */
import type { User } from "../../../core/business.ts";
import { TieoutError } from "../../../core/errors.ts";
import { ownerOf } from "./caller.ts";
import type { ReadableLedger, WritableLedger } from "../file/connection.ts";
import type { IntakeResult } from "./intake.ts";

/** The caller, where one is known, else all users of the entries held; null for a ledger with neither. */
export function usersHeld(db: ReadableLedger): ReadonlySet<number> | null {
  const owner = ownerOf(db);
  return owner === null ? usersOfEntries(db) : new Set([owner]);
}

/** Users of the entries held; null while there are none. */
export function usersOfEntries(db: ReadableLedger): ReadonlySet<number> | null {
  const users = db.prepare<[], number>("SELECT DISTINCT user_id FROM entry").pluck().all();
  return users.length === 0 ? null : new Set(users);
}

/**
 * Where no user record came along, some of the entries must be of a user whose entries are held: else it is
 * another's wallet.
 *
 * @throws TieoutError LEDGER_OTHER_USER
 */
export function refuseOtherEntries(
  db: WritableLedger,
  known: ReadonlySet<number> | null,
  entries: IntakeResult | null,
): void {
  if (known === null || entries === null || entries.users.size === 0) return;
  if ([...entries.users].some((user) => known.has(user))) return;
  throw otherUser(db, known, `belong to user ${[...entries.users].slice(0, 3).join(", ")}`);
}

/** @throws TieoutError LEDGER_OTHER_USER when the ledger is another user's */
export function refuseOtherUser(db: WritableLedger, user: User | null): void {
  const known = usersHeld(db);
  if (user === null || known === null || known.has(user.userID)) return;
  throw otherUser(db, known, `were pulled by user ${user.userID}`);
}

function otherUser(db: WritableLedger, known: ReadonlySet<number>, whose: string): TieoutError {
  const owner = [...known].slice(0, 3).join(", ");
  return new TieoutError(
    "LEDGER_OTHER_USER",
    `The ledger belongs to user ${owner}, but these records ${whose}`,
    {
      file: db.name,
    },
  );
}
