/** Writes the workbook's model as one .xlsx file. */
import type { CellKind, Sheet, SheetTable, CellTone, Workbook } from "../../../core/report/sheet/model.ts";
import { columnLetters } from "../../../core/report/sheet/place.ts";
import { ZoneClock } from "../../../core/time.ts";
import { type SheetStream, WorkbookPackage } from "./package.ts";
import { breaksOf, pageOf, type SheetLine, type TextLine, linesOf } from "./page.ts";
import { type RowSetting, RowWriter, cellText, formulaText } from "./rows.ts";
import { type LineStyle, cellStyle, headerLine, lineStyle } from "./styles.ts";
import { type WriteOptions, progressOf } from "../output/progress.ts";
import { type WrittenFile, publishOrDiscard, writePending } from "../output/pending.ts";

// Writes one sheet into the file, part after part.

interface FileSetting extends RowSetting {
  readonly file: WorkbookPackage;
  readonly workbook: Workbook;
  readonly lineId: (line: LineStyle) => number;
  /** Called with the table rows written since it was last called; throws when the export is cancelled. */
  readonly progress: (rows: number) => void;
}

/** The styles of a file, each asked for once. */
function settingOf(workbook: Workbook, file: WorkbookPackage, progress: (rows: number) => void): FileSetting {
  const ids = new Map<string, number>();
  const once = (key: string, style: () => ReturnType<typeof lineStyle>) => {
    const id = ids.get(key) ?? file.styleId(style());
    ids.set(key, id);
    return id;
  };
  return {
    file,
    workbook,
    progress,
    decimals: workbook.decimals,
    clock: new ZoneClock(workbook.timeZone),
    lineId: (line) => once(line, () => lineStyle(line)),
    styleId: (kind: CellKind, column: CellKind, tone: CellTone, linked: boolean) =>
      once(`${kind} ${column} ${tone} ${linked}`, () =>
        cellStyle(kind, column, tone, linked, workbook.decimals),
      ),
  };
}

/** Rows between two looks at whether the file keeps up and the export is still wanted. */
const BATCH = 100;

class SheetRun {
  readonly #sheet: Sheet;
  readonly #setting: FileSetting;
  #stream: SheetStream | null = null;
  /** Rows of tables since the last look. */
  #held = 0;
  /** Of the part that is being written: the last row that a filter takes. */
  #lastRow = 1;
  /** The header row of the last table begun. */
  #headerRow = 1;
  #rows: RowWriter | null = null;

  constructor(sheet: Sheet, setting: FileSetting) {
    this.#sheet = sheet;
    this.#setting = setting;
  }

  async write(): Promise<void> {
    for (const line of linesOf(this.#sheet, this.#setting.workbook)) {
      if (line.is === "part") {
        await this.#closePart();
        this.#stream = this.#openPart(line.part, line.name);
      } else this.#add(line, this.#open);
      if (this.#held === BATCH) await this.#flush(this.#open);
    }
    await this.#closePart();
  }

  get #open(): SheetStream {
    if (this.#stream === null) throw new Error("a sheet's lines begin with a part");
    return this.#stream;
  }

  #add(line: Exclude<SheetLine, { readonly is: "part" }>, stream: SheetStream): void {
    if (line.is === "end") {
      watchProofs(stream, line);
      offerChoices(stream, line);
      this.#lastRow = line.lastRecord;
      return;
    }
    this.#lastRow = line.row;
    if (line.is === "text") this.#addText(line, stream);
    else if (line.is === "header") this.#addHeader(line.table, line.row, stream);
    else {
      stream.add(this.#rowWriter(line.table).row(line.content, line.row));
      this.#held += 1;
    }
  }

  #rowWriter({ columns }: SheetTable): RowWriter {
    const { name, widths } = this.#sheet;
    return (this.#rows ??= new RowWriter(name, columns, widths, this.#setting, (cell, target) =>
      this.#open.link(cell, target),
    ));
  }

