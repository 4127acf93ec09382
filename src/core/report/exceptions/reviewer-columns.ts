/** C1: what a reviewer types beside a finding; `tieout import --review` and the window read these columns. */
import { DECISION_STATUSES } from "../../review/decisions/decision.ts";
import type { SheetColumn } from "../model.ts";

/** A tick: one of the statuses by its list, or any sign of the reviewer's own. */
export const REVIEWER_TICK: SheetColumn = {
  key: "reviewerTick",
  header: "Reviewer's tick",
  kind: "text",
  choices: DECISION_STATUSES,
};

export const REVIEWER_NOTE: SheetColumn = { key: "reviewerNote", header: "Reviewer's note", kind: "wrapped" };
