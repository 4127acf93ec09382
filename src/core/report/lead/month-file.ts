/**
 * A: the month's checklist with who ticked each step and what the figures say of it, and the figures that moved
 * since the month before with why.
 */
import { type Fluctuation, type TickedStep, isContradicted } from "../../review/file/month-file.ts";
import type { ComparedFigure } from "../../review/file/marks.ts";
import type { Figures } from "../figures.ts";
import { ReportTable, columnsOf } from "../table.ts";
import { walletName } from "../../words/wallet.ts";

const CHECKLIST = columnsOf<TickedStep>()({
  step: { header: "Checklist", kind: "text", value: ({ text }) => text },
  by: { header: "Done by", kind: "text", value: ({ tick }) => tick?.by ?? "not done" },
  when: { header: "When ({zone})", kind: "instant", width: 18, value: ({ tick }) => tick?.atMs ?? null },
  figures: {
    header: "What the figures said at export",
    kind: "text",
    value: ({ figures }) => figures?.words ?? null,
  },
  note: { skip: 4, header: "Note", kind: "wrapped", value: ({ tick }) => tick?.note || null },
});

/** Empty where no month is exported. */
export function checklistTable(figures: Figures) {
  const steps = figures.input.workpaper?.steps ?? [];
  return new ReportTable(figures, {
    id: "checklist",
    empty: "No month is exported, or its checklist has no steps.",
    columns: CHECKLIST,
    lines: steps,
    tone: (step) => (isContradicted(step) ? "flag" : step.tick === null ? "quiet" : "plain"),
  });
}

const FIGURES: Readonly<Record<ComparedFigure, string>> = {
  inflow: "Inflows",
  outflow: "Outflows",
  closing: "Closing",
};

const FLUCTUATIONS = columnsOf<Fluctuation & { readonly figures: Figures }>()({
  figure: {
    header: "Moved since the month before",
    kind: "text",
    value: ({ wallet, figure, figures }) =>
      figures.input.check.wallets.length === 1
        ? FIGURES[figure]
        : `${FIGURES[figure]}, ${walletName(wallet)}`,
  },
  before: { header: "Month before", kind: "amount", value: ({ before }) => before },
  now: { header: "This month", kind: "amount", value: ({ now }) => now },
  change: {
    header: "Change",
    kind: "amount",
    value: ({ before, now }) => now - before,
    formula: ({ figures }, here) => figures.round(`${here.cell("now")}-${here.cell("before")}`),
  },
  by: { header: "By", kind: "text", value: ({ note }) => note?.by ?? null },
  why: {
    skip: 3,
    header: "Why",
    kind: "wrapped",
    value: ({ note }) => note?.note ?? "not explained",
  },
});

/** Those that moved by the threshold, and those that somebody explained. */
export function fluctuationTable(figures: Figures) {
  const all = figures.input.workpaper?.fluctuations ?? [];
  const lines = all.filter(({ asks, note }) => asks || note !== null).map((one) => ({ ...one, figures }));
  return new ReportTable(figures, {
    id: "fluctuations",
    empty: "No figure moved by a threshold that is set.",
    columns: FLUCTUATIONS,
    lines: lines,
    tone: ({ note }) => (note === null ? "flag" : "plain"),
  });
}
