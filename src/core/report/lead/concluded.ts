/** A: what the conclusion concludes, as a formula over the proofs, the checks of the close and C1. */
import { formatCount } from "../../money.ts";
import type { Figures } from "../sheet/figures.ts";
import { amountFormula, textLiteral, moneyWords } from "../sheet/currencies.ts";
import type { Cell } from "../sheet/model.ts";
import { type RollTable, rollTotalAt } from "../rollforward/rollforward.ts";
import {
  CONCLUSION_WORDS,
  type ConclusionGround,
  PROVEN_WORDS,
  concludeOf,
  conclusionWords,
  moneyBefore,
  preliminaryWords,
  provenBlocks,
  unmetWords,
} from "./month-conclusion.ts";
import {
  type Misstatements,
  UNDECIDED_WORDS,
  WITHIN_WORDS,
  misstatementWords,
  misstatementsOf,
  allUndecidedParts,
  uncorrectedParts,
  uncorrectedWords,
} from "../exceptions/misstatements.ts";
import {
  type CloseChecks,
  closeChecksOf,
  type ConfirmationTable,
  confirmationTable,
} from "./close-checks.ts";
import {
  type ChecksTable,
  type Proof,
  type ProofsTable,
  allOf,
  checksTable,
  proofsTable,
  proofsOf,
} from "./proofs.ts";
import { optionalProofs } from "./optional-proofs.ts";
import type { FactTable } from "../about/audit.ts";
import type { ProvenTables } from "./proven-tables.ts";
import type { ExceptionTable, ExceptionKey } from "../exceptions/exceptions.ts";
import { CLASS_RANK, type ClassTotals, addClassTotals } from "../exceptions/exception-amounts.ts";
import { type Exposure, type ExposureKind, totalsByKind } from "../exceptions/exposures.ts";
import { sumWhere, type Condition } from "../sheet/sums.ts";
import {
  ReportTable,
  columnsOf,
  head,
  BLOCK_CURRENCY,
  type ColumnDeclaration,
  type CurrentRow,
} from "../sheet/table.ts";
import { capitalised } from "../../sentence.ts";
import type { ReviewClass } from "../../review/decisions/review.ts";

// A: what exceptions come to in money, by what they are about and what became of them; each currency by
// itself.

interface ExposureLine {
  readonly figures: Figures;
  readonly exceptions: ExceptionTable;
  readonly block: number;
  /** null for the total. */
  readonly kind: ExposureKind | null;
  readonly totals: ClassTotals;
  /** How many lines above the total it adds up. */
  readonly above: number;
}

type ExposureKey = "kind" | ReviewClass | "items" | "ref" | "currency";

const EXPOSURE = columnsOf<ExposureLine>()<ExposureKey>({
  kind: { ...head("text", "Exceptions in money"), value: ({ kind }) => kind ?? "All exceptions" },
  undecided: ofClass("undecided"),
  raised: ofClass("raised"),
  accepted: ofClass("accepted"),
  explained: ofClass("explained"),
  items: {
    ...head("integer", "Not explained"),
    value: ({ totals: { undecided, raised, accepted } }) => undecided.items + raised.items + accepted.items,
    formula: (line, here) =>
      line.kind === null
        ? sumAbove("items", line.above, here)
        : sumOf(line, null, [["rank", `>${CLASS_RANK.explained}`]], here),
  },
  ref: {
    ...head("text", "Workpaper"),
    value: ({ exceptions }) => ({ value: "C1", link: exceptions.link("counted", 0) }),
  },
  currency: BLOCK_CURRENCY,
});

function ofClass(name: ReviewClass): ColumnDeclaration<ExposureLine, ExposureKey> {
  return {
    header: capitalised(name),
    kind: "amount",
    value: ({ totals }) => totals[name].amount,
    formula: (line, here) =>
      line.figures.round(
        line.kind === null
          ? sumAbove(name, line.above, here)
          : sumOf(line, "counted", [["rank", `=${CLASS_RANK[name]}`]], here),
      ),
  };
}

