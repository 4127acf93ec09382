/** A workbook file that came back, open for reading. */
import { PackageParts, notAWorkbook, tooLarge, type ReadLimits, READ_LIMITS } from "./package-parts.ts";
import {
  type Attributes,
  type Relation,
  relationsOf,
  isNo,
  isTrue,
  numberIn,
  readWholeXml,
  readXml,
  outsideTargets,
} from "./xml-events.ts";
import { TieoutError } from "../../../core/errors.ts";
import { rm } from "node:fs/promises";
import { makeOwnFolder } from "../output/own-folder.ts";
import { FoundFormats } from "./found-formats.ts";
import type { FoundLink, FoundLook } from "./found-look.ts";
import { type FoundRow, foundRows } from "./found-rows.ts";
import { SharedTexts } from "./shared-texts.ts";

// Which sheets a workbook has and where its parts are, as its own parts say: in whatever order.

interface FoundSheet {
  readonly name: string;
  readonly part: string | null;
  readonly isHidden: boolean;
}

interface WorkbookStructure {
  /** In their order; a part is null for a sheet without cells, a chart say. */
  readonly sheets: readonly FoundSheet[];
  readonly sharedTexts: string | null;
  readonly styles: string | null;
  readonly theme: string | null;
  /** Of the workbook's own part. */
  readonly relations: readonly Relation[];
  /** Whether days are counted from 1904 on, as old Macs did. */
  readonly from1904: boolean;
  /** What it says of calculating and showing that was not exported, in words. */
  readonly settings: readonly string[];
}

/** @throws TieoutError IMPORT_FORMAT when it is no workbook; IMPORT_TOO_LARGE */
async function readStructure(parts: PackageParts): Promise<WorkbookStructure> {
  if (!parts.has("[Content_Types].xml") || !parts.has("_rels/.rels")) {
    const isOpenDocument = parts.has("mimetype") && parts.has("content.xml");
    throw notAWorkbook(
      parts.file,
      isOpenDocument
        ? "The file is an OpenDocument. Save it as .xlsx"
        : "The file is a zip, not an .xlsx workbook",
    );
  }
  const root = await relationsOf(parts, "");
  const workbook = onlyTarget(parts, root, "officeDocument") ?? undefined;
  if (workbook === undefined || !parts.has(workbook) || !workbook.toLowerCase().endsWith(".xml")) {
    throw notAWorkbook(parts.file, "The file is not an .xlsx workbook");
  }
  const relations = await relationsOf(parts, workbook);
  const { sheets, from1904, settings } = await readSheets(parts, workbook, relations);
  const partOf = (wanted: string) => {
    const target = onlyTarget(parts, relations, wanted);
    return target !== null && parts.has(target) ? target : null;
  };
  return {
    sheets,
    from1904,
    settings,
    sharedTexts: partOf("sharedStrings"),
    styles: partOf("styles"),
    theme: partOf("theme"),
    relations: [...relations.values()],
  };
}

/** Where the one relation of a kind leads; null where there is none. */
function onlyTarget(
  parts: PackageParts,
  relations: ReadonlyMap<string, Relation>,
  wanted: string,
): string | null {
  const [found, ...others] = [...relations.values()].filter(({ kind }) => kind === wanted);
  // Programs differ in which of several they go by.
  if (others.length > 0) throw notAWorkbook(parts.file, `The workbook has two parts of one kind (${wanted})`);
  return found?.target ?? null;
}

async function readSheets(
  parts: PackageParts,
  part: string,
  relations: ReadonlyMap<string, Relation>,
): Promise<Pick<WorkbookStructure, "sheets" | "from1904" | "settings">> {
  const sheets: FoundSheet[] = [];
  let root: string | null = null;
  let from1904 = false;
  const settings: string[] = [];
  await readWholeXml(parts, part, {
    open(name, attributes, depth) {
      if (root === null && name !== "workbook") throw notAWorkbook(parts.file, "The file is not a workbook");
      root ??= name;
      if (name === "workbookPr" && depth === 2) from1904 = isTrue(attributes["date1904"]);
      if (name === "calcPr" && depth === 2) settings.push(...calculating(attributes));
      if (name === "workbookView") settings.push(...showing(attributes));
      if (name !== "sheet" || depth !== 3) return;
      const ids = relationIds(attributes);
      if (ids.length > 1) throw notAWorkbook(parts.file, "A sheet of the workbook is listed twice");
      const relation = relations.get(ids[0] ?? "");
      const hasCells = relation?.kind === "worksheet";
      sheets.push({
        name: attributes["name"] ?? "",
        part: hasCells ? relation.target : null,
        isHidden: (attributes["state"] ?? "visible") !== "visible",
      });
      if (sheets.length > parts.limits.sheets) throw tooLarge(parts.file, "The workbook has too many sheets");
    },
  });
  if (new Set(sheets.map(({ name }) => name.toLowerCase())).size < sheets.length) {
    throw notAWorkbook(parts.file, "The workbook has two sheets with the same name");
  }
  return { sheets, from1904, settings };
}

