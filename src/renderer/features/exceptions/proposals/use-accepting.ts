/**
 * Accepting what is proposed: for the finding on screen, or for all alike once a person has seen which they
 * are.
 */
import { useMemo, useState } from "react";
import { formatCount } from "../../../../core/money.ts";
import type { ProposedFinding } from "../../../../core/review/standing/proposals.ts";
import type { LedgerFacts } from "../../../../ipc/contract.ts";
import { showFault } from "../../../app/show-fault.ts";
import { useCheck } from "../../../check/check-provider.tsx";
import { statusOf } from "../../../check/decisions/decision-states.ts";
import type { ExceptionRow } from "../../../check/protocol.ts";
import { STATUS_WORDS } from "../../../shared/decide/finding-words.ts";
import { speak } from "../../../shared/decide/spoken.tsx";
import { showDecided } from "../../../shared/decide/show-decided.ts";
import { useUndo } from "../../../shared/decide/use-undo.ts";
import { showToast } from "../../../ui/overlays/toast.tsx";
import { isWaiting } from "../finding/movement.ts";
import { type Proposals, type Proposed, useProposals } from "./use-proposals.ts";

export interface Accepting {
  readonly proposals: Proposals;
  /** What is proposed for the finding on screen, and for which others that wait; null where nothing is. */
  readonly shown: Proposed | null;
  /** Why nothing is; '' where there is nothing to say. */
  readonly whyNot: string;
  /** Accepts it for the finding on screen. */
  readonly acceptOne: () => void;
  /** Asks whether it is accepted for all alike. */
  readonly askAll: () => void;
  /** What is asked about; null while nothing is. */
  readonly asked: Proposed | null;
  readonly acceptAsked: () => void;
  readonly close: () => void;
}

/**
 * @param row the finding on screen; null without one
 * @param onDecided told the fingerprints
 */
export function useAccepting(
  ledger: LedgerFacts,
  row: ExceptionRow | null,
  onDecided: (decided: ReadonlySet<string>) => void,
): Accepting {
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
  const refusing = (run: (of: Proposed) => void) => () => {
    if (ledger.readOnly !== null) return;
    if (shown !== null) run(shown);
    else showToast({ tone: "warning", words: "Nothing is proposed here", more: "Nothing was done." });
  };
  return {
    proposals,
    shown,
    whyNot: waiting === null ? "" : proposals.whyNot(waiting),
    acceptOne: refusing((one) => {
      const own = one.alike.filter(({ fingerprint }) => fingerprint === waiting);
      accept(one, own).catch(showFault);
      speak(`${STATUS_WORDS[one.proposal.status]}.`);
    }),
    askAll: refusing(setAsked),
    asked,
    acceptAsked: () => {
      if (asked === null) return;
      setAsked(null);
      const { status } = asked.proposal;
      accept(asked, asked.alike).then(
        (taken) => (taken === null ? undefined : showDecided(status, taken, undoing)),
        showFault,
      );
    },
    close: () => setAsked(null),
  };
}