/** Σ over C1 of the line's kind and currency. */
function sumOf(
  { exceptions }: ExposureLine,
  amount: "counted" | null,
  also: readonly Condition<ExceptionKey>[],
  here: CurrentRow<ExposureKey>,
): string {
  const ofKind = ["kind", `=$${here.cell("kind")}`] as const;
  return sumWhere<ExceptionKey>(exceptions, amount, [ofKind, ...also], `$${here.cell("currency")}`);
}

function sumAbove(key: ReviewClass | "items", above: number, here: CurrentRow<ExposureKey>): string {
  return above === 0 ? "0" : here.table.sum(key, here.index - above, here.index - 1);
}

type ExposureTable = ReportTable<ExposureLine, ExposureKey>;

/** One row per kind that has exceptions, then their total; each currency by itself. */
function exposureTable(
  figures: Figures,
  exposures: readonly Exposure[],
  exceptions: ExceptionTable,
): ExposureTable {
  const lines = totalsByKind(figures, exposures).flatMap((kinds, block): ExposureLine[] => {
    const of = { figures, exceptions, block, above: kinds.size };
    return [
      ...[...kinds].map(([kind, totals]) => ({ ...of, kind, totals })),
      { ...of, kind: null, totals: addClassTotals(kinds.values()) },
    ];
  });
  return new ReportTable(figures, {
    id: "exposure",
    title: `What became of the exceptions; an event that several of them report counts once${moneyWords(figures)}`,
    columns: EXPOSURE,
    lines: lines,
    tone: ({ kind }) => (kind === null ? "total" : "plain"),
  });
}

/** By block: which row of the table is its total. */
function exposureTotals(figures: Figures, exposures: readonly Exposure[]): number[] {
  let row = -1;
  return totalsByKind(figures, exposures).map(({ size }) => (row += size + 1));
}

// A: what is not corrected, against the materiality; each currency by itself. The conclusion reads it.

interface UncorrectedLine {
  readonly figures: Figures;
  readonly block: number;
  readonly of: Misstatements;
  readonly exceptions: ExceptionTable;
  readonly exposure: ExposureTable;
  /** Its row in the table of what became of the exceptions. */
  readonly at: number;
}

type UncorrectedKey =
  | "text"
  | "total"
  | "materiality"
  | "performance"
  | "trivial"
  | "errors"
  | "within"
  | "undecided"
  | "waiting"
  | "currency";

const UNCORRECTED = columnsOf<UncorrectedLine>()<UncorrectedKey>({
  text: {
    ...head("text", "Uncorrected misstatements"),
    value: ({ of, figures }) => uncorrectedWords(of, figures.input.decimals),
    formula: wordsFormula,
  },
  total: {
    ...head("amount", "Together"),
    value: ({ of }) => of.uncorrected,
    formula: ({ figures, exposure, at }) =>
      figures.round((["raised", "accepted"] as const).map((key) => exposure.cell(key, at)).join("+")),
  },
  materiality: { ...head("amount", "Materiality"), value: ({ of }) => of.materiality?.amount ?? null },
  performance: {
    ...head("amount", "Performance materiality"),
    value: ({ of }) => of.materiality?.performance ?? null,
  },
  trivial: { ...head("amount", "Clearly trivial"), value: ({ of }) => of.materiality?.trivial ?? null },
  errors: {
    ...head("integer", "Errors"),
    value: ({ of }) => of.errors,
    formula: ({ exceptions }, here) =>
      sumWhere(
        exceptions,
        null,
        [
          ["severity", '="error"'],
          ["rank", `>${CLASS_RANK.explained}`],
          ["rank", `<${CLASS_RANK.undecided}`],
        ],
        `$${here.cell("currency")}`,
      ),
  },
  within: {
    ...head("truth", "Within"),
    value: ({ of }) => ({ value: of.isWithin, tone: of.isWithin ? "good" : "bad" }),
    formula: (_, here) => {
      const [total, materiality] = [here.cell("total"), here.cell("materiality")];
      return `IF(${materiality}="",AND(${total}=0,${here.cell("errors")}=0),${total}<=${materiality})`;
    },
  },
  undecided: {
    ...head("amount", "Undecided, not counted"),
    value: ({ of }) => of.totals.undecided.amount,
    formula: ({ exposure, at }) => exposure.cell("undecided", at),
  },
  currency: BLOCK_CURRENCY,
  waiting: {
    ...head("integer", "Exceptions undecided", 12),
    value: ({ of }) => of.totals.undecided.items,
    formula: ({ exceptions }, here) =>
      sumWhere(exceptions, null, [["rank", `=${CLASS_RANK.undecided}`]], `$${here.cell("currency")}`),
  },
});

