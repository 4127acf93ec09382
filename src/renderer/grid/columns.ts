/** The columns of a grid of records: what each holds, how it is filtered, and how wide it begins. */
import type { ZoneClock } from "../../core/time.ts";
import type { Tone } from "../ui/badge.tsx";

/** What a cell holds: amounts in the service's unit, instants in milliseconds UTC. */
export type GridValue = string | number | null;

/** How a column is shown, filtered and copied. `choice` is one of few words; an instant shows its day. */
export type GridColumnKind = "id" | "text" | "amount" | "instant" | "choice";

export interface FilterChoice {
  readonly value: string;
  readonly words: string;
}

export interface GridColumn<R> {
  /** The row's own key: the worker sorts and filters by it. */
  readonly id: string;
  readonly title: string;
  /** The title spelled out, where it is short. */
  readonly explains?: string;
  readonly kind: GridColumnKind;
  /** Pixels; a person may change it. */
  readonly width: number;
  /** Shares what room the others leave, from `width` to so many pixels; what is read has no end. */
  readonly growsTo?: number;
  readonly value: (row: R) => GridValue;
  /** A mark beside the words, where the value alone would be told by colour. */
  readonly mark?: (row: R) => CellMark | null;
  /**
   * Whether a row's other columns tell the same: it is left blank on screen and paper, and is in a file or a
   * clipboard all the same.
   */
  readonly isRepeat?: (row: R) => boolean;
  readonly isSigned?: boolean;
  readonly tone?: (row: R) => string | undefined;
  readonly hint?: (row: R, wording: GridWording) => string | null;
  readonly choices?: readonly FilterChoice[];
  readonly pinned?: boolean;
  /** Its turn to give way where there is no room for every column, 1 first; the detail still has it. */
  readonly yields?: number;
  /** Whether the worker can neither sort nor filter by it. */
  readonly fixed?: boolean;
}

export interface CellMark {
  /** `×`, `▲`, `○`, `√`: the tickmarks of the workbook. */
  readonly sign: string;
  readonly tone: Tone;
}

export interface GridWording {
  readonly decimals: number;
  /** How many letters the longest amount is expected to have; amounts begin wide enough for it. */
  readonly amountLength?: number;
  readonly clock: ZoneClock;
}