  #openPart(part: number, name: string): SheetStream {
    const { footer } = this.#setting.workbook;
    const page = pageOf(this.#sheet, name, part, footer);
    const breaks = part === 0 ? breaksOf(this.#sheet) : [];
    return this.#setting.file.openSheet(name, page, this.#sheet.widths, breaks);
  }

  async #closePart(): Promise<void> {
    if (this.#stream === null) return;
    await this.#flush(this.#stream);
    const last = Math.max(this.#lastRow, this.#headerRow);
    const range = `A${this.#headerRow}:${columnLetters(this.#sheet.widths.length - 1)}${last}`;
    this.#stream.close(this.#sheet.filtered ? range : null);
  }

  async #flush(stream: SheetStream): Promise<void> {
    await stream.settle();
    this.#setting.progress(this.#held);
    this.#held = 0;
  }

  #addText({ row, look, text, formula, height, link }: TextLine, stream: SheetStream): void {
    const tall = height === null ? "" : ` ht="${height}" customHeight="1"`;
    const content =
      formula === null
        ? ` t="inlineStr"><is><t xml:space="preserve">${cellText(text)}</t></is>`
        : ` t="str"><f>${formulaText(formula)}</f><v>${cellText(text)}</v>`;
    stream.add(`<row r="${row}"${tall}><c r="A${row}" s="${this.#setting.lineId(look)}"${content}</c></row>`);
    if (link !== null) stream.link(`A${row}`, link);
  }

  #addHeader(table: SheetTable, row: number, stream: SheetStream): void {
    this.#headerRow = row;
    this.#rows = null;
    const cells = table.columns.map(({ header, kind }, at) => {
      const open = `<c r="${columnLetters(at)}${row}" s="${this.#setting.lineId(headerLine(kind))}"`;
      return header === "" ? `${open}/>` : `${open} t="inlineStr"><is><t>${cellText(header)}</t></is></c>`;
    });
    // A header as long as its column is wide needs a second line.
    const tall = table.columns.some(({ header }, at) => header.length > (this.#sheet.widths[at] ?? 9) - 1);
    stream.add(`<row r="${row}" ht="${tall ? 28 : 17}" customHeight="1">${cells.join("")}</row>`);
  }
}

/** Lets whatever works the proofs out again show those that do not hold any more. */
function watchProofs(
  stream: SheetStream,
  { table, first, last }: Extract<SheetLine, { readonly is: "end" }>,
): void {
  for (const [at, { kind }] of table.columns.entries()) {
    const letter = columnLetters(at);
    if (kind === "truth") stream.watch(`${letter}${first}:${letter}${last}`, `${letter}${first}`);
  }
}

/** Lets cells that are to be filled in offer what may stand there. */
function offerChoices(
  stream: SheetStream,
  { table, first, lastRecord: last }: Extract<SheetLine, { readonly is: "end" }>,
): void {
  for (const [at, { choices }] of table.columns.entries()) {
    const letter = columnLetters(at);
    if (choices !== undefined) stream.offer(`${letter}${first}:${letter}${last}`, choices);
  }
}

interface WrittenWorkbook extends WrittenFile {
  /** Rows of tables, over all sheets. */
  readonly rows: number;
}

/**
 * Writes a workbook. The same model and time give the same bytes. It takes its place at once when whole;
 * until then, and when it fails or is cancelled, the file that was there stays as it is.
 *
 * @param atMs the run's time, milliseconds UTC: every date in the file that is not data
 * @throws TieoutError EXPORT_TARGET when the place cannot be written to, EXPORT_VALUE when a value fits in no
 *   cell, CANCELLED; what `beforePublishing` throws
 */
export async function writeWorkbook(
  workbook: Workbook,
  path: string,
  options: WriteOptions & { readonly atMs: number },
): Promise<WrittenWorkbook> {
  const progress = progressOf(workbook, options);
  const pending = await writePending(path, async (sink) => {
    const file = new WorkbookPackage(sink, options.atMs, workbook.title, workbook.scope);
    try {
      const setting = settingOf(workbook, file, progress.add);
      for (const sheet of workbook.sheets) await new SheetRun(sheet, setting).write();
      await file.close();
      progress.add(0);
    } catch (error) {
      file.abort();
      throw error;
    }
  });
  await publishOrDiscard(pending, options.beforePublishing);
  return { sha256: pending.sha256, bytes: pending.bytes, rows: progress.written() };
}
