/** The result of a check as `check --json` prints it (schema `tieout.check/1`). */
import { formatInstant } from "../time.ts";
import type { Finding } from "./input/findings.ts";
import type { CheckResult } from "./input/result.ts";
import { HUMAN_RULES, RULES, type RuleId, type Severity } from "./input/rules.ts";

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** @param least the least severity listed; counts do not depend on it */
export function checkDocument(result: CheckResult, least: Severity) {
  return {
    ...checkHead(result),
    causes: result.causes,
    findings: result.findings.filter((finding: Finding) => RANK[finding.severity] <= RANK[least]),
  };
}

/** All of it but the causes and the findings, which are last. */
function checkHead(result: CheckResult) {
  const { period, asOfMs } = result;
  return {
    schema: "tieout.check/1",
    options: result.options,
    period: period === null ? null : { from: period.from, to: period.to },
    asOf: asOfMs === null ? null : formatInstant(asOfMs),
    convention: result.convention,
    chainScope: result.chainScope,
    order: result.order,
    settlementBasis: result.settlementBasis,
    skippedRules: result.skippedRules,
    capped: result.capped,
    counts: { ...result.counts, findings: shownCounts(result.counts.findings) },
    wallets: result.wallets,
  };
}

/** A text of so many items is long enough to be worth a turn. */
const ITEMS_A_TEXT = 100;

/** The document as kept and hashed, in pieces: with findings by the million no one text is so long. */
export function* checkDocumentTexts(result: CheckResult): Generator<string> {
  const { items, ...figures } = result.causes;
  yield `${JSON.stringify(checkHead(result)).slice(0, -1)},"causes":${JSON.stringify(figures).slice(0, -1)},"items":[`;
  yield* itemTexts(items);
  yield ']},"findings":[';
  yield* itemTexts(result.findings);
  yield "]}";
}

function* itemTexts(items: readonly object[]): Generator<string> {
  for (let from = 0; from < items.length; from += ITEMS_A_TEXT) {
    const text = JSON.stringify(items.slice(from, from + ITEMS_A_TEXT)).slice(1, -1);
    yield from === 0 ? text : `,${text}`;
  }
}

/** Every rule of records, zeros too; of the rules about what people decided those that found something. */
function shownCounts(counts: CheckResult["counts"]["findings"]): Readonly<Partial<Record<RuleId, number>>> {
  const shown = RULES.filter(({ id }) => counts[id] > 0 || !HUMAN_RULES.has(id));
  return Object.fromEntries(shown.map(({ id }) => [id, counts[id]]));
}
