/** A: the conclusion: clean, or qualified and by what. It falls with the proofs. */
import { rollOf } from "../../review/close/currency-roll.ts";
import { earlierErrorsIn } from "../../review/decisions/earlier-errors.ts";
import { formatAmount, formatCount } from "../../money.ts";
import { isMixed, amountFormula, textLiteral } from "../sheet/currencies.ts";
import type { ExceptionTable } from "../exceptions/exceptions.ts";
import type { Figures } from "../sheet/figures.ts";
import { inCurrency } from "../../words/currency.ts";
import { walletCurrencies } from "./headings.ts";
import type { Cell } from "../sheet/model.ts";
import type { OutstandingItem } from "../exceptions/outstanding-items.ts";
import { rollTotalAt } from "../rollforward/rollforward.ts";
import { moneyBefore, onlyMoneyOf } from "./month-conclusion.ts";
import { CLASS_RANK } from "../exceptions/exception-amounts.ts";
import { ReportTable, columnsOf, head } from "../sheet/table.ts";
import { CLASS, type ReconcilingItem } from "../rollforward/reconciling-items.ts";
import { foldedLines } from "../sheet/fit.ts";
import { verdictOf } from "../../words/verdict.ts";
import { closeWords } from "../sheet/close-words.ts";
import {
  type ConclusionGrounds,
  type LineMaker,
  concludedCell,
  fallingWith,
  qualifications,
} from "./concluded.ts";
import { limitWords } from "./workpaper.ts";

/** What waits or has to clear. */
interface ListedItems {
  readonly outstanding: readonly OutstandingItem[];
  readonly items: readonly ReconcilingItem[];
}

interface ConclusionSources extends ConclusionGrounds {
  readonly exceptions: ExceptionTable;
}

/** How much of a sentence stands on one line. */
const LINE = 170;

const CONCLUSION = columnsOf<Cell>()({
  conclusion: { ...head("text", "Conclusion"), value: (sentence) => sentence },
});

const QUALIFIED = columnsOf<Cell>()({
  qualified: { ...head("text", "Qualified by, and within which limits"), value: (text) => text },
});

/** Clean or qualified, the terminal's verdict, what it rests on and the close: formulas fall with those. */
export function conclusionTable(figures: Figures, listed: ListedItems, held: ConclusionSources) {
  const { input } = figures;
  return new ReportTable(figures, {
    id: "conclusion",
    columns: CONCLUSION,
    count: 4,
    *lines() {
      yield concludedCell(figures, held);
      const verdict = verdictOf(input.check, input.decimals, {
        earlier: earlierErrorsIn(input.check, input.records),
      });
      yield fallingWith(held, verdict, textLiteral(verdict));
      yield provenCell(figures, listed, held);
      yield closeCell(figures, held);
    },
    tone: () => "opening",
  });
}

/** What the conclusion is qualified by, what the file lacks, and what the conclusion does not reach. */
export function qualifiedTable(figures: Figures, held: ConclusionGrounds) {
  const limits = limitWords(figures).flatMap((text) => foldedLines(text, LINE));
  // No formula follows them: they are of this moment, whatever is typed over a cell.
  if (limits.length > 0) limits.unshift("When this was exported:");
  const lines: LineMaker[] = [...qualifications(figures, held), ...limits.map((text) => () => text)];
  return new ReportTable(figures, {
    id: "qualified",
    columns: QUALIFIED,
    count: lines.length,
    *lines() {
      for (const line of lines) yield line();
    },
  });
}

function provenCell(figures: Figures, { outstanding, items }: ListedItems, held: ConclusionSources): Cell {
  const hasBreaks = items.some((item) => item.class === CLASS.break);
  const arithmetic = shown(figures, hasBreaks, held);
  const nothing = arithmetic === null ? "Nothing is open." : "nothing is open.";
  const open = openWords(figures, outstanding, held.exceptions, nothing);
  if (arithmetic === null) return fallingWith(held, open.value, open.formula);
  return fallingWith(held, `${arithmetic.value} ${open.value}`, `${arithmetic.formula}&" "&${open.formula}`);
}

