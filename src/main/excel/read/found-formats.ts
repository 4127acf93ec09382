/** How a file's cells show what they hold, as its part of styles says. */
import { type NumberFormat, builtInFormat, numberFormat } from "./number-format.ts";
import type { PackageParts } from "./package-parts.ts";
import { tooLarge } from "./refusal.ts";
import { readWholeXml } from "./xml-events.ts";

export class FoundFormats {
  /** By the number that cells give. */
  readonly #styles: readonly NumberFormat[];
  /** Formats that rules give to cells that they hold for. */
  readonly ofRules: readonly string[];

  private constructor(styles: readonly NumberFormat[], ofRules: readonly string[]) {
    this.#styles = styles;
    this.ofRules = ofRules;
  }

  /** The format of a cell by what it says of its style; of one that says nothing, the first. */
  of(style = "0"): NumberFormat {
    return this.#styles[Number(style)] ?? PLAIN;
  }

  /**
   * @param part null where the file has none
   * @throws TieoutError IMPORT_FORMAT, IMPORT_TOO_LARGE
   */
  static async read(parts: PackageParts, part: string | null): Promise<FoundFormats> {
    const codes = new Map<string, string>();
    const ids: string[] = [];
    const ofRules: string[] = [];
    let list = "";
    if (part === null) return new FoundFormats([], []);
    await readWholeXml(parts, part, {
      open(name, attributes, depth) {
        if (depth === 2) list = name;
        const { numFmtId: id = "0", formatCode: code = "" } = attributes;
        if (list === "numFmts" && name === "numFmt" && depth === 3) codes.set(id, code);
        else if (list === "cellXfs" && name === "xf" && depth === 3) ids.push(id);
        else if (list === "dxfs" && name === "numFmt" && depth === 4) ofRules.push(code);
        if (codes.size + ids.length + ofRules.length > MOST) {
          throw tooLarge(parts.file, "The workbook holds more kinds of cells than are read", part);
        }
      },
      close() {},
    });
    const styles = ids.map((id) => numberFormat(codes.get(id) ?? builtInFormat(Number(id))));
    return new FoundFormats(styles, ofRules);
  }
}

const PLAIN = numberFormat("General");
/** Excel itself stops at 65,490. */
const MOST = 200_000;
