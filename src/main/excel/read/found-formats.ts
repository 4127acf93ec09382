/** How a file's cells show what they hold, as its part of styles says. */
import { type NumberFormat, builtInFormat, numberFormat } from "./number-format.ts";
import type { PackageParts } from "./package-parts.ts";
import { tooLarge } from "./refusal.ts";
import { type Paint, colorOf, isUnseen, newPaint } from "./visible-style.ts";
import { type XmlReader, readWholeXml } from "./xml-events.ts";

/** How a cell is shown. */
export interface FoundStyle {
  readonly format: NumberFormat;
  /** Whether nobody sees what it shows: as white on white, or in a font of a point. */
  readonly isUnseen: boolean;
}

export class FoundFormats {
  /** By the number that cells give. */
  readonly #styles: readonly FoundStyle[];
  /** Formats that rules give to cells that they hold for. */
  readonly ofRules: readonly string[];
  /** Whether a rule gives cells a font that cannot be seen. */
  readonly hasHidingRule: boolean;

  private constructor(styles: readonly FoundStyle[], ofRules: readonly string[], hasHidingRule: boolean) {
    this.#styles = styles;
    this.ofRules = ofRules;
    this.hasHidingRule = hasHidingRule;
  }

  /** The style of a cell by what it says of it; of one that says nothing, the first. */
  of(style = "0"): FoundStyle {
    return this.#styles[Number(style)] ?? PLAIN;
  }

  /**
   * @param part null where the file has none
   * @throws TieoutError IMPORT_FORMAT, IMPORT_TOO_LARGE
   */
  static async read(parts: PackageParts, part: string | null): Promise<FoundFormats> {
    if (part === null) return new FoundFormats([], [], false);
    const reader = new StylesReader(() =>
      tooLarge(parts.file, "The workbook holds more kinds of cells than are read", part),
    );
    await readWholeXml(parts, part, reader);
    return new FoundFormats(reader.styles(), reader.ofRules, reader.hasHidingRule());
  }
}

const PLAIN: FoundStyle = { format: numberFormat("General"), isUnseen: false };
/** Excel itself stops at 65,490. */
const MOST = 200_000;

type Attributes = Readonly<Record<string, string>>;

class StylesReader implements XmlReader {
  readonly #tooMany: () => Error;
  readonly ofRules: string[] = [];
  readonly #codes = new Map<string, string>();
  readonly #fonts: Paint[] = [];
  readonly #fills: Paint[] = [];
  readonly #cells: Attributes[] = [];
  readonly #rules: { font: Paint | null; fill: Paint | null }[] = [];
  #list = "";
  /** The font or fill that is being read. */
  #font: Paint | null = null;
  #fill: Paint | null = null;

  constructor(tooMany: () => Error) {
    this.#tooMany = tooMany;
  }

  styles(): FoundStyle[] {
    return this.#cells.map(({ numFmtId: id = "0", fontId = "0", fillId = "0" }) => ({
      format: numberFormat(this.#codes.get(id) ?? builtInFormat(Number(id))),
      isUnseen: isUnseen(this.#fonts[Number(fontId)] ?? newPaint(), this.#fills[Number(fillId)] ?? null),
    }));
  }

  hasHidingRule(): boolean {
    return this.#rules.some(({ font, fill }) => font !== null && isUnseen(font, fill));
  }

  open(name: string, attributes: Attributes, depth: number): void {
    if (depth === 2) this.#list = name;
    else if (depth === 3) this.#openItem(name, attributes);
    else if (depth === 4 && this.#list === "dxfs") this.#openOfRule(name, attributes);
    this.#openWithin(name, attributes);
  }

  close(): void {}

  #openItem(name: string, attributes: Attributes): void {
    const { numFmtId: id = "0", formatCode: code = "" } = attributes;
    this.#font = this.#fill = null;
    if (this.#list === "numFmts" && name === "numFmt") this.#codes.set(id, code);
    else if (this.#list === "cellXfs" && name === "xf") this.#cells.push(attributes);
    else if (this.#list === "fonts") this.#fonts.push((this.#font = newPaint()));
    else if (this.#list === "fills") this.#fills.push((this.#fill = newPaint()));
    else if (this.#list === "dxfs") this.#rules.push({ font: null, fill: null });
    const lists = [this.#cells, this.#fonts, this.#fills, this.#rules, this.ofRules];
    if (this.#codes.size + lists.reduce((sum, { length }) => sum + length, 0) > MOST) throw this.#tooMany();
  }

  #openOfRule(name: string, { formatCode: code = "" }: Attributes): void {
    const rule = this.#rules.at(-1);
    this.#font = this.#fill = null;
    if (name === "numFmt") this.ofRules.push(code);
    else if (name === "font" && rule !== undefined) this.#font = rule.font = newPaint();
    // What a rule fills is solid unless it says otherwise.
    else if (name === "fill" && rule !== undefined) this.#fill = rule.fill = { ...newPaint(), isSolid: true };
  }

  #openWithin(name: string, attributes: Attributes): void {
    if (this.#font !== null) {
      if (name === "color") this.#font.color = colorOf(attributes);
      else if (name === "sz") this.#font.size = Number(attributes["val"] ?? 11);
    } else if (this.#fill !== null) {
      const isOfRule = this.#list === "dxfs";
      if (name === "patternFill") {
        const { patternType: type = isOfRule ? "solid" : "none" } = attributes;
        this.#fill.isSolid = type === "solid";
        // Of another pattern it is not known what lies behind.
        if (type !== "solid" && type !== "none")
          Object.assign(this.#fill, { isSolid: true, color: "unknown" });
      } else if (name === "gradientFill") Object.assign(this.#fill, { isSolid: true, color: "unknown" });
      else if (name === (isOfRule ? "bgColor" : "fgColor") && this.#fill.color !== "unknown") {
        this.#fill.color = colorOf(attributes);
      }
    }
  }
}
