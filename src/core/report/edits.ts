/** What a returned workbook has otherwise than it was exported. */
import type { Period } from "../time.ts";

/**
 * What may have become of a workbook, and what of it is said first: what cells hold (0), then what cannot be seen or
 * does not follow (1), then how figures look (2).
 */
export const EDIT_RANKS = {
  /** A value that is another one now. */
  value: 0,
  /** A formula that is another one now. */
  formula: 0,
  /** A value, or nothing, where a formula was. */
  "overwritten-formula": 0,
  /** A formula's result that neither its formula nor another edit explains. */
  result: 1,
  /** Something where nothing was. */
  added: 0,
  "inserted-rows": 0,
  "deleted-rows": 0,
  "missing-sheet": 0,
  "added-sheet": 0,
  /** Sheets that stand in another order. */
  "moved-sheets": 2,
  /** What is not shown any more: a sheet, rows, columns, figures under a rule. */
  hidden: 1,
  /** A link that leads elsewhere. */
  link: 1,
  /** Another way in which the workbook calculates or is shown. */
  setting: 1,
  /** Another number format, which shows something else. */
  format: 2,
  /** Something that the workbook carries beside its cells. */
  attached: 1,
} as const;

/** Values as a person would read them, '' for an empty cell. */
export interface Edit {
  /** '' for the workbook as such. */
  readonly sheet: string;
  /** e.g. `H14` as it stands now; the first of deleted rows as exported; `H14:H20`; '' for a sheet. */
  readonly cell: string;
  /** The column's header, or what the edit is about; null where there is none. */
  readonly what: string | null;
  readonly kind: keyof typeof EDIT_RANKS;
  readonly exported: string;
  readonly found: string;
}

/** What a comparison of all cells counts. */
export interface EditCounts {
  readonly cellsCompared: number;
  /** In the order of the sheets; the first of them, up to a limit. */
  readonly edits: readonly Edit[];
  readonly editCount: number;
  /** Formula cells whose result differs because of cells that were edited or filled in. */
  readonly followed: number;
  /** Cells that the workbook asks a person to fill in, and that are. */
  readonly filledIn: number;
}

/** A workbook beside the ledger that it was exported from. */
export interface WorkbookReport extends EditCounts {
  /** Nothing was edited, and it belongs to this ledger. */
  readonly holds: boolean;
  /**
   * Whether it differs from what this version lays out, and was laid out by another one: then no difference
   * counts as an edit, and it holds only as the very file.
   */
  readonly isOtherLayout: boolean;
  /** Whether the file is the very one that was exported, byte for byte. */
  readonly isOriginal: boolean;
  /** The run it shows and its link of the audit trail. */
  readonly run: number;
  readonly sequence: number;
  readonly head: string;
  readonly period: Pick<Period, "from" | "to"> | null;
  /** Milliseconds UTC. */
  readonly exportedAtMs: number;
  /** Remarks, one sentence each. */
  readonly notes: readonly string[];
}
