/** The records that the month was signed on (docs/evidence-pack.md, section 8). */
import { sha256 } from "./hash.ts";
import * as json from "./json.ts";
import { type Members, Wrong } from "./json.ts";
import type { Pack } from "./pack.ts";
import { type Findings, must } from "./report.ts";
import { type Pull, type Standings, idsOf } from "./rules.ts";

export interface Kept {
  readonly id: number;
  /** Its content. */
  readonly record: Members;
  /** How many contents it ever had. */
  readonly versions: number;
  /** The pull that brought the content. */
  readonly pull: number;
  readonly isHeld: boolean;
}

export interface Entry {
  readonly walletID: number;
  readonly userID: number;
  readonly businessID: number | null;
  readonly credit: number;
  readonly debit: number;
  readonly balance: number;
  /** "" for none. */
  readonly payref: string;
  /** Milliseconds UTC; null where the text is no time. */
  readonly createdMs: number | null;
}

export interface Payment {
  readonly payID: number;
  readonly userID: number;
  readonly businessID: number | null;
  readonly payref: string;
  readonly cycle: string;
  readonly isSeller: boolean;
  readonly isDeleted: boolean;
  readonly paidMs: number | null;
  readonly createdMs: number | null;
  readonly tasks: readonly {
    readonly amount: number;
    readonly isComplete: boolean;
    readonly atMs: number | null;
  }[];
  readonly raised: number;
  readonly currency: string | null;
  readonly charged: number;
  readonly escrow: number;
  readonly tax: number;
  readonly payable: number;
}

export interface Records {
  /** Held ones, by id. */
  readonly entries: ReadonlyMap<number, Entry>;
  readonly payments: ReadonlyMap<number, Payment>;
  /** Whether the records that a decision or match names are held with the contents that it is bound to; null where digests are withheld. */
  readonly areBound: (records: Members, link: number) => boolean | null;
}

const EVENTS = ["first", "back", "later", "gone", "copy"];

export function checkRecords(pack: Pack, standings: Standings, findings: Findings): Records {
  const entries = keptOf(pack, { list: "entries", idField: "walletID" }, standings, findings);
  const payments = keptOf(pack, { list: "transactions", idField: "payID" }, standings, findings);
  checkInserted(pack, standings, findings);
  if (pack.manifest.withheld.length > 0)
    findings.open("records", "The digests that decisions and matches are bound to are withheld");
  const kinds = [
    ["entries", "walletID", entries],
    ["transactions", "payID", payments],
  ] as const;
  return {
    entries: read(entries, "entries.jsonl", readEntry, findings),
    payments: read(payments, "transactions.jsonl", readPayment, findings),
    areBound: (records, link) => {
      let all: boolean | null = true;
      for (const [list, idField, kept] of kinds) {
        if (idsOf(records, list).length === 0) continue;
        for (const item of json.objects(records, list)) {
          const one = isBound(kept.get(json.number(item, idField)), { item, link }, standings.last.pulls);
          if (one === false) return false;
          all &&= one;
        }
      }
      return all;
    },
  };
}

function isBound(
  kept: Kept | undefined,
  { item, link }: { readonly item: Members; readonly link: number },
  pulls: readonly Pull[],
): boolean | null {
  if (kept?.isHeld !== true) return false;
  if (kept.versions === 1) return true;
  const digest = json.member(item, "sha256");
  if (!json.isWithheld(digest) && !json.hides(kept.record))
    return digest === sha256(json.canonical(kept.record));
  // What it is bound to came before it.
  const brought = pulls.find(({ id }) => id === kept.pull)?.link ?? 0;
  return brought > link ? false : null;
}

interface Source {
  readonly list: "entries" | "transactions";
  readonly idField: "walletID" | "payID";
}

function keptOf(pack: Pack, source: Source, standings: Standings, findings: Findings): Map<number, Kept> {
  const all = new Map<number, Kept>();
  const { list, idField } = source;
  let last = { id: -Infinity, pull: 0, rank: 0 };
  for (const { leaf, number: line } of pack.lists[list]) {
    findings.at("records", { file: `${list}.jsonl`, line }, () => {
      const [id, pull, is] = [json.number(leaf, idField), json.number(leaf, "pull"), json.text(leaf, "is")];
      const rank = EVENTS.indexOf(is);
      must(rank !== -1, `it says "${is}", which no pull does`);
      must(standings.countedPulls.has(pull), `pull ${pull} does not count for the month`);
      const isNew = id !== last.id;
      must(isNew === (is === "first"), "a record begins with its first line, and has one");
      const follows = isNew
        ? id > last.id
        : pull > last.pull || (pull === last.pull && (rank > last.rank || is === "copy"));
      must(follows, "it does not follow the line before it");
      last = { id, pull, rank };
      takeLine(all, { id, pull, is, leaf, idField });
    });
  }
  return all;
}

