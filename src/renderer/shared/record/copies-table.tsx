/** Copies of one record that differ: side by side, field by field, the copy used first, and why it is. */
import type { JsonValue } from "../../../core/canonical.ts";
import type { CopiedField } from "../../../core/reconcile/input/findings.ts";
import { formatAmount } from "../../../core/money.ts";
import { parseServiceTime, formatInstant } from "../../../core/time.ts";
import { whenText, LongNumber, useDisplayFormat, When } from "../../ui/values.tsx";
import { useMemo } from "react";
import { valueWords } from "../../../core/reconcile/input/field-words.ts";
import { ForeignText } from "./record-matches.tsx";
import { type TableColumn, Table } from "../../ui/table.tsx";
import { FIELD_COLUMN } from "./changes-table.tsx";
import { Sign } from "../../ui/marks.tsx";

// Copies of one record that differ, set out as columns: one per different content, that of the copy used
// first.

/** Copies that say the same in every field. */
interface CopyColumn {
  readonly title: string;
  /** What it says in each field, in the fields' order. */
  readonly values: readonly JsonValue[];
}

/**
 * The columns of a finding's copies, in the order in which the rules number them, so that the first is the
 * one used.
 *
 * @param copies as a finding has them: each field with its value in every copy
 */
export function copyColumns(copies: readonly CopiedField[]): CopyColumn[] {
  const count = copies[0]?.values.length ?? 0;
  const numbered = Array.from({ length: count }, (_, at) => ({
    number: at + 1,
    values: copies.map(({ values }) => values[at] ?? null),
  }));
  const alike = Map.groupBy(numbered, ({ values }) => JSON.stringify(values));
  return [...alike.values()].map((same) => ({
    title: titleOf(same.map(({ number }) => number)),
    values: same[0]?.values ?? [],
  }));
}

/** So many numbers of copies that are alike stand in a title; of more, how many. */
const LISTED = 3;

function titleOf(numbers: readonly number[]): string {
  const [first = 0] = numbers;
  if (numbers.length === 1) return `Copy ${first}`;
  if (numbers.length > LISTED) return `Copy ${first} and ${formatAmount(numbers.length - 1)} like it`;
  return `Copies ${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;
}

/** Which copy the check goes by, and why: the rule that the engine numbers copies by. */
const USED_WORDS =
  "The check uses copy 1. The rule picks the copy whose content has the lowest SHA-256 (a checksum), in whatever order copies arrive. It does not tell which copy is right.";

/** Whether a field is shown as times in the ledger's zone: all are times, and that tells them apart. */
export function showsTimes(values: readonly JsonValue[], timeZone: string): boolean {
  const texts = new Set(values.filter((value) => typeof value === "string"));
  const worded = [...texts].map(parseServiceTime);
  if (texts.size === 0 || worded.includes(null)) return false;
  return new Set(worded.map((atMs) => whenText(atMs ?? 0, timeZone, true))).size === texts.size;
}

/**
 * Where a text is another than the one beside it: what stands between their common beginning and their common
 * end.
 *
 * @returns from, inclusive, and to, exclusive, in code units; never through the middle of a sign
 * @example differingPart("Rent May", "Rent June") // [5, 8]: "May"
 */
export function differingPart(text: string, other: string): readonly [from: number, to: number] {
  const own = Array.from(text);
  const others = Array.from(other);
  const shorter = Math.min(own.length, others.length);
  let start = 0;
  while (start < shorter && own[start] === others[start]) start += 1;
  let end = 0;
  while (end < shorter - start && own.at(-1 - end) === others.at(-1 - end)) end += 1;
  const from = own.slice(0, start).join("").length;
  return [from, text.length - own.slice(own.length - end).join("").length];
}

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
            className: at === 0 ? "cell-value strong" : "cell-value",
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
        <Sign tone="warning" word="Differs from the copy used: ">
          ≠
        </Sign>
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
