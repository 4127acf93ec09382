/** Copies of one record that differ: side by side, field by field, the copy used first, and why it is. */
import { useMemo } from "react";
import type { JsonValue } from "../../../core/canonical.ts";
import { valueWords } from "../../../core/fields/field-words.ts";
import type { CopiedField } from "../../../core/reconcile/result/findings.ts";
import { formatInstant, parseServiceTime } from "../../../core/time.ts";
import { ForeignText } from "../record/foreign-text.tsx";
import { LongNumber } from "../../ui/values/long-number.tsx";
import { type TableColumn, Table } from "../../ui/layout/table.tsx";
import { useDisplayFormat } from "../../ui/values/display-format.tsx";
import { When } from "../../ui/values/when.tsx";
import { FIELD_COLUMN } from "./changes-table.tsx";
import { USED_WORDS, copyColumns, differingPart, showsTimes } from "./copies.ts";
import "./copies-table.css";

export function CopiesTable({ copies }: { readonly copies: readonly CopiedField[] }) {
  const columns = useMemo(() => copyColumns(copies), [copies]);
  return (
    <>
      <p className="quiet">{USED_WORDS}</p>
      <Table
        look="dense"
        className="copies-table"
        caption="Fields in which the copies differ"
        rows={copies}
        rowKey={({ field }) => field}
        columns={[
          FIELD_COLUMN,
          ...columns.map(({ title }, at): TableColumn<CopiedField> => ({
            title: at === 0 ? `${title}, used` : title,
            cell: (copied, line) => (
              <CopiedValue
                copied={copied}
                values={columns.map((column) => column.values[line] ?? null)}
                at={at}
              />
            ),
          })),
        ]}
      />
    </>
  );
}

interface CopiedValueProps {
  readonly copied: CopiedField;
  /** What each column says in this field. */
  readonly values: readonly JsonValue[];
  /** The column of this value. */
  readonly at: number;
}

/** What one copy says. What is not as in the copy used has a sign before it. */
function CopiedValue({ copied, values, at }: CopiedValueProps) {
  const value = values[at] ?? null;
  const differs = (other: JsonValue | undefined) => JSON.stringify(other ?? null) !== JSON.stringify(value);
  const beside = at === 0 ? values.find(differs) : values[0];
  return (
    <>
      {at > 0 && differs(values[0]) ? (
        <>
          <span className="strong tone-warning copies-sign" aria-hidden="true">
            ≠
          </span>
          <span className="only-spoken">Differs from the copy used: </span>
        </>
      ) : null}
      <Worded {...{ copied, value, beside }} />
    </>
  );
}

interface WordedProps extends Pick<CopiedValueProps, "copied"> {
  readonly value: JsonValue;
  /** What another copy says in its place. */
  readonly beside: JsonValue | undefined;
}

function Worded({ copied: { field, values }, value, beside }: WordedProps) {
  const { decimals, timeZone } = useDisplayFormat();
  const words = () => valueWords(field, value, { decimals, sayTime: formatInstant });
  if (typeof value === "number") return <LongNumber text={words()} />;
  if (value !== null && typeof value !== "string")
    return <bdi className="as-typed isolated foreign-text">{words()}</bdi>;
  const atMs = value === null || !showsTimes(values, timeZone) ? null : parseServiceTime(value);
  if (atMs !== null) return <When atMs={atMs} time />;
  const marked =
    typeof value === "string" && typeof beside === "string" ? differingPart(value, beside) : undefined;
  return <ForeignText text={value} marked={marked} />;
}
