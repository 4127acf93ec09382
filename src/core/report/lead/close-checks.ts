/**
 * A: what a month has to fulfil to be signed off, and to stay as it was signed; each a formula that gives
 * TRUE or FALSE.
 */
import { isDecided } from "../../review/decisions/review.ts";
import { notOverWords } from "../../review/close/close-obstacles.ts";
import { type FactTable, seenRow } from "../about/audit.ts";
import { frozenStepOf, signedBefore, exportedStanding, overriddenErrors } from "../closing.ts";
import { type ExceptionKey, type ExceptionTable, OVERRIDDEN } from "../exceptions/exceptions.ts";
import type { Figures } from "../figures.ts";
import { agreementOf } from "../outstanding/agreement.ts";
import type { OutstandingItem } from "../outstanding/outstanding-items.ts";
import type { SummaryTable } from "../outstanding/outstanding-summary.ts";
import { type FrozenTable, frozenPairs, isAsFrozen } from "../rollforward/frozen-figures.ts";
import { type OpeningTable, agreesAsSigned, hasSignedBefore, openingsOf } from "../rollforward/openings.ts";
import { monthTitle } from "../../words/month.ts";
import { CLASS_RANK } from "../statement/exception-amounts.ts";
import { agreesWithProvider } from "../../review/file/month-file.ts";
import { ownWorkOfSigner } from "../statement/own-work.ts";
import type { ConfirmationTable } from "./confirmation-table.ts";
import type { Proof } from "./proofs.ts";

interface CheckSources {
  readonly exceptions: ExceptionTable;
  readonly openings: OpeningTable;
  readonly frozen: FrozenTable;
  /** The totals of C2. */
  readonly summary: SummaryTable;
  /** Of D2. */
  readonly facts: FactTable;
  readonly confirmations: ConfirmationTable;
}

/** Those of a month; there may be no month before that was signed, or no signature yet. */
export interface CloseChecks {
  /** Before signing. While the first is not met there is no conclusion; any other that is not qualifies it. */
  readonly before: readonly Proof[];
  /** Whether what is shown is what was prepared or signed; none where nothing was. */
  readonly frozen: readonly Proof[];
}

export function closeChecksOf(
  figures: Figures,
  items: readonly OutstandingItem[],
  sources: CheckSources,
): CloseChecks {
  return {
    before: [
      decidedCheck(figures, sources.exceptions),
      ...overriddenCheck(figures, sources.exceptions),
      ...confirmedCheck(figures, sources.confirmations),
      ...reviewedCheck(figures, sources.facts),
      ...overCheck(figures, sources.facts),
      ...beforeChecks(figures, items, sources),
    ],
    frozen: frozenChecks(figures, items, sources),
  };
}

/** Errors that nobody decided on, but for those that were overridden when the month was prepared. */
function decidedCheck({ input }: Figures, exceptions: ExceptionTable): Proof {
  const overridden = overriddenErrors(input);
  const waiting = input.review.findings.some(
    ({ finding, status }) =>
      finding.severity === "error" && !isDecided(status) && !overridden.has(finding.fingerprint),
  );
  const columns: readonly ExceptionKey[] = [
    "severity",
    "rank",
    ...(overridden.size > 0 ? ["overridden" as const] : []),
  ];
  const undecided = () =>
    exceptions.overParts(columns, (severities, ranks, ...overrides) => {
      const others = overrides.map((range) => `,${range},"<>${OVERRIDDEN}"`).join("");
      return `COUNTIFS(${severities},"error",${ranks},${CLASS_RANK.undecided}${others})`;
    });
  return {
    words: "Every error is decided, or was overridden with a note",
    holds: !waiting,
    formula: () => `${undecided()}<=0`,
    ref: "C1",
    link: () => exceptions.link("status", 0),
  };
}

