/** A: the figures, the proofs, what was decided and what is open, on one page. */
import { formatAmount, formatCount } from "../money.ts";
import { RULES, type Severity } from "../reconcile/rules.ts";
import type { Finding } from "../reconcile/findings.ts";
import { textLiteral } from "./formula-text.ts";
import { currenciesOf } from "./headings.ts";
import type { Figures } from "./figures.ts";
import type { ReportInput } from "./input.ts";
import type { Cell, Column, Row } from "./model.ts";
import type { OutstandingItem } from "./outstanding.ts";
import type { TablePlace } from "./place.ts";
import { type LineName, type ProofLines, proofRow } from "./proof-lines.ts";
import type { Proof } from "./proofs.ts";
import { SHEETS, SPACER } from "./sheets.ts";
import { verdictOf } from "./verdict.ts";

export const LEAD_WIDTHS = [62, 18, 12, 12, 12, 58];

export const CONCLUSION_COLUMNS: readonly Column[] = [
  { key: "conclusion", header: "Conclusion", kind: "text" },
  ...Array.from({ length: 5 }, () => SPACER),
];
export const SIGNATURE_COLUMNS: readonly Column[] = [
  { key: "role", header: "Fill in here, every sheet shows it", kind: "text" },
  { key: "name", header: "Name", kind: "text" },
  { key: "day", header: "Date", kind: "day" },
  SPACER,
  SPACER,
  SPACER,
];
/** Where wallets have different currencies their sums mean nothing, and the header says so. */
export function summaryColumns(input: ReportInput): readonly Column[] {
  const mixed = currenciesOf(input).length > 1;
  return [
    {
      key: "line",
      header: mixed ? "Balance, currencies mixed: each wallet is on A1" : "Balance",
      kind: "text",
    },
    { key: "amount", header: "Amount", kind: "amount" },
    { key: "ref", header: "Workpaper", kind: "text" },
    SPACER,
    SPACER,
    SPACER,
  ];
}
export const CHECK_COLUMNS: readonly Column[] = [
  { key: "proof", header: "Proof", kind: "text" },
  { key: "holds", header: "Holds", kind: "truth" },
  { key: "ref", header: "Workpaper", kind: "text" },
  SPACER,
  SPACER,
  SPACER,
];
export const DECIDED_COLUMNS: readonly Column[] = [
  { key: "decided", header: "Decided by the check", kind: "text" },
  { key: "used", header: "Used", kind: "text" },
  { key: "source", header: "Source", kind: "text" },
  { key: "evidence", header: "Evidence", kind: "text" },
  SPACER,
  SPACER,
];
export const CONTENTS_COLUMNS: readonly Column[] = [
  { key: "sheet", header: "Contents", kind: "text" },
  { key: "ref", header: "Workpaper", kind: "text" },
  { key: "title", header: "Title", kind: "text" },
  SPACER,
  SPACER,
  SPACER,
];
export const COUNT_COLUMNS: readonly Column[] = [
  { key: "rule", header: "Exceptions by rule", kind: "text" },
  { key: "severity", header: "Severity", kind: "text" },
  { key: "found", header: "Found", kind: "integer" },
  { key: "open", header: "Open", kind: "integer" },
  { key: "decided", header: "Decided", kind: "integer" },
  { key: "words", header: "In words", kind: "wrapped" },
];

export const CONCLUSION_COUNT = 2;
export const SIGNATURE_COUNT = 2;
export const SUMMARY_COUNT = 7;

const UNPROVEN = "Not proven: at least one proof below fails; this workbook must not be relied on.";

/** The verdict of the terminal, then what it rests on: a formula, so that it falls with the proofs. */
export function* conclusionRows(
  { input }: Figures,
  open: { readonly exceptions: readonly Finding[]; readonly outstanding: readonly OutstandingItem[] },
  proofs: readonly Proof[],
  place: TablePlace,
): Generator<Row> {
  yield { tone: "opening", cells: [verdictOf(input.check, input.decimals)] };
  const proven = `${explained(input)} ${openWords(open)}`;
  const formula = `IF(${place.cell("holds", proofs.length)},${textLiteral(proven)},${textLiteral(UNPROVEN)})`;
  const value = proofs.every(({ holds }) => holds) ? proven : UNPROVEN;
  yield { tone: "opening", cells: [{ value, formula }] };
}

