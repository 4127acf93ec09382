/**
 * `<Table caption="…" columns={[…]} rows={…} rowKey={…} />`: each column is declared once, with its title,
 * its kind and its cells.
 */
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { formatCount } from "../../core/money.ts";
import type { Tone } from "./badge.tsx";
import { Button } from "./button.tsx";
import { type AmountWording, Amount, When } from "./values.tsx";

interface ColumnHead {
  /** Heads the column, and names it among its siblings. */
  readonly title: string;
  /** Heads it instead of the title. */
  readonly heading?: ReactNode;
  /** The title is read aloud, and not shown. */
  readonly isTitleSpoken?: boolean;
  /** Its cells name their rows. */
  readonly isRowHeader?: boolean;
  /** Of the head and of the cells. */
  readonly className?: string;
  readonly tone?: Tone;
  /** As CSS says it, where its words alone would not say it. */
  readonly width?: string;
}

/** An address, or why a figure has none. */
export type Lead = string | { readonly why: string };

/** A column of amounts, of instants, or of whatever `cell` draws. */
export type TableColumn<Row> = ColumnHead &
  (
    | {
        readonly amount: (row: Row) => number | null;
        readonly sign?: boolean | ((row: Row) => boolean);
        readonly zero?: AmountWording["zero"];
        /** Where a row's figure leads: to the rows that it is the sum of. */
        readonly href?: (row: Row) => Lead | undefined;
        /** How a row's figure is set. */
        readonly amountClass?: (row: Row) => string | undefined;
      }
    | { readonly at: (row: Row) => number | null; readonly time?: boolean }
    | { readonly cell: (row: Row, at: number) => ReactNode; readonly isNumber?: boolean }
  );

interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly (TableColumn<Row> | false)[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row, at: number) => string | number;
  /** How a line is set: `line-total`, `line-changed`, … */
  readonly lineClass?: (row: Row) => string | undefined;
  /** Whether it is the line that all of this is about. */
  readonly isOwn?: (row: Row) => boolean;
  /** Said instead of a table without rows. */
  readonly empty?: string;
  /** A line without figures: such lines are shown when one asks for them. */
  readonly isEmptyLine?: (row: Row) => boolean;
  /** So many rows until all of them are asked for, and what they are. */
  readonly fold?: { readonly first: number; readonly noun: string };
  /** `dense` beside other things, `statement` for figures under each other that are added up. */
  readonly look?: "plain" | "dense" | "statement";
  readonly className?: string;
  /** Whether its head stays in sight; then it does not scroll to the side. */
  readonly hasStickyHead?: boolean;
  /** Whether its head is read aloud only. */
  readonly isHeadSpoken?: boolean;
}

