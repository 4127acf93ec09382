/** Copies of one record that differ: side by side, field by field, the copy used first, and why it is. */
import { useMemo, useRef } from "react";
import type { JsonValue } from "../../../core/canonical.ts";
import { fieldLabel, valueWords } from "../../../core/field-words.ts";
import type { CopiedField } from "../../../core/reconcile/result/findings.ts";
import { formatInstant, parseServiceTime } from "../../../core/time.ts";
import { ForeignText } from "../record/foreign-text.tsx";
import { LongNumber } from "../../ui/values/long-number.tsx";
import { useIsCut } from "../../ui/values/use-is-cut.ts";
import { When } from "../../ui/values/when.tsx";
import { USED_WORDS, copyColumns, differingPart, showsTimes } from "./copies.ts";
import "./copies-table.css";

export interface CopiesTableProps {
  readonly copies: readonly CopiedField[];
  readonly decimals: number;
  readonly timeZone: string;
}

const CAPTION = "Fields in which the copies differ";

export function CopiesTable({ copies, decimals, timeZone }: CopiesTableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isCut = useIsCut(frame);
  const columns = useMemo(() => copyColumns(copies), [copies]);
  return (
    <>
      <p className="copies-used">{USED_WORDS}</p>
      <div
        ref={frame}
        className="record-scroll"
        // What scrolls can be come to by Tab; what does not is no stop.
        {...(isCut ? { tabIndex: 0, role: "group", "aria-label": CAPTION } : {})}
      >
        <table className="record-table copies-table">
          <caption className="only-spoken">{CAPTION}</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              {columns.map(({ title }, at) => (
                <th key={title} scope="col">
                  {title}
                  {at === 0 ? ", used" : ""}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {copies.map(({ field, values }, line) => (
              <tr key={field}>
                <th scope="row" title={field}>
                  {fieldLabel(field)}
                </th>
                {columns.map(({ title }, at) => (
                  <td key={title}>
                    <CopiedValue
                      field={field}
                      values={columns.map((column) => column.values[line] ?? null)}
                      at={at}
                      decimals={decimals}
                      timeZone={showsTimes(values, timeZone) ? timeZone : null}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface CopiedValueProps {
  readonly field: string;
  /** What each column says in this field. */
  readonly values: readonly JsonValue[];
  /** The column of this value. */
  readonly at: number;
  readonly decimals: number;
  /** Where the field is shown as a time. */
  readonly timeZone: string | null;
}

/** What one copy says. What is not as in the copy used has a sign before it. */
function CopiedValue({ field, values, at, decimals, timeZone }: CopiedValueProps) {
  const value = values[at] ?? null;
  const differs = (other: JsonValue | undefined) => JSON.stringify(other ?? null) !== JSON.stringify(value);
  const beside = at === 0 ? values.find(differs) : values[0];
  return (
    <>
      {at > 0 && differs(values[0]) ? (
        <>
          <span className="copies-sign" aria-hidden="true">
            ≠
          </span>
          <span className="only-spoken">Differs from the copy used: </span>
        </>
      ) : null}
      <Worded {...{ field, value, beside, decimals, timeZone }} />
    </>
  );
}

interface WordedProps extends Pick<CopiedValueProps, "field" | "decimals" | "timeZone"> {
  readonly value: JsonValue;
  /** What another copy says in its place. */
  readonly beside: JsonValue | undefined;
}

function Worded({ field, value, beside, decimals, timeZone }: WordedProps) {
  const words = () => valueWords(field, value, { decimals, sayTime: formatInstant });
  if (typeof value === "number") return <LongNumber text={words()} />;
  if (value !== null && typeof value !== "string") return <bdi className="foreign-text">{words()}</bdi>;
  const atMs = value === null || timeZone === null ? null : parseServiceTime(value);
  if (atMs !== null && timeZone !== null) return <When atMs={atMs} timeZone={timeZone} time />;
  const marked =
    typeof value === "string" && typeof beside === "string" ? differingPart(value, beside) : undefined;
  return <ForeignText text={value} marked={marked} />;
}