function takeLine(
  all: Map<number, Kept>,
  line: {
    readonly id: number;
    readonly pull: number;
    readonly is: string;
    readonly leaf: Members;
    readonly idField: string;
  },
): void {
  const { id, pull, is, leaf } = line;
  const before = all.get(id);
  if (is === "first" || is === "later") {
    const record = json.object(leaf, "record");
    must(record[line.idField] === id, "its record has another number");
    all.set(id, { id, record, versions: (before?.versions ?? 0) + 1, pull, isHeld: before?.isHeld ?? true });
  } else if (before !== undefined && is !== "copy") all.set(id, { ...before, isHeld: is === "back" });
}

function checkInserted({ lists }: Pack, { pulls, last }: Standings, findings: Findings): void {
  if (last.wasSetAside) return;
  for (const [list, lines] of [
    ["entries", lists.entries],
    ["transactions", lists.transactions],
  ] as const) {
    const firsts = new Map<number, number>();
    for (const { leaf } of lines) {
      const pull = leaf["pull"];
      if (leaf["is"] === "first" && typeof pull === "number") firsts.set(pull, (firsts.get(pull) ?? 0) + 1);
    }
    for (const { id, payload } of pulls)
      findings.at("records", { file: `${list}.jsonl` }, () => {
        const counts = json.member(payload, list);
        const inserted = json.isObject(counts) ? json.number(counts, "inserted") : 0;
        const found = firsts.get(id) ?? 0;
        must(found === inserted, `pull ${id} brought ${inserted} new records, and ${found} are here`);
      });
  }
}

function read<T>(
  kept: ReadonlyMap<number, Kept>,
  file: string,
  reader: (id: number, record: Members) => T,
  findings: Findings,
): Map<number, T> {
  const all = new Map<number, T>();
  for (const { id, record, isHeld } of kept.values()) {
    if (!isHeld) continue;
    const one = findings.at("records", { file, record: String(id) }, () => reader(id, record));
    if (one !== null) all.set(id, one);
  }
  return all;
}

function readEntry(walletID: number, record: Members): Entry {
  return {
    walletID,
    userID: json.number(record, "userID"),
    businessID: json.numberOrNull(record, "businessID"),
    credit: json.number(record, "credit_balance"),
    debit: json.number(record, "debit_balance"),
    balance: json.number(record, "balance"),
    payref: textOrNone(record, "payref") ?? "",
    createdMs: timeOf(record, "dateCreated"),
  };
}

function readPayment(payID: number, record: Members): Payment {
  const fee = json.object(record, "fee");
  const data = json.member(record, "data");
  const summary = json.member(record, "transaction");
  const status = json.isObject(summary) ? textOrNone(summary, "trader_status") : null;
  const cycle = textOrNone(record, "cycle") ?? "";
  const of = json.isObject(data) ? data : {};
  return {
    payID,
    userID: json.number(record, "userID"),
    businessID: json.numberOrNull(record, "businessID"),
    payref: textOrNone(record, "payref") ?? "",
    cycle,
    // Upper case is the full folding of these letters.
    isSeller: status?.toUpperCase() === "SELLER",
    isDeleted: json.member(record, "is_deleted") === 1,
    paidMs: timeOf(record, "datePaid"),
    createdMs: timeOf(record, "dateCreated"),
    tasks:
      cycle !== "milestone" || json.member(of, "list") === null
        ? []
        : json.objects(of, "list").map((task) => ({
            amount: json.number(task, "taskamount"),
            isComplete: json.member(task, "is_complete") === 1,
            atMs: timeOf(task, "dateCompleted"),
          })),
    raised: cycle === "crowd-pay" ? (json.numberOrNull(of, "current_raised") ?? 0) : 0,
    currency: textOrNone(fee, "currency"),
    charged: json.number(fee, "chargedamount"),
    escrow: json.number(fee, "scrowfee"),
    tax: json.number(fee, "taxfee"),
    payable: json.number(fee, "payableamount"),
  };
}

function textOrNone(of: Members, name: string): string | null {
  return json.member(of, name) === null ? null : json.text(of, name);
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const TIME = /^[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) \+0000$/u;

/** As the service writes times; null for none, and where the text is no time. @throws Wrong */
function timeOf(of: Members, name: string): number | null {
  const value = json.member(of, name);
  if (value === null) return null;
  if (typeof value !== "string") throw new Wrong(`"${name}" is not a text`);
  const [, day, month, year, hour, minute, second] = TIME.exec(value) ?? [];
  const at = Date.UTC(
    Number(year),
    MONTHS.indexOf(month ?? ""),
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  // A day or hour that there is not comes out as another.
  const isTime = new Date(at).toUTCString().slice(5, 25) === value.slice(5, 25);
  return Number.isNaN(at) || !isTime ? null : at;
}
