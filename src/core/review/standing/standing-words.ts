/** Proposals in words and as a document, the same wherever people and programs read them. */
import { formatAmount, formatCount } from "../../money.ts";
import { monthTitle } from "../../words/month.ts";
import type { Party } from "./circumstances.ts";
import type { StandingProposal, StandingAnswer, AlikeSize } from "./proposals.ts";
import { type Period, withInstant } from "../../time.ts";

/**
 * Where a proposal comes from, and how many earlier decisions agree.
 *
 * @param sayTime words an instant, milliseconds UTC
 * @example
 *   `Decision 12 by Ada Obi, 2026-09-02 10:00:00 UTC, on August 2026; 2 of 3 earlier decisions have this note`
 */
export function originWords(
  { from, agree, earlier }: Pick<StandingProposal, "from" | "agree" | "earlier">,
  sayTime: (atMs: number) => string,
): string {
  const month = from.month === null ? "" : `, on ${monthTitle(from.month)}`;
  const have = agree === 1 ? "has" : "have";
  const agreeing = `${formatAmount(agree)} of ${formatCount(earlier, "earlier decision")} ${have} this note`;
  return `Decision ${from.decision} by ${from.by}, ${sayTime(from.atMs)}${month}; ${agreeing}`;
}

/** What is the same besides the alike. @example `counterparty Ada (userID 9), 1.5 % of the amount` */
export function sameWords({ party, size }: StandingProposal["same"], decimals: number): string {
  return `${partyWords(party)}, ${sizeWords(size, decimals)}`;
}

function partyWords(party: Party): string {
  if (party.kind === "action") return `action ${party.action}`;
  const { name, userID } = party;
  return name === null ? `counterparty userID ${userID}` : `counterparty ${name} (userID ${userID})`;
}

function sizeWords(size: AlikeSize, decimals: number): string {
  switch (size.by) {
    case "amount":
      return `difference ${formatAmount(size.difference, decimals)}`;
    case "share":
      return `${formatAmount(size.hundredths, 2).replace(/\.?0+$/u, "")} % of the amount`;
    case "record":
      return "the rule states no difference";
  }
}

/** Which exceptions of a period were decided on before in a like case, and how. */
export interface StandingReport {
  /** Of which moment it is, as `nowTitle`. */
  readonly shows: string;
  readonly period: Period | null;
  /** Undecided exceptions of the period, those asked for, in the order of the findings. */
  readonly answers: readonly StandingAnswer[];
}

/** Undecided exceptions with what is proposed for each: schema `tieout.proposals/1`. */
export function standingDocument({ shows, answers, period }: StandingReport) {
  return {
    schema: "tieout.proposals/1",
    shows,
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
