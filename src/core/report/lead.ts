/** A: the figures, the proofs, what was decided and what is open, on one page. */
import { formatAmount, formatCount } from "../money.ts";
import { RULES } from "../reconcile/rules.ts";
import type { Finding } from "../reconcile/findings.ts";
import { currencyLabel } from "./headings.ts";
import type { Figures } from "./figures.ts";
import type { Cell, Column, Row } from "./model.ts";
import type { OutstandingItem } from "./outstanding.ts";
import type { TablePlace } from "./place.ts";
import type { Proof } from "./proofs.ts";
import { PROOF_ROWS } from "./threeway.ts";
import { verdictOf } from "./verdict.ts";

export const LEAD_WIDTHS = [62, 18, 12, 12, 12, 46];
const SPACER = { key: "", header: "", kind: "text" } as const;

export const CONCLUSION_COLUMNS: readonly Column[] = [
  { key: "conclusion", header: "Conclusion", kind: "text" },
  ...Array.from({ length: 5 }, () => SPACER),
];
export const SUMMARY_COLUMNS: readonly Column[] = [
  { key: "line", header: "Balance", kind: "text" },
  { key: "amount", header: "Amount", kind: "amount" },
  { key: "ref", header: "Workpaper", kind: "text" },
  SPACER,
  SPACER,
  SPACER,
];
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
export const COUNT_COLUMNS: readonly Column[] = [
  { key: "rule", header: "Exceptions by rule", kind: "text" },
  { key: "severity", header: "Severity", kind: "text" },
  { key: "found", header: "Found", kind: "integer" },
  { key: "open", header: "Open", kind: "integer" },
  { key: "decided", header: "Decided", kind: "integer" },
  SPACER,
];

export const CONCLUSION_COUNT = 2;
export const SUMMARY_COUNT = 7;

export interface SummaryPlaces {
  readonly roll: TablePlace;
  readonly proof: TablePlace;
}

/** The verdict of the terminal, then what it rests on and what keeps the month from being closed. */
export function conclusionOf(
  { input }: Figures,
  exceptions: readonly Finding[],
  outstanding: readonly OutstandingItem[],
  proofs: readonly Proof[],
): string[] {
  const { check, decimals } = input;
  const failed = proofs.filter(({ holds }) => !holds).length;
  const closing = check.wallets.reduce((sum, wallet) => sum + wallet.closing, 0);
  const money = `${currencyLabel(input)} ${formatAmount(closing, decimals)}`.replace(/^unknown /u, "");
  const open = outstanding.filter(({ now }) => now !== 0).length;
  const status =
    exceptions.length + open === 0
      ? "nothing is open"
      : `${formatCount(exceptions.length, "exception")} and ${formatCount(open, "outstanding item")} are open, none decided`;
  return [
    verdictOf(check, decimals),
    failed > 0
      ? `Not proven: ${formatCount(failed, "proof")} below fail; this workbook must not be relied on.`
      : `The stated closing of ${money} is explained to the last unit, item by item; ${status}.`,
  ];
}

/** Opening to closing from A1, and what the transactions say from A2. */
export function* summaryRows(
  figures: Figures,
  { roll, proof }: SummaryPlaces,
  saidAmount: number,
): Generator<Row> {
  const { wallets } = figures.input.check;
  const total = wallets.length;
  const sum = (of: (wallet: (typeof wallets)[number]) => number) =>
    wallets.reduce((amount, wallet) => amount + of(wallet), 0);
  const line = (text: string, key: string, value: number): Row => ({
    tone: key === "stated" ? "total" : "plain",
    cells: [text, { value, formula: roll.cell(key, total) }, { value: "A1", link: roll.place(key, total) }],
  });
  yield line(
    "Opening",
    "opening",
    sum(({ opening }) => opening),
  );
  yield line(
    "Inflows",
    "inflow",
    sum(({ inflow }) => inflow),
  );
  yield line(
    "Outflows",
    "outflow",
    sum(({ outflow }) => outflow),
  );
  yield line(
    "Break differences",
    "breakDifference",
    sum(({ breakDifference }) => breakDifference),
  );
  yield line(
    "Closing, as the wallet states it",
    "stated",
    sum(({ closing }) => closing),
  );
  const said = PROOF_ROWS.said;
  const saidCell = { value: saidAmount, formula: proof.cell("amount", said) };
  yield {
    tone: "plain",
    cells: [
      "Balance that the transactions say",
      saidCell,
      { value: "A2", link: proof.place("amount", said) },
    ],
  };
  const unexplained = PROOF_ROWS.unexplained;
  const nil = { value: 0, formula: proof.cell("amount", unexplained) };
  yield {
    tone: "plain",
    cells: ["Unexplained difference", nil, { value: "A2", link: proof.place("amount", unexplained) }],
  };
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

/** Rule and severity pairs that occur, in the order of the rules, errors first within a rule. */
export function countedRules(
  findings: readonly Finding[],
): { rule: string; severity: string; found: number }[] {
  const counts = new Map<string, number>();
  for (const { rule, severity } of findings) {
    const key = `${rule} ${severity}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return RULES.flatMap(({ id }) =>
    ["error", "warning", "info"].flatMap((severity) => {
      const found = counts.get(`${id} ${severity}`);
      return found === undefined ? [] : [{ rule: id, severity, found }];
    }),
  );
}

export function* countRows(
  counted: ReturnType<typeof countedRules>,
  place: TablePlace,
  exceptions: TablePlace,
): Generator<Row> {
  let errors = 0;
  for (const [at, { rule, severity, found }] of counted.entries()) {
    const row = place.at(at).row;
    const count = (status: string): string =>
      exceptions.overParts(
        ["rule", "severity", "status"],
        (rules, severities, states) =>
          `COUNTIFS(${rules},$A${row},${severities},$B${row}${status && `,${states},${status}`})`,
      );
    if (severity === "info") {
      yield { tone: "quiet", cells: [rule, severity, found] };
      continue;
    }
    errors += found;
    const open = { value: found, formula: count('"open"') };
    const decided = { value: 0, formula: `C${row}-D${row}` };
    yield { tone: "plain", cells: [rule, severity, { value: found, formula: count("") }, open, decided] };
  }
  const last = counted.length - 1;
  const sum = (key: string, value: number): Cell => ({ value, formula: place.sum(key, 0, last) });
  const all = counted.reduce((total, { found }) => total + found, 0);
  yield { tone: "total", cells: ["All", null, sum("found", all), sum("open", errors), sum("decided", 0)] };
}