export function Table<Row>(props: TableProps<Row>) {
  const { caption, rows, empty, fold, look = "plain", className = "", hasStickyHead = false } = props;
  const [isWhole, setWhole] = useState(false);
  const [hasEmpties, showEmpties] = useState(false);
  if (rows.length === 0 && empty !== undefined) return <p className="quiet">{empty}</p>;
  const columns = props.columns.filter((column) => column !== false);
  const isFolded = fold !== undefined && rows.length > fold.first;
  const first = isFolded && !isWhole ? rows.slice(0, fold.first) : rows;
  const filled = first.filter((row) => props.isEmptyLine?.(row) !== true);
  const empties = first.length - filled.length;
  const shown = hasEmpties ? first : filled;
  const table = (
    <table className={`plain-links table table-${look} ${hasStickyHead ? "table-sticky" : ""} ${className}`}>
      <caption className="only-spoken">{caption}</caption>
      <Head columns={columns} isSpoken={props.isHeadSpoken ?? false} />
      <tbody>
        {shown.map((row, at) => (
          <tr
            key={props.rowKey(row, at)}
            className={props.lineClass?.(row)}
            {...(props.isOwn?.(row) === true ? { "aria-current": "true" } : {})}
          >
            {columns.map((column) => (
              <Cell key={column.title} column={column} row={row}>
                {contentOf(column, row, at)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <>
      {hasStickyHead ? table : <Frame caption={caption}>{table}</Frame>}
      {empties === 0 ? null : (
        <p>
          <Button
            size="s"
            variant="quiet"
            aria-expanded={hasEmpties}
            onPress={() => showEmpties(!hasEmpties)}
          >
            {formatCount(empties, "empty line")}
          </Button>
        </p>
      )}
      {isFolded ? (
        <p>
          <Button size="s" variant="quiet" aria-expanded={isWhole} onPress={() => setWhole(!isWhole)}>
            {isWhole ? "Show fewer" : `Show all ${formatCount(rows.length, fold.noun)}`}
          </Button>
        </p>
      ) : null}
    </>
  );
}

/** Scrolls to the side where there is no room for what it frames; by arrows, too. */
function Frame({ caption, children }: { readonly caption: string; readonly children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const isCut = useIsCut(frame);
  return (
    <div
      ref={frame}
      className="table-frame"
      // What scrolls can be come to by Tab; what does not is no stop.
      {...(isCut ? { tabIndex: 0, role: "group", "aria-label": caption } : {})}
    >
      {children}
    </div>
  );
}

/** Whether an element holds more than its width shows. */
function useIsCut(frame: RefObject<HTMLElement | null>): boolean {
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const look = () => setCut(element.scrollWidth > element.clientWidth);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [frame]);
  return isCut;
}

interface HeadProps<Row> {
  readonly columns: readonly TableColumn<Row>[];
  readonly isSpoken: boolean;
}

function Head<Row>({ columns, isSpoken }: HeadProps<Row>) {
  return (
    <thead className={isSpoken ? "only-spoken" : undefined}>
      <tr>
        {columns.map((column) => (
          <th key={column.title} scope="col" className={classOf(column)} style={{ width: column.width }}>
            {column.isTitleSpoken === true ? (
              <span className="only-spoken">{column.title}</span>
            ) : (
              (column.heading ?? column.title)
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface CellProps<Row> {
  readonly column: TableColumn<Row>;
  readonly row: Row;
  readonly children: ReactNode;
}

function Cell<Row>({ column, row, children }: CellProps<Row>) {
  const ofRow = "amount" in column ? column.amountClass?.(row) : undefined;
  const className = classOf(column, column.tone, ofRow);
  return column.isRowHeader === true ? (
    <th scope="row" className={className}>
      {children}
    </th>
  ) : (
    <td className={className} data-title={column.title}>
      {children}
    </td>
  );
}

function contentOf<Row>(column: TableColumn<Row>, row: Row, at: number): ReactNode {
  if ("cell" in column) return column.cell(row, at);
  if ("at" in column) return <When atMs={column.at(row)} time={column.time ?? false} />;
  const { amount, zero = "dash", sign = false } = column;
  return (
    <Led lead={column.href?.(row)}>
      <Amount value={amount(row)} zero={zero} sign={typeof sign === "function" ? sign(row) : sign} />
    </Led>
  );
}

/** A figure as a link to its rows, or with why it has none. */
export function Led({ lead, children }: { readonly lead: Lead | undefined; readonly children: ReactNode }) {
  if (lead === undefined) return children;
  return typeof lead === "string" ? <a href={lead}>{children}</a> : <span title={lead.why}>{children}</span>;
}

function classOf<Row>(column: TableColumn<Row>, tone?: Tone, ofRow = ""): string | undefined {
  const isNumber = "amount" in column || ("cell" in column && column.isNumber === true);
  const classes = [
    isNumber ? "number" : "",
    column.className ?? "",
    tone === undefined ? "" : `tone-${tone}`,
    ofRow,
  ].filter((name) => name !== "");
  return classes.length === 0 ? undefined : classes.join(" ");
}
