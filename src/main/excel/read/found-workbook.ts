/** A workbook file that came back, open for reading. */
import { rm } from "node:fs/promises";
import { makeOwnFolder } from "../own-folder.ts";
import { type Attached, readAttached } from "./attached.ts";
import type { FoundFilter } from "./found-filter.ts";
import { FoundFormats } from "./found-formats.ts";
import { type FoundRow, foundRows } from "./found-rows.ts";
import { type ReadLimits, READ_LIMITS } from "./limits.ts";
import { hiddenColumns } from "./hidden-columns.ts";
import { PackageParts } from "./package-parts.ts";
import type { ColumnRange } from "./sheet-look.ts";
import { SharedTexts } from "./shared-texts.ts";
import { type WorkbookStructure, readStructure } from "./structure.ts";

export class FoundWorkbook {
  readonly #parts: PackageParts;
  readonly #structure: WorkbookStructure;
  readonly #texts: SharedTexts;
  readonly #formats: FoundFormats;
  /** By sheet, of those that were read. */
  readonly #filters = new Map<string, FoundFilter | null>();
  /** What it carries beside its cells. */
  readonly attached: Attached;

  constructor(
    parts: PackageParts,
    structure: WorkbookStructure,
    texts: SharedTexts,
    formats: FoundFormats,
    attached: Attached,
  ) {
    this.#parts = parts;
    this.#structure = structure;
    this.#texts = texts;
    this.#formats = formats;
    this.attached = attached;
  }

  /** Without its folder. */
  get file(): string {
    return this.#parts.file;
  }

  /** Of the file's bytes, 64 hex digits. */
  get sha256(): string {
    return this.#parts.sha256;
  }

  /** By name, in their order. */
  get sheets(): readonly string[] {
    return this.#structure.sheets.map(({ name }) => name);
  }

  /** Whether days are counted from 1904 on: its dates are 1,462 less then. */
  get from1904(): boolean {
    return this.#structure.from1904;
  }

  /**
   * The rows of a sheet that hold something, in batches; none of a sheet that there is not.
   *
   * @throws TieoutError IMPORT_FORMAT, IMPORT_TOO_LARGE
   */
  async *rows(sheet: string): AsyncGenerator<readonly FoundRow[]> {
    const found = this.#structure.sheets.find(({ name }) => name === sheet);
    if (!found?.part) return;
    this.#filters.set(sheet, yield* foundRows(this.#parts, found.part, this.#texts, this.#formats));
  }

  /** The filter that hides rows of a sheet; known once its rows were read to their end. */
  filterOf(sheet: string): FoundFilter | null {
    return this.#filters.get(sheet) ?? null;
  }

  /** Whether a sheet is hidden, one that a program alone can show again too. */
  isHidden(sheet: string): boolean {
    return this.#structure.sheets.find(({ name }) => name === sheet)?.isHidden ?? false;
  }

  /**
   * Columns of a sheet that are hidden.
   *
   * @throws TieoutError IMPORT_FORMAT, IMPORT_TOO_LARGE
   */
  async hiddenColumns(sheet: string): Promise<readonly ColumnRange[]> {
    const found = this.#structure.sheets.find(({ name }) => name === sheet);
    return found?.part ? hiddenColumns(this.#parts, found.part) : [];
  }

  /** Codes of number formats that rules give to cells that they hold for. */
  get ruleFormats(): readonly string[] {
    return this.#formats.ofRules;
  }
}

/**
 * Opens a workbook, works with it, and closes it whatever happens.
 *
 * @throws TieoutError FILE_UNREADABLE; IMPORT_FORMAT when it is no workbook, or damaged; IMPORT_TOO_LARGE; what `work` raises
 */
export async function withWorkbook<T>(
  path: string,
  work: (workbook: FoundWorkbook) => Promise<T>,
  limits: ReadLimits = READ_LIMITS,
): Promise<T> {
  const parts = await PackageParts.open(path, limits);
  try {
    const structure = await readStructure(parts);
    const formats = await FoundFormats.read(parts, structure.styles);
    const attached = await readAttached(parts);
    const folder = makeOwnFolder("texts");
    try {
      const texts = await SharedTexts.read(parts, structure.sharedTexts, folder);
      try {
        return await work(new FoundWorkbook(parts, structure, texts, formats, attached));
      } finally {
        texts.close();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    parts.close();
  }
}
