/**
 * A corpus of forgeries: every kind of link and every table, changed one by one by somebody who can write SQLite and recompute hashes.
 * The trail is computed anew to its end and the tables are made to fit. Each forgery is found, or is of a kind that
 * docs/not-proven.md admits; against a head that was printed before, each is found.
 */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonValue } from "../../../../src/core/canonical.ts";
import type { Day } from "../../../../src/core/time.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import type { WritableLedger } from "../../../../src/main/ledger/file/connection.ts";
import { ENTRY_TABLE, PAYMENT_TABLE } from "../../../../src/main/ledger/tables/record-table.ts";
import type { Problem } from "../../../../src/main/ledger/proof/small-tables.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { TABLE_SUFFIXES, digestOfRows, shapeOf } from "../../../../src/main/ledger/trail/row-digests.ts";
import { backUpLedger, restoreLedger } from "../../../../src/main/services/backup/backup.ts";
import { prepareMonth, reopenMonth } from "../../../../src/main/services/close/close.ts";
import {
  changeTerms,
  confirmBalance,
  explainFluctuation,
  tickStep,
} from "../../../../src/main/services/close/month-file.ts";
import { writeLetter } from "../../../../src/main/services/review/letter.ts";
import { recordAnswer, recordSent } from "../../../../src/main/services/review/letter-steps.ts";
import { exportLedger } from "../../../../src/main/services/export/export.ts";
import { decideMatch, undoMatch } from "../../../../src/main/services/review/match.ts";
import { pruneLedger } from "../../../../src/main/services/backup/prune.ts";
import { attachFiles, withdrawEvidence } from "../../../../src/main/services/review/attach.ts";
import { decide, readReview, undo } from "../../../../src/main/services/review/review.ts";
import { replyToPoint, returnMonth } from "../../../../src/main/services/review/points.ts";
import { changeSettings } from "../../../../src/main/services/backup/settings.ts";
import { anchorLedger } from "../../../../src/main/services/pull/anchor.ts";
import { proveKeptAnchors } from "../../../../src/main/services/verify/anchors.ts";
import { reperform, verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { documentOf, replaceDocument } from "../../../helpers/ledgers/kept-runs.ts";
import { HOUR_MS, OCTOBER_MS, sale, sha256, wallet } from "../../../helpers/records.ts";
import {
  type ForgedLink,
  type Payload,
  dropNumbers,
  fitStamps,
  fitTables,
  forgeTrail,
  otherValue,
  strayRow,
} from "../../../helpers/ledgers/rewritten-trail.ts";
import { CONTEXT, importRecords, signMonth } from "../../../helpers/ledgers/signing.ts";
import { timesOf } from "../../../helpers/exhaustive.ts";
import { TimeStampAuthority, hasOpenssl } from "../../../helpers/time-stamp-authority.ts";

const OCTOBER = "2026-10" as Month;
const DAY_MS = 24 * HOUR_MS;

let folder = "";
/** Signed, so that its pulls are performed again; another one, pruned and restored; and one whose newest link an authority stamped. */
const ledgers = { signed: "", pruned: "", stamped: "" };
const heads = { signed: "", pruned: "", stamped: "" };
const links: Record<keyof typeof ledgers, ForgedLink[]> = { signed: [], pruned: [], stamped: [] };
/** Those that are made here. */
const NAMES = hasOpenssl ? (["signed", "pruned", "stamped"] as const) : (["signed", "pruned"] as const);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tieout-forgeries-"));
  ledgers.signed = join(folder, "signed.tieout");
  ledgers.pruned = join(folder, "pruned.tieout");
  await makeSigned(ledgers.signed);
  copyFileSync(ledgers.signed, ledgers.pruned);
  await makePruned(ledgers.pruned);
  if (hasOpenssl) {
    ledgers.stamped = join(folder, "stamped.tieout");
    copyFileSync(ledgers.signed, ledgers.stamped);
    const authority = await TimeStampAuthority.start(join(folder, "authority"));
    const from = { tsa: authority.url, trust: authority.pem("root") };
    await anchorLedger({ ledger: ledgers.stamped, ...from }, CONTEXT);
    await authority.close();
  }
  for (const name of NAMES) {
    const proof = await verifyLedgerFile(ledgers[name], null, CONTEXT);
    if (!proof.ok) throw new Error("the ledger that is forged is whole before");
    heads[name] = proof.head;
    links[name] = linksOf(ledgers[name]);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function makeSigned(ledger: string): Promise<void> {
  const entries = wallet([1000, 200, -50, 300, 50], (at) => ({
    dateCreatedAtMs: OCTOBER_MS + (at === 4 ? 40 : at + 1) * DAY_MS,
    payref: at === 1 ? "PAY-1" : "",
  }));
  const sales = [sale(1, 200), sale(2, 90), sale(3, 300)];
  await importRecords(ledger, entries.slice(0, 4), sales.slice(0, 2), CONTEXT, folder);
  const byWhom = { by: "Ada Obi", note: "As the client asked" };
  await changeSettings(ledger, { decimals: 2, timeZone: "Africa/Lagos", ...byWhom }, CONTEXT);
  const changed = entries.map((one) => (one.walletID === 3 ? { ...one, description: "Refund" } : one));
  await importRecords(ledger, changed.slice(1), [sale(2, 91), ...sales.slice(2)], CONTEXT, folder);
  const request = { ledger, period: null, options: {} };
  const [first, second] = readReview(request, CONTEXT).findings.map(({ finding }) => finding.fingerprint);
  const deciding = { ...request, status: "raised" as const, note: "Asked.", by: "Ada Obi" };
  await decide(
    { ...deciding, items: [{ fingerprint: first ?? "" }, { fingerprint: second ?? "" }] },
    CONTEXT,
  );
  await undo({ ledger, items: [{ fingerprint: first ?? "" }], note: "", by: "Ada Obi" }, CONTEXT);
  const match = { ledger, walletIDs: [4], payIDs: [3], note: "Same money", by: "Ada Obi" };
  await decideMatch(match, CONTEXT);
  await undoMatch({ ledger, id: 1, note: "", by: "Ben" }, CONTEXT);
  await decideMatch({ ...match, note: "After all" }, CONTEXT);
  await attachEvidence(ledger, second ?? "");
  await writeFile(ledger);
  await writeLetters(ledger);
  await returnWithPoints(ledger, second ?? "");
  await signMonth(ledger, OCTOBER);
  await reopenMonth({ ledger, month: OCTOBER, by: "Ada Obi", note: "Again" }, CONTEXT);
  await signMonth(ledger, OCTOBER);
  const out = join(folder, "october.xlsx");
  await exportLedger({ ...request, format: "xlsx", out }, CONTEXT);
}

async function attachEvidence(ledger: string, fingerprint: string): Promise<void> {
  const files = [{ path: join(folder, "wallet.json") }];
  const attaching = { ledger, files, note: "As sent", by: "Ada Obi" };
  await attachFiles({ ...attaching, subject: { kind: "match", match: 3 } }, CONTEXT);
  const finding = { kind: "finding", fingerprint, period: null, options: {} } as const;
  await attachFiles({ ...attaching, subject: finding }, CONTEXT);
  await attachFiles({ ...attaching, subject: { kind: "month", month: OCTOBER } }, CONTEXT);
  await withdrawEvidence({ ledger, id: 3, note: "Not of October", by: "Ben" }, CONTEXT);
}

async function writeFile(ledger: string): Promise<void> {
  const [by, note] = ["Ada Obi", "As agreed"];
  const given = {
    purpose: "To prove it",
    materiality: [{ amount: 5 }],
    fluctuation: { amount: 1, percent: 2 },
  };
  await changeTerms({ ledger, given: { ...given, checklist: ["All pulled"] }, by, note }, CONTEXT);
  const month = { ledger, month: OCTOBER, by, note };
  await tickStep({ ...month, step: 7, done: true }, CONTEXT);
  await tickStep({ ...month, step: 7, done: false }, CONTEXT);
  const said = { wallet: null, balance: 14, source: "By mail", evidence: null };
  await confirmBalance({ ...month, ...said }, CONTEXT);
  await explainFluctuation({ ...month, wallet: null, figure: "inflow" }, CONTEXT);
}

async function writeLetters(ledger: string): Promise<void> {
  const out = join(folder, "letter.docx");
  await writeLetter({ ledger, month: OCTOBER, out, replace: false, by: "Ada Obi" }, CONTEXT);
  const said = { ledger, letter: "2026-10/1", by: "Ada Obi", note: "By agreement" };
  await recordSent({ ...said, on: "2026-12-01" as Day, to: "Escrow Ltd", how: "By post" }, CONTEXT);
  const shown = { file: { path: out }, evidence: null };
  await recordAnswer({ ...said, on: "2026-12-01" as Day, ...shown }, CONTEXT);
}

/** Prepared, returned with points, answered, made again and answered: it can be prepared again. */
async function returnWithPoints(ledger: string, fingerprint: string): Promise<void> {
  const month = { ledger, month: OCTOBER };
  await prepareMonth({ ...month, by: "Ada Obi", override: "Ticket 1" }, CONTEXT);
  const points = [
    { text: "Which ticket?", fingerprint },
    { text: "Where is the statement?", fingerprint: null },
  ];
  await returnMonth({ ...month, by: "Ben", points }, CONTEXT);
  const said = { ...month, point: 1, text: "Ticket 4712" };
  await replyToPoint({ ...said, kind: "answered", by: "Ada Obi" }, CONTEXT);
  await replyToPoint({ ...said, kind: "repeated", by: "Ben" }, CONTEXT);
  for (const point of [1, 2])
    await replyToPoint({ ...said, point, kind: "answered", by: "Ada Obi" }, CONTEXT);
}

async function makePruned(ledger: string): Promise<void> {
  await pruneLedger(ledger, 1, CONTEXT);
  const backup = join(folder, "pruned 2026-12-01 000000.tieout");
  await backUpLedger(ledger, backup, CONTEXT);
  await restoreLedger({ ledger, backup }, CONTEXT);
}

function linksOf(ledger: string): ForgedLink[] {
  let found: ForgedLink[] = [];
  const copy = join(folder, "reading.tieout");
  copyFileSync(ledger, copy);
  forgeTrail(copy, (all) => {
    found = structuredClone(all);
  });
  return found;
}

type Forge = (all: ForgedLink[], db: Database.Database) => void;

interface Found {
  readonly alone: readonly string[];
  readonly againstHead: readonly string[];
}

/** Of values of a payload and columns of a table, which are alike, `npm test` forges one in so many. */
const ONE_IN = 8;

/** How many forgeries share one proof by `verifyLedgerFile` itself. */
const WHOLE_EVERY = 20;
let proofs = 0;

/**
 * The problems of a ledger, as `verifyLedgerFile` finds them; where links and rows show some already, months are not performed
 * again but for one in twenty: the proof must come to its end whatever it is given.
 */
async function problemsOf(ledger: string, head: string | null): Promise<readonly Problem[]> {
  proofs += 1;
  if (proofs % WHOLE_EVERY === 0) return (await verifyLedgerFile(ledger, head, CONTEXT)).problems;
  const { problems } = await verifyLedger(ledger, head, async (db, found) => {
    if (found.length > 0) return { problems: found, facts: [], notes: [] };
    const stamps = await proveKeptAnchors(db, null);
    const { problems: performed } = await reperform(db, found, CONTEXT);
    return { problems: [...performed, ...stamps.problems], facts: [], notes: [] };
  });
  return problems;
}

/** What the proof of a forged copy finds, without a head and against the one that was printed before. */
async function proven(name: keyof typeof ledgers, forge: Forge): Promise<Found> {
  const ledger = join(folder, "forged.tieout");
  copyFileSync(ledgers[name], ledger);
  forgeTrail(ledger, forge);
  const tell = async (head: string | null) =>
    (await problemsOf(ledger, head)).map(({ code, where }) => `${code} ${where}`);
  const alone = await tell(null);
  return { alone, againstHead: alone.length > 0 ? alone : await tell(heads[name]) };
}

type Path = readonly (string | number)[];

/** Every value of a payload, of lists the first element; of digests and documents that other tests take apart, some. */
function leavesOf(value: JsonValue | undefined, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const members = Object.entries(value).slice(0, Array.isArray(value) ? 1 : undefined);
  return members.flatMap(([key, one]) => leavesOf(one as JsonValue, [...path, key]));
}

/** The preparation that was returned and made again: nothing rests on what it froze any more. */
function madeAgain(all: readonly ForgedLink[]): ForgedLink | undefined {
  const at = all.findIndex(({ payload }) => payload["step"] === "return");
  return all.slice(0, at).findLast(({ payload }) => payload["step"] === "prepare");
}

interface ValueOfLink {
  /** Where the link is in the trail. */
  readonly at: number;
  readonly link: ForgedLink;
  readonly path: Path;
}

/** Links that hold a long document each, all of them the same members. */
const WITH_DOCUMENTS: ReadonlySet<ForgedLink["kind"]> = new Set(["pull", "close"]);

/**
 * Every value of every link; those within long documents in one link each: the first value in the first of them, the next one in
 * the next, so that each link and each value has its turn.
 */
function valuesInTurn(all: readonly ForgedLink[]): ValueOfLink[] {
  const again = madeAgain(all);
  const values = all.flatMap((link, at) =>
    leavesOf(link.payload).flatMap((path) => (link === again && path.length > 1 ? [] : [{ at, link, path }])),
  );
  const alike = Map.groupBy(values, ({ at, link: { kind }, path }) => {
    const isInDocument = path.length > 1 && WITH_DOCUMENTS.has(kind);
    return `${isInDocument ? kind : at} ${path.join(".")}`;
  });
  return [...alike.values()].flatMap((some, turn) => some.slice(turn % some.length).slice(0, 1));
}

/** Of words that Tieout knows, another one that it takes, by the field. */
const KNOWN_WORDS: ReadonlyMap<string, string> = new Map([
  ["chainScope", "business"],
  ["convention", "asset"],
  ["settlementBasis", "payable"],
  ["status", "accepted"],
]);

/** What a value is changed into: what it could not be, and of known words another of them. */
function othersThan(path: Path, value: JsonValue): JsonValue[] {
  const word = KNOWN_WORDS.get(String(path.at(-1)));
  return [otherThan(value), ...(word === undefined || word === value ? [] : [word])];
}

function valueAt(payload: Payload, path: Path): JsonValue {
  let at: JsonValue = payload;
  for (const key of path) at = (at as Payload)[key] ?? null;
  return at;
}

/** The payload with another value at a path. */
function edited(payload: Payload, path: Path, value = otherThan(valueAt(payload, path))): Payload {
  const copy = structuredClone(payload);
  let at: Record<string, JsonValue> = copy;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, JsonValue>;
  const last = String(path.at(-1));
  at[last] = value;
  return copy;
}

/** Every field of a payload, of lists those of the first element. */
function fieldsOf(value: JsonValue | undefined, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return fieldsOf(value[0], [...path, 0]);
  return Object.entries(value).flatMap(([key, one]) => [
    [...path, key],
    ...fieldsOf(one as JsonValue, [...path, key]),
  ]);
}

/** The payload without a field; as it was where it has none there. */
function without(payload: Payload, path: Path): Payload {
  const copy = structuredClone(payload);
  let at: JsonValue | undefined = copy;
  for (const key of path.slice(0, -1)) at = (at as Payload | undefined)?.[key];
  if (at !== undefined && at !== null) delete (at as Record<string, JsonValue>)[String(path.at(-1))];
  return copy;
}

function otherThan(value: JsonValue): JsonValue {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (typeof value !== "string") return 7;
  // Another hash is one still.
  if (/^[0-9a-f]{64}$/u.test(value)) return value.replaceAll(/./gu, (digit) => (digit === "0" ? "1" : "0"));
  return `${value}x`;
}

/** `decision.note`, a list's place left out. */
function kindOf({ kind }: ForgedLink, path: Path): string {
  return [kind, ...path.filter((key) => !/^\d+$/u.test(String(key)))].join(".");
}

/** Proves forgeries one after the other, and says which are not found. */
class Corpus {
  readonly #ledger: keyof typeof ledgers;
  readonly #admitted: ReadonlySet<string>;
  readonly missed: string[] = [];
  /** Those that are admitted, as they came. */
  readonly admitted = new Set<string>();
  forgeries = 0;
  readonly #oneIn: number;
  #asked = 0;

  /** @param oneIn of how many neighbours, which are alike, one is made where not all are */
  constructor(ledger: keyof typeof ledgers, admitted: readonly string[] = [], oneIn = 1) {
    this.#ledger = ledger;
    this.#admitted = new Set(admitted);
    this.#oneIn = timesOf(oneIn, 1);
  }

  /**
   * @param kind of forgery, as it is admitted
   * @param isAfterHead whether all of it comes after the head that was printed, which proves nothing of it
   * @returns null where it is left to the exhaustive run
   */
  async add(kind: string, forge: Forge, isAfterHead = false): Promise<Found | null> {
    this.#asked += 1;
    if ((this.#asked - 1) % this.#oneIn > 0) return null;
    this.forgeries += 1;
    const found = await proven(this.#ledger, forge);
    if (!isAfterHead && found.againstHead.length === 0) this.missed.push(`${kind}, against a head`);
    if (found.alone.length === 0) {
      if (this.#admitted.has(kind)) this.admitted.add(kind);
      else this.missed.push(kind);
    }
    return found;
  }

  /** What was not found: nothing but the kinds that are admitted, and where all is forged each of those. */
  outcome(): { readonly missed: readonly string[]; readonly admitted: readonly string[] } {
    return { missed: this.missed, admitted: this.#known(this.admitted) };
  }

  /** What the outcome should be. */
  get wanted(): ReturnType<Corpus["outcome"]> {
    return { missed: [], admitted: this.#known(this.#admitted) };
  }

  #known(admitted: ReadonlySet<string>): string[] {
    return this.#oneIn === 1 ? [...admitted].toSorted() : [];
  }
}

const LONG = { timeout: 600_000 };

describe("a link changed in place, and the tables with it", () => {
  /** The kinds that docs/not-proven.md lists: whoever writes the whole file anew may say so, where no head was kept. */
  const ADMITTED = {
    signed: [
      "attachment.by",
      "attachment.name",
      "attachment.note",
      "attachment.subject.fingerprint",
      "attachment.subject.payID",
      "attachment.subject.payref",
      "attachment.subject.userID",
      "attachment.subject.walletID",
      "close.by",
      "close.note",
      "decision.by",
      "decision.finding.message",
      "decision.finding.records.entries.walletID",
      "decision.note",
      // Of the one that was taken back.
      "decision.status",
      "export.appVersion",
      "export.bytes",
      "export.decimals",
      "export.file",
      "export.layout",
      "export.sha256",
      "letter.by",
      "letter.event.address.confirmTo",
      "letter.event.address.from",
      "letter.event.address.to",
      "letter.event.bytes",
      "letter.event.file",
      "letter.event.how",
      "letter.event.items.amount",
      "letter.event.items.payID",
      "letter.event.items.payref",
      "letter.event.items.userID",
      "letter.event.sha256",
      "letter.event.to",
      "letter.note",
      "mark.by",
      "mark.note",
      "mark.subject.balance",
      "mark.subject.before",
      "mark.subject.now",
      "mark.subject.source",
      "mark.subject.wallet.businessID",
      "mark.subject.wallet.userID",
      "match.by",
      "match.note",
      "point.by",
      "point.event.finding.fingerprint",
      "point.event.finding.payID",
      "point.event.finding.payref",
      "point.event.finding.userID",
      "point.event.finding.walletID",
      "point.note",
      "pull.bodies.name",
      "pull.rules",
      "pull.startedAtMs",
      "setting.by",
      "setting.note",
      "terms.by",
      "terms.note",
    ],
    pruned: ["restore.from", "restore.head", "restore.replaced"],
    // Its token holds all of it.
    stamped: [],
  };

  test.each(NAMES)("each value of each link of the %s ledger", LONG, async (name) => {
    const corpus = new Corpus(name, ADMITTED[name], ONE_IN);
    for (const { at, link, path } of valuesInTurn(links[name])) {
      // What the other ledgers have of their own.
      if (name !== "signed" && at < links.signed.length) continue;
      for (const value of othersThan(path, valueAt(link.payload, path))) {
        await corpus.add(kindOf(link, path), (all, db) => {
          const one = all[at];
          if (one !== undefined) one.payload = edited(one.payload, path, value);
          fitTables(db, all);
        });
      }
    }
    expect(corpus.outcome()).toEqual(corpus.wanted);
    expect(corpus.forgeries).toBeGreaterThan(
      { signed: 150, pruned: 5, stamped: 4 }[name] / timesOf(ONE_IN, 1),
    );
  });

  test.skipIf(!hasOpenssl)("what nothing else shows, where a time stamp came after it", LONG, async () => {
    const corpus = new Corpus("stamped", [], ONE_IN);
    const unseen = new Set(ADMITTED.signed);
    for (const { at, link, path } of valuesInTurn(links.signed)) {
      if (!unseen.has(kindOf(link, path))) continue;
      await corpus.add(kindOf(link, path), (all, db) => {
        const one = all[at];
        if (one !== undefined) one.payload = edited(one.payload, path);
        fitTables(db, all);
        fitStamps(db, all);
      });
    }
    expect(corpus.outcome()).toEqual(corpus.wanted);
    expect(corpus.forgeries).toBeGreaterThan(50 / timesOf(ONE_IN, 1));
  });
});

describe("a field removed from a link, and from the tables with it", () => {
  /** Those that earlier versions did not write, where what is left is admitted to say anything. */
  const ADMITTED = [
    "decision.finding.records",
    "export.appVersion",
    "export.decimals",
    "export.format",
    "export.layout",
    "pull.rules",
    // The options that it says are those that a setting without any stands for.
    "setting.options",
  ];

  test("each field of each link of the signed ledger", LONG, async () => {
    const corpus = new Corpus("signed", ADMITTED, ONE_IN);
    // Of several links of one kind the newest, which signatures rest on.
    const newest = new Map(
      links.signed.map(({ kind, payload }, at) => [
        `${kind} ${JSON.stringify(payload["step"])} ${payload["undoes"] === null}`,
        at,
      ]),
    );
    for (const at of newest.values()) {
      const link = links.signed[at];
      if (link === undefined) continue;
      for (const path of fieldsOf(link.payload)) {
        // Taken from both steps that say it, as it is done by whoever forges them.
        const isOfBoth = link.kind === "close" && path.length > 1;
        if (isOfBoth && link.payload["step"] !== "sign-off") continue;
        await corpus.add(kindOf(link, path), (all, db) => {
          for (const one of all) {
            const isSaidThere = isOfBoth ? valueAt(one.payload, ["frozen"]) !== null : one === all[at];
            if (isSaidThere) one.payload = without(one.payload, path);
          }
          fitTables(db, all);
        });
      }
    }
    expect(corpus.outcome()).toEqual(corpus.wanted);
    expect(corpus.forgeries).toBeGreaterThan(100 / timesOf(ONE_IN, 1));
  });

  test("who changed settings, why and from what, which earlier versions did not record", LONG, async () => {
    const corpus = new Corpus("signed", ["setting without a name"]);
    await corpus.add("setting without a name", (all, db) => {
      for (const { kind, payload } of all) {
        if (kind === "setting") for (const field of ["by", "note", "before"]) delete payload[field];
      }
      fitTables(db, all);
    });
    expect(corpus.outcome()).toEqual(corpus.wanted);
  });
});

describe("links removed, moved and repeated, and the tables with them", () => {
  test.each(NAMES)("each link of the %s ledger removed", LONG, async (name) => {
    // Whatever nothing rests on could as well never have been: a setting, a signature that the next step takes back, the newest mark.
    const unused = name === "signed" ? ["close removed", "letter removed", "mark removed"] : [];
    const corpus = new Corpus(name, ["the last link removed", ...unused], 2);
    for (const at of links[name].keys()) {
      if (name !== "signed" && at < links.signed.length) continue;
      const isLast = at === links[name].length - 1;
      await corpus.add(isLast ? "the last link removed" : `${links[name][at]?.kind} removed`, (all, db) => {
        all.splice(at, 1);
        fitTables(db, all);
      });
    }
    expect(corpus.outcome()).toEqual(corpus.wanted);
  });

  test("each link before the one that it follows", LONG, async () => {
    // Two that do not rest on each other may have come in the other order.
    const corpus = new Corpus(
      "signed",
      [
        "attachment before letter",
        "close before point",
        "decision before pull",
        "letter before mark",
        "match before decision",
        "point before close",
        "pull before setting",
        "run before close",
        "run before letter",
        "run before point",
        "setting before pull",
        "terms before attachment",
      ],
      2,
    );
    for (const at of links.signed.keys()) {
      if (at === 0) continue;
      const [first, second] = [links.signed[at - 1]?.kind, links.signed[at]?.kind];
      await corpus.add(`${second} before ${first}`, (all, db) => {
        all.splice(at - 1, 0, ...all.splice(at, 1));
        fitTables(db, all);
      });
    }
    expect(corpus.outcome()).toEqual(corpus.wanted);
  });

  test("each link repeated at the end, as it is and with each member changed", LONG, async () => {
    const corpus = new Corpus("signed", [], ONE_IN);
    const seen = new Set<string>();
    for (const link of links.signed) {
      const firstOfEach = Object.values(Object.groupBy(leavesOf(link.payload), ([member]) => String(member)));
      for (const path of [null, ...firstOfEach.flatMap((some) => some?.slice(0, 1) ?? [])]) {
        const kind = path === null ? link.kind : kindOf(link, path);
        if (seen.has(kind)) continue;
        seen.add(kind);
        // A number that is higher is that of a new thing, which may follow.
        if (kind === `${link.kind}.${link.kind}`) continue;
        const found = await corpus.add(
          `${kind} repeated`,
          (all, db) => {
            const payload = path === null ? link.payload : edited(link.payload, path);
            all.push({ ...link, payload });
            fitTables(db, all);
          },
          true,
        );
        if (found?.alone.join().includes(`AUDIT_BROKEN link ${links.signed.length + 1}`) === false)
          corpus.missed.push(`${kind} repeated is not named`);
      }
    }
    expect(corpus.outcome()).toEqual(corpus.wanted);
  });
});

describe("rows of records changed, with digests and a trail that fit", () => {
  const TABLES = [ENTRY_TABLE, PAYMENT_TABLE].flatMap((table) =>
    TABLE_SUFFIXES.map((suffix) => ({ kind: table, suffix, ...shapeOf(table, suffix) })),
  );

  test("each column of each table, in a pull that a signature depends on", LONG, async () => {
    const corpus = new Corpus("signed", [], ONE_IN);
    for (const { kind: table, suffix, columns, order } of TABLES) {
      const name = `${table.name}${suffix}`;
      for (const column of columns) {
        await corpus.add(`${name}.${column}`, (all, db) => {
          const first = `(${order}) = (SELECT ${order} FROM ${name} ORDER BY ${order} LIMIT 1)`;
          const other = otherValue(db, name, column);
          const { changes } = db.prepare(`UPDATE ${name} SET ${column} = ${other} WHERE ${first}`).run();
          // A table without rows gets one.
          if (changes === 0) db.prepare(strayRow(name, columns)).run();
          dropNumbers(db);
          for (const { kind: link, payload } of all) {
            if (link !== "pull") continue;
            const rows = payload["rows"] as Payload;
            const digest = digestOfRows(
              db as unknown as WritableLedger,
              table,
              suffix,
              Number(payload["pull"]),
            );
            rows[name] = { ...digest };
          }
        });
      }
    }
    expect(corpus.outcome()).toEqual(corpus.wanted);
    expect(corpus.forgeries).toBeGreaterThan(90 / timesOf(ONE_IN, 1));
  });
});

describe("kept runs changed", () => {
  const inKeptRun = (db: Database.Database) => documentOf(db, 1).replace('"entries":', '"entries":1');

  test("each column of their tables", LONG, async () => {
    const corpus = new Corpus("signed");
    for (const [table, columns] of Object.entries({ run: ["id", "at_ms"], run_chunk: ["run_id", "n"] })) {
      for (const column of columns) {
        await corpus.add(`${table}.${column}`, (_, db) => {
          db.exec(`UPDATE ${table} SET ${column} = ${column} + 1000 WHERE rowid = 1`);
        });
      }
    }
    await corpus.add("run_chunk.compressed", (_, db) => replaceDocument(db, 1, inKeptRun(db)));
    await corpus.add("run_chunk.compressed cut", (_, db) => {
      db.exec("UPDATE run_chunk SET compressed = substr(compressed, 1, 20) WHERE run_id = 1");
    });
    await corpus.add("run_chunk taken away", (_, db) => db.exec("DELETE FROM run_chunk WHERE run_id = 1"));
    await corpus.add("run_chunk added", (_, db) =>
      db.exec("INSERT INTO run_chunk SELECT run_id, 1, compressed FROM run_chunk WHERE run_id = 1"),
    );
    await corpus.add("two runs exchanged", (_, db) => {
      const [first, second] = [documentOf(db, 1), documentOf(db, 4)];
      replaceDocument(db, 1, second);
      replaceDocument(db, 4, first);
    });
    expect(corpus.outcome()).toEqual(corpus.wanted);
  });

  test("one that no signature in force depends on, with a link that fits", LONG, async () => {
    const corpus = new Corpus("signed", ["run of no signature"]);
    for (const run of [1, 2, 4]) {
      await corpus.add("run of no signature", (all, db) => {
        const is = documentOf(db, run).replace('"tiesOut":true', '"tiesOut":false');
        const before = sha256(documentOf(db, run));
        replaceDocument(db, run, is);
        for (const link of all)
          link.payload = JSON.parse(JSON.stringify(link.payload).replaceAll(before, sha256(is))) as Payload;
        fitTables(db, all);
      });
    }
    expect(corpus.outcome()).toEqual(corpus.wanted);
  });

  test("the document of a signed month, with links that fit", LONG, async () => {
    const corpus = new Corpus("signed");
    for (const withFrozen of [false, true]) {
      const found = await corpus.add("run_chunk.compressed, links fit", (all, db) => {
        // The one that the signature in force rests on.
        const was = documentOf(db, 3);
        const is = was.replace('"tiesOut":true', '"tiesOut":false');
        replaceDocument(db, 3, is);
        const [before, after] = [sha256(was), sha256(is)];
        for (const link of all) {
          if (link.kind !== "run" && !(withFrozen && link.kind === "close")) continue;
          link.payload = JSON.parse(JSON.stringify(link.payload).replaceAll(before, after)) as Payload;
        }
        fitTables(db, all);
      });
      expect(found?.alone).not.toEqual([]);
    }
    expect(corpus.outcome()).toEqual(corpus.wanted);
  });
});
