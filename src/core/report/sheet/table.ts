/** Tables of the workbook: columns declared once, rows made from them, cells referred to by keys. */
import { labelAt } from "./currencies.ts";
import type { Figures } from "./figures.ts";
import type { Cell, CellKind, SheetColumn, SheetTable, Row, CellTone } from "./model.ts";
import { TablePlace } from "./place.ts";

/** A column of a table whose rows are made from lines. */
export interface ColumnDeclaration<Line, Key extends string> {
  /** `{zone}` stands for the ledger's time zone. */
  readonly header: string;
  readonly kind: CellKind;
  /** In characters; of columns below each other on a sheet the widest counts. */
  readonly width?: number;
  /** What a line shows; without it the column is filled by rows given cell by cell. */
  readonly value?: (line: Line, here: CurrentRow<Key>) => Cell;
  /** What the value is worked out by; not asked where there is none. */
  readonly formula?: (line: Line, here: CurrentRow<Key>) => string;
  readonly choices?: readonly string[];
  /** How many columns before it are left empty, so that it stands below others of its kind. */
  readonly skip?: number;
  /** Says a row's currency; left out where there is one. Columns after it stay put, or `close up`. */
  readonly ofCurrency?: true | "close up";
}

/** How a column is headed; no width where it asks for none. */
export function head(kind: CellKind, header: string, width = 0) {
  return { header, kind, width };
}

/** The head of the column that says in which currency a row is proven. */
export const PROVEN_CURRENCY = { ...head("text", "Currency"), ofCurrency: true } as const;

/** That column of rows that are proven in a block. */
export const BLOCK_CURRENCY = {
  ...PROVEN_CURRENCY,
  value: ({ figures, block }: { readonly figures: Figures; readonly block: number }) =>
    labelAt(figures.currencies, block),
};

type TableColumns<Line, Key extends string> = Readonly<Record<Key, ColumnDeclaration<Line, Key>>>;

/** Declares columns by their keys, which formulas refer to; the keys of JSON, too. */
export function columnsOf<Line>() {
  return <Key extends string>(
    columns: Readonly<Record<Key, ColumnDeclaration<Line, NoInfer<Key>>>>,
  ): TableColumns<Line, Key> => columns;
}

/** A row that is given cell by cell, such as a total. */
export class KeyedRow<Key extends string> {
  readonly tone: CellTone;
  readonly cells: Readonly<Partial<Record<Key, Cell>>>;

  constructor(tone: CellTone, cells: Readonly<Partial<Record<Key, Cell>>>) {
    this.tone = tone;
    this.cells = cells;
  }
}

export class CurrentRow<Key extends string> {
  readonly table: TablePlace<Key>;
  #index = -1;
  /** Of the sheet, as text: formulas name it often. */
  #row = "";

  constructor(table: TablePlace<Key>) {
    this.table = table;
  }

  /** From 0 on. */
  get index(): number {
    return this.#index;
  }

  next(): void {
    this.#index += 1;
    this.#row = String(this.table.at(this.#index).row);
  }

  /** A cell of this row, e.g. `J12`. */
  cell(key: Key): string {
    return this.table.letter(key) + this.#row;
  }

  above(key: Key): string {
    return this.table.near(key, this.#index - 1, this.#index);
  }

  row(tone: CellTone, cells: Readonly<Partial<Record<Key, Cell>>>): KeyedRow<Key> {
    return new KeyedRow(tone, cells);
  }
}

interface TableHead<Line, Key extends string>
  extends Pick<SheetTable, "id">, Partial<Pick<SheetTable, "empty" | "feet" | "parts">> {
  readonly title?: string;
  readonly columns: TableColumns<Line, Key>;
  readonly without?: readonly NoInfer<Key>[];
  /** How the row of a line stands out; plain without it. */
  readonly tone?: (line: Line) => CellTone;
}

type LineOrRow<Line, Key extends string> = NoInfer<Line> | KeyedRow<NoInfer<Key>>;

/** Rows of which all are there already. */
interface ListedRows<Line, Key extends string> {
  readonly lines: readonly LineOrRow<Line, Key>[];
}

/** Rows that are made one at a time. */
interface YieldedRows<Line, Key extends string> {
  /** How many rows `lines` yields, the footing among them. */
  readonly count: number;
  /** Yields lines or rows anew at each call, one at a time while `here` is at their row. */
  readonly lines: (table: ReportTable<Line, Key>, here: CurrentRow<Key>) => Iterable<LineOrRow<Line, Key>>;
}

type TableDeclaration<Line, Key extends string> = TableHead<Line, Key> &
  (ListedRows<Line, Key> | YieldedRows<Line, Key>);

/** What every table of a workbook goes by: whether rows say their currency, and the zone of its times. */
export interface TableSetting {
  readonly currencies: Pick<Figures["currencies"], "isSplit" | "areDistinct">;
  readonly clock: Pick<Figures["clock"], "timeZone">;
}

/** A column in its place; null where one is left empty. */
type Slot<Line, Key extends string> = {
  readonly key: Key;
  readonly declared: ColumnDeclaration<Line, Key>;
} | null;

/** What is declared where a column is left empty. */
const EMPTY: Pick<ColumnDeclaration<unknown, string>, "value" | "formula"> = {};

/** A table with its declared columns and, once it stands on a sheet, its place. */
export class ReportTable<Line, Key extends string> extends TablePlace<Key> {
  readonly id: string;
  readonly title: string | null;
  readonly empty: string;
  readonly parts: readonly number[];
  /** From A to the last one. */
  readonly columns: readonly SheetColumn[];
  /** Of the columns, 0 where one asks for none. */
  readonly widths: readonly number[];
  /** The column that says in which currency a row is proven; null where there is one currency. */
  readonly currencyKey: Key | null;
  /** Whether `=` tells the currencies of its rows apart. */
  readonly currenciesDistinct: boolean;
  readonly #slots: readonly Slot<Line, Key>[];
  readonly #declaration: TableDeclaration<Line, Key>;

