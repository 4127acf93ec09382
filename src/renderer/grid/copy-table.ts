/** Rows and cells for a clipboard or a CSV file: a table that Excel takes as numbers, dates and texts. */
import { type CsvFields, spreadsheetId, spreadsheetText, spreadsheetFields } from "../../core/csv-text.ts";
import { inertText, plainAmount, plainInstant } from "../../core/plain-text.ts";
import type { GridColumn, GridWording } from "./columns.ts";
import { TABLE_PIECE, TABLE_PIECES } from "../../ipc/codec.ts";
import type { Rows, Sort } from "../bridge/protocol.ts";
import type { BlockRequest } from "./grid-options.ts";
import { ROWS_AT_ONCE, MOST_COPIED } from "./stretch.ts";
import { useState } from "react";
import { formatAmount, formatCount } from "../../core/money.ts";
import { suggestedTableName } from "../../core/report/suggested-name.ts";
import type { FileFacts } from "../../ipc/values.ts";
import { useApi, useBridge } from "../bridge/api-provider.tsx";
import { useWrittenFile } from "../app/use-written-file.ts";
import { useOpenLedger, usePreferences } from "../app/providers.tsx";
import { showFault } from "../app/show-fault.ts";
import { useCheck } from "../rows/check-provider.tsx";
import { showToast, warn } from "../ui/toast.tsx";
import type { GridHandle, GridParts } from "./use-records-view.ts";
import { RECORD_TABLES } from "../bridge/rows.ts";

type Copied<R> = Pick<GridColumn<R>, "kind" | "value" | "title">;

/**
 * One cell: amounts as plain digits with the ledger's decimals, instants on the ledger's wall clock, texts
 * inert (one that a spreadsheet would work out begins with an apostrophe).
 */
export function copiedCell<R>(column: Copied<R>, row: R, wording: GridWording): string {
  return plainCell(column, row, wording, COPIED);
}

const COPIED: Pick<CsvFields, "text" | "id" | "amount"> = {
  text: copiedText,
  id: String,
  amount: plainAmount,
};

function plainCell<R>(
  { kind, value: valueOf }: Copied<R>,
  row: R,
  { decimals, clock }: GridWording,
  { text, id, amount }: Pick<CsvFields, "text" | "id" | "amount">,
): string {
  const value = valueOf(row);
  if (value === null) return "";
  if (typeof value === "string") return text(value);
  if (kind === "amount") return amount(value, decimals);
  return kind === "instant" ? plainInstant(clock.wallMs(value)) : id(value);
}

export function csvTitles<R>(columns: readonly Copied<R>[], { beginning, line, text }: CsvFields): string {
  return beginning + line(columns.map(({ title }) => text(title)));
}

export function csvRow<R>(
  columns: readonly Copied<R>[],
  row: R,
  wording: GridWording,
  fields: CsvFields,
): string {
  return fields.line(columns.map((column) => plainCell(column, row, wording, fields)));
}

/** Rows go into a spreadsheet, which must keep the digits of ids. */
const PASTED: typeof COPIED = {
  text: (text) => quoted(spreadsheetText(text)),
  id: (id) => quoted(spreadsheetId(id)),
  amount: plainAmount,
};

/** Rows under one another, cells between tabs, with a line of titles or without. */
export function copiedRows<R>(
  columns: readonly Copied<R>[],
  rows: readonly R[],
  wording: GridWording,
  withTitles: boolean,
): string {
  const lines = rows.map((row) =>
    columns.map((column) => plainCell(column, row, wording, PASTED)).join("\t"),
  );
  if (withTitles) lines.unshift(columns.map(({ title }) => copiedText(title)).join("\t"));
  return lines.join("\r\n");
}

/** A text as a cell: inert, and quoted where it must be. */
export function copiedText(text: string): string {
  return quoted(inertText(text));
}

