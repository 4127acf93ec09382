/** Which parts a part of a workbook refers to, as the package's relations say. */
import { posix } from "node:path";
import type { PackageParts } from "./package-parts.ts";
import { notAWorkbook } from "../refusal.ts";
import { readWholeXml } from "./xml-events.ts";

export interface Relation {
  /** The last word of its type, `worksheet` say. */
  readonly kind: string;
  /** The part's path in the package. */
  readonly target: string;
}

/** Parts that hold what is shown. */
const WORKBOOK_PARTS: ReadonlySet<string> = new Set([
  "officeDocument",
  "worksheet",
  "sharedStrings",
  "styles",
  "theme",
]);
/** How the types of their relations begin, in the common and in the strict form of workbooks. */
const KNOWN =
  /^http:\/\/(?:schemas\.openxmlformats\.org\/officeDocument\/2006|purl\.oclc\.org\/ooxml\/officeDocument)\/relationships\/[A-Za-z]+$/u;

/**
 * Relations of a part to other parts, by their ids; none where it has none.
 *
 * @param part '' for the package as such
 * @throws TieoutError IMPORT_FORMAT, IMPORT_TOO_LARGE
 */
export async function relationsOf(parts: PackageParts, part: string): Promise<Map<string, Relation>> {
  const found = new Map<string, Relation>();
  await readRelations(parts, part, (id, { Type: type = "", Target: target = "", TargetMode: mode }) => {
    if (mode === "External") return;
    // Programs differ in which of them they go by.
    if (found.has(id)) throw notAWorkbook(parts.file, "Two relations of a part have the same id", part);
    const path = target.startsWith("/") ? target.slice(1) : posix.join(posix.dirname(part), target);
    const kind = type.slice(type.lastIndexOf("/") + 1).trim();
    const isOfWorkbook = WORKBOOK_PARTS.has(kind);
    if (isOfWorkbook && (!KNOWN.test(type) || /[%#?\\]/u.test(target))) {
      throw notAWorkbook(
        parts.file,
        "Programs would follow a relation of the workbook to different parts",
        part,
      );
    }
    found.set(id, { kind, target: posix.normalize(path) });
  });
  return found;
}

/**
 * Where the links of a part lead that leave the workbook, by the id of their relation.
 *
 * @throws TieoutError IMPORT_FORMAT, IMPORT_TOO_LARGE
 */
export async function outsideTargets(parts: PackageParts, part: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  await readRelations(parts, part, (id, { Target: target = "" }) => found.set(id, target));
  return found;
}

async function readRelations(
  parts: PackageParts,
  part: string,
  take: (id: string, attributes: Readonly<Record<string, string>>) => void,
): Promise<void> {
  const name = posix.join(posix.dirname(part), "_rels", `${posix.basename(part)}.rels`);
  if (!parts.has(name)) return;
  await readWholeXml(parts, name, {
    open(element, attributes, depth) {
      const id = attributes["Id"];
      if (element === "Relationship" && depth === 2 && id !== undefined) take(id, attributes);
    },
    close() {},
  });
}