/** How the close stands, and, where something was frozen, whether these are its figures. */
function closeCell(figures: Figures, { checks: { before, frozen }, checksTable }: ConclusionGrounds): Cell {
  const { same, other } = closeWords(figures);
  if (same === other) return same;
  const holds = frozen.every((check) => check.holds);
  const cells = frozen.map((_, at) => checksTable.cell("holds", before.length + at));
  const formula = `IFERROR(IF(AND(${cells.join(",")}),${textLiteral(same)},${textLiteral(other)}),${textLiteral(other)})`;
  return { value: holds ? same : other, formula, tone: holds ? "opening" : "bad" };
}

interface LiveWords {
  readonly value: string;
  readonly formula: string;
}

/** What the proofs show, which is arithmetic: people find out the reason. null without entries. */
function shown(figures: Figures, hasBreaks: boolean, { roll }: ConclusionGrounds): LiveWords | null {
  const { input, currencies } = figures;
  const { wallets, counts } = input.check;
  if (counts.entries === 0) return null;
  const parts = (of: string) =>
    `${of} opening plus ${of} movements${hasBreaks ? " plus the differences, which A2 lists one by one" : ""};`;
  const block = onlyMoneyOf(currencies);
  if (block === null || isMixed(input.check)) {
    const money = inCurrency(...walletCurrencies(input));
    const words = `The stated closing of each of ${wallets.length} wallets, ${money}, is ${parts("its")}`;
    return { value: words, formula: textLiteral(words) };
  }
  const { closing } = rollOf(wallets);
  const [before, after] = [`The stated closing of ${moneyBefore(block.currency)}`, ` is ${parts("the")}`];
  const stated = amountFormula(roll.cell("stated", rollTotalAt(figures, 0)), input.decimals);
  return {
    value: `${before}${formatAmount(closing, input.decimals)}${after}`,
    formula: `${textLiteral(before)}&${stated}&${textLiteral(after)}`,
  };
}

/** What waits for a decision, what was decided, and what has to clear. */
function openWords(
  { reviewing }: Figures,
  outstanding: readonly OutstandingItem[],
  exceptions: ExceptionTable,
  nothing: string,
): LiveWords {
  const { reviewed, total } = reviewing.progress;
  const items = outstanding.filter(({ now }) => now !== 0).length;
  const clears = items === 0 ? "" : `${formatCount(items, "item")} ${items === 1 ? "is" : "are"} outstanding`;
  if (total === 0) {
    const words = clears === "" ? nothing : `${clears}.`;
    return { value: words, formula: textLiteral(words) };
  }
  const end = clears === "" ? "." : `; ${clears}.`;
  const { value, formula } = reviewWords(reviewed, total, exceptions);
  return { value: `${value}${end}`, formula: `${formula}&${textLiteral(end)}` };
}

function reviewWords(reviewed: number, total: number, table: ExceptionTable): LiveWords {
  const counted = formatCount(total, "exception");
  const verb = total === 1 ? "is" : "are";
  const all = `${counted} ${verb} decided, none open`;
  const none = `${counted} ${verb} open, none decided`;
  // The verb goes by how many are open, which a reviewer may change in the workbook.
  const ofAll = (count: "is" | "are") => ` of ${counted} ${count} open, `;
  const undecided = table.overParts(["rank"], (ranks) => `COUNTIF(${ranks},${CLASS_RANK.undecided})`);
  const [open, closed] = [`(${undecided})`, `(${total}-(${undecided}))`].map((count) =>
    amountFormula(count, 0),
  );
  const middle = `IF(${undecided}=1,${textLiteral(ofAll("is"))},${textLiteral(ofAll("are"))})`;
  const part = `${open}&${middle}&${closed}&${textLiteral(" decided")}`;
  return {
    value:
      reviewed === total
        ? all
        : reviewed === 0
          ? none
          : `${formatAmount(total - reviewed)}${ofAll(total - reviewed === 1 ? "is" : "are")}${formatAmount(reviewed)} decided`,
    formula: `IF(${undecided}=0,${textLiteral(all)},IF(${undecided}=${total},${textLiteral(none)},${part}))`,
  };
}
