/** A year as `tieout year --json` prints it, with times as RFC 3339. */
import { withInstant } from "../time.ts";
import { type StepTaken, type YearMonth, type YearReport, carriedOff, restatedBy, yearTies } from "./year.ts";

/** The schema `tieout.year/1`. */
export function yearDocument(year: YearReport) {
  const { months, pull, ...rest } = year;
  return {
    schema: "tieout.year/1",
    ...rest,
    ties: yearTies(year),
    pull: withInstant({ id: pull.id, source: pull.source, atMs: pull.atMs }),
    months: months.map(monthDocument),
  };
}

function monthDocument({ prepared, signed, figures, ...month }: YearMonth) {
  return {
    ...month,
    prepared: stepDocument(prepared),
    signed: stepDocument(signed),
    figures: figures.map((of) => ({
      ...of,
      carriedOff: of.before === null ? null : carriedOff(of),
      closingNow: of.now?.closing ?? null,
      restatedBy: of.now === null ? null : restatedBy(of).closing,
      movementsRestatedBy: of.now === null ? null : restatedBy(of).movements,
    })),
  };
}

function stepDocument(step: StepTaken | null) {
  return step === null ? null : withInstant({ by: step.by, atMs: step.atMs });
}
