/** A ledger's bank statements as checks go by them: their lines as they were kept, joined into accounts. */
import { createHash } from "node:crypto";
import {
  type BankBooks,
  type BoundLine,
  type CheckedAccount,
  type LinePlace,
  boundLineDocument,
  lineKey,
} from "../../../core/bank/accepted.ts";
import type { StatementReading } from "../../../core/bank/reading.ts";
import { readKeptLines } from "../../../core/bank/kept-lines.ts";
import {
  type AccountLine,
  type BankAccount,
  type BankStatement,
  type StatementGap,
  joinStatements,
} from "../../../core/bank/statement.ts";
import { TieoutError } from "../../../core/errors.ts";
import { multiplyAmounts } from "../../../core/money.ts";
import { type Evidence, evidenceIn } from "../../../core/review/file/attachment.ts";
import { oncePer } from "../../../core/once-per.ts";
import { compareBytes } from "../../../core/text.ts";
import { type Day, addDays } from "../../../core/time.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { newestAct } from "../trail/acts.ts";
import { newestStatement } from "../trail/as-of.ts";
import { documentHash } from "../tables/current-record.ts";
import { listAttachments, readAttachment } from "./attachment.ts";
import { readSettings } from "./settings.ts";

/** A statement that was not withdrawn, with its lines. */
export interface KeptStatements {
  readonly evidence: Evidence;
  /** How its file was read. */
  readonly reading: StatementReading;
  readonly statements: readonly BankStatement[];
}

/** A bank account with its statements in the order in which they were kept. */
export interface KeptAccount {
  readonly account: string;
  /** null where no file says. */
  readonly currency: string | null;
  readonly files: readonly KeptStatements[];
  readonly joined: BankAccount;
}

export interface KeptBank extends Pick<BankBooks, "id" | "places" | "scale"> {
  /** By name. */
  readonly accounts: readonly KeptAccount[];
}

/**
 * Banks write hundredths, whatever the ledger shows: nothing of theirs may be rounded.
 *
 * @param decimals of the ledger's amounts
 */
export function bankPlaces(decimals: number): number {
  return Math.max(2, decimals);
}

/** Whether a bank's statement was ever kept; of other ledgers nothing more is read. */
export function hasStatements(db: ReadableLedger): boolean {
  return newestStatement(db) !== null;
}

/**
 * An id that stays the same until a statement comes or goes, amounts have other decimals, or somebody says anew what
 * movements are; '' without any statement.
 */
export function statementsId(db: ReadableLedger): string {
  if (!hasStatements(db)) return "";
  return `${newestAct(db, "attachment")}.${readSettings(db).decimals}.${newestAct(db, "terms")}`;
}

/** What was read last: of one ledger it is asked for again and again, and its id says all that it is of. */
let remembered: KeptBank | null = null;

/**
 * The bank accounts of a ledger, of all statements that were not withdrawn.
 *
 * @returns null where there are none
 * @throws TieoutError LEDGER_CORRUPT for lines that cannot be read; AUDIT_MISMATCH; SUM_OVERFLOW
 */
export function readKeptBank(db: ReadableLedger): KeptBank | null {
  if (!hasStatements(db)) return null;
  const standing = evidenceIn(listAttachments(db)).filter(({ withdrawn }) => withdrawn === null);
  const linesOf = new Map(
    standing.flatMap((one) => (one.subject.kind === "lines" ? [[one.subject.statement, one] as const] : [])),
  );
  const read = standing.flatMap((evidence) => {
    const { id, subject } = evidence;
    const lines = linesOf.get(id);
    return subject.kind !== "bank" || lines === undefined ? [] : [{ evidence, subject, lines }];
  });
  if (read.length === 0) return null;
  const { decimals } = readSettings(db);
  const places = Math.max(bankPlaces(decimals), ...read.map(({ lines }) => placesOf(lines)));
  const told = read.map(({ evidence: { id: of, sha256 }, subject, lines }) => [
    of,
    subject,
    sha256,
    lines.sha256,
  ]);
  const id = createHash("sha256")
    .update(JSON.stringify([places, decimals, told]))
    .digest("hex");
  if (remembered?.id === id) return remembered;
  const files = read.map(({ evidence, subject, lines }) => {
    const { account, reading } = subject;
    return { account, evidence, reading, statements: statementsIn(db, lines, places) };
  });
  remembered = { id, places, scale: 10 ** (places - decimals), accounts: accountsOf(files) };
  return remembered;
}

function placesOf({ subject }: Evidence): number {
  return subject.kind === "lines" ? subject.places : 0;
}