/** A text that holds what parts cells and rows, between quotes, as Excel writes it. */
function quoted(text: string): string {
  return /[\t\r\n"]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// All rows of a grid as a CSV file, in pieces that cross the bridge.

interface CsvRequest<R> {
  readonly columns: readonly GridColumn<R>[];
  readonly wording: GridWording;
  readonly fields: CsvFields;
  readonly sort: readonly Sort[];
  readonly total: number;
  readonly read: (request: BlockRequest) => Promise<Rows<R>>;
}

/** Other rows pass than when the file was begun: it would hold some of both. */
export class RowsChanged extends Error {}

/**
 * The file's text, cut where a piece is full, not through the middle of a sign.
 *
 * @param size characters of a piece at most
 * @throws RowsChanged
 */
export async function* csvPieces<R>(
  { columns, wording, fields, sort, total, read }: CsvRequest<R>,
  size = TABLE_PIECE,
): AsyncGenerator<string> {
  let text = csvTitles(columns, fields);
  for (let from = 0; from < total; from += ROWS_AT_ONCE) {
    const page = await read({ sort, from, count: Math.min(ROWS_AT_ONCE, total - from) });
    if (page.total !== total) throw new RowsChanged();
    for (const row of page.rows) {
      text += csvRow(columns, row, wording, fields);
      while (text.length > size) {
        const cut = text.slice(0, size).isWellFormed() ? size : size - 1;
        yield text.slice(0, cut);
        text = text.slice(cut);
      }
    }
  }
  yield text;
}

export function useCsvFile<R>({ table, columns, wording, view, grid }: GridParts<R>) {
  const ledger = useOpenLedger();
  const { period } = useCheck();
  const [isBusy, setBusy] = useState(false);
  const api = useApi();
  const show = useShownFile();
  const fields = spreadsheetFields(usePreferences().preferences.csv);
  const { query, read, total } = view;
  const write = async () => {
    const shown = exportedColumns(grid.current, columns);
    if (total === null || shown.length === 0) return;
    if (total > MOST_COPIED) {
      refuse(total);
      return;
    }
    const suggestedName = suggestedTableName(
      ledger.name,
      query.onlyPeriod ? period : null,
      RECORD_TABLES[table].title,
    );
    const { file } = await api["files.chooseToSave"]({ purpose: "table", suggestedName });
    if (file === null) return;
    const target = file.handle;
    let written: FileFacts | null = null;
    let [piece, held]: [number, string | null] = [0, null];
    const send = async (text: string, isLast: boolean) => {
      if (piece === TABLE_PIECES) {
        refuse(total);
        return false;
      }
      ({ file: written } = await api["table.write"]({ target, text, piece, isLast }));
      piece += 1;
      return true;
    };
    // One behind: which is the last is known when no other comes.
    for await (const text of csvPieces({ columns: shown, wording, fields, sort: query.sort, total, read })) {
      if (held !== null && !(await send(held, false))) return;
      held = text;
    }
    if (held !== null && (await send(held, true)) && written !== null) await show(written, total);
  };
  const save = async () => {
    setBusy(true);
    try {
      await write();
    } catch (error) {
      if (error instanceof RowsChanged) {
        warn("The rows have changed", "Export them again.");
      } else showFault(error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, save: () => void save() };
}

/** The columns that are shown, in the order in which they stand. */
export function exportedColumns<R>(
  grid: GridHandle | null,
  columns: readonly GridColumn<R>[],
): readonly GridColumn<R>[] {
  return (grid?.columns() ?? []).flatMap((id) => columns.filter((column) => column.id === id));
}

/** Downloads a written file where the host cannot show it, and else offers to show it. */
function useShownFile() {
  const { fetchFile } = useBridge();
  const { label, get } = useWrittenFile();
  return async (file: FileFacts, rows: number) => {
    if (fetchFile !== null) {
      await get(file);
      return;
    }
    showToast({
      tone: "good",
      words: `${formatCount(rows, "row")} exported`,
      more: file.name,
      action: { label, run: () => void get(file) },
    });
  };
}

function refuse(rows: number): void {
  warn(
    `${formatCount(rows, "row")} are too many for this file`,
    `Filter them to at most ${formatAmount(MOST_COPIED)}, or export the tables of the period.`,
  );
}
