/** Proposals as `review --proposals --json` prints them, with times as RFC 3339. */
import { type Period, withInstant } from "../../time.ts";
import type { StandingAnswer } from "./proposals.ts";

/** Undecided exceptions with what is proposed for each: schema `tieout.proposals/1`. */
export function standingDocument(answers: readonly StandingAnswer[], period: Period | null) {
  return {
    schema: "tieout.proposals/1",
    period: period === null ? null : { from: period.from, to: period.to },
    proposed: answers.filter(({ proposal }) => proposal !== null).length,
    exceptions: answers.map(({ reviewed: { finding, status, seen }, proposal, withheld }) => ({
      status,
      seen,
      proposal: proposal === null ? null : proposalDocument(proposal),
      withheld,
      finding,
    })),
  };
}

function proposalDocument({ from, ...proposal }: NonNullable<StandingAnswer["proposal"]>) {
  return { ...proposal, from: withInstant(from) };
}
