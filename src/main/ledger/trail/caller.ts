/** The user and business records that each pull brought. */
import type { Business, User } from "../../../core/records/business.ts";
import { canonicalJson } from "../../../core/canonical.ts";
import { type ReadableLedger, type WritableLedger, query } from "../file/connection.ts";
import { business as businessSchema, user as userSchema } from "../../../schema/acts.ts";
import { type StoredPlace, parseStored } from "../../../schema/stored.ts";

function placeIn(db: ReadableLedger): StoredPlace {
  return { file: db.name, record: "caller", sentence: "A user or business differs from what was written" };
}

/** Keeps a pull's user and businesses, as canonical JSON: the text the audit trail holds too. */
export function insertCallers(
  db: WritableLedger,
  pullId: number,
  user: User | null,
  businesses: readonly Business[],
): void {
  const insert = db.prepare("INSERT INTO caller (pull_id, n, kind, document) VALUES (?, ?, ?, ?)");
  if (user !== null) insert.run(pullId, 0, "user", canonicalJson({ ...user }));
  businesses.forEach((business, at) =>
    insert.run(pullId, at + 1, "business", canonicalJson({ ...business })),
  );
}

/** The newest user record, null when none was pulled. */
export function findUser(db: ReadableLedger): User | null {
  const document = query<string>(db).value(
    "SELECT document FROM caller WHERE kind = 'user' ORDER BY pull_id DESC LIMIT 1",
  );
  return document === undefined ? null : parseStored(document, userSchema, () => placeIn(db));
}

/** The newest record of each business pulled, by businessID. */
export function listBusinesses(db: ReadableLedger): Business[] {
  const documents = query<string>(db).values(
    "SELECT document FROM caller WHERE kind = 'business' ORDER BY pull_id, n",
  );
  const newest = new Map<number, Business>();
  for (const document of documents) {
    const business = parseStored(document, businessSchema, () => placeIn(db));
    newest.set(business.businessID, business);
  }
  return [...newest.values()].toSorted((a, b) => a.businessID - b.businessID);
}

/** The userID the ledger belongs to, null while no user record was pulled. */
export function ownerOf(db: ReadableLedger): number | null {
  return findUser(db)?.userID ?? null;
}
