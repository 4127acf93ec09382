/** Parts of a workbook that draw over its cells, and whether they draw anything. */
import { TieoutError } from "../../../../core/errors.ts";
import type { PackageParts } from "./package-parts.ts";
import { readWholeXml, readXml } from "./xml-events.ts";

/** A drawing, or the older language, VML, in which programs still write notes and controls. */
export type Shapes = "drawing" | "vml";

/** What VML draws nothing by. */
const SETTINGS = new Set(["shapelayout", "shapetype"]);

/**
 * Whether a part that a sheet refers to draws, whatever kind of part its relation says it is: some programs
 * go by the part.
 *
 * @param kind the last word of the relation's type
 * @throws TieoutError IMPORT_TOO_LARGE
 */
export async function shapesIn(parts: PackageParts, part: string, kind: string): Promise<Shapes | null> {
  if (kind.toLowerCase() === "vmldrawing") return "vml";
  if (kind.toLowerCase() === "drawing") return "drawing";
  if (!/\.(?:xml|vml)$/iu.test(part)) return null;
  let root = "";
  const reader = {
    takesAlternative: () => true,
    open(name: string) {
      if (root === "") root = name;
    },
    close() {},
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
export async function holdsShapes(parts: PackageParts, part: string, shapes: Shapes): Promise<boolean> {
  if (shapes === "vml") return drawsMoreThanNotes(parts, part);
  let holds = false;
  await readWholeXml(parts, part, {
    takesAlternative: () => true,
    open(_name, _attributes, depth) {
      if (depth > 1) holds = true;
    },
    close() {},
  });
  return holds;
}

async function drawsMoreThanNotes(parts: PackageParts, part: string): Promise<boolean> {
  let shapes = 0;
  let notes = 0;
  /** Whether the shape that is being read is a note. */
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
      close() {},
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
