/** Fonts and fills as they are written, of cells and of rules alike. */
import { numberIn } from "../package/xml-events.ts";
import type { FillPaint, FontPaint } from "./visible-style.ts";

type Attributes = Readonly<Record<string, string>>;

export class PaintReader {
  #font: FontPaint | null = null;
  #fill: FillPaint | null = null;

  /** Begins a font. */
  font(): FontPaint {
    this.none();
    return (this.#font = { color: null, size: 11 });
  }

  /**
   * Begins a fill.
   *
   * @param pattern where none is said: rules fill solid
   */
  fill(pattern: "none" | "solid"): FillPaint {
    this.none();
    return (this.#fill = { pattern, front: null, back: null, stops: [] });
  }

  /** Ends what is being read. */
  none(): void {
    this.#font = this.#fill = null;
  }

  /** Takes an element within the font or fill, by its name without prefix. */
  open(name: string, attributes: Attributes): void {
    if (this.#font !== null) {
      if (name === "color") this.#font.color = attributes;
      else if (name === "sz") this.#font.size = numberIn(attributes["val"] ?? "11");
    } else if (this.#fill !== null) {
      if (name === "patternFill") this.#fill.pattern = attributes["patternType"] ?? this.#fill.pattern;
      else if (name === "gradientFill") this.#fill.pattern = "gradient";
      else if (name === "fgColor") this.#fill.front = attributes;
      else if (name === "bgColor") this.#fill.back = attributes;
      else if (name === "color") this.#fill.stops.push(attributes);
    }
  }
}
