/** C1: every error and warning, with links to its row on B1 or B2. */
import type { Finding } from "../../reconcile/input/findings.ts";
import { evidenceIn, withdrawnIn } from "../../review/file/attachment.ts";
import type { ReportInput } from "../sheet/input.ts";
import { DECISION_STATUSES } from "../../review/decisions/decision.ts";
import type { SheetColumn, Cell } from "../sheet/model.ts";
import { type TrailTable, decisionRows } from "../sheet/trail.ts";
import type { Figures, Reviewed } from "../sheet/figures.ts";
import {
  entryTime,
  paymentTime,
  type OutstandingAt,
  type OutstandingItem,
  outstandingAt,
  daysCell,
  daysOpen,
} from "./outstanding-items.ts";
import type { OutstandingTable } from "./outstanding.ts";
import type { TransactionTable } from "./transactions.ts";
import type { WalletTable } from "./wallet.ts";
import { wordingOf } from "../../reconcile/input/field-words.ts";
import { boundChangeLines } from "../../review/decisions/bound-records.ts";
import { letterWaitWords } from "../../review/letters/letter-words.ts";
import { type LetterWait, letterWaitFinder } from "../../review/letters/letters.ts";
import { hasOverriddenErrors, overriddenErrors } from "../sheet/closing.ts";
import { amountLiteral, inBlock, labelAt } from "../sheet/currencies.ts";
import { sumWhere } from "../sheet/sums.ts";
import {
  type CurrentRow,
  ReportTable,
  columnsOf,
  shownColumns,
  head,
  PROVEN_CURRENCY,
} from "../sheet/table.ts";
import { candidateWords, causeWords } from "../../words/finding.ts";
import { CLASS_RANK, addSafely } from "./exception-amounts.ts";
import { EXPOSURE_KINDS, type Exposure } from "./exposures.ts";

// The files that are attached to a finding, by their names and hashes: what C1 says of them.

/** Lines about a finding, none as a rule. */
type FindEvidence = (finding: Finding) => readonly string[];

/** How many digits of a file's hash name it; D2 has all of them. */
const SHOWN_DIGITS = 16;

/** What was withdrawn counts no more. */
function evidenceFinder({ attachments }: Pick<ReportInput, "attachments">): FindEvidence {
  const standing = evidenceIn(attachments).filter(({ withdrawn }) => withdrawn === null);
  const files = Map.groupBy(standing, ({ subject }) =>
    subject.kind === "finding" ? subject.fingerprint : "",
  );
  return ({ fingerprint }) =>
    (files.get(fingerprint) ?? []).map(
      ({ id, name, sha256 }) => `Evidence ${id}: ${name}, SHA-256 ${sha256.slice(0, SHOWN_DIGITS)}…`,
    );
}

// C1: what a reviewer types beside a finding; `tieout import --review` and the window read these columns.

/** A tick: one of the statuses by its list, or any sign of the reviewer's own. */
export const REVIEWER_TICK: SheetColumn = {
  key: "reviewerTick",
  ...head("text", "Reviewer's tick"),
  choices: DECISION_STATUSES,
};

export const REVIEWER_NOTE: SheetColumn = { key: "reviewerNote", ...head("wrapped", "Reviewer's note") };

// The rows and dates of the records that findings name, with links to them on other sheets.

interface RecordTables {
  readonly wallet: WalletTable;
  readonly transactions: TransactionTable;
  /** The items of C2. */
  readonly outstanding: OutstandingTable;
  readonly trail: TrailTable;
}

/** The links of a finding's ids: to the row on B1 or B2, for one of an earlier period to the item on C2. */
export class SubjectLinks {
  readonly #figures: Figures;
  /** Rows of entries and of transactions, by the ids that findings name. */
  readonly #entries = new Map<number, number>();
  readonly #transactions = new Map<number, number>();
  readonly #tables: RecordTables;
  readonly #outstanding: OutstandingAt;
  /** By a decision's number: its row on D2. */
  readonly #decisions: ReadonlyMap<number, number>;

