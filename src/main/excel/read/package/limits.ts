/**
 * How much a workbook that comes back may hold before it is refused: more than any that Tieout writes, less
 * than harms the machine.
 */

export interface ReadLimits {
  /** Parts of the package. */
  readonly parts: number;
  /** Bytes of one part once it is inflated. */
  readonly partBytes: number;
  /** Bytes of all parts that are read, once inflated. */
  readonly allBytes: number;
  /** How many times larger than its compressed bytes a part may be, once it is larger than `smallBytes`. */
  readonly ratio: number;
  readonly smallBytes: number;
  readonly sharedTexts: number;
  /** Empty ones among the shared texts: programs share each text once. */
  readonly emptyTexts: number;
  /** UTF-16 units of one text of a cell: Excel's longest has 32,767. */
  readonly text: number;
  /** UTF-16 units of one formula, which bounds how deep its parentheses nest: Excel's longest has 8,192. */
  readonly formula: number;
  /** UTF-16 units of all texts of one row, and of all shared formulas of one sheet. */
  readonly rowText: number;
  /** How deep elements may stand in each other. */
  readonly depth: number;
  /** Attributes of one element. */
  readonly attributes: number;
  /** UTF-16 units of one tag with its attributes. */
  readonly tag: number;
  /**
   * Elements of one part: so many, and `elementsPerByte` more for each compressed byte. Programs write fewer
   * than one for two bytes.
   */
  readonly elements: number;
  readonly elementsPerByte: number;
  readonly sheets: number;
}

const MEGABYTE = 1_048_576;

export const READ_LIMITS: ReadLimits = {
  parts: 5000,
  // A million entries take about 1 GB.
  partBytes: 4096 * MEGABYTE,
  allBytes: 8192 * MEGABYTE,
  ratio: 300,
  smallBytes: 32 * MEGABYTE,
  sharedTexts: 20_000_000,
  emptyTexts: 1000,
  text: 200_000,
  formula: 16_384,
  rowText: 32 * MEGABYTE,
  depth: 64,
  attributes: 256,
  tag: 262_144,
  elements: 50_000,
  elementsPerByte: 2,
  sheets: 1000,
};
