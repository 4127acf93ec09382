/** What earlier decisions propose for the findings of the check, read in the background. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type {
  StandingProposal,
  Withheld,
  ProposalList,
  ProposedFinding,
} from "../../../../core/review/standing/proposals.ts";
import { WITHHELD_WORDS } from "../../../../core/review/standing/standing-words.ts";
import type { LedgerFacts } from "../../../../ipc/contract.ts";
import { beforeAnswer } from "../../../app/answers.ts";
import { useApi } from "../../../app/api-provider.tsx";
import { useLedgerKeys } from "../../../app/ledger/ledger-provider.tsx";
import { faultIn } from "../../../app/fault-in.ts";
import { useCheck } from "../../../check/check-provider.tsx";
import { sentenceOf } from "../../../words/faults.ts";
import { useSettled } from "./use-settled.ts";

/** What is proposed for a finding. */
export interface Proposed {
  readonly proposal: StandingProposal;
  /** All findings for which the same is proposed: the status and the note of the same decision. */
  readonly alike: readonly ProposedFinding[];
}

export interface Proposals {
  /** null where nothing is proposed, or it is not known. */
  readonly of: (fingerprint: string) => Proposed | null;
  /**
   * Why nothing is proposed for an undecided exception, in sentences; '' where nobody decided anything yet.
   */
  readonly whyNot: (fingerprint: string) => string;
}

/** Whoever decides one finding after the other does not wait for what it changes in the proposals. */
const PATIENCE_MS = 1000;

export function useProposals({ human, counts }: LedgerFacts): Proposals {
  const api = useApi();
  const { period, summary } = useCheck();
  const options = summary?.options ?? null;
  const state = useSettled(`${human} ${counts.pulls} ${counts.decisions}`, PATIENCE_MS);
  const isAsked = counts.decisions > 0 && options !== null;
  const queryKey = useLedgerKeys()("proposals", period, options, state);
  const { data = null, error } = useQuery({
    queryKey,
    queryFn: () => api["review.proposals"]({ period, options: options ?? {} }),
    enabled: isAsked,
    // Not asked again at each decision: what they depend on is in their name.
    staleTime: "static",
    gcTime: 0,
    placeholderData: beforeAnswer(queryKey),
  });
  return useMemo(() => {
    const { proposed, withheld } = byFingerprint(data);
    const whyNot = (fingerprint: string) => {
      if (!isAsked) return "";
      if (error !== null) return `The proposals cannot be read. ${sentenceOf(faultIn(error))}`;
      if (data === null) return "Comparing with earlier decisions…";
      const reason = withheld.get(fingerprint);
      if (reason !== undefined) return `Nothing is proposed. ${WITHHELD_WORDS[reason]}.`;
      return data.left === 0
        ? ""
        : "Not compared with earlier decisions: there are too many exceptions. Use tieout review --proposals for all.";
    };
    return { of: (fingerprint) => proposed.get(fingerprint) ?? null, whyNot };
  }, [data, error, isAsked]);
}

function byFingerprint(list: ProposalList | null) {
  const alike = new Map<string, ProposedFinding[]>();
  const proposed = new Map<string, Proposed>();
  for (const { proposal, findings } of list?.proposals ?? []) {
    const key = `${proposal.status} ${proposal.note}`;
    const some = alike.get(key) ?? [];
    alike.set(key, some);
    for (const finding of findings) {
      some.push(finding);
      proposed.set(finding.fingerprint, { proposal, alike: some });
    }
  }
  const withheld = new Map<string, Withheld>();
  for (const { reason, fingerprints } of list?.withheld ?? [])
    for (const fingerprint of fingerprints) withheld.set(fingerprint, reason);
  return { proposed, withheld };
}