function explained(input: ReportInput): string {
  const { wallets } = input.check;
  if (wallets.length === 0) return "There is no entry, and so no balance to explain:";
  const currencies = currenciesOf(input);
  if (currencies.length > 1) {
    return `The stated closings of ${wallets.length} wallets, in ${currencies.join(" and ")}, are explained to the last unit, item by item;`;
  }
  const closing = wallets.reduce((sum, wallet) => sum + wallet.closing, 0);
  const money = `${currencies.join("")} ${formatAmount(closing, input.decimals)}`.replace(/^unknown /u, "");
  return `The stated closing of ${money} is explained to the last unit, item by item;`;
}

function openWords({ exceptions, outstanding }: Parameters<typeof conclusionRows>[1]): string {
  const items = outstanding.filter(({ now }) => now !== 0).length;
  const parts = [
    ...(exceptions.length > 0 ? [formatCount(exceptions.length, "exception")] : []),
    ...(items > 0 ? [formatCount(items, "outstanding item")] : []),
  ];
  if (parts.length === 0) return "nothing is open.";
  const verb = exceptions.length + items === 1 ? "is" : "are";
  return `${parts.join(" and ")} ${verb} open, none decided.`;
}

/** A cell to be filled in. */
function inputCell(value: string | null): Cell {
  return { value, tone: "input" };
}

/** Who prepared and who reviewed it, to be filled in. */
export function* signatureRows({ preparedBy }: ReportInput): Generator<Row> {
  const { name, day } = preparedBy ?? { name: null, day: null };
  yield { tone: "plain", cells: ["Prepared by", inputCell(name), inputCell(day)] };
  yield { tone: "plain", cells: ["Reviewed by", inputCell(null), inputCell(null)] };
}

export interface SummaryPlaces {
  readonly roll: TablePlace;
  readonly proof: TablePlace;
}

/** Opening to closing from A1, and what the transactions say from A2. */
export function* summaryRows(
  { input }: Figures,
  { roll, proof }: SummaryPlaces,
  lines: ProofLines,
): Generator<Row> {
  const total = input.check.wallets.length;
  const amount = (name: LineName) => lines.get(name)?.value ?? 0;
  const fromRoll = (text: string, key: string, value: number): Row => ({
    tone: key === "stated" ? "total" : "plain",
    cells: [text, { value, formula: roll.cell(key, total) }, { value: "A1", link: roll.place(key, total) }],
  });
  const fromProof = (text: string, name: LineName): Row => {
    const row = proofRow(name);
    const value = { value: amount(name), formula: proof.cell("amount", row) };
    return { tone: "plain", cells: [text, value, { value: "A2", link: proof.place("amount", row) }] };
  };
  yield fromRoll("Opening", "opening", amount("opening"));
  yield fromRoll("Inflows", "inflow", amount("inflow"));
  yield fromRoll("Outflows", "outflow", 0 - amount("outflow"));
  yield fromRoll("Break differences", "breakDifference", amount("rollBreaks"));
  yield fromRoll("Closing, as the wallet states it", "stated", amount("stated"));
  yield fromProof("Balance that the transactions say", "said");
  yield fromProof("Unexplained difference", "unexplained");
}

/** Each proof as a cell that Excel works out, then all of them at once. */
export function* checkRows(proofs: readonly Proof[], place: TablePlace): Generator<Row> {
  for (const { words, holds, formula, ref, link } of proofs) {
    yield {
      tone: "plain",
      cells: [words, { value: holds, formula, tone: holds ? "good" : "bad" }, { value: ref, link }],
    };
  }
  const all = proofs.every(({ holds }) => holds);
  const formula = `AND(${place.ranges("holds", 0, proofs.length - 1).join(",")})`;
  yield { tone: "total", cells: ["All proofs hold", { value: all, formula, tone: all ? "total" : "bad" }] };
}

