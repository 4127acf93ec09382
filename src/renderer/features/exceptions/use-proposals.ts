/** What earlier decisions propose for the findings of the check, read in the background. */
import { useSettled } from "../../ui/use-settled.ts";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import {
  type StandingProposal,
  type Withheld,
  type ProposalList,
  type ProposedFinding,
  WITHHELD_WORDS,
} from "../../../core/review/standing/proposals.ts";
import type { LedgerFacts } from "../../../ipc/contract.ts";
import { beforeAnswer } from "../../bridge/answers.ts";
import { useApi } from "../../bridge/api-provider.tsx";
import { useLedgerKeys } from "../../app/providers.tsx";
import { useCheck } from "../../rows/check-provider.tsx";
import { sentenceOf } from "../../ui/faults.tsx";
import { formatCount } from "../../../core/money.ts";
import { showFault, faultIn } from "../../app/show-fault.ts";
import { statusOf } from "../../rows/decision-states.ts";
import type { ExceptionRow } from "../../bridge/protocol.ts";
import { STATUS_WORDS } from "../../shared/decide/finding-words.ts";
import { speak, useUndo, showDecided } from "../../shared/decide/use-undo.tsx";
import { isWaiting } from "./use-queue-rows.tsx";
import { warn } from "../../ui/toast.tsx";

export interface Proposed {
  readonly proposal: StandingProposal;
  /** All findings for which the same is proposed: the status and the note of the same decision. */
  readonly alike: readonly AlikeFinding[];
}

interface AlikeFinding extends ProposedFinding {
  /** Whether it differs by the very amount of the finding that was decided on. */
  readonly isExact: boolean;
}

/** Whether nothing is left to look at before all alike are accepted: one rule, and the same amount in each. */
export function isOneKind({ alike }: Proposed): boolean {
  return alike.every(({ rule, isExact }) => isExact && rule === alike[0]?.rule);
}

/** Whoever decides one finding after the other does not wait for what it changes in the proposals. */
const PATIENCE_MS = 1000;

function useProposals({ human, counts }: LedgerFacts) {
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
    /** Why nothing is proposed for an undecided exception; '' where nobody decided anything yet. */
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
    return { of: (fingerprint: string) => proposed.get(fingerprint) ?? null, whyNot };
  }, [data, error, isAsked]);
}

function byFingerprint(list: ProposalList | null) {
  const alike = new Map<string, AlikeFinding[]>();
  const proposed = new Map<string, Proposed>();
  for (const { proposal, findings } of list?.proposals ?? []) {
    const key = `${proposal.status} ${proposal.note}`;
    const some = alike.get(key) ?? [];
    alike.set(key, some);
    for (const finding of findings) {
      some.push({ ...finding, isExact: proposal.same.size.by === "amount" });
      proposed.set(finding.fingerprint, { proposal, alike: some });
    }
  }
  const withheld = new Map<string, Withheld>();
  for (const { reason, fingerprints } of list?.withheld ?? [])
    for (const fingerprint of fingerprints) withheld.set(fingerprint, reason);
  return { proposed, withheld };
}

// Accepting what is proposed: for the finding on screen, or for all alike, where they are not of one kind
// once a person has seen which they are.

export type Accepting = ReturnType<typeof useAccepting>;

/**
 * @param row the finding on screen; null without one
 * @param onDecided told the fingerprints
 */
export function useAccepting(
  ledger: LedgerFacts,
  row: ExceptionRow | null,
  onDecided: (decided: ReadonlySet<string>) => void,
) {
  const proposals = useProposals(ledger);
  const { decide, decisionStates } = useCheck();
  const undoing = useUndo();
  const [asked, setAsked] = useState<Proposed | null>(null);
  const waiting = row !== null && isWaiting(row.status) ? row.finding.fingerprint : null;
  const shown = useMemo(() => {
    const proposed = waiting === null ? null : proposals.of(waiting);
    if (proposed === null) return null;
    const alike = proposed.alike.filter(({ fingerprint, seen }) =>
      isWaiting(statusOf(fingerprint, { seen, status: "open" }, decisionStates)),
    );
    return { ...proposed, alike };
  }, [waiting, proposals, decisionStates]);

  const accept = ({ proposal }: Proposed, findings: readonly ProposedFinding[]) => {
    const { status, note } = proposal;
    const items = findings.map(({ fingerprint, seen }) => ({ fingerprint, seen }));
    const written = decide({ items, status, note, about: formatCount(items.length, "finding") });
    onDecided(new Set(items.map(({ fingerprint }) => fingerprint)));
    return written;
  };
  const acceptAll = (all: Proposed) => {
    accept(all, all.alike).then(
      (taken) => (taken === null ? undefined : showDecided(all.proposal.status, taken, undoing)),
      showFault,
    );
  };
  const refusing = (run: (of: Proposed) => void) => () => {
    if (ledger.readOnly !== null) return;
    if (shown !== null) run(shown);
    else warn("Nothing is proposed here", "Nothing was done.");
  };
  return {
    proposals,
    /** What is proposed for the finding on screen, and for which others that wait; null where nothing is. */
    shown,
    whyNot: waiting === null ? "" : proposals.whyNot(waiting),
    acceptOne: refusing((one) => {
      const own = one.alike.filter(({ fingerprint }) => fingerprint === waiting);
      accept(one, own).catch(showFault);
      speak(`${STATUS_WORDS[one.proposal.status]}.`);
    }),
    /** Accepts it for all alike: those of one kind at once, others once asked. */
    acceptAlike: refusing((all) => (isOneKind(all) ? acceptAll(all) : setAsked(all))),
    asked,
    acceptAsked: () => {
      if (asked === null) return;
      setAsked(null);
      acceptAll(asked);
    },
    close: () => setAsked(null),
  };
}
