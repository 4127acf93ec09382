/** A: what a month has to fulfil to be signed off, and to stay as it was signed; each a formula that gives TRUE or FALSE. */
import { notOverWords } from "../../review/close/close-obstacles.ts";
import { seenRow } from "../about/audit.ts";
import { frozenStepOf, signedBefore, standingOf } from "../closing.ts";
import type { Figures } from "../figures.ts";
import { frozenPairs, isAsFrozen } from "../rollforward/frozen-figures.ts";
import type { ReportInput } from "../input.ts";
import { LEAD_WIDTHS } from "./lead.ts";
import type { Column } from "../model.ts";
import { agreesAsSigned, hasSignedBefore, openingsOf } from "../rollforward/openings.ts";
import type { OutstandingItem } from "../outstanding/outstanding-items.ts";
import { agreementOf } from "../outstanding/outstanding.ts";
import type { TablePlace } from "../place.ts";
import type { Proof } from "./proofs.ts";
import { padded } from "../sheets.ts";
import { monthTitle } from "../words/verdict.ts";

export const CLOSE_CHECK_COLUMNS: readonly Column[] = padded(LEAD_WIDTHS.length, [
  { key: "check", header: "Close of the month", kind: "text" },
  { key: "holds", header: "Holds", kind: "truth" },
  { key: "ref", header: "Workpaper", kind: "text" },
]);

/** The last ones, where something was prepared or signed: whether what is shown is that. */
export const FROZEN_CHECKS = 2;

export interface CloseCheckPlaces {
  readonly exceptions: TablePlace;
  readonly openings: TablePlace;
  readonly frozen: TablePlace;
  /** The totals of C2. */
  readonly outstanding: TablePlace;
  /** The facts of D2. */
  readonly facts: TablePlace;
}

/** How many there are, known before anything is placed. */
export function closeCheckCount(input: ReportInput): number {
  const before = signedBefore(input) === null ? 0 : hasSignedBefore(openingsOf(input)) ? 2 : 1;
  const frozen = frozenStepOf(input) === null ? 0 : FROZEN_CHECKS;
  return 1 + (input.check.period === null ? 0 : 1) + before + frozen;
}

/** Those that can be held against anything: there may be no month before that was signed, or no signature yet. */
export function closeChecksOf(
  figures: Figures,
  items: readonly OutstandingItem[],
  places: CloseCheckPlaces,
): Proof[] {
  return [
    decidedCheck(figures, places.exceptions),
    ...overCheck(figures, places.facts),
    ...beforeChecks(figures, items, places),
    ...frozenChecks(figures, items, places),
  ];
}

/** Errors that nobody decided on, but for as many as were overridden when the month was prepared. */
function decidedCheck({ input, reviewing }: Figures, place: TablePlace): Proof {
  const { total, reviewed } = reviewing.progress.bySeverity.error;
  const prepared = standingOf(input)?.prepared?.frozen;
  const isOverridden = prepared?.overridden.some(({ kind }) => kind === "undecided-errors") ?? false;
  const overridden =
    prepared === undefined || !isOverridden ? 0 : prepared.errors.total - prepared.errors.decided;
  const count = (status: string) =>
    place.overParts(
      ["severity", "status"],
      (severities, states) => `COUNTIFS(${severities},"error",${states},"${status}")`,
    );
  return {
    words: "Every error is decided on, or was overridden with a note",
    holds: total - reviewed <= overridden,
    formula: `${count("open")}+${count("reopened")}<=${overridden}`,
    ref: "C1",
    link: place.place("status", 0),
  };
}

/** A period may end after the newest pull: what came in between was not seen. */
function overCheck({ input }: Figures, facts: TablePlace): Proof[] {
  if (input.check.period === null) return [];
  const row = seenRow(input);
  return [
    {
      words: "The newest pull is later than the period's end",
      holds: notOverWords(input.check) === null,
      formula: `${facts.cell("value", row)}="yes"`,
      ref: "D2",
      link: facts.place("value", row),
    },
  ];
}

function beforeChecks(
  figures: Figures,
  items: readonly OutstandingItem[],
  { openings: place, outstanding }: CloseCheckPlaces,
): Proof[] {
  const { input } = figures;
  const signed = signedBefore(input);
  if (signed === null) return [];
  const openings = openingsOf(input);
  const month = monthTitle(signed.month);
  const [last, all] = [place.count - 1, outstanding.count - 1];
  const carried = hasSignedBefore(openings)
    ? [
        {
          words: `Each wallet opens with what ${month} was signed to close at`,
          holds: openings.every(agreesAsSigned),
          formula: place.cell("agrees", last),
          ref: "A1",
          link: place.place("agrees", last),
        },
      ]
    : [];
  return [
    ...carried,
    {
      words: `Outstanding items brought forward are those signed with ${month}`,
      holds: agreementOf(figures, items).before === true,
      formula: outstanding.cell("agreesBefore", all),
      ref: "C2",
      link: outstanding.place("agreesBefore", all),
    },
  ];
}

function frozenChecks(
  figures: Figures,
  items: readonly OutstandingItem[],
  { frozen, outstanding }: CloseCheckPlaces,
): Proof[] {
  const { input } = figures;
  const step = frozenStepOf(input);
  if (step === null) return [];
  const done = step.step === "sign-off" ? "signed" : "prepared";
  const [last, all] = [frozen.count - 1, outstanding.count - 1];
  return [
    {
      words: `The figures of each wallet are those that were ${done}`,
      holds: frozenPairs(input).every((pair) => isAsFrozen(input, pair)),
      formula: frozen.cell("ties", last),
      ref: "A1",
      link: frozen.place("ties", last),
    },
    {
      words: `Outstanding items carried forward are those that were ${done}`,
      holds: agreementOf(figures, items).now === true,
      formula: outstanding.cell("agrees", all),
      ref: "C2",
      link: outstanding.place("agrees", all),
    },
  ];
}