/** The tabs' part of the line below the sheet, of 1000. */
const LEAST_TABS = 20;

function showing({
  visibility = "visible",
  minimized = "0",
  showSheetTabs,
  tabRatio = "600",
}: Attributes): string[] {
  return [
    ...(visibility !== "visible" || isTrue(minimized) ? ["the workbook's window is not shown"] : []),
    ...(isNo(showSheetTabs) || !(numberIn(tabRatio) >= LEAST_TABS) ? ["the sheets' tabs are not shown"] : []),
  ];
}

function calculating({ calcMode = "auto", fullPrecision }: Attributes): string[] {
  return [
    ...(calcMode === "manual" ? ["formulas are calculated only on request"] : []),
    ...(isNo(fullPrecision) ? ["figures are calculated as they are rounded on the screen"] : []),
  ];
}

/** `r:id`, whatever prefix stands for the namespace; of several, programs go by different ones. */
function relationIds(attributes: Attributes): string[] {
  return Object.entries(attributes).flatMap(([name, id]) => (name.endsWith(":id") ? [id] : []));
}

// Parts of a workbook that draw over its cells, and whether they draw anything.

/** A drawing, or the older language, VML, in which programs still write notes and controls. */
type Shapes = "drawing" | "vml";

/** What VML draws nothing by. */
const SETTINGS = new Set(["shapelayout", "shapetype"]);

/**
 * Whether a part that a sheet refers to draws, whatever kind of part its relation says it is: some programs
 * go by the part.
 *
 * @param kind the last word of the relation's type
 * @throws TieoutError IMPORT_TOO_LARGE
 */
async function shapesIn(parts: PackageParts, part: string, kind: string): Promise<Shapes | null> {
  if (kind.toLowerCase() === "vmldrawing") return "vml";
  if (kind.toLowerCase() === "drawing") return "drawing";
  if (!/\.(?:xml|vml)$/iu.test(part)) return null;
  let root = "";
  const reader = {
    takesAlternative: () => true,
    open(name: string) {
      if (root === "") root = name;
    },
  };
  try {
    for await (const _ of readXml(parts, part, reader)) if (root !== "") break;
  } catch (error) {
    if (!isOther(error)) throw error;
  }
  if (root === "wsDr") return "drawing";
  return root === "xml" ? "vml" : null;
}

/**
 * Whether a part draws anything but notes: LibreOffice gives each sheet that is filtered an empty drawing.
 *
 * @throws TieoutError IMPORT_FORMAT where a drawing is no XML; IMPORT_TOO_LARGE
 */
async function holdsShapes(parts: PackageParts, part: string, shapes: Shapes): Promise<boolean> {
  if (shapes === "vml") return drawsMoreThanNotes(parts, part);
  let holds = false;
  await readWholeXml(parts, part, {
    takesAlternative: () => true,
    open(_name, _attributes, depth) {
      if (depth > 1) holds = true;
    },
  });
  return holds;
}

async function drawsMoreThanNotes(parts: PackageParts, part: string): Promise<boolean> {
  let shapes = 0;
  let notes = 0;
  let isNote = false;
  try {
    await readWholeXml(parts, part, {
      takesAlternative: () => true,
      open(name, { ObjectType: type }, depth) {
        if (depth === 2) isNote = false;
        if (depth === 2 && !SETTINGS.has(local(name))) shapes += 1;
        if (depth === 3 && local(name) === "ClientData" && type === "Note" && !isNote) {
          isNote = true;
          notes += 1;
        }
      },
    });
  } catch (error) {
    // Older programs write captions of controls that are no XML.
    if (!isOther(error)) throw error;
    return true;
  }
  return shapes > notes;
}

function local(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1);
}

function isOther(error: unknown): boolean {
  return error instanceof TieoutError && error.code === "IMPORT_FORMAT";
}

// What a workbook carries beside cells, by what its package says its parts are: none of it was exported.

const MACROS = "macros";
const OTHER_WORKBOOKS = "links to other workbooks";
const SHAPES = "pictures, charts or shapes, which may lie over figures";
const OBJECTS = "embedded objects";
const CONTROLS = "controls";
const QUERIES = "pivot tables or queries, which fill cells anew";
const OTHER_VALUES = "values that are shown in place of those that cells hold";
const TABLES = "tables, which colour and filter cells";
const OTHERS = "parts of a kind that is not known";
/** In the order in which they are told. */
const ALL = [MACROS, OTHER_WORKBOOKS, SHAPES, OBJECTS, CONTROLS, QUERIES, OTHER_VALUES, TABLES, OTHERS];

