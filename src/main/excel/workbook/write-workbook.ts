/**
 * Writes the workbook's model as one .xlsx file, and is the only file that leans on the inside of exceljs, and of archiver,
 * compress-commons and crc32-stream that it compresses with (versions pinned, held by tests). exceljs makes the package, styles, views
 * and print set-up; rows go as XML straight to the sheet's stream, because its own row objects cost three times as much. Its streams
 * never wait either: what they pipe to is asked here, so that memory stays bounded.
 */
import type { CellKind, Sheet, SheetTable, CellTone, Workbook } from "../../../core/report/sheet/model.ts";
import { columnLetters } from "../../../core/report/sheet/place.ts";
import { ZoneClock } from "../../../core/time.ts";
import {
  breaksOf,
  pageOf,
  printNames,
  sheetTail,
  type PrintName,
  type TotalRows,
  type SheetLine,
  type TextLine,
  linesOf,
} from "./page.ts";
import { type RowSetting, RowWriter, cellText, choiceList, choiceLists, formulaText } from "./rows.ts";
import { type LineStyle, cellStyle, headerLine, lineStyle, BASE_FONT, FAILED, PADDING } from "./styles.ts";
import { type WriteOptions, progressOf } from "../output/progress.ts";
import { FailingFile, type WrittenFile, publishOrDiscard, writePending } from "../output/pending.ts";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Writable } from "node:stream";
import { DeflateRaw, crc32 } from "node:zlib";
import type exceljs from "exceljs";
import type { AddWorksheetOptions, Style } from "exceljs";
import WorkbookWriter from "exceljs/lib/stream/xlsx/workbook-writer.js";
import { cleanText } from "../../../core/clean-text.ts";

/** How many bytes may wait for compression, beside which rows are made: waiting for `drain` idles one. */
const MOST_WAITING = 1_048_576;

/** Rows go to compression in pieces of so many bytes. */
const CHUNK_BYTES = 262_144;
/** Bytes of UTF-8 that one unit of UTF-16 takes at most. */
const MOST_BYTES_PER_UNIT = 3;
/** A third quicker than a buffer. */
const UTF8 = new TextEncoder();

/** The most links a sheet of Excel holds. */
const SHEET_LINKS = 65_530;

const WINDOW = { x: 0, y: 0, width: 28_800, height: 17_000, visibility: "visible" } as const;

interface Zip {
  append(source: unknown, entry: { name: string; date?: Date }): Zip;
  abort(): void;
  on(event: "error", listener: (error: Error) => void): void;
  /** Opens what compresses one part of the package. */
  readonly _module: { readonly engine: { _smartStream(part: unknown, done: unknown): PartDeflate } };
}

interface PartDeflate {
  checksum: number | Buffer;
  rawSize: number;
  _transform(chunk: Buffer, encoding: BufferEncoding, done: () => void): void;
}

/** A stream of archiver's readable-stream 2: it has no `writableLength`, which would read as never full. */
interface Pipe {
  write(bytes: Buffer): unknown;
  readonly _writableState: { readonly length: number };
}

interface WriterInside {
  /** exceljs gives each of several areas a name of its own, and all of them the same. */
  _definedNames: { readonly model: readonly SheetPrintName[] };
  zip: Zip;
  styles: { addStyleModel(style: Partial<Style>): number; _addFont(font: unknown): number };
  addThemes(): Promise<void>;
  addOfficeRels(): Promise<void>;
  promise: Promise<unknown> | undefined;
}

interface SheetInside {
  /** The stream's own `write` always takes everything; the pipes behind it tell how much waits in them. */
  readonly stream: {
    _flush(): void;
    readonly pipes: readonly Pipe[];
  };
  startedData: boolean;
  _writeColumns(): void;
  _writeOpenSheetData(): void;
  _writeHyperlinks(): void;
  _writeConditionalFormatting(): void;
  _writeDataValidations(): void;
  /** The last thing written before the sheet ends, where `ignoredErrors` belong; nothing without comments. */
  _writeLegacyData(): void;
  _write(text: string): void;
  readonly _sheetRelsWriter: { readonly _hyperlinks: { address: string; target: string }[] };
}

type SheetPrintName = PrintName & { readonly localSheetId: number };

type Writer = InstanceType<typeof WorkbookWriter>;

// exceljs adds two parts while it is being made, before the parts' dates can be set: they are added again
// afterwards.
const WriterClass = WorkbookWriter as unknown as new (options: object) => Writer & WriterInside;
class PatientWriter extends WriterClass {
  // `promise` is what the base constructor makes of these two: while it is undefined, that is still running.
  override addThemes(): Promise<void> {
    return this.promise === undefined ? Promise.resolve() : super.addThemes();
  }

  override addOfficeRels(): Promise<void> {
    return this.promise === undefined ? Promise.resolve() : super.addOfficeRels();
  }
}

/** A workbook file being written, sheet after sheet. */
export class WorkbookPackage {
  readonly #writer: PatientWriter;
  readonly #failure: FailingFile;
  readonly #names: SheetPrintName[] = [];
  #sheets = 0;

