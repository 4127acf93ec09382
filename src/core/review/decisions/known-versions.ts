/** The versions of records that several pulls brought. A decision's records are compared with the newest. */
import { type JsonValue, type Sha256, canonicalJson } from "../../canonical.ts";
import { type Entry, entryDocument } from "../../records/entry.ts";
import type { Absence, RecordHistory } from "../../reconcile/input/input.ts";
import { type Transaction, transactionDocument } from "../../records/transaction.ts";
import { type BoundChange, type BoundRecords, type Content, changesSinceBound } from "./bound-records.ts";

/** What changed of bound records, as at the moment of a history. Hashes only what is asked for, once. */
export class KnownVersions {
  readonly #entries: VersionsOfKind;
  readonly #transactions: VersionsOfKind;

  constructor(history: RecordHistory, sha256: Sha256) {
    const { entryVersions, entriesVanished, transactionVersions, transactionsVanished } = history;
    const wallet = { idOf: (entry: Entry) => entry.walletID, document: entryDocument, sha256 };
    this.#entries = new VersionsOfKind("walletID", () =>
      contentsById(entryVersions, entriesVanished, wallet),
    );
    const payment = { idOf: (one: Transaction) => one.payID, document: transactionDocument, sha256 };
    this.#transactions = new VersionsOfKind("payID", () =>
      contentsById(transactionVersions, transactionsVanished, payment),
    );
  }

  /** Whether one of some records has more than one version, or is gone: the others never changed. */
  hasSome({ entries, transactions }: BoundRecords): boolean {
    return (
      entries.some(({ walletID }) => this.#entries.has(walletID)) ||
      transactions.some(({ payID }) => this.#transactions.has(payID))
    );
  }

  /** What changed in the records, entries first, by id and field; empty while none has changed. */
  changesOf({ entries, transactions }: BoundRecords): readonly BoundChange[] {
    return [
      ...entries.flatMap(({ walletID, sha256 }) => this.#entries.changesOf(walletID, sha256)),
      ...transactions.flatMap(({ payID, sha256 }) => this.#transactions.changesOf(payID, sha256)),
    ];
  }
}

const UNCHANGED: readonly BoundChange[] = [];

/** Of one kind of records, those with more than one version, or gone. All others never changed. */
class VersionsOfKind {
  readonly #key: "walletID" | "payID";
  readonly #read: () => ContentsById;
  #contents: ContentsById | null = null;
  /** By id and hash: many findings may depend on one record. */
  readonly #found = new Map<string, readonly BoundChange[]>();

  constructor(key: "walletID" | "payID", read: () => ContentsById) {
    this.#key = key;
    this.#read = read;
  }

  has(id: number): boolean {
    return this.#all.has(id);
  }

  changesOf(id: number, sha256: string): readonly BoundChange[] {
    const contents = this.#all.get(id);
    if (contents === undefined) return UNCHANGED;
    const asked = `${id} ${sha256}`;
    const known = this.#found.get(asked);
    if (known !== undefined) return known;
    const changes = changesSinceBound({ walletID: null, payID: null, [this.#key]: id }, sha256, contents());
    this.#found.set(asked, changes);
    return changes;
  }

  get #all(): ContentsById {
    return (this.#contents ??= this.#read());
  }
}

/** By id the contents of a record, oldest first, read and hashed when first asked for. */
type ContentsById = ReadonlyMap<number, () => readonly Content[]>;

interface VersionedKind<R> {
  readonly idOf: (record: R) => number;
  readonly document: (record: R) => JsonValue;
  readonly sha256: Sha256;
}

/** @param versions consecutive ones of each record, oldest first */
function contentsById<R>(
  versions: readonly { readonly before: R; readonly after: R }[],
  vanished: readonly Absence<R>[],
  { idOf, document, sha256 }: VersionedKind<R>,
): ContentsById {
  const records = new Map<number, (R | null)[]>();
  for (const { before, after } of versions) {
    const id = idOf(after);
    const known = records.get(id);
    if (known === undefined) records.set(id, [before, after]);
    else known.push(after);
  }
  for (const { record } of vanished) {
    const id = idOf(record);
    const known = records.get(id);
    if (known === undefined) records.set(id, [record, null]);
    else known.push(null);
  }
  const contentOf = (record: R | null): Content => {
    if (record === null) return null;
    const held = document(record);
    return { document: held, sha256: sha256(canonicalJson(held)) };
  };
  return new Map(
    Array.from(records, ([id, all]) => {
      let contents: readonly Content[] | null = null;
      return [id, () => (contents ??= all.map(contentOf))] as const;
    }),
  );
}
