/** A: the month's checklist, who ticked it and what figures say; figures that moved since, with why. */
import {
  type Fluctuation,
  type TickedStep,
  isContradicted,
  isStepDone,
} from "../../review/file/month-file.ts";
import { lapsedNoteWords } from "../../review/file/confirmation-words.ts";
import type { ComparedFigure } from "../../review/file/marks.ts";
import type { Figures } from "../sheet/figures.ts";
import { ReportTable, columnsOf, head } from "../sheet/table.ts";
import { walletName } from "../../words/wallet.ts";
import type { CloseStep } from "../../review/close/close.ts";
import { exportedStanding, type Signer, signersOf } from "../sheet/closing.ts";
import { stepNote } from "../sheet/close-words.ts";
import { stepTitle } from "../../review/close/close-rules.ts";
import { formatCount, formatAmount } from "../../money.ts";
import { type Cause, type Causes, countCauses } from "../../reconcile/input/cause.ts";
import type { Finding } from "../../reconcile/input/findings.ts";
import type { ExceptionTable } from "../exceptions/exceptions.ts";
import { labelAt } from "../sheet/currencies.ts";
import { causeRisk } from "../exceptions/exception-amounts.ts";
import { blockOfFinding } from "../exceptions/exposures.ts";
import { causeTitle, causeCountWords } from "../../words/cause.ts";
import { MOST_NAMED, shortIds } from "../../words/ids.ts";
import type { Cell } from "../sheet/model.ts";
import { hasMovementRules } from "../exceptions/wallet.ts";
import { SHEETS, type SheetName } from "../sheet/sheets.ts";
import { conventionEvidence } from "../../words/evidence.ts";

const CHECKLIST = columnsOf<TickedStep>()({
  step: { ...head("wrapped", "Checklist"), value: ({ text }) => text },
  by: {
    ...head("wrapped", "Done by"),
    value: (step) => step.tick?.by ?? (isStepDone(step) ? "by the figures" : "not done"),
  },
  when: { ...head("instant", "When ({zone})", 18), value: ({ tick }) => tick?.atMs ?? null },
  figures: {
    ...head("text", "What the figures said at export"),
    value: ({ figures }) => figures?.words ?? null,
  },
  note: { skip: 4, ...head("wrapped", "Note"), value: ({ tick }) => tick?.note || null },
});

/** Empty where no month is exported. */
export function checklistTable(figures: Figures) {
  const steps = figures.input.workpaper?.steps ?? [];
  return new ReportTable(figures, {
    id: "checklist",
    empty: "No month is exported, or its checklist has no steps.",
    columns: CHECKLIST,
    lines: steps,
    tone: (step) => (isContradicted(step) ? "flag" : !isStepDone(step) ? "quiet" : "plain"),
  });
}

const FIGURES: Readonly<Record<ComparedFigure, string>> = {
  inflow: "Inflows",
  outflow: "Outflows",
  closing: "Closing",
};

const FLUCTUATIONS = columnsOf<Fluctuation & { readonly figures: Figures }>()({
  figure: {
    ...head("wrapped", "Moved since the month before"),
    value: ({ wallet, figure, figures }) =>
      figures.input.check.wallets.length === 1
        ? FIGURES[figure]
        : `${FIGURES[figure]}, ${walletName(wallet)}`,
  },
  before: { ...head("amount", "Month before"), value: ({ before }) => before },
  now: { ...head("amount", "This month"), value: ({ now }) => now },
  change: {
    ...head("amount", "Change"),
    value: ({ before, now }) => now - before,
    formula: ({ figures }, here) => figures.round(`${here.cell("now")}-${here.cell("before")}`),
  },
  by: { ...head("text", "By"), value: ({ note, lapsed }) => (note ?? lapsed)?.by ?? null },
  why: {
    skip: 3,
    ...head("wrapped", "Why"),
    value: ({ figures, ...one }) => whyWords(one, figures.input.decimals),
  },
});

function whyWords({ note, lapsed, ...one }: Fluctuation, decimals: number): string {
  if (lapsed !== null) return `${lapsed.note} (${lapsedNoteWords(one, lapsed, decimals)})`;
  return note?.note ?? "not explained";
}