  /** @param atMs the time of every part and property: the same workbook gives the same bytes */
  constructor(sink: Writable, atMs: number, title: string, subject: string) {
    const at = new Date(atMs);
    const options = { stream: sink, useStyles: true, useSharedStrings: false, created: at, modified: at };
    const author = { creator: "Tieout", lastModifiedBy: "Tieout" };
    const writer = new PatientWriter({
      ...options,
      ...author,
      zip: { zlib: { level: 1, chunkSize: 262_144 } },
    });
    const about = { title: cleanText(title), subject: cleanText(subject) };
    Object.assign(writer, { ...about, views: [{ ...WINDOW, activeTab: 0, firstSheet: 0 }] });
    writer._definedNames = { model: this.#names };
    this.#writer = writer;
    this.#failure = new FailingFile(sink, writer.zip);
    dateParts(writer.zip, at);
    checkNatively(writer.zip);
    writer.promise = Promise.all([writer.addThemes(), writer.addOfficeRels()]);
    writer.styles._addFont(BASE_FONT);
  }

  styleId(style: Partial<Style>): number {
    return this.#writer.styles.addStyleModel(style);
  }

  /** Opens the next sheet; the one before must be closed. @param breaks rows that begin a page, ascending */
  openSheet(
    name: string,
    options: Partial<AddWorksheetOptions>,
    widths: readonly number[],
    breaks: readonly number[] = [],
  ): SheetStream {
    const sheet = this.#writer.addWorksheet(name, options);
    this.#sheets += 1;
    sheet.columns = widths.map((width) => ({ width: width + PADDING }));
    return new SheetStream(sheet, this.#failure, breaks);
  }

  /** Names ranges of the sheet that was opened last. */
  nameRanges(names: readonly PrintName[]): void {
    for (const one of names) this.#names.push({ ...one, localSheetId: this.#sheets - 1 });
  }

  /** Writes what is left and ends the file. */
  async close(): Promise<void> {
    await this.#failure.during(this.#writer.commit());
  }

  abort(): void {
    this.#writer.zip.abort();
  }
}

/** The one part that has such an element is the workbook. */
const CALCULATED = '<calcPr fullCalcOnLoad="1" ';

/** Gives every part of the package one date, and has Excel work out every formula on opening. */
function dateParts(zip: Zip, date: Date): void {
  const append = zip.append.bind(zip);
  zip.append = (source, entry) => {
    // archiver would make bytes of a text by `new Buffer`, which Node warns of.
    const content = typeof source === "string" ? Buffer.from(source.replace("<calcPr ", CALCULATED)) : source;
    return append(content, { ...entry, date });
  };
}

/** Has Node work out the checksum of each part: archiver does so in JavaScript, which takes four times as long. */
function checkNatively({ _module: { engine } }: Zip): void {
  const open = engine._smartStream.bind(engine);
  const { prototype: deflate } = DeflateRaw as unknown as { readonly prototype: PartDeflate };
  engine._smartStream = (entry, done) => {
    const part = open(entry, done);
    if (!(part instanceof DeflateRaw)) return part;
    part.checksum = 0;
    part._transform = (chunk, encoding, taken) => {
      part.checksum = crc32(chunk, part.checksum as number);
      part.rawSize += chunk.length;
      deflate._transform.call(part, chunk, encoding, taken);
    };
    return part;
  };
}

/** Has the parts after a sheet's rows written in the order of the schema, or Excel would repair the file. */
function keepOrder(sheet: SheetInside, choices: () => string, tail: () => string): void {
  const writeLinks = sheet._writeHyperlinks.bind(sheet);
  const writeConditions = sheet._writeConditionalFormatting.bind(sheet);
  sheet._writeHyperlinks = writeConditions;
  sheet._writeConditionalFormatting = () => sheet._write(choices());
  sheet._writeDataValidations = writeLinks;
  sheet._writeLegacyData = () => sheet._write(tail());
}

/** One sheet being written. */
class SheetStream {
  readonly #sheet: exceljs.Worksheet;
  readonly #inside: SheetInside;
  readonly #failure: FailingFile;
  /** Rows on their way into the file. */
  #bytes = Buffer.alloc(0);
  #used = 0;
  /** Lists that cells offer, as XML. */
  readonly #choices: string[] = [];
  /** Rows that begin a page, ascending. */
  readonly #breaks: readonly number[];

  constructor(sheet: exceljs.Worksheet, failure: FailingFile, breaks: readonly number[]) {
    this.#breaks = breaks;
    this.#sheet = sheet;
    this.#inside = sheet as unknown as SheetInside;
    this.#failure = failure;
    this.#inside._writeColumns();
    this.#inside._writeOpenSheetData();
    this.#inside.startedData = true;
    keepOrder(
      this.#inside,
      () => choiceLists(this.#choices),
      () => sheetTail(this.#breaks),
    );
  }

  /** Takes rows as XML, a few at a time: short texts become bytes sooner than one long one. */
  add(rows: string): void {
    const most = MOST_BYTES_PER_UNIT * rows.length;
    if (this.#used + most > this.#bytes.length) {
      this.#passOn();
      this.#bytes = Buffer.allocUnsafeSlow(Math.max(most, CHUNK_BYTES));
    }
    this.#used += UTF8.encodeInto(rows, this.#bytes.subarray(this.#used)).written;
  }

  /** Waits until the file has taken enough of the rows. @throws Error whatever went wrong with the file */
  async settle(): Promise<void> {
    await nextTurn();
    this.#failure.check();
    for (const { _writableState: waiting } of this.#inside.stream.pipes) {
      while (waiting.length > MOST_WAITING) {
        await sleep(1);
        this.#failure.check();
      }
    }
  }

  /** Past the stream's own buffers, which copy every byte twice; what exceljs wrote goes first. */
  #passOn(): void {
    const { stream } = this.#inside;
    stream._flush();
    const bytes = this.#bytes.subarray(0, this.#used);
    for (const pipe of stream.pipes) pipe.write(bytes);
    this.#used = 0;
  }

  /** Links a cell to another; beyond what a sheet may hold it does nothing. */
  link(cell: string, target: { readonly sheet: string; readonly cell: string }): void {
    const links = this.#inside._sheetRelsWriter._hyperlinks;
    if (links.length < SHEET_LINKS) links.push({ address: cell, target: `'${target.sheet}'!${target.cell}` });
  }

  /** Marks what comes to FALSE, not what is empty. @param first the cell that the rule is written for */
  watch(range: string, first: string): void {
    const formulae = [`AND(ISLOGICAL(${first}),NOT(${first}))`];
    const rules: exceljs.ExpressionRuleType[] = [
      { type: "expression", formulae, style: FAILED, priority: 1 },
    ];
    this.#sheet.addConditionalFormatting({ ref: range, rules });
  }

  /** Has a range offer a list, of words without commas or quotes; whatever else is typed is taken too. */
  offer(range: string, choices: readonly string[]): void {
    this.#choices.push(choiceList(range, choices));
  }

  /** @param filter the range to filter, e.g. `A7:P120`, or null */
  close(filter: string | null): void {
    this.#passOn();
    if (filter !== null) this.#sheet.autoFilter = filter;
    this.#sheet.commit();
  }
}

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
  #part: Extract<SheetLine, { readonly is: "part" }> = { is: "part", part: 0, name: "" };
  #endRow = 1;
  readonly #totals: TotalRows = new Map();
  #rows: RowWriter | null = null;

  constructor(sheet: Sheet, setting: FileSetting) {
    this.#sheet = sheet;
    this.#setting = setting;
  }

  async write(): Promise<void> {
    for (const line of linesOf(this.#sheet, this.#setting.workbook)) {
      if (line.is === "part") {
        await this.#closePart();
        this.#part = line;
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
      addRules(stream, line);
      this.#lastRow = line.lastRecord;
      return;
    }
    this.#lastRow = line.row;
    this.#endRow = line.row;
    if (line.is === "text") this.#addText(line, stream);
    else if (line.is === "header") this.#addHeader(line.table, line.row, stream);
    else {
      stream.add(this.#rowWriter(line.table).row(line.content, line.row));
      if (line.content.tone === "total") this.#totals.set(line.row, line.content);
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
    const { name, part } = this.#part;
    const end = { lastRow: this.#endRow, lastRecord: last, totals: this.#totals };
    this.#setting.file.nameRanges(printNames(this.#sheet, name, part, end));
    this.#totals.clear();
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

/** Has columns of proofs show those that do not hold any more, and cells to be filled in offer what may stand there. */
function addRules(
  stream: SheetStream,
  { table, first, last, lastRecord }: Extract<SheetLine, { readonly is: "end" }>,
): void {
  for (const [at, { kind, choices }] of table.columns.entries()) {
    const letter = columnLetters(at);
    if (kind === "truth") stream.watch(`${letter}${first}:${letter}${last}`, `${letter}${first}`);
    if (choices !== undefined) stream.offer(`${letter}${first}:${letter}${lastRecord}`, choices);
  }
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
): Promise<WrittenFile> {
  const onRows = progressOf(workbook, options);
  const pending = await writePending(path, async (sink) => writeInto(sink, workbook, options.atMs, onRows));
  return publishOrDiscard(pending, options.beforePublishing);
}

/** Writes the bytes of a workbook. @param onRows called now and then with rows written since; what it throws ends it */
export async function writeInto(
  sink: Writable,
  workbook: Workbook,
  atMs: number,
  onRows: (rows: number) => void,
): Promise<void> {
  const file = new WorkbookPackage(sink, atMs, workbook.title, workbook.scope);
  try {
    const setting = settingOf(workbook, file, onRows);
    for (const sheet of workbook.sheets) await new SheetRun(sheet, setting).write();
    await file.close();
    onRows(0);
  } catch (error) {
    file.abort();
    throw error;
  }
}
