/**
 * Proposals as a window lists them: each once, with the findings that it is for, and why others have none.
 */
import type { Finding } from "../../reconcile/result/findings.ts";
import type { StandingAnswer, StandingProposal, Withheld } from "./proposals.ts";

/** As much of a finding as accepting a proposal for it needs, and naming it before. */
export interface ProposedFinding extends Pick<
  Finding,
  "fingerprint" | "rule" | "walletID" | "payID" | "payref" | "userID"
> {
  /** The id of the newest decision or undo on it, null for none. */
  readonly seen: number | null;
  /** null where its rule states none. */
  readonly difference: number | null;
}

export interface ProposalList {
  /** In the order of their first finding; the findings in theirs. */
  readonly proposals: readonly {
    readonly proposal: StandingProposal;
    readonly findings: readonly ProposedFinding[];
  }[];
  /** Findings without a proposal, by the reason; reasons without findings are left out. */
  readonly withheld: readonly { readonly reason: Withheld; readonly fingerprints: readonly string[] }[];
  /** How many undecided exceptions are not in the list, because it is full. */
  readonly left: number;
}

/**
 * Lists what was answered. Takes time in proportion to it.
 *
 * @param most answers that the list holds: the first of them
 */
export function proposalList(answers: readonly StandingAnswer[], most: number): ProposalList {
  const listed = answers.slice(0, most);
  const proposing = listed.filter((answer) => answer.proposal !== null);
  const without = listed.filter((answer) => answer.withheld !== null);
  const alike = Map.groupBy(proposing, ({ proposal }) => JSON.stringify(proposal));
  const reasons = Map.groupBy(without, ({ withheld }) => withheld);
  return {
    proposals: Array.from(alike.values(), (some) => ({
      proposal: (some[0] as (typeof some)[number]).proposal,
      findings: some.map(proposedFinding),
    })),
    withheld: Array.from(reasons, ([reason, some]) => ({
      reason,
      fingerprints: some.map(({ reviewed }) => reviewed.finding.fingerprint),
    })),
    left: answers.length - listed.length,
  };
}

function proposedFinding({ reviewed: { finding, seen } }: StandingAnswer): ProposedFinding {
  const { fingerprint, rule, walletID, payID, payref, userID, difference = null } = finding;
  return { fingerprint, rule, walletID, payID, payref, userID, difference, seen };
}
