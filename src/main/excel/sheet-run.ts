/** One sheet on its way into the file: heading, tables below each other, going on in the next part when it is full. */
import {
  HEADING_ROWS,
  type CellKind,
  type Sheet,
  type Table,
  type Tone,
  type Workbook,
} from "../../core/report/model.ts";
import { columnLetters, partName } from "../../core/report/place.ts";
import { ZoneClock } from "../../core/time.ts";
import type { SheetStream, WorkbookPackage } from "./package.ts";
import { pageOf } from "./page.ts";
import { type RowSetting, RowWriter } from "./rows.ts";
import { type Line, cellStyle, headerLine, lineStyle } from "./styles.ts";
import { cellText, formulaText } from "./xml.ts";

/** What all sheets of one file share. */
export interface FileSetting extends RowSetting {
  readonly file: WorkbookPackage;
  readonly workbook: Workbook;
  readonly lineId: (line: Line) => number;
  /** Called with the table rows written since it was last called; throws when the export is no longer wanted. */
  readonly progress: (rows: number) => void;
}

/** The styles of a file, each asked for once. */
export function settingOf(
  workbook: Workbook,
  file: WorkbookPackage,
  progress: (rows: number) => void,
): FileSetting {
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
    styleId: (kind: CellKind, column: CellKind, tone: Tone, linked: boolean) =>
      once(`${kind} ${column} ${tone} ${linked}`, () =>
        cellStyle(kind, column, tone, linked, workbook.decimals),
      ),
  };
}

/** Rows between two looks at whether the file keeps up and the export is still wanted. */
const BATCH = 100;

export class SheetRun {
  readonly #sheet: Sheet;
  readonly #setting: FileSetting;
  #part = 0;
  #stream: SheetStream;
  /** The next row of the part. */
  #row = 1;
  #batch = "";
  #held = 0;
  /** The header row of the last table begun. */
  #headerRow = 1;

  constructor(sheet: Sheet, setting: FileSetting) {
    this.#sheet = sheet;
    this.#setting = setting;
    this.#stream = this.#openPart();
  }

  async write(): Promise<void> {
    this.#heading();
    for (const table of this.#sheet.tables) {
      if (table.title !== null) this.#line(table.title, "section");
      this.#header(table);
      await this.#rows(table);
      if (table.count === 0) this.#line(table.empty, "note");
      this.#row += 1;
    }
    this.#row -= 1;
    await this.#flush();
    this.#closePart();
  }

  async #rows(table: Table): Promise<void> {
    const { name, widths } = this.#sheet;
    const writer = new RowWriter(name, table.columns, widths, this.#setting, (cell, target) =>
      this.#stream.link(cell, target),
    );
    let count = 0;
    let first = this.#row;
    for (const row of table.rows()) {
      if (this.#row > this.#setting.workbook.maxRows) {
        this.#watchProofs(table, first);
        await this.#nextPart(table);
        first = this.#row;
      }
      this.#batch += writer.row(row, this.#row);
      this.#row += 1;
      this.#held += 1;
      count += 1;
      if (this.#held === BATCH) await this.#flush();
    }
    if (count !== table.count) {
      throw new Error(`table ${table.id} of ${name} was to have ${table.count} rows, it has ${count}`);
    }
    this.#watchProofs(table, first);
  }

  /** Lets whatever works the proofs out again show those that do not hold any more. */
  #watchProofs({ columns }: Table, first: number): void {
    for (const [at, { kind }] of columns.entries()) {
      const letter = columnLetters(at);
      if (kind === "truth" && this.#row > first) {
        this.#stream.watch(`${letter}${first}:${letter}${this.#row - 1}`, `${letter}${first}`);
      }
    }
  }

  async #nextPart(table: Table): Promise<void> {
    await this.#flush();
    this.#closePart();
    this.#part += 1;
    this.#row = 1;
    this.#stream = this.#openPart();
    this.#heading();
    this.#header(table);
  }

  #openPart(): SheetStream {
    const name = partName(this.#sheet.name, this.#part);
    return this.#setting.file.openSheet(
      name,
      pageOf(this.#sheet, name, this.#part, this.#setting.workbook.footer),
      this.#sheet.widths,
    );
  }

  #closePart(): void {
    const last = Math.max(this.#row - 1, this.#headerRow);
    const range = `A${this.#headerRow}:${columnLetters(this.#sheet.widths.length - 1)}${last}`;
    this.#stream.close(this.#sheet.filtered ? range : null);
  }

  async #flush(): Promise<void> {
    await this.#stream.write(this.#batch);
    this.#setting.progress(this.#held);
    this.#batch = "";
    this.#held = 0;
  }

  /** Rows 1 to 6: the same on every sheet but for the reference and the title. */
  #heading(): void {
    const { title, scope, source, signatures, sheets } = this.#setting.workbook;
    const [first] = sheets;
    this.#line(title, "entity", 21);
    this.#line(`${this.#sheet.ref}   ${this.#sheet.title}`, "title", 17);
    this.#line(scope, "scope");
    this.#line(source, "scope");
    const cached = `<v>${cellText(signatures.value)}</v>`;
    this.#lineCell("signatures", ` t="str"><f>${formulaText(signatures.formula)}</f>${cached}`, 20);
    if (first !== undefined && first !== this.#sheet) {
      this.#stream.link(`A${this.#row}`, { sheet: first.name, cell: "A1" });
      this.#line(`← ${first.ref} ${first.name}`, "back", 24);
    }
    this.#row = HEADING_ROWS + 1;
  }

  /** A row with one text, that runs over the empty cells beside it. */
  #line(text: string, line: Line, height: number | null = null): void {
    this.#lineCell(line, ` t="inlineStr"><is><t xml:space="preserve">${cellText(text)}</t></is>`, height);
  }

  /** @param rest the cell's XML after its style, but for its end */
  #lineCell(line: Line, rest: string, height: number | null): void {
    const tall = height === null ? "" : ` ht="${height}" customHeight="1"`;
    const cell = `<c r="A${this.#row}" s="${this.#setting.lineId(line)}"${rest}</c>`;
    this.#batch += `<row r="${this.#row}"${tall}>${cell}</row>`;
    this.#row += 1;
  }

  #header(table: Table): void {
    this.#headerRow = this.#row;
    const cells = table.columns.map(({ header, kind }, at) => {
      const open = `<c r="${columnLetters(at)}${this.#row}" s="${this.#setting.lineId(headerLine(kind))}"`;
      return header === "" ? `${open}/>` : `${open} t="inlineStr"><is><t>${cellText(header)}</t></is></c>`;
    });
    const tall = table.columns.some(({ header }, at) => isWide(header, this.#sheet.widths[at]));
    this.#batch += `<row r="${this.#row}" ht="${tall ? 28 : 17}" customHeight="1">${cells.join("")}</row>`;
    this.#row += 1;
  }
}

/** Whether a header needs a second line. */
function isWide(header: string, width = 9): boolean {
  return header.length > width - 1;
}