function statementsIn(db: ReadableLedger, lines: Evidence, places: number): BankStatement[] {
  const text = Buffer.concat([...readAttachment(db, lines)]).toString("utf8");
  const statements = readKeptLines(text);
  if (statements === null) {
    const facts = { file: db.name, record: `evidence ${lines.id}` };
    throw new TieoutError("LEDGER_CORRUPT", "The lines of a bank's statement cannot be read", facts);
  }
  const by = 10 ** (places - placesOf(lines));
  return statements.map((one) => scaledStatement(one, by));
}

function scaledStatement(statement: BankStatement, by: number): BankStatement {
  const orNone = (amount: number | null) => (amount === null ? null : scaledAmount(amount, by));
  return {
    ...statement,
    opening: orNone(statement.opening),
    closing: orNone(statement.closing),
    lines: statement.lines.map((line) => ({
      ...line,
      amount: scaledAmount(line.amount, by),
      balance: orNone(line.balance),
    })),
  };
}

/** @throws TieoutError SUM_OVERFLOW */
function scaledAmount(amount: number, by: number): number {
  const product = multiplyAmounts(amount, by);
  if (product !== null) return product;
  throw new TieoutError(
    "SUM_OVERFLOW",
    "An amount of a bank's statement is too large for the ledger's decimals",
  );
}

function accountsOf(files: readonly (KeptStatements & { readonly account: string })[]): KeptAccount[] {
  return [...Map.groupBy(files, ({ account }) => account)]
    .toSorted(([one], [other]) => compareBytes(one, other))
    .map(([account, own]) => ({
      account,
      currency:
        own.flatMap(({ statements }) => statements).find((one) => one.currency !== null)?.currency ?? null,
      files: own,
      joined: joinStatements(
        own.flatMap(({ evidence, statements }) =>
          statements.map((statement) => ({ ...statement, evidence: evidence.id })),
        ),
      ),
    }));
}

/** A line that stands in a statement, bound to what it says. */
export interface KeptLine {
  readonly account: KeptAccount;
  /** The one that counts where several files have it. */
  readonly line: AccountLine;
  /** Of the line as it stands there, see `boundLineDocument`; 64 hex digits. */
  readonly sha256: string;
}

/** Looks lines up by where they stand. */
export function lineFinder(kept: KeptBank): (place: LinePlace) => KeptLine | null {
  const standing = linesByPlace(kept);
  return (place) => {
    const found = standing.get(lineKey(place));
    if (found === undefined) return null;
    const { account, line, own, file } = found;
    return { account, line, sha256: documentHash(boundLineDocument(own, file, kept.places)) };
  };
}

const linesByPlace = oncePer(({ accounts }: KeptBank) => {
  return new Map(
    accounts.flatMap((account) => {
      const files = new Map(account.files.map(({ evidence: { id, sha256 } }) => [id, sha256]));
      const { lines, repeats } = account.joined;
      const all = [
        ...lines.map((line) => ({ line, own: line })),
        ...repeats.map(({ own, first }) => ({ line: first, own })),
      ];
      return all.map(({ line, own }) => {
        return [lineKey(own), { account, line, own, file: files.get(own.evidence) ?? "" }] as const;
      });
    }),
  );
});

/** By a line as it was accepted, the line that counts; null where it is gone or says something else. */
export function boundLineFinder(db: ReadableLedger): (line: BoundLine) => AccountLine | null {
  const kept = readKeptBank(db);
  if (kept === null) return () => null;
  const find = lineFinder(kept);
  return (line) => {
    const found = find(line);
    return found?.sha256 === line.sha256 ? found.line : null;
  };
}

/** The same as a check goes by it. @param told ties that hold, in the order of their ids, and what is not asked for */
export function bankBooksOf(kept: KeptBank, told: Pick<BankBooks, "ties" | "notAsked">): BankBooks {
  const { id, places, scale } = kept;
  return { id, places, scale, accounts: checkedAccounts(kept), ...told };
}

/** Of the same statements the same: what is remembered of a check is told by it. */
const checkedAccounts = oncePer(({ accounts }: KeptBank) =>
  accounts.map(({ account, currency, joined }): CheckedAccount => {
    return { account, currency, lines: joined.lines, covered: coveredDays(joined) };
  }),
);

/** From its first line to its last, without what lies about its gaps. */
function coveredDays({ lines, gaps }: BankAccount): CheckedAccount["covered"] {
  const [first, last] = [lines.at(0)?.day, lines.at(-1)?.day];
  if (first === undefined || last === undefined) return [];
  const spans: { from: Day; to: Day }[] = [];
  let from: Day | null = first;
  for (const gap of gaps.toSorted(byBegin)) {
    if (from === null) break;
    if (gap.from !== null) spans.push({ from, to: addDays(gap.from, -1) });
    from = gap.to === null ? null : addDays(gap.to, 1);
  }
  if (from !== null) spans.push({ from, to: last });
  return spans.filter((span) => span.from <= span.to);
}

function byBegin(one: StatementGap, other: StatementGap): number {
  return compareBytes(one.from ?? "", other.from ?? "");
}