/** Kinds of parts by how their content type ends, in lower case, and what they are to a reader. */
const KINDS: readonly { readonly ending: string; readonly is: string }[] = [
  { ending: "vbaproject", is: MACROS },
  { ending: "macroenabled.main+xml", is: MACROS },
  { ending: "macrosheet+xml", is: MACROS },
  { ending: "externallink+xml", is: OTHER_WORKBOOKS },
  { ending: "oleobject", is: OBJECTS },
  { ending: "activex+xml", is: CONTROLS },
  { ending: "pivottable+xml", is: QUERIES },
  { ending: "querytable+xml", is: QUERIES },
  { ending: "connections+xml", is: QUERIES },
  { ending: "rdrichvalue+xml", is: OTHER_VALUES },
  { ending: "sheetmetadata+xml", is: OTHER_VALUES },
  { ending: "spreadsheetml.table+xml", is: TABLES },
];
const DRAWING = "drawing+xml";
const COMMENTS = /(?:comments|threadedcomments)\+xml$/u;

/** The same by the kind of the relation to a part, in lower case: programs go by it, not by part types. */
const RELATED: Readonly<Record<string, string>> = {
  vbaproject: MACROS,
  jsaproject: MACROS,
  xlmacrosheet: MACROS,
  xlintlmacrosheet: MACROS,
  externallink: OTHER_WORKBOOKS,
  oleobject: OBJECTS,
  package: OBJECTS,
  control: CONTROLS,
  ctrlprop: CONTROLS,
  pivottable: QUERIES,
  querytable: QUERIES,
  connections: QUERIES,
  rdrichvalue: OTHER_VALUES,
  sheetmetadata: OTHER_VALUES,
  table: TABLES,
};

/** Kinds of relations to parts that show nothing of their own, or of which it is told elsewhere what they show; in lower case. */
const HARMLESS: ReadonlySet<string> = new Set(
  `styles theme sharedstrings calcchain customxml customproperty person comments threadedcomment hyperlink printersettings image
  drawing vmldrawing workbookmetadata documenttask volatiledependencies xmlmaps webextensiontaskpanes`.split(
    /\s+/u,
  ),
);

interface Attached {
  /** In words, each once, in the order of ALL. */
  readonly kinds: readonly string[];
  readonly hasComments: boolean;
}

/** @throws TieoutError IMPORT_FORMAT, IMPORT_TOO_LARGE */
async function readAttached(
  parts: PackageParts,
  { sheets, relations }: Pick<WorkbookStructure, "sheets" | "relations">,
): Promise<Attached> {
  const found = new Set<string>();
  /** Parts that may hold shapes. */
  const drawings = new Map<string, Shapes>();
  let hasComments = false;
  await readWholeXml(parts, "[Content_Types].xml", {
    open(_name, { ContentType: type = "", PartName: part, Extension: extension }, depth) {
      if (depth !== 2 || (part === undefined && extension === undefined)) return;
      const kind = type.replace(/;.*$/su, "").trim().toLowerCase();
      if (COMMENTS.test(kind)) hasComments = true;
      const drawing = part?.slice(1);
      if (kind.endsWith(DRAWING) && drawing !== undefined && parts.has(drawing)) {
        drawings.set(drawing, "drawing");
      } else if (kind.endsWith(DRAWING)) found.add(SHAPES);
      const known = KINDS.find(({ ending }) => kind.endsWith(ending));
      if (known !== undefined) found.add(known.is);
    },
  });
  const take = async ({ kind, target }: Relation) => {
    if (!parts.has(target)) return;
    const is = RELATED[kind.toLowerCase()];
    const shapes = is === undefined && !drawings.has(target) ? await shapesIn(parts, target, kind) : null;
    if (is !== undefined) found.add(is);
    else if (!HARMLESS.has(kind.toLowerCase())) found.add(OTHERS);
    if (shapes !== null) drawings.set(target, shapes);
  };
  for (const relation of relations) if (relation.kind !== "worksheet") await take(relation);
  for (const { part } of sheets) {
    if (part !== null) for (const relation of (await relationsOf(parts, part)).values()) await take(relation);
  }
  for (const [part, shapes] of drawings) {
    if (found.has(SHAPES)) break;
    if (await holdsShapes(parts, part, shapes)) found.add(SHAPES);
  }
  return { kinds: ALL.filter((is) => found.has(is)), hasComments };
}

export class FoundWorkbook {
  readonly #parts: PackageParts;
  readonly #structure: WorkbookStructure;
  readonly #texts: SharedTexts;
  readonly #formats: FoundFormats;
  /** By sheet, of those that were read. */
  readonly #looks = new Map<string, FoundLook>();
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

  /** Rows that hold something; no sheet, none. @throws TieoutError IMPORT_FORMAT, IMPORT_TOO_LARGE */
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
