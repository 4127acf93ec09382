/** What a workbook carries beside cells, by what its package says its parts are: none of it was exported. */
import type { PackageParts } from "./package-parts.ts";
import { type Relation, relationsOf } from "./relations.ts";
import type { WorkbookStructure } from "./structure.ts";
import { type Shapes, holdsShapes, shapesIn } from "./shapes.ts";
import { readWholeXml } from "./xml-events.ts";

const MACROS = "macros";
const OTHER_WORKBOOKS = "links to other workbooks";
const SHAPES = "pictures, charts or shapes, which may lie over figures";
const OBJECTS = "embedded objects";
const CONTROLS = "controls";
const QUERIES = "pivot tables or queries, which fill cells anew";
const OTHER_VALUES = "values that are shown in place of those that cells hold";
/** In the order in which they are told. */
const ALL = [MACROS, OTHER_WORKBOOKS, SHAPES, OBJECTS, CONTROLS, QUERIES, OTHER_VALUES];

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
];
const DRAWING = "drawing+xml";
const COMMENTS = /(?:comments|threadedcomments)\+xml$/u;

/** The same by the kind of the relation to a part, in lower case: programs go by it, not by part types. */
const RELATED: Readonly<Record<string, string>> = {
  vbaproject: MACROS,
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
};

export interface Attached {
  /** In words, each once, in the order of ALL. */
  readonly kinds: readonly string[];
  readonly hasComments: boolean;
}

/** @throws TieoutError IMPORT_FORMAT, IMPORT_TOO_LARGE */
export async function readAttached(
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
    close() {},
  });
  const take = async ({ kind, target }: Relation) => {
    if (!parts.has(target)) return;
    const is = RELATED[kind.toLowerCase()];
    const shapes = is === undefined && !drawings.has(target) ? await shapesIn(parts, target, kind) : null;
    if (is !== undefined) found.add(is);
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