/** As `uncorrectedWords`, by the totals of the exceptions. */
function wordsFormula({ of, figures, exposure, at }: UncorrectedLine): string {
  const parts = uncorrectedParts(of.currency);
  const say = (key: "raised" | "accepted") => amountFormula(exposure.cell(key, at), figures.input.decimals);
  return [
    textLiteral(parts.before),
    say("raised"),
    textLiteral(parts.raised),
    say("accepted"),
    textLiteral(parts.accepted),
  ].join("&");
}

type UncorrectedTable = ReportTable<UncorrectedLine, UncorrectedKey>;

/** One row per currency. */
function uncorrectedTable(
  figures: Figures,
  exposures: readonly Exposure[],
  sources: { readonly exceptions: ExceptionTable; readonly exposure: ExposureTable },
): UncorrectedTable {
  const totals = exposureTotals(figures, exposures);
  const lines = misstatementsOf(figures, exposures).map((of, block): UncorrectedLine => {
    return { ...sources, figures, block, of, at: totals[block] ?? 0 };
  });
  return new ReportTable(figures, {
    id: "uncorrected",
    title: `What was raised or accepted is not corrected: it counts against the materiality${moneyWords(figures)}`,
    columns: UNCORRECTED,
    lines: lines,
  });
}

/** What the conclusion falls with: proofs, checks of the close and exceptions, each with where they stand. */
export interface ConclusionGrounds {
  readonly proofs: readonly Proof[];
  readonly proofsTable: ProofsTable;
  readonly checks: CloseChecks;
  readonly checksTable: ChecksTable;
  /** By block, as the table has them. */
  readonly misstatements: readonly Misstatements[];
  readonly uncorrected: UncorrectedTable;
  readonly roll: RollTable;
}

/** A sentence that falls with the proofs, and with whatever it refers to once that is gone. */
export function fallingWith(
  { proofs, proofsTable: proofTable }: Pick<ConclusionGrounds, "proofs" | "proofsTable">,
  value: string,
  formula: string,
): Cell {
  const { notProven } = CONCLUSION_WORDS;
  return {
    value: proofs.every(({ holds }) => holds) ? value : notProven,
    formula: `IFERROR(IF(${proofTable.cell("holds", proofs.length)},${formula},${textLiteral(notProven)}),${textLiteral(notProven)})`,
  };
}

/** The checks of the close in the order of their table. */
function allChecks({ before, frozen }: CloseChecks): readonly Proof[] {
  return [...before, ...frozen];
}

/** What the conclusion is drawn from. */
export function groundOf({
  proofs,
  checks,
  misstatements,
}: Pick<ConclusionGrounds, "proofs" | "checks" | "misstatements">): ConclusionGround {
  return { isProven: proofs.every(({ holds }) => holds), checks: allChecks(checks), misstatements };
}

/** The first sentence: not proven, none yet, clean or qualified. */
export function conclusionSentence(figures: Figures, held: Parameters<typeof groundOf>[0]): string {
  return conclusionWords(figures, concludeOf(groundOf(held)), held.misstatements);
}