/** Those that moved by the threshold, and those that somebody explained, if only of other amounts. */
export function fluctuationTable(figures: Figures) {
  const all = figures.input.workpaper?.fluctuations ?? [];
  const lines = all
    .filter(({ asks, note, lapsed }) => asks || note !== null || lapsed !== null)
    .map((one) => ({ ...one, figures }));
  return new ReportTable(figures, {
    id: "fluctuations",
    empty: "No figure moved by a threshold that is set.",
    columns: FLUCTUATIONS,
    lines: lines,
    tone: ({ note }) => (note === null ? "flag" : "plain"),
  });
}

// A: every step that was taken in closing the exported month.

interface StepOfLead {
  readonly step: CloseStep;
  /** null for one that freezes nothing. */
  readonly status: "in force" | "no longer in force" | null;
}

const STEPS = columnsOf<StepOfLead>()({
  step: { ...head("text", "Steps of the close"), value: ({ step }) => stepTitle(step.step) },
  by: { ...head("wrapped", "By"), value: ({ step }) => step.by },
  when: { ...head("instant", "When ({zone})", 18), value: ({ step }) => step.atMs },
  run: { ...head("id", "Run", 10), value: ({ step }) => step.frozen?.runId ?? null },
  status: { ...head("text", "Status", 11), value: ({ status }) => status },
  note: { skip: 3, ...head("wrapped", "Note"), value: ({ step }) => stepNote(step) },
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

// A: how many causes explain the facts, and which, the largest amount first.

/** So many are listed; the window and `tieout check --json` have all. */
const MOST_LISTED = 100;

interface LeadCause extends Cause {
  /** Of its findings. */
  readonly first: Finding;
  /** Where C1 lists that. */
  readonly firstAt: number;
  readonly exceptions: ExceptionTable;
  readonly currency: string;
}

const CAUSES = columnsOf<LeadCause>()({
  cause: {
    ...head("wrapped", "Cause"),
    value: (cause) => ({
      value: causeTitle(cause, cause.first),
      link: cause.exceptions.link("rule", cause.firstAt),
    }),
  },
  amount: { ...head("amount", "Amount"), value: ({ amount }) => amount },
  walletIDs: { ...head("text", "walletIDs", 16), value: ({ walletIDs }) => idsCell(walletIDs) },
  payIDs: { ...head("text", "payIDs", 16), value: ({ payIDs }) => idsCell(payIDs) },
  findings: { ...head("integer", "Findings"), value: ({ findings }) => findings.length },
  unique: { ...head("text", "Unique"), value: ({ unique }) => (unique ? "yes" : "no") },
  currency: { ...head("text", "Currency"), ofCurrency: true, value: ({ currency }) => currency },
});

/** @param exceptions C1, with the findings it lists */
export function causeTable(figures: Figures, findings: readonly Finding[], exceptions: ExceptionTable) {
  const { causes } = figures.input.check;
  const at = new Map(findings.map(({ fingerprint }, index) => [fingerprint, index]));
  const currencyOf = (first: Finding) => labelAt(figures.currencies, blockOfFinding(figures, first));
  const ranked = causes.items
    .toSorted((a, b) => causeRisk(b) - causeRisk(a))
    .flatMap((cause): LeadCause[] => {
      const firstAt = at.get(cause.findings[0] ?? "") ?? -1;
      const first = findings[firstAt];
      return first === undefined
        ? []
        : [{ ...cause, first, firstAt, exceptions, currency: currencyOf(first) }];
    });
  const shown = ranked.slice(0, MOST_LISTED);
  const left = ranked.length - shown.length;
  const words = causeCountWords(countCauses(causes));
  return new ReportTable(figures, {
    id: "causes",
    ...(words === null ? {} : { title: `${words} ${howToRead(causes, shown)}` }),
    empty: "None: there is no fact to explain.",
    columns: CAUSES,
    count: shown.length + (left === 0 ? 0 : 1),
    *lines(_, here) {
      yield* shown;
      if (left > 0) yield here.row("quiet", { cause: `and ${formatCount(left, "smaller cause")}` });
    },
  });
}

/** What the amounts are, what it means where a cause is not unique, and where the records are that are not named. */
function howToRead({ unique }: Causes, shown: readonly Cause[]): string {
  const amounts =
    "An amount is the largest at stake among the findings of its cause, and is never added up. Rows listed in another order come last: no money is at risk there.";
  const sentences = [
    amounts,
    unique ? null : "Not unique: other causes explain the same findings as well.",
    shown.some(({ walletIDs, payIDs }) => Math.max(walletIDs.length, payIDs.length) > MOST_NAMED)
      ? `Of more than ${MOST_NAMED} records of a cause the first are named; ${SHEETS.exceptions.ref} has all its findings, an export as JSON all its records.`
      : null,
  ];
  return sentences.filter((sentence) => sentence !== null).join(" ");
}

function idsCell(ids: readonly number[]): Cell {
  if (ids.length === 0) return null;
  return ids.length <= MOST_NAMED ? shortIds(ids) : { value: shortIds(ids), inFull: ids.join(", ") };
}

// A: who signed, what the check decided, and what the other sheets show.

/** What a step says; a cell to be filled in where none does. */
function signedCell(value: string | undefined): Cell {
  return value ?? { value: null, tone: "input" };
}

interface SignatureLine {
  readonly role: string;
  readonly signer: Signer | null;
}

const SIGNATURES = columnsOf<SignatureLine>()({
  role: { ...head("wrapped", "Signatures in force", 62), value: ({ role }) => role },
  name: { ...head("wrapped", "Name", 16), value: ({ signer }) => signedCell(signer?.name) },
  day: { ...head("day", "Date", 12), value: ({ signer }) => signedCell(signer?.day) },
});
export type SignatureTable = ReportTable<SignatureLine, keyof typeof SIGNATURES>;

/** Who signs as the reviewer; a workbook that comes back says the name beside it. */
export const REVIEWED_BY = "Reviewed by";

/** Who prepared and who reviewed it, by the steps of the close that are in force, else to be filled in. */
export function signatureTable(figures: Figures): SignatureTable {
  const { prepared, reviewed } = signersOf(figures.input, figures.clock);
  const lines = [
    { role: "Prepared by", signer: prepared },
    { role: REVIEWED_BY, signer: reviewed },
  ];
  return new ReportTable(figures, {
    id: "signatures",
    columns: SIGNATURES,
    lines: lines,
  });
}

type DecidedLine = readonly [decided: string, used: string, source: string, evidence: string];

const DECIDED = columnsOf<DecidedLine>()({
  decided: { ...head("text", "Decided by the check"), value: ([decided]) => decided },
  used: { ...head("text", "Used"), value: ([, used]) => used },
  source: { ...head("text", "Source"), value: ([, , source]) => source },
  evidence: { ...head("text", "Evidence"), value: ([, , , evidence]) => evidence },
});

export function decidedTable(figures: Figures) {
  const lines = [...decidedLines(figures)];
  return new ReportTable(figures, {
    id: "decided",
    columns: DECIDED,
    lines: lines,
  });
}

function* decidedLines({ input }: Figures): Generator<DecidedLine> {
  const { convention, chainScope, settlementBasis, options } = input.check;
  yield [
    "Convention: which side raises the balance",
    convention.used === "asset" ? "asset: a debit" : "bank: a credit",
    convention.source,
    conventionEvidence(convention),
  ];
  yield [
    "Settlement basis: how much of a sale reaches the wallet",
    settlementBasis.used,
    settlementBasis.source,
    `payments that agree${settlementBasis.withinTolerance === true ? " within the tolerance" : ""}: ${Object.entries(
      settlementBasis.votes,
    )
      .map(([basis, payments]) => `${basis} ${formatAmount(payments)}`)
      .join(", ")}`,
  ];
  const better = chainScope.breaks[chainScope.used === "user" ? "business" : "user"];
  const fewer = better < chainScope.breaks[chainScope.used] ? "; the other scope breaks on fewer links" : "";
  yield [
    "Chain scope: whose entries form one wallet",
    chainScope.used,
    options.chainScope === "user" ? "default" : "given",
    `breaks per user ${formatAmount(chainScope.breaks.user)}, per business ${formatAmount(chainScope.breaks.business)}${fewer}`,
  ];
}

const CONTENTS = columnsOf<SheetName>()({
  sheet: { ...head("text", "Contents"), value: ({ name }) => name },
  ref: {
    ...head("text", "Workpaper"),
    value: ({ ref, name }) => ({ value: ref, link: { sheet: name, cell: "A1" } }),
  },
  title: { ...head("text", "Title"), value: ({ title }) => title },
});

export function contentsTable(figures: Figures) {
  const left = new Set<string>([
    SHEETS.lead.ref,
    ...(hasMovementRules(figures) ? [] : [SHEETS.statement.ref]),
    ...(figures.bank === null ? [SHEETS.bank.ref] : []),
  ]);
  const others = Object.values(SHEETS).filter(({ ref }) => !left.has(ref));
  return new ReportTable(figures, {
    id: "contents",
    columns: CONTENTS,
    lines: others,
  });
}
