/** Figures now, what if, and the change, line by line. */
import type { ReactNode } from "react";
import { capitalised } from "../../../core/text/sentence.ts";
import { useNowWord } from "../../app/moment/moment-provider.tsx";
import { Table } from "../../ui/layout/table.tsx";
import { amountText } from "../../ui/values/amount-text.ts";
import { useDisplayFormat } from "../../ui/values/display-format.tsx";
import { LongNumber } from "../../ui/values/long-number.tsx";
import type { Compared } from "./compare.ts";
import "./compare-table.css";

export interface CompareLine extends Compared {
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

export function CompareTable({ title, lines, isCount = false, empty }: CompareTableProps) {
  const format = useDisplayFormat();
  const nowWord = useNowWord();
  const decimals = isCount ? 0 : format.decimals;
  const figure = (value: number, sign = false) => <LongNumber text={amountText(value, { decimals, sign })} />;
  return (
    <section className="shrinks compare">
      <h2 className="regular compare-title">{title}</h2>
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
