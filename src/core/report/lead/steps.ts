/** A: every step that was taken in closing the exported month. */
import type { CloseStep } from "../../review/close/close.ts";
import { exportedStanding } from "../closing.ts";
import type { Figures } from "../figures.ts";
import { ReportTable, columnsOf } from "../table.ts";
import { stepNote } from "./close-words.ts";
import { stepTitle } from "../../review/close/close-rules.ts";

interface StepOfLead {
  readonly step: CloseStep;
  /** null for one that freezes nothing. */
  readonly status: "in force" | "no longer in force" | null;
}

const STEPS = columnsOf<StepOfLead>()({
  step: { header: "Steps of the close", kind: "text", value: ({ step }) => stepTitle(step.step) },
  by: { header: "By", kind: "text", value: ({ step }) => step.by },
  when: { header: "When ({zone})", kind: "instant", width: 18, value: ({ step }) => step.atMs },
  run: { header: "Run", kind: "id", width: 10, value: ({ step }) => step.frozen?.runId ?? null },
  status: { header: "Status", kind: "text", width: 11, value: ({ status }) => status },
  note: { skip: 3, header: "Note", kind: "wrapped", value: ({ step }) => stepNote(step) },
});

/** Oldest first: a signature stays in sight after a reopening. */
export function stepTable(figures: Figures) {
  const { steps = [], prepared = null, signed = null } = exportedStanding(figures.input) ?? {};
  const inForce = new Set([prepared?.id, signed?.id]);
  return new ReportTable(figures, {
    id: "steps",
    empty: "No close steps yet.",
    columns: STEPS,
    count: steps.length,
    *lines() {
      for (const step of steps) {
        const status: StepOfLead["status"] = inForce.has(step.id) ? "in force" : "no longer in force";
        yield { step, status: step.frozen === null ? null : status };
      }
    },
    tone: ({ status }) => (status === "no longer in force" ? "quiet" : "plain"),
  });
}