  constructor(figures: Figures, outstanding: readonly OutstandingItem[], tables: RecordTables) {
    const { input, byWalletID, byPayID } = figures;
    const { entries, transactions } = input.records;
    this.#figures = figures;
    this.#tables = tables;
    this.#outstanding = outstandingAt(outstanding);
    input.check.entryOutcomes.order.forEach((row) => {
      const id = entries.walletID[row] as number;
      if (byWalletID.has(id)) this.#entries.set(id, row);
    });
    transactions.payID.forEach((id, row) => {
      if (byPayID.has(id)) this.#transactions.set(id, row);
    });
    this.#decisions = decisionRows(input);
  }

  /** When the record of a finding is dated; null when that is not known. */
  timeOf({ walletID, payID }: Finding): number | null {
    // A finding names a walletID or, when it is about a transaction, a payID.
    if (walletID === null) {
      const row = this.#transactions.get(payID ?? -1);
      return row === undefined ? null : paymentTime(this.#figures, row);
    }
    const row = this.#entries.get(walletID);
    return row === undefined ? null : entryTime(this.#figures, row);
  }

  decision(id: number): Cell {
    const at = this.#decisions.get(id);
    return at === undefined ? id : { value: id, link: this.#tables.trail.link("number", at) };
  }

  entry(id: number | null): Cell {
    const row = this.#entries.get(id ?? -1) ?? -1;
    const at = this.#figures.entryAt[row] ?? -1;
    if (at >= 0) return { value: id, link: this.#tables.wallet.link("walletID", at) };
    return this.#item(id, "walletID", this.#outstanding.entry.get(row));
  }

  transaction(id: number | null): Cell {
    const row = this.#transactions.get(id ?? -1) ?? -1;
    const at = this.#figures.transactionAt[row] ?? -1;
    if (at >= 0) return { value: id, link: this.#tables.transactions.link("payID", at) };
    return this.#item(id, "payID", this.#outstanding.transaction.get(row));
  }

  #item(id: number | null, key: "walletID" | "payID", at: number | undefined): Cell {
    return at === undefined ? id : { value: id, link: this.#tables.outstanding.link(key, at) };
  }
}

interface ExceptionLine {
  readonly figures: Figures;
  readonly links: SubjectLinks;
  readonly finding: Finding;
  readonly exposure: Exposure;
  /** When its record is dated, milliseconds UTC; null where that is not known. */
  readonly atMs: number | null;
  readonly reviewed: Reviewed;
  /** Whether the month was prepared although nobody had decided on it. */
  readonly isOverridden: boolean;
  /** The letter under whose name it waits; null for none. */
  readonly wait: LetterWait | null;
  /** The files attached to it, a line each. */
  readonly evidence: readonly string[];
}

/** How a row says that its error was overridden. */
export const OVERRIDDEN = "yes";

const TO_FILL_IN: Cell = { value: null, tone: "input" };

const EXCEPTIONS = columnsOf<ExceptionLine>()({
  number: { ...head("integer", "No.", 6), value: (_, here) => here.index + 1 },
  severity: { ...head("text", "Severity", 9), value: ({ finding }) => severityCell(finding) },
  rule: { ...head("text", "Rule", 19), value: ({ finding }) => finding.rule },
  message: { ...head("wrapped", "What was found", 48), value: ({ finding }) => finding.message },
  walletID: { ...head("id", "walletID", 9), value: ({ links, finding }) => links.entry(finding.walletID) },
  payID: { ...head("id", "payID", 9), value: ({ links, finding }) => links.transaction(finding.payID) },
  payref: { ...head("wrapped", "Payref", 14), value: ({ finding }) => finding.payref || null },
  expected: { ...head("amount", "Expected", 11), value: ({ finding }) => finding.expected ?? null },
  actual: { ...head("amount", "Actual", 11), value: ({ finding }) => finding.actual ?? null },
  difference: { ...head("amount", "Difference", 11), value: ({ finding }) => finding.difference ?? null },
  atStake: { ...head("amount", "At stake", 11), value: ({ finding }) => finding.atStake },
  counted: {
    ...head("amount", "Counted", 11),
    value: ({ exposure: { amount } }) => amount,
    formula: countedFormula,
  },
  countedWith: {
    ...head("integer", "Counted with no.", 9),
    value: ({ exposure: { event } }, here) => {
      const [most = here.index] = event;
      return most === here.index ? null : most + 1;
    },
  },
  cause: {
    ...head("wrapped", "Cause", 24),
    value: ({ finding }) =>
      causeWords(finding) || (finding.copies?.length ? "copies side by side on C3" : null),
  },
  candidates: {
    ...head("wrapped", "Candidates", 17),
    value: ({ finding }) => candidateWords(finding) || null,
  },
  at: { ...head("instant", "Dated ({zone})", 18), value: ({ atMs }) => atMs },
  days: {
    ...head("number", "Days open", 7),
    value: ({ figures, atMs }, here) => daysCell(figures, atMs, daysOpen(figures, atMs), here.cell("at")),
  },
  status: { ...head("text", "Status", 10), value: ({ reviewed }) => reviewed.status },
  overridden: {
    ...head("text", "Overridden", 10),
    value: ({ isOverridden }) => (isOverridden ? OVERRIDDEN : null),
  },
  decision: {
    ...head("id", "Decision", 9),
    value: ({ links, reviewed: { decision } }) => (decision === null ? null : links.decision(decision.id)),
  },
  by: { ...head("wrapped", "By", 12), value: ({ reviewed }) => reviewed.decision?.by ?? null },
  when: { ...head("instant", "When ({zone})", 18), value: ({ reviewed }) => reviewed.decision?.atMs ?? null },
  note: { ...head("wrapped", "Note", 24), value: noteOf },
  reviewerTick: { ...REVIEWER_TICK, width: 12, value: () => TO_FILL_IN },
  reviewerNote: { ...REVIEWER_NOTE, width: 28, value: () => TO_FILL_IN },
  kind: { ...head("text", "Adds to", 24), value: ({ exposure }) => exposure.kind },
  rank: {
    ...head("integer", "Review rank", 8),
    value: ({ exposure }) => CLASS_RANK[exposure.class],
    formula: (_, here) =>
      (["explained", "accepted", "raised"] as const).reduceRight(
        (rest, status) => `IF(${here.cell("status")}="${status}",${CLASS_RANK[status]},${rest})`,
        String(CLASS_RANK.undecided),
      ),
  },
  fingerprint: { ...head("text", "Fingerprint", 66), value: ({ finding }) => finding.fingerprint },
  currency: {
    ...PROVEN_CURRENCY,
    width: 10,
    value: ({ figures: { currencies }, exposure }) => labelAt(currencies, exposure.block),
  },
});

export type ExceptionKey = keyof typeof EXCEPTIONS;

/** Of an event that more rows report the amounts are fixed: a formula that names them all would be too long. */
const MOST_WEIGHED = 12;

/** What a row adds: of an event what is at stake beyond those rows of it that count before. */
function countedFormula(
  { figures, exposure: { event, stakes, amount } }: ExceptionLine,
  here: CurrentRow<"number" | "atStake" | "rank">,
): string {
  const place = event.indexOf(here.index);
  if (place === -1) return here.cell("atStake");
  const say = (value: number | undefined) => amountLiteral(value ?? 0, figures.input.decimals);
  if (event.length > MOST_WEIGHED) return say(amount);
  const before = event.flatMap((other, at) => {
    if (other === here.index) return [];
    // By its number: a list that somebody sorts has it on another row.
    const rank = here.table.overParts(
      ["number", "rank"],
      (numbers, ranks) => `SUMIF(${numbers},${other + 1},${ranks})`,
    );
    return [`((${rank})${at < place ? ">=" : ">"}${here.cell("rank")})*${say(stakes[at])}`];
  });
  const counted = before.length === 0 ? "0" : `MAX(0,${before.join(",")})`;
  return figures.round(`MAX(0,${say(stakes[place])}-${counted})`);
}

export type ExceptionTable = ReportTable<ExceptionLine, ExceptionKey>;

/** The columns of C1, for whoever reads one that comes back; the last is one that every C1 has. */
export function exceptionColumns(zone: string) {
  const columns = shownColumns(EXCEPTIONS, zone);
  const isCurrency = ({ key }: (typeof columns)[number]) => key === "currency";
  return [...columns.filter(isCurrency), ...columns.filter((column) => !isCurrency(column))];
}

/** @param exposures of the exceptions, in their order. @param links asked for when the rows are made */
export function exceptionTable(
  figures: Figures,
  exceptions: readonly Finding[],
  exposures: readonly Exposure[],
  links: () => SubjectLinks,
): ExceptionTable {
  const feet = [...new Set(exposures.map(({ block }) => block))].toSorted((a, b) => a - b);
  return new ReportTable(figures, {
    id: "exceptions",
    empty: "None: the check found neither an error nor a warning.",
    columns: EXCEPTIONS,
    without: hasOverriddenErrors(figures.input) ? [] : ["overridden"],
    count: exceptions.length + feet.length,
    feet: feet.length,
    *lines(table, here) {
      const ways = links();
      const overridden = overriddenErrors(figures.input);
      const waitOf = waitFinder(figures);
      const evidenceOf = evidenceFinder(figures.input);
      for (const [at, exposure] of exposures.entries()) {
        const finding = exceptions[at] as Finding;
        yield {
          figures,
          links: ways,
          finding,
          exposure,
          atMs: ways.timeOf(finding),
          reviewed: figures.reviewing.of(finding),
          isOverridden: overridden.has(finding.fingerprint),
          evidence: evidenceOf(finding),
          wait: waitOf({ finding, status: figures.reviewing.of(finding).status }),
        };
      }
      for (const block of feet) {
        const own = exposures.filter((one) => one.block === block);
        yield here.row("total", footing(figures, block, own, table, here));
      }
    },
  });
}

/** The break differences that C1 lists in a currency, and what of all exceptions is not explained. */
function footing(
  { currencies, round }: Figures,
  block: number,
  own: readonly Exposure[],
  table: ExceptionTable,
  here: CurrentRow<ExceptionKey>,
): Partial<Record<ExceptionKey, Cell>> {
  const label = labelAt(currencies, block);
  const currency = `$${here.cell("currency")}`;
  const uncorrected = addSafely(own.flatMap(({ class: of, amount }) => (of === "explained" ? [] : [amount])));
  return {
    message: `Break differences, and what is not explained${currencies.isSplit ? `, ${inBlock(currencies, block)}` : ""}`,
    difference: {
      value: own.reduce((sum, { breakDifference }) => sum + breakDifference, 0),
      formula: round(breaksFormula(table, currency)),
    },
    counted: {
      value: uncorrected,
      formula: round(sumWhere(table, "counted", [["rank", `>${CLASS_RANK.explained}`]], currency)),
    },
    currency: label,
  };
}

/** Σ over C1 of the differences of breaks in a currency. @param currency the formula of its label */
export function breaksFormula(table: ExceptionTable, currency: string): string {
  return sumWhere(table, "difference", [["kind", `="${EXPOSURE_KINDS[0]}"`]], currency);
}

/** Errors before warnings, each in the check's order. */
export function exceptionsOf(findings: readonly Finding[]): Finding[] {
  return [
    ...findings.filter(({ severity }) => severity === "error"),
    ...findings.filter(({ severity }) => severity === "warning"),
  ];
}

const MOST_CHANGES = 5;

/** Which letter each exception waits under, as of the newest pull that the workbook is made from. */
function waitFinder({ input: { askingLetters, attachments, pulls }, clock }: Figures) {
  const last = pulls.at(-1);
  const asOf = last === undefined ? null : clock.day(last.finishedAtMs);
  return letterWaitFinder(askingLetters, asOf, withdrawnIn(attachments));
}

/** A decision's note; of a reopened one also what changed since, its evidence and its letter, by line. */
function noteOf({ figures, reviewed: { decision, changes }, evidence, wait }: ExceptionLine): string | null {
  const wording = () => wordingOf(figures.input.decimals, figures.clock);
  const lines = [
    ...(decision === null || decision.note === "" ? [] : [decision.note]),
    ...(decision === null || changes.length === 0
      ? []
      : ["Changed since:", ...boundChangeLines(changes, MOST_CHANGES, wording())]),
    ...evidence,
    ...(wait === null ? [] : [letterWaitWords(wait)]),
  ];
  return lines.length === 0 ? null : lines.join("\n");
}

/** The severity of a finding; errors stand out. */
export function severityCell({ severity }: Finding): Cell {
  return severity === "error" ? { value: severity, tone: "flag" } : severity;
}
