/** A3: what somebody said that movements without a payment are. */
import type { SetMovementRule } from "../../review/file/movement-rules.ts";
import type { Figures } from "../sheet/figures.ts";
import type { Cell } from "../sheet/model.ts";
import { ReportTable, columnsOf, head } from "../sheet/table.ts";

/** What a rule says of entries, or in other letters that it says nothing of them. */
function saidOr(said: string | null, nothing: string): Cell {
  return said ?? { value: nothing, tone: "quiet" };
}

const RULES = columnsOf<{ readonly rule: SetMovementRule; readonly figures: Figures }>()({
  action: {
    ...head("wrapped", "Entries with the action"),
    value: ({ rule: { action } }) => saidOr(action === "" ? null : action, "(no action)"),
  },
  description: {
    ...head("wrapped", "Description"),
    value: ({ rule }) => saidOr(rule.description, "any"),
  },
  direction: { ...head("text", "Direction"), value: ({ rule }) => saidOr(rule.direction, "both") },
  category: { ...head("text", "Category"), value: ({ rule }) => rule.category },
  by: { ...head("wrapped", "Set by"), value: ({ rule }) => rule.set.by },
  day: { ...head("day", "Set on", 12), value: ({ rule, figures }) => figures.clock.day(rule.set.atMs) },
  note: { ...head("wrapped", "Reason"), value: ({ rule }) => rule.set.note },
});

/** The rules that A3 goes by, with who set them and why. */
export function movementRuleTable(figures: Figures) {
  return new ReportTable(figures, {
    id: "movements",
    title:
      "What entries without a payref and without a match are, as somebody said it; the most exact rule counts",
    columns: RULES,
    lines: (figures.input.workpaper?.movements ?? []).map((rule) => ({ rule, figures })),
  });
}