/** The same, by formulas. */
export function concludedCell(figures: Figures, held: ConclusionGrounds): Cell {
  const { checks, checksTable: checkTable, misstatements, uncorrected } = held;
  const words = CONCLUSION_WORDS;
  const first = preliminaryWords(figures);
  const [decided = "TRUE()", ...others] = allChecks(checks).map((_, at) => checkTable.cell("holds", at));
  const blocks = [...misstatements.keys()];
  const clean = allOf([...others, ...blocks.map((block) => uncorrected.cell("within", block))]);
  const left = blocks.map((block) => uncorrected.cell("total", block));
  const amounts = blocks
    .map((block) => `IF(${left[block]}=0,"","; "&${uncorrected.cell("text", block)})`)
    .join("&");
  const nothing = allOf(left.map((total) => `${total}=0`));
  const cleanly = `IF(${nothing},${textLiteral(words.clean)},${textLiteral(words.cleanWith)}&MID(${amounts},3,8000)&${textLiteral(words.within)})`;
  const noneWaits = allOf(blocks.map((block) => `${uncorrected.cell("waiting", block)}=0`));
  const end = `IF(${noneWaits},IF(${nothing},${textLiteral(words.nothing)},"."),${textLiteral(words.waiting)})`;
  const begun = `IF(${clean},${cleanly},${textLiteral(words.qualified)})`;
  const ended = `IF(${clean},${end},${textLiteral(words.follows)})`;
  const proven = provenFormula(figures, held, {
    stated: `IF(${decided},${textLiteral(PROVEN_WORDS.stated)},"")`,
    before: `IF(${decided},"",${textLiteral(words.soFar)})`,
  });
  const concluded = [
    textLiteral(first),
    `IF(${decided},${begun},${textLiteral(words.noneYet)})`,
    proven,
    `IF(${decided},${ended},".")`,
  ];
  return fallingWith(held, conclusionSentence(figures, held), concluded.join("&"));
}

/** As `provenWords`, by the roll-forward; with what stands before the amounts where a balance is not proven. */
function provenFormula(
  figures: Figures,
  { roll }: Pick<ConclusionGrounds, "roll">,
  { stated, before }: { readonly stated: string; readonly before: string },
): string {
  const { wallets } = figures.input.check;
  if (wallets.length === 0) return stated;
  const broken = roll.overParts(
    ["breakDifference"],
    (range) => `COUNTIF(${range},">0")+COUNTIF(${range},"<0")`,
    0,
    wallets.length - 1,
  );
  return `IF(${broken}=0,${stated},${before}&${apartFormula(figures, roll)})`;
}

function apartFormula(figures: Figures, roll: RollTable): string {
  const { input, currencies } = figures;
  const words = PROVEN_WORDS;
  const named = provenBlocks(currencies);
  if (named === null) return textLiteral(words.several);
  const blocks = named.map((block) => {
    const at = rollTotalAt(figures, currencies.blocks.indexOf(block));
    const [stated, breaks] = [roll.cell("stated", at), roll.cell("breakDifference", at)];
    const proven = figures.round(`${stated}-${breaks}`);
    const said = [
      textLiteral(`; ${moneyBefore(block.currency)}`),
      amountFormula(`(${proven})`, input.decimals),
      textLiteral(words.between),
      amountFormula(stated, input.decimals),
    ].join("&");
    return { breaks, said: `IF(${breaks}=0,"",${said})` };
  });
  const none = allOf(blocks.map(({ breaks }) => `${breaks}=0`));
  const all = allOf(blocks.map(({ breaks }) => `${breaks}<>0`));
  const amounts = `MID(${blocks.map(({ said }) => said).join("&")},3,8000)`;
  const rest = `IF(${all},"",${textLiteral(words.others)})`;
  return `IF(${none},${textLiteral(words.total)},${textLiteral(words.before)}&${amounts}&${rest})`;
}

/** A line that is made once the tables stand on their sheets. */
export type LineMaker = () => Cell;

