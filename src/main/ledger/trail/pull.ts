/** The pulls of a ledger, and how complete their ranges make its history. */
import type { RaisedInPull } from "../../../core/reconcile/input/pull-clocks.ts";
import type { Provenance, PullOrigin } from "../../../core/review/restate/provenance.ts";
import type { AcceptedVanishing } from "../../../core/review/restate/vanishing.ts";
import type { Schema } from "../../../schema/parts.ts";
import { parseStored } from "../../../schema/stored.ts";
import { type ReadableLedger, query } from "../file/connection.ts";
import { PULL_FIELDS, type PullPayload, type Cut } from "./pull-payload.ts";
import { TieoutError } from "../../../core/errors.ts";
import type { Coverage } from "../../../core/reconcile/input/input.ts";
import type { ReportPull } from "../../../core/report/sheet/input.ts";
import type { PullReach } from "../../../core/review/restate/restatement-builder.ts";
import { type PullStep, asideAfter } from "../../../core/review/restate/restatements.ts";
import { linksOf, listActs } from "./acts.ts";

// Facts that a pull's link states and its row does not.

export interface PullRemarks extends Pick<ReportPull, "providedBy"> {
  /** null where the wallet history was not cut. */
  readonly cut: Cut | null;
  /** Whether records moved while it ran, each time that it asked. */
  readonly torn: boolean;
  /** What crowd-pays raised while it ran, as far as it is known to be all that its wallet history may lack; else null. */
  readonly tornRaised: readonly RaisedInPull[] | null;
  /** The latest time that a response stated, milliseconds UTC; null where none did. */
  readonly serverAtMs: number | null;
  /** Who accepted that records vanished; null where nobody had to. */
  readonly accepted: AcceptedVanishing | null;
  /** What its wallet history brought; null when it had none. */
  readonly entries: PullPayload["entries"];
}

const PLAIN: PullRemarks = {
  cut: null,
  torn: false,
  tornRaised: null,
  serverAtMs: null,
  accepted: null,
  providedBy: null,
  entries: null,
};

const SMALL = ["entries", "torn", "tornRaised", "serverAtMs", "accepted", "providedBy"] as const;
type RemarkField = (typeof SMALL)[number] | "bodies";

/**
 * The remarks on pulls.
 *
 * @returns by the pull's id, what is plain for one without a link; it throws TieoutError AUDIT_MISMATCH where
 *   a link says what is never written
 */
export function readRemarks(db: ReadableLedger): (pullId: number) => PullRemarks {
  const links = readLinks(db, SMALL);
  return (pullId) => {
    const link = links.get(pullId);
    if (link === undefined) return PLAIN;
    const entries = said(link, "entries") ?? null;
    return {
      cut: entries?.cut ?? null,
      torn: said(link, "torn") ?? false,
      tornRaised: said(link, "tornRaised") ?? null,
      serverAtMs: said(link, "serverAtMs") ?? null,
      accepted: said(link, "accepted") ?? null,
      providedBy: said(link, "providedBy") ?? null,
      entries,
    };
  };
}

/**
 * Where the responses of pulls came from, in the order in which they are stored: null of a file and of
 * earlier versions.
 *
 * @returns by the pull's id; it throws as that of `readRemarks` does
 */
export function readProvenance(db: ReadableLedger): (pullId: number) => readonly (Provenance | null)[] {
  const links = readLinks(db, ["bodies"]);
  return (pullId) => {
    const link = links.get(pullId);
    const bodies = link === undefined ? [] : (said(link, "bodies") ?? []);
    return bodies.map(({ provenance = null }) => provenance);
  };
}

/** Fields of a pull's link, each as JSON; null where the link does not have it. */
type RemarkLink = Readonly<Partial<Record<RemarkField, string | null>>> & { readonly pull: number };

