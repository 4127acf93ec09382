/** What the options would change: the verdict, and every figure beside its present one. */
import { capitalised } from "../../../core/sentence.ts";
import { useNowWord } from "../../rows/moment-provider.tsx";
import type { CheckSummary } from "../../bridge/protocol.ts";
import { hrefOf } from "../../app/use-route.ts";
import { SeverityMark } from "../../ui/marks.tsx";
import { ruleName } from "../../../core/words/rule.ts";
import {
  ROLL_FORWARD,
  type RollForwardLine,
  compareRollForwards,
  compareRules,
  compareSettlements,
  compareSeverities,
  SEVERITY_WORDS,
  type Compared,
} from "./compare.ts";
import { basisWords, conventionWords, scopeEvidence } from "../../shared/months/option-words.ts";
import { currencyName } from "../../../core/words/currency.ts";
import type { ReactNode } from "react";
import { Table } from "../../ui/table.tsx";
import { amountText, useDisplayFormat, LongNumber } from "../../ui/values.tsx";

interface ComparisonProps {
  readonly now: CheckSummary;
  /** null while it is checked for the first time. */
  readonly tried: CheckSummary | null;
  readonly isSame: boolean;
  readonly isChecking: boolean;
}

const ROLL_FORWARD_WORDS: Readonly<Record<RollForwardLine, string>> = {
  opening: "Opening",
  inflow: "Inflows",
  outflow: "Outflows",
  breakDifference: "Break differences",
  closing: "Closing",
};

export function Comparison({ now, tried, isSame, isChecking }: ComparisonProps) {
  return (
    <div className="stack gap-5 measure-xl busy" aria-busy={isChecking}>
      <Verdicts {...{ now, tried, isSame }} />
      {tried === null ? null : <Figures {...{ now, tried }} />}
    </div>
  );
}

function Figures({ now, tried }: { readonly now: CheckSummary; readonly tried: CheckSummary }) {
  return (
    <>
      <div className="wrap gap-5 at-start comparison-tables">
        <CompareTable
          title="Findings by rule"
          isCount
          empty="No findings."
          lines={[
            ...compareRules(now, tried).map((line) => ({
              ...line,
              key: line.rule,
              isFault: line.severity !== "info",
              words: (
                <span className="inline-row gap-1">
                  <SeverityMark severity={line.severity} bare />
                  <a href={hrefOf("exceptions", null, `rule=${line.rule}`)}>{ruleName(line.rule)}</a>
                </span>
              ),
            })),
            ...compareSeverities(now, tried).map((line, at) => ({
              ...line,
              key: line.severity,
              isFault: line.severity !== "info",
              words: SEVERITY_WORDS[line.severity],
              isTotal: at === 0,
            })),
          ]}
        />
        <div className="stack gap-5">
          {compareRollForwards(now, tried).map(({ currency, lines }) => (
            <CompareTable
              key={currency ?? ""}
              title={`Roll-forward, ${currencyName(currency)}`}
              empty=""
              lines={ROLL_FORWARD.map((line) => ({
                ...lines[line],
                key: line,
                words: ROLL_FORWARD_WORDS[line],
                isTotal: line === "closing",
              }))}
            />
          ))}
          <CompareTable
            title="Transactions by status"
            isCount
            empty="There are no transactions in this period."
            lines={compareSettlements(now, tried).map((line) => ({ ...line, key: line.words }))}
          />
        </div>
      </div>
      <Evidence tried={tried} />
    </>
  );
}

function Verdicts({ now, tried, isSame }: Pick<ComparisonProps, "now" | "tried" | "isSame">) {
  const nowWord = useNowWord();
  return (
    <dl className="stack gap-2 verdicts">
      <div>
        <dt className="small faint">{capitalised(nowWord)}</dt>
        <dd className={isSame ? "serif verdict-tried" : "serif large quiet"}>{now.verdict}</dd>
      </div>
      {isSame ? null : (
        <div>
          <dt className="small faint">What if</dt>
          <dd className="serif verdict-tried">{tried?.verdict ?? "Checking…"}</dd>
        </div>
      )}
    </dl>
  );
}

function Evidence({ tried }: { readonly tried: CheckSummary }) {
  return (
    <section className="small quiet" aria-label="Evidence for the choices">
      <p>{conventionWords(tried)}</p>
      <p>{basisWords(tried)}</p>
      <p>{scopeEvidence(tried)}</p>
      {tried.skippedRules.map(({ rule, reason }) => (
        <p key={rule}>
          {ruleName(rule)} is skipped: {reason}
        </p>
      ))}
    </section>
  );
}

interface CompareLine extends Compared {
  readonly key: string;
  readonly words: ReactNode;
  /** Whether more of it is worse; then an increase is marked as one. */
  readonly isFault?: boolean;
  /** Closes what stands above it. */
  readonly isTotal?: boolean;
}

interface CompareTableProps {
  readonly title: string;
  readonly lines: readonly CompareLine[];
  /** Of counts, not of amounts. */
  readonly isCount?: boolean;
  /** Said where there is no line. */
  readonly empty: string;
}

/** Figures now, what if, and the change, line by line. */
function CompareTable({ title, lines, isCount = false, empty }: CompareTableProps) {
  const format = useDisplayFormat();
  const nowWord = useNowWord();
  const decimals = isCount ? 0 : format.decimals;
  const figure = (value: number, sign = false) => <LongNumber text={amountText(value, { decimals, sign })} />;
  return (
    <section>
      <h2 className="regular above-1">{title}</h2>
      <Table
        className="compare-table"
        caption={`${title}, ${nowWord} and what if`}
        empty={empty}
        rows={lines}
        rowKey={({ key }) => key}
        lineClass={lineClass}
        columns={[
          { title: "Line", isTitleSpoken: true, isRowHeader: true, cell: ({ words }) => words },
          { title: capitalised(nowWord), isNumber: true, cell: ({ now }) => figure(now) },
          { title: "What if", isNumber: true, cell: ({ tried }) => figure(tried) },
          { title: "Change", isNumber: true, cell: ({ change }) => figure(change, true) },
        ]}
      />
    </section>
  );
}

function lineClass({ change, isFault = false, isTotal = false }: CompareLine): string {
  const changed =
    change === 0 ? "" : isFault && change > 0 ? "compare-changed compare-worse" : "compare-changed";
  return isTotal ? `${changed} line-total` : changed;
}