/** What qualifies the conclusion: what is not corrected by currency, and the checks that are not met. */
export function qualifications(
  { input }: Figures,
  {
    checks,
    checksTable: checkTable,
    misstatements,
    uncorrected,
  }: Pick<ConclusionGrounds, "checks" | "checksTable" | "misstatements" | "uncorrected">,
): LineMaker[] {
  const all = allChecks(checks);
  const amounts = misstatements.flatMap((of, block): LineMaker[] =>
    Object.values(of.totals).some(({ items }) => items > 0)
      ? [() => amountLine(of, block, uncorrected, input.decimals)]
      : [],
  );
  const failing = all.flatMap(({ holds, words }, at): LineMaker[] =>
    holds ? [] : [() => unmetLine(words, checkTable.cell("holds", at))],
  );
  return [...amounts, ...failing, () => countLine(all.length, failing.length, checkTable)];
}

function amountLine(of: Misstatements, block: number, table: UncorrectedTable, decimals: number): Cell {
  const [within, materiality] = [table.cell("within", block), table.cell("materiality", block)];
  const set = `IF(${within},${textLiteral(WITHIN_WORDS.within)},${textLiteral(WITHIN_WORDS.above)})`;
  const unset = `IF(${within},${textLiteral(WITHIN_WORDS.nothing)},${textLiteral(WITHIN_WORDS.unset)})`;
  const [undecided, total] = [table.cell("undecided", block), table.cell("total", block)];
  const amount = amountFormula(undecided, decimals);
  const waits = `IF(${undecided}=0,"",${[textLiteral(" "), amount, textLiteral(UNDECIDED_WORDS)].join("&")})`;
  const whole = `${table.cell("text", block)}&IF(${materiality}="",${unset},${set})&${waits}`;
  const { before, after } = allUndecidedParts(of.currency);
  const all = [textLiteral(before), amount, textLiteral(after)].join("&");
  return {
    value: misstatementWords(of, decimals),
    formula: `IF(AND(${undecided}<>0,${total}=0,${table.cell("errors", block)}=0),${all},${whole})`,
  };
}

function unmetLine(words: string, holds: string): Cell {
  const unmet = unmetWords(words);
  return {
    value: unmet,
    formula: `IF(${holds},${textLiteral(`Met since: ${words}.`)},${textLiteral(unmet)})`,
  };
}

/** Says of checks that are not listed above that they are not met either, once a change makes one fail. */
function countLine(total: number, failing: number, table: ChecksTable): Cell {
  const failed = table.overParts(["holds"], (range) => `COUNTIF(${range},FALSE())`);
  const [before, rest] = [
    "Not met: ",
    ` of ${formatCount(total, "check")} of the close, see Close of the month.`,
  ];
  return {
    value: failing === 0 ? EVERY_CHECK : `${before}${failing}${rest}`,
    formula: `IF(${failed}=0,${textLiteral(EVERY_CHECK)},${textLiteral(before)}&(${failed})&${textLiteral(rest)})`,
  };
}

const EVERY_CHECK = "Every check of the close is met.";

// A: the tables that its conclusion depends on, and their totals.

export interface Proven extends ProvenTables {
  readonly facts: FactTable;
}

export interface HeldTables extends ConclusionGrounds {
  readonly exposure: ExposureTable;
  readonly confirmations: ConfirmationTable;
}

/** The proofs and checks of a workbook, which hold or not whether their tables stand on a sheet or not. */
export function heldOf(figures: Figures, proven: Proven): HeldTables {
  const { lists, lines, exceptions, roll } = proven;
  const proofs = [...proofsOf(figures, lists, lines, proven), ...optionalProofs(figures, proven)];
  const confirmations = confirmationTable(figures, roll);
  const checks = closeChecksOf(figures, lists.outstanding, { ...proven, confirmations });
  const exposure = exposureTable(figures, lists.exposures, exceptions);
  return {
    proofs,
    proofsTable: proofsTable(figures, proofs),
    checks,
    checksTable: checksTable(figures, allChecks(checks)),
    misstatements: misstatementsOf(figures, lists.exposures),
    uncorrected: uncorrectedTable(figures, lists.exposures, { exceptions, exposure }),
    roll,
    exposure,
    confirmations,
  };
}
