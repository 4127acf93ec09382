/**
 * The only file that leans on the inside of exceljs (version pinned, held by tests). exceljs makes the
 * package, styles, views and print set-up; rows go as XML straight to the sheet's stream, because its own row
 * objects cost three times as much. Its streams never wait either: what they pipe to is asked here, so that
 * memory stays bounded.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Writable } from "node:stream";
import type exceljs from "exceljs";
import type { AddWorksheetOptions, Style } from "exceljs";
import WorkbookWriter from "exceljs/lib/stream/xlsx/workbook-writer.js";
import { cleanText } from "../../../core/clean-text.ts";
import { BASE_FONT, FAILED } from "./styles.ts";

// Parts of a sheet that follow its rows, as XML.

/** Payrefs and session ids of digits are meant as texts: no green corners for them. */
const TEXT_MAY_BE_DIGITS =
  '<ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/></ignoredErrors>';

/** A list that a range offers, of words without commas or quotes; whatever else is typed is taken too. */
function choiceList(range: string, choices: readonly string[]): string {
  const list = `<formula1>"${choices.join(",")}"</formula1>`;
  const rule = `<dataValidation type="list" allowBlank="1" showErrorMessage="0" sqref="${range}">`;
  return `${rule}${list}</dataValidation>`;
}

/** Rows that begin a page, ascending. */
function rowBreaks(rows: readonly number[]): string {
  if (rows.length === 0) return "";
  const each = rows.map((row) => `<brk id="${row - 1}" max="16383" man="1"/>`).join("");
  return `<rowBreaks count="${rows.length}" manualBreakCount="${rows.length}">${each}</rowBreaks>`;
}

/** All lists of a sheet, each by `choiceList`. */
function choiceLists(lists: readonly string[]): string {
  if (lists.length === 0) return "";
  return `<dataValidations count="${lists.length}">${lists.join("")}</dataValidations>`;
}

/**
 * How many bytes may wait for compression, which runs beside: enough that it never waits for rows, few enough
 * for memory. Waiting for `drain` instead would leave the one idle while the other works.
 */
const MOST_WAITING = 1_048_576;

/** Rows go to compression in pieces of so many bytes. */
const CHUNK_BYTES = 262_144;
/** Bytes of UTF-8 that one unit of UTF-16 takes at most. */
const MOST_BYTES_PER_UNIT = 3;

/** What Excel adds to a width in characters for the air around them. */
const PADDING = 0.71;

/** The most links a sheet of Excel holds. */
const SHEET_LINKS = 65_530;

const WINDOW = { x: 0, y: 0, width: 28_800, height: 17_000, visibility: "visible" } as const;

interface Zip {
  append(source: unknown, entry: { name: string; date?: Date }): Zip;
  abort(): void;
  on(event: "error", listener: (error: Error) => void): void;
}

/** A stream of archiver's readable-stream 2: it has no `writableLength`, which would read as never full. */
interface Pipe {
  write(bytes: Buffer): unknown;
  readonly _writableState: { readonly length: number };
}

interface WriterInside {
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

/** What went wrong with the file, once something did; whoever writes asks before going on. */
class Failure {
  readonly #failed: Promise<never>;
  #error: Error | null = null;

  constructor(sink: Writable, zip: Zip) {
    this.#failed = new Promise((_, reject) => {
      const fail = (error: Error) => {
        this.#error ??= error;
        reject(error);
      };
      sink.once("error", fail);
      zip.on("error", fail);
    });
    this.#failed.catch(() => {});
  }

  check(): void {
    if (this.#error !== null) throw this.#error;
  }

  /** Ends with the work, or early with what went wrong. */
  async during(work: Promise<unknown>): Promise<void> {
    await Promise.race([work, this.#failed]);
  }
}

/** A workbook file being written, sheet after sheet. */
export class WorkbookPackage {
  readonly #writer: PatientWriter;
  readonly #failure: Failure;

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
    this.#writer = writer;
    this.#failure = new Failure(sink, writer.zip);
    dateParts(writer.zip, at);
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
    sheet.columns = widths.map((width) => ({ width: width + PADDING }));
    return new SheetStream(sheet, this.#failure, breaks);
  }

  /** Writes what is left and ends the file. */
  async close(): Promise<void> {
    await this.#failure.during(this.#writer.commit());
  }

  abort(): void {
    this.#writer.zip.abort();
  }
}

/** Gives every part of the package one date, and has Excel work out every formula on opening. */
function dateParts(zip: Zip, date: Date): void {
  const append = zip.append.bind(zip);
  zip.append = (source, entry) => {
    const content =
      entry.name === "/xl/workbook.xml" && typeof source === "string"
        ? source.replace("<calcPr ", '<calcPr fullCalcOnLoad="1" ')
        : source;
    return append(content, { ...entry, date });
  };
}

/** Has the parts after a sheet's rows written in the order of the schema, or Excel would repair the file. */
function keepOrder(sheet: SheetInside, choices: () => string, breaks: () => string): void {
  const writeLinks = sheet._writeHyperlinks.bind(sheet);
  const writeConditions = sheet._writeConditionalFormatting.bind(sheet);
  sheet._writeHyperlinks = writeConditions;
  sheet._writeConditionalFormatting = () => sheet._write(choices());
  sheet._writeDataValidations = writeLinks;
  sheet._writeLegacyData = () => sheet._write(`${breaks()}${TEXT_MAY_BE_DIGITS}`);
}

/** One sheet being written. */
export class SheetStream {
  readonly #sheet: exceljs.Worksheet;
  readonly #inside: SheetInside;
  readonly #failure: Failure;
  /** Rows on their way into the file. */
  #bytes = Buffer.alloc(0);
  #used = 0;
  /** Lists that cells offer, as XML. */
  readonly #choices: string[] = [];
  /** Rows that begin a page, ascending. */
  readonly #breaks: readonly number[];

  constructor(sheet: exceljs.Worksheet, failure: Failure, breaks: readonly number[]) {
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
      () => rowBreaks(this.#breaks),
    );
  }

  /** Takes rows as XML, a few at a time: short texts become bytes sooner than one long one. */
  add(rows: string): void {
    const most = MOST_BYTES_PER_UNIT * rows.length;
    if (this.#used + most > this.#bytes.length) {
      this.#passOn();
      this.#bytes = Buffer.allocUnsafeSlow(Math.max(most, CHUNK_BYTES));
    }
    this.#used += this.#bytes.write(rows, this.#used);
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
