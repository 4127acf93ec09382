/** A: the conclusion, which falls with the proofs. */
import { formatAmount, formatCount } from "../money.ts";
import type { Finding } from "../reconcile/findings.ts";
import type { Figures } from "./figures.ts";
import { textLiteral } from "./formula-text.ts";
import { currenciesOf } from "./headings.ts";
import type { ReportInput } from "./input.ts";
import type { Row } from "./model.ts";
import type { OutstandingItem } from "./outstanding.ts";
import type { TablePlace } from "./place.ts";
import type { Proof } from "./proofs.ts";
import { LEAD_WIDTHS } from "./lead.ts";
import { padded } from "./sheets.ts";
import { verdictOf } from "./verdict.ts";

export const CONCLUSION_COLUMNS = padded(LEAD_WIDTHS.length, [
  { key: "conclusion", header: "Conclusion", kind: "text" },
]);

export const CONCLUSION_COUNT = 2;

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
  const currencies = currenciesOf(input).map((code) => (code === "unknown" ? "an unknown currency" : code));
  if (currencies.length > 1) {
    return `The stated closings of ${wallets.length} wallets, in ${currencies.join(" and ")}, are explained to the last unit, item by item;`;
  }
  const closing = wallets.reduce((sum, wallet) => sum + wallet.closing, 0);
  const money = formatAmount(closing, input.decimals);
  const [code = ""] = currenciesOf(input);
  return `The stated closing of ${code === "unknown" ? money : `${code} ${money}`} is explained to the last unit, item by item;`;
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