/** By the pull's id. */
function readLinks(db: ReadableLedger, fields: readonly RemarkField[]): Map<number, RemarkLink> {
  const columns = fields.map((field) => `payload -> '$.${field}' AS ${field}`).join(", ");
  const links = query<RemarkLink>(db).rows(`SELECT payload ->> '$.pull' AS pull, ${columns} FROM audit
       WHERE kind = 'pull' AND json_valid(payload) ORDER BY sequence`);
  return new Map(links.map((link) => [link.pull, link]));
}

/** undefined where the link does not say it. */
function said<F extends RemarkField>(link: RemarkLink, field: F): PullPayload[F] | undefined {
  const text = link[field] ?? null;
  if (text === null) return undefined;
  return parseStored(text, PULL_FIELDS[field] as Schema<PullPayload[F]>, () => ({
    record: `pull ${link.pull}`,
    sentence: "The link of a pull differs from what was written",
  }));
}

export interface PullRecord extends PullOrigin, PullReach {
  readonly transactions: number | null;
}

/** All pulls that count, oldest first. @param table where they are read, see `storedTable` */
export function listPulls(db: ReadableLedger, table = "pull"): PullRecord[] {
  return query<PullRecord>(db)
    .rows(`SELECT id, source, started_at_ms AS startedAtMs, finished_at_ms AS finishedAtMs, base_url AS baseUrl,
        wallet_limit AS "limit", entries, lowest_wallet_id AS lowestWalletID,
        highest_wallet_id AS highestWalletID, transactions FROM ${table} ORDER BY id`);
}

/** The same, each with the latest time that its responses state, milliseconds UTC; null where none did. */
export function listStampedPulls(
  db: ReadableLedger,
): (PullRecord & { readonly serverAtMs: number | null })[] {
  const remarksOf = readRemarks(db);
  return listPulls(db).map((pull) => ({ ...pull, serverAtMs: remarksOf(pull.id).serverAtMs }));
}

/** Whether a pull would have brought a record that existed then. */
export function reaches(pull: PullRecord, name: "entry" | "payment", id: number): boolean {
  if (name === "payment") return pull.transactions !== null;
  return pull.lowestWalletID !== null && pull.lowestWalletID <= id && id <= (pull.highestWalletID ?? id);
}

/** The walletIDs each pull reaches over, merged where two pulls have an entry in common. Ascending. */
export function mergedCoverage(db: ReadableLedger, pulls: readonly PullRecord[]): Coverage[] {
  const remarksOf = readRemarks(db);
  const firstAfter = db
    .prepare<[number, number, number], number>(
      "SELECT wallet_id FROM entry WHERE wallet_id BETWEEN ? AND ? AND date_created_ms > ? ORDER BY wallet_id LIMIT 1",
    )
    .pluck();
  const ranges = pulls
    .flatMap(({ id, lowestWalletID: lowest, highestWalletID: to }) => {
      if (lowest === null || to === null) return [];
      const { cut } = remarksOf(id);
      const from = cut === null ? lowest : (firstAfter.get(lowest, to, cut.atMs) ?? null);
      return from === null ? [] : [{ from, to }];
    })
    .toSorted((a, b) => a.from - b.from);
  const merged: Coverage[] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (last !== undefined && range.from <= last.to) {
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    } else merged.push(range);
  }
  return merged;
}

/**
 * Whether the history held may begin where a limit cut it: each pull that reaches back furthest asked with a
 * limit and got exactly that many. One that asked without, or got fewer, saw that nothing is before.
 */
export function isCapped(pulls: readonly PullRecord[]): boolean {
  let lowest = Infinity;
  let capped = false;
  for (const { lowestWalletID, limit, entries } of pulls) {
    if (lowestWalletID === null || lowestWalletID > lowest) continue;
    const full = limit !== null && entries === limit;
    capped = full && (capped || lowestWalletID < lowest);
    lowest = lowestWalletID;
  }
  return capped;
}

