/** A: the conclusion: clean, or qualified and by what. It falls with the proofs. */
import { capitalised } from "../../text/sentence.ts";
import { formatAmount, formatCount } from "../../money.ts";
import type { Exposure } from "../exceptions/exposure.ts";
import { closeWords } from "./close-words.ts";
import { type Held, UNPROVEN, concludedCell, qualifications } from "./concluded.ts";
import type { Figures } from "../figures.ts";
import { textLiteral } from "../formula-text.ts";
import { isMixed } from "../currencies.ts";
import { walletCurrencies } from "../headings.ts";
import type { ReportInput } from "../input.ts";
import type { Cell } from "../model.ts";
import type { OutstandingItem } from "../outstanding/outstanding-items.ts";
import { ReportTable, columnsOf } from "../table.ts";
import { CLASS, type ReconcilingItem } from "../three-way/reconciling-items.ts";
import { foldedLines } from "../words/folded.ts";
import { verdictOf } from "../words/verdict.ts";
import { unsignedWords } from "./workpaper.ts";

/** What waits or has to clear. */
interface Listed {
  readonly exposures: readonly Exposure[];
  readonly outstanding: readonly OutstandingItem[];
  readonly items: readonly ReconcilingItem[];
}

/** How much of a sentence stands on one line. */
const LINE = 170;

const CONCLUSION = columnsOf<Cell>()({
  conclusion: { header: "Conclusion", kind: "text", value: (sentence) => sentence },
});

const QUALIFIED = columnsOf<string>()({
  qualified: { header: "Qualified by, and within which limits", kind: "text", value: (text) => text },
});

/**
 * Clean or qualified; then the verdict of the terminal, what it rests on and how the close stands: formulas,
 * so that they fall with what they rest on.
 */
export function conclusionTable(figures: Figures, listed: Listed, held: Held) {
  const { input } = figures;
  return new ReportTable(figures, {
    id: "conclusion",
    columns: CONCLUSION,
    count: 4,
    *lines() {
      yield concludedCell(figures, listed.exposures, held);
      yield verdictOf(input.check, input.decimals);
      yield provenCell(figures, listed, held);
      yield closeCell(figures, held);
    },
    tone: () => "opening",
  });
}

/** What the conclusion is qualified by, and what it does not reach. */
export function qualifiedTable(
  figures: Figures,
  { exposures }: Pick<Listed, "exposures">,
  held: Pick<Held, "checks">,
) {
  const lines = [...qualifications(figures, exposures, held), ...unsignedWords(figures.input)].flatMap(
    (text) => foldedLines(text, LINE),
  );
  return new ReportTable(figures, {
    id: "qualified",
    empty: "Nothing.",
    columns: QUALIFIED,
    count: lines.length,
    lines: () => lines,
  });
}

function provenCell(figures: Figures, { outstanding, items }: Listed, { proofs, proofsTable }: Held): Cell {
  const arithmetic = shown(
    figures.input,
    items.some((item) => item.class === CLASS.break),
  );
  const open = openWords(figures, outstanding);
  const proven = arithmetic === "" ? capitalised(open) : `${arithmetic} ${open}`;
  const all = proofsTable.cell("holds", proofs.length);
  const formula = `IF(${all},${textLiteral(proven)},${textLiteral(UNPROVEN)})`;
  return { value: proofs.every(({ holds }) => holds) ? proven : UNPROVEN, formula };
}

/**
 * How the close stands; where something was prepared or signed it says whether these are its figures, by
 * those checks.
 */
function closeCell(figures: Figures, { checks: { before, frozen }, checksTable }: Held): Cell {
  const { same, other } = closeWords(figures);
  if (same === other) return same;
  const holds = frozen.every((check) => check.holds);
  const cells = frozen.map((_, at) => checksTable.cell("holds", before.length + at));
  const formula = `IF(AND(${cells.join(",")}),${textLiteral(same)},${textLiteral(other)})`;
  return { value: holds ? same : other, formula, tone: holds ? "opening" : "bad" };
}

/** What the proofs show, which is arithmetic: what a difference is about is for people to find out. */
function shown(input: ReportInput, hasBreaks: boolean): string {
  const { wallets, counts } = input.check;
  if (counts.entries === 0) return "";
  const parts = (of: string) =>
    `${of} opening plus ${of} movements${hasBreaks ? " plus the differences, which A2 lists one by one" : ""};`;
  const currencies = walletCurrencies(input).map((code) =>
    code === "unknown" ? "an unknown currency" : code,
  );
  if (isMixed(input.check)) {
    return `The stated closing of each of ${wallets.length} wallets, in ${currencies.join(" and ")}, is ${parts("its")}`;
  }
  const closing = wallets.reduce((sum, wallet) => sum + wallet.closing, 0);
  const money = formatAmount(closing, input.decimals);
  const [code = ""] = walletCurrencies(input);
  return `The stated closing of ${code === "unknown" ? money : `${code} ${money}`} is ${parts("the")}`;
}

/** What waits for a decision, what was decided, and what has to clear. */
function openWords({ reviewing }: Figures, outstanding: readonly OutstandingItem[]): string {
  const { reviewed, total } = reviewing.progress;
  const items = outstanding.filter(({ now }) => now !== 0).length;
  const parts = [
    ...(total === 0 ? [] : [reviewWords(reviewed, total)]),
    ...(items === 0 ? [] : [`${formatCount(items, "item")} ${items === 1 ? "is" : "are"} outstanding`]),
  ];
  return parts.length === 0 ? "nothing is open." : `${parts.join("; ")}.`;
}

function reviewWords(reviewed: number, total: number): string {
  const exceptions = formatCount(total, "exception");
  const verb = total === 1 ? "is" : "are";
  if (reviewed === total) return `${exceptions} ${verb} decided, none open`;
  if (reviewed === 0) return `${exceptions} ${verb} open, none decided`;
  return `${formatAmount(total - reviewed)} of ${exceptions} ${verb} open, ${formatAmount(reviewed)} decided`;
}
