/** What a month was signed on, as whoever asks the source himself finds it: in a client's ledger, or in a pack of the month. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type JsonValue, canonicalJson } from "../../../core/canonical.ts";
import type { FieldChange } from "../../../core/reconcile/input/findings.ts";
import type { PackLeaf } from "../../../core/report/pack-lists.ts";
import type { Month } from "../../../core/review/close/close.ts";
import type { AuditedPack, OwnPullDifference, OwnPullReport } from "../../../core/review/restate/own-pull.ts";
import { readSettings } from "../../ledger/acts/settings.ts";
import { type ReadableLedger, ledgerIdOf } from "../../ledger/file/connection.ts";
import { recordFinder } from "../../ledger/tables/current-record.ts";
import type { RecordTable } from "../../ledger/tables/record-table.ts";
import { openAt } from "../../ledger/trail/as-of.ts";
import { ownerOf } from "../../ledger/trail/caller.ts";
import { signatureIn, signatureOf } from "../close/signature.ts";
import type { OpenedPack } from "../export/opened-pack.ts";
import { type VerifiedPack, whileVerified } from "../export/verify-pack.ts";
import { isObject, withTextsOf, withholding } from "../proof/leaves.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { whileOpen } from "../shared/use-ledger.ts";

/** Where a signed month is read. */
export type SignedSource =
  | { readonly is: "ledger"; readonly file: string; readonly month: Month }
  /** `head`: of the audit trail as it was printed once; null without one. */
  | { readonly is: "pack"; readonly file: string; readonly head: string | null };

/** A record that differs, and what the auditor's own pull says of it; undefined where it is not in it. */
type StatesSince<R> = (
  difference: Omit<OwnPullDifference, "isStated">,
  after: R | undefined,
) => boolean | null;

export interface SignedBasis extends Pick<OwnPullReport, "month" | "signed" | "ledger" | "decimals"> {
  /** Of the month, milliseconds UTC, both inclusive. */
  readonly fromMs: number;
  readonly toMs: number;
  /** The records as it was signed: withheld texts are other ones in it. */
  readonly db: ReadableLedger;
  /** null of a ledger. */
  readonly pack: Omit<AuditedPack, "notCompared"> | null;
  /** A record's document with the texts that are withheld of it as another content has them, and how many those are. */
  readonly withTexts: (
    table: RecordTable<unknown>["name"],
    document: JsonValue,
    other: JsonValue,
  ) => ReturnType<typeof withTextsOf>;
  /** Whether pulls since the signature found the same; null where that is not told. */
  readonly statesSince: <R>(table: RecordTable<R>, record: OwnPullDifference["record"]) => StatesSince<R>;
}

/** @throws TieoutError CLOSE_STATE; AUDIT_BROKEN, AUDIT_MISMATCH of a ledger; PACK_BROKEN, as `whileVerified` */
export async function whileSigned<T>(
  source: SignedSource,
  context: ServiceContext,
  work: (basis: SignedBasis) => Promise<T>,
): Promise<T> {
  if (source.is === "pack")
    return whileVerified(source, context, async (verified) => work(await basisOfPack(verified, source.file)));
  const { file, month } = source;
  const { signed, sequence, fromMs, toMs } = signatureIn(file, month);
  const db = openAt({ path: file, sequence });
  return whileOpen(db, async () => {
    const now = openAt(file);
    return whileOpen(now, async () =>
      work({
        month,
        signed,
        ledger: { id: ledgerIdOf(now), userID: ownerOf(db) },
        decimals: readSettings(now).decimals,
        fromMs,
        toMs,
        db,
        pack: null,
        withTexts: (_, record) => ({ record, texts: 0 }),
        statesSince: (table) => saidBy(now, table),
      }),
    );
  });
}

/** Whether a ledger says the same of a record by now. */
function saidBy<R>(now: ReadableLedger, table: RecordTable<R>): StatesSince<R> {
  const find = recordFinder(now, table);
  const textOf = (one: R | undefined) => (one === undefined ? null : canonicalJson(table.document(one)));
  return ({ id }, after) => textOf(find([id]).get(id)) === textOf(after);
}

