/** A year as `tieout year --json` prints it, with times as RFC 3339. */
import { momentTitle, nowTitle } from "../review/close/moment.ts";
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
    months: months.map((month) => monthDocument(month, year)),
  };
}

function monthDocument({ month, prepared, signed, figures, ...rest }: YearMonth, year: YearReport) {
  return {
    month,
    shows: shownOf(signed, year),
    ...rest,
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

/** Of which moment its figures are: those of a signed month, but for what is named so, as it was signed. */
function shownOf(signed: StepTaken | null, { pull, timeZone }: YearReport): string {
  return signed === null
    ? nowTitle({ pullId: pull.id, source: pull.source, atMs: pull.atMs }, timeZone)
    : momentTitle({ is: "signed", sequence: 0, ...signed }, timeZone);
}

function stepDocument(step: StepTaken | null) {
  return step === null ? null : withInstant({ by: step.by, atMs: step.atMs });
}