/** How far back a pull must reach to leave nothing open. */
export interface HeldHistory {
  /** The highest walletID that pulls without a gap lead up to. One that reaches back to it leaves none. */
  readonly wholeUpTo: number;
  /** The walletID to reach back to so that all gone entries are asked for again; null: all of it. */
  readonly anchor: number | null;
}

/** What a routine pull must overlap; null while the ledger holds no entries. */
export function findHeldHistory(db: ReadableLedger): HeldHistory | null {
  const [oldest] = mergedCoverage(db, listPulls(db));
  if (oldest === undefined) return null;
  const gone = firstGone(db) ?? Infinity;
  // Where the oldest one is gone nothing is held below it that a response could reach back to.
  const anchor = gone > oldest.from ? Math.min(oldest.to, gone - 1) : null;
  return { wholeUpTo: oldest.to, anchor };
}

/** The lowest walletID that is gone; null when all are there. It stops at the first in the key's order. */
function firstGone(db: ReadableLedger): number | null {
  const first = query<number>(db)
    .value(`SELECT wallet_id FROM entry_presence AS last WHERE present = 0 AND pull_id =
        (SELECT max(pull_id) FROM entry_presence AS p WHERE p.wallet_id = last.wallet_id) ORDER BY wallet_id LIMIT 1`);
  return first ?? null;
}

/** Id of the newest pull that counts, 0 while there is none. */
export function newestPullID(db: ReadableLedger): number {
  return query<number>(db).value("SELECT coalesce(max(id), 0) FROM pull") ?? 0;
}

/** Id of the newest pull that counted at a link of the trail; 0 without one. */
export function newestPullAt(db: ReadableLedger, sequence: number): number {
  const aside = asideAt(db, sequence);
  const pulls = query<number>(db).values(
    "SELECT payload ->> '$.pull' FROM audit WHERE kind = 'pull' AND sequence <= ? ORDER BY sequence DESC",
    sequence,
  );
  return pulls.find((pull) => !aside.has(pull)) ?? 0;
}

/**
 * Refuses a pull that was requested before another one was saved: it may be older.
 *
 * @param expected the newest pull when it began to ask; not given, it does not matter
 * @throws TieoutError LEDGER_BUSY
 */
export function refuseStale(db: ReadableLedger, expected: number | undefined): void {
  if (expected === undefined || expected === newestPullID(db)) return;
  throw new TieoutError(
    "LEDGER_BUSY",
    "Another pull was saved meanwhile, and this one may be older. Nothing of it was saved. Pull again",
    { file: db.name },
  );
}

// Which pulls are set aside.

/** The pulls that are set aside, each with the step that did it. */
export function pullsAside(db: ReadableLedger): ReadonlyMap<number, PullStep> {
  return asideAfter(listActs(db, "pull-step"));
}

/** The pulls that were set aside at a link of the trail. */
export function asideAt(db: ReadableLedger, sequence: number): ReadonlySet<number> {
  const steps = linksOf(db, "pull-step");
  return new Set(
    asideAfter(listActs(db, "pull-step").filter(({ id }) => (steps.get(id) ?? Infinity) <= sequence)).keys(),
  );
}

/** The link of the first pull or import that was recorded after an instant; null where there is none. */
export function firstPullLinkAfter(db: ReadableLedger, atMs: number): number | null {
  const first = query<{ sequence: number | null }>(db).row(
    "SELECT min(sequence) AS sequence FROM audit WHERE kind = 'pull' AND at_ms > ?",
    atMs,
  );
  return first?.sequence ?? null;
}

/** Who changed each setting last after a link, by the setting's name; none where nobody was named. */
export function settingNames(db: ReadableLedger, sequence: number): Map<string, string> {
  const rows = query<[name: string, by: string]>(db).lists(
    `SELECT changed.key, payload ->> '$.by' FROM audit, json_each(payload, '$.before') AS changed
       WHERE kind = 'setting' AND sequence > ? AND payload ->> '$.by' <> '' ORDER BY sequence`,
    sequence,
  );
  return new Map(rows);
}