async function basisOfPack({ proof, pack, db }: VerifiedPack, file: string): Promise<SignedBasis> {
  const { month, ledger, head, claims } = proof;
  const { withheld } = pack.manifest;
  const { signed, fromMs, toMs } = signatureOf(db, month);
  const isWithheld = withholding(withheld);
  return {
    month,
    signed: {
      by: isWithheld("names") ? null : signed.by,
      atMs: signed.atMs,
      linkSha256: signed.linkSha256 === "" ? null : signed.linkSha256,
    },
    ledger: { id: ledger, userID: ownerOf(db) },
    decimals: readSettings(db).decimals,
    fromMs,
    toMs,
    db,
    pack: {
      sha256: await sha256OfFile(file),
      head,
      claims: claims.length,
      proven: claims.filter(({ verdict }) => verdict === "proven").length,
      withheld,
    },
    withTexts: (table, record, other) =>
      withTextsOf({ list: table === "entry" ? "entries" : "transactions", record, isWithheld }, other),
    statesSince: (_, record) => statedIn(pack, record, isWithheld("notes")),
  };
}

async function sha256OfFile(file: string): Promise<string> {
  const digest = createHash("sha256");
  for await (const piece of createReadStream(file)) digest.update(piece as Buffer);
  return digest.digest("hex");
}

// What a pack tells of pulls since the signature: that there were any, and what they changed in records of the month.

/** A change that a pack tells of. */
interface ToldChange {
  readonly kind: JsonValue;
  readonly id: JsonValue;
  readonly fields: readonly PackLeaf[];
}

/** @param isCut whether the pack withholds what fields said */
function statedIn(
  pack: OpenedPack,
  record: OwnPullDifference["record"],
  isCut: boolean,
): StatesSince<unknown> {
  if (!hasPullSince(pack)) return () => false;
  const { changes: all, isWhole } = toldChanges(pack, record);
  const byId = Map.groupBy(all, ({ id }) => id);
  return ({ id, kind, changes, isOfMonth }) => {
    // The newest pull comes first.
    const told = byId.get(id) ?? [];
    const [newest] = told;
    if (newest === undefined) return isOfMonth && isWhole ? false : null;
    if (kind === "vanished") return newest.kind === "vanished";
    if (newest.kind === "vanished") return false;
    // What a record says that came since is not in the pack.
    if (kind === "appeared" || isCut || !isWhole) return null;
    return areAlike(netOf(told.toReversed().flatMap(({ fields }) => fields)), changes);
  };
}

/** The last value of each field that is another than its first. */
function netOf(fields: readonly PackLeaf[]): ReadonlyMap<string, JsonValue> {
  const first = new Map<string, JsonValue>();
  const last = new Map<string, JsonValue>();
  for (const { field, before = null, after = null } of fields) {
    if (typeof field !== "string") continue;
    if (!first.has(field)) first.set(field, before);
    last.set(field, after);
  }
  return new Map([...last].filter(([field, value]) => !isAlike(value, first.get(field))));
}

/** Whether changes are those; that it was paid is what moves in a payment's normal life. */
function areAlike(net: ReadonlyMap<string, JsonValue>, changes: readonly FieldChange[]): boolean {
  const fields = new Set(changes.map(({ field }) => field));
  return (
    changes.every(({ field, after }) => net.has(field) && isAlike(net.get(field), after)) &&
    [...net.keys()].every((field) => fields.has(field) || field === "datePaid")
  );
}

function isAlike(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return canonicalJson(one ?? null) === canonicalJson(other ?? null);
}

function hasPullSince(pack: OpenedPack): boolean {
  for (const { number, read } of pack.lines("links")) {
    const kind = read?.leaf["kind"];
    if (number > pack.manifest.signed && (kind === "pull" || kind === "pull-step")) return true;
  }
  return false;
}

/** The restatements of the signature in force, of one kind of record; a stranger wrote them. */
function toldChanges(
  pack: OpenedPack,
  record: OwnPullDifference["record"],
): { readonly changes: readonly ToldChange[]; readonly isWhole: boolean } {
  for (const { read } of pack.lines("month")) {
    const document = read?.leaf["is"] === "restatements" ? read.leaf["document"] : undefined;
    if (!isObject(document)) continue;
    const listed = objectsIn(document["restatements"]);
    const changes = listed
      .filter(({ signature }) => isObject(signature) && signature["stillInForce"] === true)
      .map(({ kind = null, walletID = null, payID = null, fields }) => ({
        kind,
        id: record === "entry" ? walletID : payID,
        fields: objectsIn(fields),
      }));
    return { changes, isWhole: listed.length === document["total"] };
  }
  return { changes: [], isWhole: false };
}

function objectsIn(list: JsonValue | undefined): PackLeaf[] {
  return Array.isArray(list) ? list.filter((one: JsonValue) => isObject(one)) : [];
}
