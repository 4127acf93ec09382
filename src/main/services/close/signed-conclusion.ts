/** The conclusion that a signed month had when it was signed, in words and figures, as a use case. */
import { standingOfMonth } from "../../../core/review/close/month-states.ts";
import { verdictOf } from "../../../core/report/words/verdict.ts";
import { BREAK_RULES } from "../../../core/reconcile/rules.ts";
import type { FrozenWallet, Month } from "../../../core/review/close/close.ts";
import { ZoneClock, periodOf } from "../../../core/time.ts";
import { listCloseSteps } from "../../ledger/people/close-step.ts";
import { runConclusionOf } from "../../ledger/people/run-document.ts";
import type { LedgerAt } from "../../ledger/trail/as-of.ts";
import { readLedger } from "../shared/use-ledger.ts";
import { frozenRunDocument } from "./month-check.ts";

export interface SignedConclusion {
  /** The conclusion of the run that was signed; null for a month that is not signed. */
  readonly verdict: string | null;
  /** How many errors and warnings that run has. */
  readonly errors: number;
  readonly warnings: number;
  /** How many entries' stated balances did not follow. */
  readonly breaks: number;
  /** Their figures as they were signed. */
  readonly wallets: FrozenWallet[];
}

/**
 * Reads the conclusion of the run that a signed month depends on. No record is read.
 *
 * @throws TieoutError when the ledger cannot be opened; LEDGER_CORRUPT, AUDIT_MISMATCH when the run is not
 *   what was signed
 */
export function readSignedConclusion({
  ledger,
  month,
}: {
  readonly ledger: LedgerAt;
  readonly month: Month;
}): SignedConclusion {
  return readLedger(ledger, (db) => {
    const { signed } = standingOfMonth(listCloseSteps(db), month);
    if (signed === null) return { verdict: null, errors: 0, warnings: 0, breaks: 0, wallets: [] };
    const { frozen } = signed;
    const kept = runConclusionOf(frozenRunDocument(db, frozen));
    const period =
      kept.period === null
        ? null
        : periodOf(kept.period.from, kept.period.to, new ZoneClock(frozen.options.timeZone));
    const { error, warning } = kept.counts.bySeverity;
    // A month that was not over when signed shows in what was overridden.
    const verdict = verdictOf(
      { ...kept, period, pulledAtMs: null, options: frozen.options },
      frozen.decimals,
    );
    const breaks = kept.findings.filter(({ rule }) => BREAK_RULES.has(rule)).length;
    return { verdict, errors: error, warnings: warning, breaks, wallets: [...frozen.wallets] };
  });
}
