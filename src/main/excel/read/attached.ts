/** What a workbook carries beside cells, by what its package says its parts are: none of it was exported. */
import type { PackageParts } from "./package-parts.ts";
import { readWholeXml } from "./xml-events.ts";

const DRAWING = { ending: "drawing+xml", is: "pictures, charts or shapes, which may lie over figures" };

/** Kinds of parts by how their content type ends, in lower case, and what they are to a reader. */
const KINDS: readonly { readonly ending: string; readonly is: string }[] = [
  { ending: "vbaproject", is: "macros" },
  { ending: "macroenabled.main+xml", is: "macros" },
  { ending: "macrosheet+xml", is: "macros" },
  { ending: "externallink+xml", is: "links to other workbooks" },
  { ending: DRAWING.ending, is: DRAWING.is },
  { ending: "oleobject", is: "embedded objects" },
  { ending: "activex+xml", is: "controls" },
];
const COMMENTS = /(?:comments|threadedcomments)\+xml$/u;

export interface Attached {
  /** In words, each once, in the order of KINDS. */
  readonly kinds: readonly string[];
  readonly hasComments: boolean;
}

/** @throws TieoutError IMPORT_FORMAT, IMPORT_TOO_LARGE */
export async function readAttached(parts: PackageParts): Promise<Attached> {
  const found = new Set<string>();
  const drawings = new Set<string>();
  let hasComments = false;
  await readWholeXml(parts, "[Content_Types].xml", {
    open(_name, { ContentType: type = "", PartName: part, Extension: extension }, depth) {
      if (depth !== 2 || (part === undefined && extension === undefined)) return;
      const kind = type.toLowerCase();
      if (COMMENTS.test(kind)) hasComments = true;
      const drawing = part?.slice(1);
      if (kind.endsWith(DRAWING.ending) && drawing !== undefined && parts.has(drawing)) {
        drawings.add(drawing);
        return;
      }
      const known = KINDS.find(({ ending }) => kind.endsWith(ending));
      if (known !== undefined) found.add(known.is);
    },
    close() {},
  });
  for (const part of drawings) {
    if (found.has(DRAWING.is)) break;
    if (await showsSomething(parts, part)) found.add(DRAWING.is);
  }
  const kinds = [...new Set(KINDS.map(({ is }) => is))].filter((is) => found.has(is));
  return { kinds, hasComments };
}

/** Whether a drawing holds anything: LibreOffice gives each sheet that is filtered an empty one. */
async function showsSomething(parts: PackageParts, part: string): Promise<boolean> {
  let holds = false;
  await readWholeXml(parts, part, {
    open(_name, _attributes, depth) {
      if (depth > 1) holds = true;
    },
    close() {},
  });
  return holds;
}