  constructor({ currencies, clock }: TableSetting, declaration: TableDeclaration<Line, Key>) {
    const all = slotsOf(declaration.columns);
    const { without = [] } = declaration;
    const isLeft = (slot: Slot<Line, Key>) =>
      (currencies.isSplit || slot?.declared.ofCurrency !== "close up") &&
      (slot === null || !without.includes(slot.key));
    const slots = all.filter(isLeft);
    super(
      "count" in declaration ? declaration.count : declaration.lines.length,
      slots.map((slot) => slot?.key ?? ""),
      declaration.feet,
    );
    const { id, title = null, empty = "", parts = [] } = declaration;
    this.parts = parts;
    this.id = id;
    this.title = title;
    this.empty = empty;
    this.currenciesDistinct = currencies.areDistinct;
    this.currencyKey = currencies.isSplit
      ? (slots.find((slot) => slot?.declared.ofCurrency)?.key ?? null)
      : null;
    const shown = slots.map((slot) => (slot?.declared.ofCurrency && !currencies.isSplit ? null : slot));
    this.#slots = shown.slice(0, shown.findLastIndex((slot) => slot !== null) + 1);
    this.columns = this.#slots.map((slot) => columnOf(slot, clock.timeZone));
    this.widths = this.#slots.map((slot) => slot?.declared.width ?? 0);
    this.#declaration = declaration;
  }

  *rows(): Generator<Row> {
    const here = new CurrentRow<Key>(this);
    here.next();
    const { lines, tone } = this.#declaration;
    for (const line of typeof lines === "function" ? lines(this, here) : lines) {
      yield line instanceof KeyedRow
        ? {
            tone: line.tone,
            cells: this.#slots.map((slot) => (slot === null ? null : (line.cells[slot.key] ?? null))),
          }
        : { tone: tone?.(line) ?? "plain", cells: this.#cellsOf(line, here) };
      here.next();
    }
  }

  #cellsOf(line: Line, here: CurrentRow<Key>): Cell[] {
    const cells: Cell[] = [];
    const slots = this.#slots;
    // By number: an iterator makes an object for each of a million cells.
    for (let at = 0; at < slots.length; at += 1) {
      const { value, formula } = slots[at]?.declared ?? EMPTY;
      const cell = value === undefined ? null : value(line, here);
      if (formula === undefined || cell === null) cells.push(cell);
      else if (typeof cell === "object") cells.push({ ...cell, formula: formula(line, here) });
      else cells.push({ value: cell, formula: formula(line, here) });
    }
    return cells;
  }
}

/** Any table, for whoever puts a sheet together. */
export type AnyTable = Pick<
  ReportTable<never, never>,
  "id" | "title" | "empty" | "columns" | "widths" | "count" | "feet" | "parts" | "rows" | "standOn"
>;

function slotsOf<Line, Key extends string>(columns: TableColumns<Line, Key>): Slot<Line, Key>[] {
  return Object.entries<ColumnDeclaration<Line, Key>>(columns).flatMap(([key, declared]) => [
    ...Array.from({ length: declared.skip ?? 0 }, () => null),
    { key: key as Key, declared },
  ]);
}

/** A column that only keeps others aligned. */
export const SPACER: SheetColumn = { key: "", header: "", kind: "text" };

function columnOf<Line, Key extends string>(slot: Slot<Line, Key>, zone: string): SheetColumn {
  if (slot === null) return SPACER;
  const { header, kind, choices } = slot.declared;
  const shown = { key: slot.key, header: header.replace("{zone}", zone), kind };
  return choices === undefined ? shown : { ...shown, choices };
}

/** Columns as a sheet shows them, for whoever reads one. */
export function shownColumns<Line, Key extends string>(
  columns: TableColumns<Line, Key>,
  zone: string,
): SheetColumn[] {
  return slotsOf(columns).map((slot) => columnOf(slot, zone));
}
