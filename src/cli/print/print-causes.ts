/** The causes of a check as text: how many they are, and the largest with the numbers that name them. */
import { formatAmount, formatCount } from "../../core/money.ts";
import { countCauses } from "../../core/reconcile/causes/cause.ts";
import { type NumberedCause, numberedCauses } from "../../core/reconcile/causes/numbered.ts";
import type { Finding } from "../../core/reconcile/result/findings.ts";
import type { CheckResult } from "../../core/reconcile/result/result.ts";
import { NOT_UNIQUE, causeRecordWords, causeTitle, causeCountWords } from "../../core/words/cause.ts";
import { causeRisk } from "../../core/report/statement/exception-amounts.ts";
import { walletCurrencyFinder } from "../../core/words/differences.ts";
import { MOST_LISTED, type Terminal, print, tinted } from "../terminal.ts";
import { IN_NO_CURRENCY } from "../../core/words/currency.ts";

const FIRST_CAUSES = 8;

/**
 * Writes how many causes explain the facts, then the causes, the largest amount first.
 *
 * @param options.decimals display only, see `formatAmount`
 * @param options.all whether as many as a list holds are listed, or the first of them
 */
export async function printCauses(
  terminal: Terminal,
  { causes, findings, wallets }: Pick<CheckResult, "causes" | "findings" | "wallets">,
  { decimals, all }: { readonly decimals: number; readonly all: boolean },
): Promise<void> {
  const words = causeCountWords(countCauses(causes));
  if (words === null) return;
  const largest = numberedCauses(causes).toSorted((a, b) => causeRisk(b) - causeRisk(a));
  const shown = largest.slice(0, all ? MOST_LISTED : FIRST_CAUSES);
  const firsts = firstFindings(shown, findings);
  const titles = shown.map((cause, at) => titleOf(cause, firsts[at]));
  const currencyOf = walletCurrencyFinder(wallets);
  const isMixed = new Set(wallets.map(({ currency }) => currency)).size > 1;
  const unit = (first: Finding | undefined) =>
    isMixed && first !== undefined ? ` ${currencyOf(first) ?? IN_NO_CURRENCY}` : "";
  const numbers = shown.map(({ number }) => formatAmount(number));
  const amounts = shown.map(({ amount }, at) => `${formatAmount(amount, decimals)}${unit(firsts[at])}`);
  const lines = shown.map((cause, at) => {
    const cells = [
      numbers[at]?.padStart(width(numbers)),
      amounts[at]?.padStart(width(amounts)),
      titles[at]?.padEnd(width(titles)),
      `${causeRecordWords(cause)}${cause.unique ? "" : ` (${NOT_UNIQUE})`}`,
    ];
    return `  ${cells.join("  ")}\n`;
  });
  const left = largest.length - shown.length;
  const more =
    left === 0
      ? ""
      : `  … and ${formatCount(left, "smaller cause")}.${all ? " Use --json for all of them." : ""}\n`;
  await print(terminal, `\n  ${tinted(terminal.stdout, "bold", words)}\n\n${lines.join("")}${more}`);
}

function width(cells: readonly string[]): number {
  return Math.max(...cells.map((cell) => cell.length));
}

/**
 * Its number, and what it is.
 * @example `3, mistyped payref`
 */
export function causeName(cause: NumberedCause, findings: readonly Finding[]): string {
  const [first] = firstFindings([cause], findings);
  return `${cause.number}, ${titleOf(cause, first).toLowerCase()}`;
}

function titleOf(cause: NumberedCause, first: Finding | undefined): string {
  return first === undefined ? "" : causeTitle(cause, first);
}

/** The first finding of each. */
function firstFindings(
  causes: readonly NumberedCause[],
  findings: readonly Finding[],
): readonly (Finding | undefined)[] {
  const firsts = new Set(causes.map(({ findings: [first = ""] }) => first));
  const found = new Map(
    findings.flatMap((finding) => (firsts.has(finding.fingerprint) ? [[finding.fingerprint, finding]] : [])),
  );
  return causes.map(({ findings: [first = ""] }) => found.get(first));
}
