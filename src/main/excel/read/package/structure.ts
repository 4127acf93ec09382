/** Which sheets a workbook has and where its parts are, as its own parts say: in whatever order. */
import type { PackageParts } from "./package-parts.ts";
import { notAWorkbook, tooLarge } from "../refusal.ts";
import { type Relation, relationsOf } from "./relations.ts";
import { isNo, isTrue, numberIn, readWholeXml } from "./xml-events.ts";

interface FoundSheet {
  readonly name: string;
  readonly part: string | null;
  readonly isHidden: boolean;
}

export interface WorkbookStructure {
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
export async function readStructure(parts: PackageParts): Promise<WorkbookStructure> {
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
    close() {},
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
}: Readonly<Record<string, string>>): string[] {
  return [
    ...(visibility !== "visible" || isTrue(minimized) ? ["the workbook's window is not shown"] : []),
    ...(isNo(showSheetTabs) || !(numberIn(tabRatio) >= LEAST_TABS) ? ["the sheets' tabs are not shown"] : []),
  ];
}

function calculating({ calcMode = "auto", fullPrecision }: Readonly<Record<string, string>>): string[] {
  return [
    ...(calcMode === "manual" ? ["formulas are calculated only on request"] : []),
    ...(isNo(fullPrecision) ? ["figures are calculated as they are rounded on the screen"] : []),
  ];
}

/** `r:id`, whatever prefix stands for the namespace; of several, programs go by different ones. */
function relationIds(attributes: Readonly<Record<string, string>>): string[] {
  return Object.entries(attributes).flatMap(([name, id]) => (name.endsWith(":id") ? [id] : []));
}
