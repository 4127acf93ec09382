/** A workbook file that came back, open for reading. */
import { rm } from "node:fs/promises";
import { makeOwnFolder } from "../../target/own-folder.ts";
import { type Attached, readAttached } from "../package/attached.ts";
import { FoundFormats } from "../look/found-formats.ts";
import type { FoundLink, FoundLook } from "../look/found-look.ts";
import { type FoundRow, foundRows } from "./found-rows.ts";
import { type ReadLimits, READ_LIMITS } from "../package/limits.ts";
import { PackageParts } from "../package/package-parts.ts";
import { SharedTexts } from "./shared-texts.ts";
import { outsideTargets } from "../package/relations.ts";
import { type WorkbookStructure, readStructure } from "../package/structure.ts";

export class FoundWorkbook {
  readonly #parts: PackageParts;
  readonly #structure: WorkbookStructure;
  readonly #texts: SharedTexts;
  readonly #formats: FoundFormats;
  /** By sheet, of those that were read. */
  readonly #looks = new Map<string, FoundLook>();
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
    const look = yield* foundRows(this.#parts, found.part, this.#texts, this.#formats);
    const isAnyOutside = look.links.some(({ isOutside }) => isOutside);
    const targets = isAnyOutside ? await outsideTargets(this.#parts, found.part) : new Map<string, string>();
    const links = look.links.map((link) => insideOut(link, targets));
    this.#looks.set(sheet, { ...look, links });
  }

  /** What keeps rows of a sheet from being seen; known once they were read to their end. */
  lookOf(sheet: string): FoundLook {
    return this.#looks.get(sheet) ?? NOTHING_SAID;
  }

  /** How the workbook calculates and shows its sheets otherwise than it was exported, in words. */
  get settings(): readonly string[] {
    return this.#structure.settings;
  }

  /** Whether a sheet is hidden, one that a program alone can show again too. */
  isHidden(sheet: string): boolean {
    return this.#structure.sheets.find(({ name }) => name === sheet)?.isHidden ?? false;
  }

  /** Codes of number formats that rules give to cells that they hold for. */
  get ruleFormats(): readonly string[] {
    return this.#formats.ofRules;
  }

  /** Whether a rule gives cells a font that cannot be seen. */
  get hasHidingRule(): boolean {
    return this.#formats.hasHidingRule;
  }

  /** Whether the theme gives its colours in an unknown way, so that texts in them may not be seen. */
  get hasUnreadTheme(): boolean {
    return this.#formats.hasUnreadTheme;
  }
}

/** A link by what it leads to; a place of the workbook may be written as one out of it, `#Wallet!A12`. */
function insideOut(link: FoundLink, targets: ReadonlyMap<string, string>): FoundLink {
  if (!link.isOutside) return link;
  const target = targets.get(link.target) ?? "";
  return { ...link, target, isOutside: !target.startsWith("#") };
}

const NOTHING_SAID: FoundLook = {
  filter: null,
  hiddenColumns: [],
  merged: [],
  links: [],
  hides: [],
  ruleFormats: [],
  margins: [],
};

/**
 * Opens a workbook, works with it, and closes it whatever happens.
 *
 * @throws TieoutError FILE_UNREADABLE; IMPORT_FORMAT when it is no workbook, or damaged; IMPORT_TOO_LARGE;
 *   what `work` raises
 */
export async function withWorkbook<T>(
  path: string,
  work: (workbook: FoundWorkbook) => Promise<T>,
  limits: ReadLimits = READ_LIMITS,
): Promise<T> {
  const parts = await PackageParts.open(path, limits);
  try {
    const structure = await readStructure(parts);
    const formats = await FoundFormats.read(parts, structure.styles, structure.theme);
    const attached = await readAttached(parts, structure);
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
