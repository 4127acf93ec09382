/** The keys of a ledger as a use case: who has which, enrolling and revoking them, and demanding that acts be signed. */
import { TieoutError } from "../../../core/errors.ts";
import type { Month } from "../../../core/review/close/close.ts";
import {
  KEY_REASONS,
  type KeyEvent,
  type SignatureReport,
  keyFingerprint,
  nameOfKey,
} from "../../../core/review/close/keys.ts";
import { noteOf, reasonOf } from "../../../core/review/decisions/note-rules.ts";
import type { WritableLedger } from "../../ledger/file/connection.ts";
import { auditHead } from "../../ledger/file/audit.ts";
import { insertAct, readKeySignatures, standingKeys } from "../../ledger/trail/acts.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { type SignedRequest, type LedgerAt, readProven, writeLedger } from "../shared/use-ledger.ts";

/** @throws TieoutError when the ledger cannot be opened or read, or differs from its audit trail */
export function readKeys(ledger: LedgerAt): SignatureReport {
  return readProven(ledger, readKeySignatures);
}

/** What is to become of the keys. */
export type KeyChange =
  /** A key at hand is enrolled; the first of them where none is named. */
  | { readonly kind: "enrolled"; readonly key?: string }
  /** @param digits the first of a key, or all; `from`: the link from which it is not to be relied on, null for the next */
  | { readonly kind: "revoked"; readonly digits: string; readonly from: number | null }
  /** Of whatever anybody does, or with a month only of what is done to it and later ones. */
  | { readonly kind: "demanded"; readonly fromMonth?: Month }
  | { readonly kind: "released" };

export interface KeyRequest extends SignedRequest {
  readonly change: KeyChange;
  /** Whose key it is, or who revokes or demands. */
  readonly by: string;
}

/**
 * Changes the keys of a ledger, signed with the key at hand.
 *
 * @returns how they stand then
 * @throws TieoutError KEY_INVALID, KEY_MISSING, KEY_UNKNOWN, KEY_REVOKED, KEY_OTHER_NAME; DECISION_INVALID without a name or
 *   a reason; LEDGER_* as opening for writing raises
 */
export async function changeKeys(
  { ledger, change, ...said }: KeyRequest,
  context: ServiceContext,
): Promise<SignatureReport> {
  const by = nameOfKey(said.by);
  const note =
    change.kind === "enrolled" ? noteOf(said.note, null) : reasonOf(said.note, KEY_REASONS[change.kind]);
  return writeLedger(ledger, context, (db) => {
    insertAct(db, "key", { event: eventOf(db, change, context), by, note, atMs: context.now() });
    return readKeySignatures(db);
  });
}

function eventOf(db: WritableLedger, change: KeyChange, { keys }: ServiceContext): KeyEvent {
  if (change.kind === "revoked") {
    const { digits, from } = change;
    return { kind: "revoked", key: keyLike(db, digits), from: from ?? auditHead(db).sequence + 1 };
  }
  if (change.kind !== "enrolled") return change;
  const held = keys?.keys ?? [];
  const own = change.key === undefined ? held[0] : held.find(({ key }) => key === change.key);
  if (own === undefined) throw new TieoutError("KEY_MISSING", "There is no key to enrol");
  return { kind: "enrolled", key: own.key };
}

/** The one key that begins so. @throws TieoutError KEY_UNKNOWN, KEY_INVALID for several */
function keyLike(db: WritableLedger, digits: string): string {
  const found = standingKeys(db).all.filter(({ key }) => key.startsWith(digits));
  const [first, second] = found;
  if (first === undefined)
    throw new TieoutError("KEY_UNKNOWN", `No key that is enrolled in this ledger begins with ${digits}`);
  if (second === undefined) return first.key;
  const names = found.map(({ key }) => keyFingerprint(key)).join("; ");
  throw new TieoutError("KEY_INVALID", `Several keys begin with ${digits}: ${names}`);
}