export const DECIDED_COUNT = 3;

function plain(cells: Cell[]): Row {
  return { tone: "plain", cells };
}

export function* decidedRows({ input }: Figures): Generator<Row> {
  const { convention, chainScope, settlementBasis, options } = input.check;
  const { breaks, links } = convention;
  yield plain([
    "Convention: what raises the balance",
    convention.used === "asset" ? "asset: a debit" : "bank: a credit",
    convention.source,
    `${formatAmount(links)} links; breaks under asset ${formatAmount(breaks.asset)}, under bank ${formatAmount(breaks.bank)}`,
  ]);
  yield plain([
    "Settlement basis: what of a sale reaches the wallet",
    settlementBasis.used,
    settlementBasis.source,
    `votes: ${Object.entries(settlementBasis.votes)
      .map(([basis, votes]) => `${basis} ${formatAmount(votes)}`)
      .join(", ")}`,
  ]);
  const better = chainScope.breaks[chainScope.used === "user" ? "business" : "user"];
  const fewer = better < chainScope.breaks[chainScope.used] ? "; the other scope breaks on fewer links" : "";
  yield plain([
    "Chain scope: whose entries form one wallet",
    chainScope.used,
    options.chainScope === "user" ? "default" : "given",
    `breaks per user ${formatAmount(chainScope.breaks.user)}, per business ${formatAmount(chainScope.breaks.business)}${fewer}`,
  ]);
}

/** What the other sheets show, with the way there. */
export function* contentsRows(): Generator<Row> {
  for (const { ref, name, title } of Object.values(SHEETS)) {
    if (ref !== SHEETS.lead.ref) {
      yield { tone: "plain", cells: [name, { value: ref, link: { sheet: name, cell: "A1" } }, title] };
    }
  }
}

/** How often a rule was found with a severity. */
export interface CountedRule {
  readonly rule: string;
  readonly severity: Severity;
  readonly found: number;
  readonly words: string;
}

/** Rule and severity pairs that occur, in the order of the rules, errors first within a rule. */
export function countedRules(findings: readonly Finding[]): CountedRule[] {
  const counts = new Map<string, number>();
  for (const { rule, severity } of findings) {
    const key = `${rule} ${severity}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return RULES.flatMap(({ id, words }) =>
    (["error", "warning", "info"] as const).flatMap((severity) => {
      const found = counts.get(`${id} ${severity}`);
      return found === undefined ? [] : [{ rule: id, severity, found, words }];
    }),
  );
}

export function* countRows(
  {
    counted,
    exceptions: listed,
  }: { readonly counted: readonly CountedRule[]; readonly exceptions: readonly Finding[] },
  place: TablePlace,
  exceptions: TablePlace,
): Generator<Row> {
  let errors = 0;
  for (const [at, { rule, severity, found, words }] of counted.entries()) {
    if (severity === "info") {
      yield { tone: "quiet", cells: [rule, severity, found, null, null, words] };
      continue;
    }
    const row = place.at(at).row;
    const count = (status: string): string =>
      exceptions.overParts(
        ["rule", "severity", "status"],
        (rules, severities, states) =>
          `COUNTIFS(${rules},$A${row},${severities},$B${row}${status && `,${states},${status}`})`,
      );
    errors += found;
    const first = listed.findIndex((finding) => finding.rule === rule && finding.severity === severity);
    const name = { value: rule, link: exceptions.place("rule", first) };
    const open = { value: found, formula: count('"open"') };
    const decided = { value: 0, formula: `C${row}-D${row}` };
    yield {
      tone: "plain",
      cells: [name, severity, { value: found, formula: count("") }, open, decided, words],
    };
  }
  const last = counted.length - 1;
  const sum = (key: string, value: number): Cell => ({ value, formula: place.sum(key, 0, last) });
  const all = counted.reduce((total, { found }) => total + found, 0);
  yield { tone: "total", cells: ["All", null, sum("found", all), sum("open", errors), sum("decided", 0)] };
}