/** Once a month is prepared: an override lets it be signed, and explains nothing. */
function overriddenCheck(figures: Figures, exceptions: ExceptionTable): Proof[] {
  if ((exportedStanding(figures.input)?.prepared ?? null) === null) return [];
  const overridden = overriddenErrors(figures.input).size;
  return [
    {
      words: "No error was overridden when the month was prepared",
      holds: overridden === 0,
      formula: () => `${overridden}=0`,
      ref: "C1",
      link: () => exceptions.link("status", 0),
    },
  ];
}

/** The provider's word, where it was given: the strongest evidence there is. */
function confirmedCheck({ input }: Figures, table: ConfirmationTable): Proof[] {
  const agreeing = (input.workpaper?.balances ?? []).map(agreesWithProvider);
  if (agreeing.every((agrees) => agrees === null)) return [];
  return [
    {
      words: "The closing balances agree to those that the provider confirmed",
      holds: !agreeing.includes(false),
      formula: () => table.overParts(["agrees"], (range) => `COUNTIF(${range},FALSE())`).concat("=0"),
      ref: "A",
      link: () => table.link("agrees", 0),
    },
  ];
}

/** Once a month is signed: nobody reviews his own work. */
function reviewedCheck(figures: Figures, facts: FactTable): Proof[] {
  const work = ownWorkOfSigner(figures);
  if (work === null) return [];
  const own = work.reduce((sum, one) => sum + one.own, 0);
  return [
    {
      words: "Whoever signed took none of the decisions, matches, ticks, confirmations and notes",
      holds: own === 0,
      formula: () => `${own}=0`,
      ref: "D2",
      link: () => facts.link("fact", 0),
    },
  ];
}

/** A period may end after the newest pull: what came in between was not seen. */
function overCheck({ input }: Figures, facts: FactTable): Proof[] {
  if (input.check.period === null) return [];
  const row = seenRow(input);
  return [
    {
      words: "The newest pull is later than the period's end",
      holds: notOverWords(input.check) === null,
      formula: () => `${facts.cell("value", row)}="yes"`,
      ref: "D2",
      link: () => facts.link("value", row),
    },
  ];
}

function beforeChecks(
  figures: Figures,
  items: readonly OutstandingItem[],
  { openings: table, summary }: CheckSources,
): Proof[] {
  const { input } = figures;
  const signed = signedBefore(input);
  if (signed === null) return [];
  const openings = openingsOf(input);
  const month = monthTitle(signed.month);
  const [last, all] = [table.count - 1, summary.count - 1];
  const carried = hasSignedBefore(openings)
    ? [
        {
          words: `Each wallet opens with what ${month} was signed to close at`,
          holds: openings.every(agreesAsSigned),
          formula: () => table.cell("agrees", last),
          ref: "A1",
          link: () => table.link("agrees", last),
        },
      ]
    : [];
  return [
    ...carried,
    {
      words: `Outstanding items brought forward agree to those signed with ${month}`,
      holds: agreementOf(figures, items).before === true,
      formula: () => summary.cell("agreesBefore", all),
      ref: "C2",
      link: () => summary.link("agreesBefore", all),
    },
  ];
}

function frozenChecks(
  figures: Figures,
  items: readonly OutstandingItem[],
  { frozen, summary }: CheckSources,
): Proof[] {
  const { input } = figures;
  const step = frozenStepOf(input);
  if (step === null) return [];
  const done = step.step === "sign-off" ? "signed" : "prepared";
  const [last, all] = [frozen.count - 1, summary.count - 1];
  return [
    {
      words: `The figures of each wallet are those that were ${done}`,
      holds: frozenPairs(input).every((pair) => isAsFrozen(input, pair)),
      formula: () => frozen.cell("ties", last),
      ref: "A1",
      link: () => frozen.link("ties", last),
    },
    {
      words: `Outstanding items carried forward are those that were ${done}`,
      holds: agreementOf(figures, items).now === true,
      formula: () => summary.cell("agrees", all),
      ref: "C2",
      link: () => summary.link("agrees", all),
    },
  ];
}
