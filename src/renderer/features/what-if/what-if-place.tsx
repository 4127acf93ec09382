/** What if the check ran under other options: nothing is saved until one says so. */
import { useCallback, useMemo, useState } from "react";
import type { CheckOptions } from "../../../core/options.ts";
import type { LedgerFacts } from "../../../ipc/contract.ts";
import { FaultOf } from "../../app/fault-of.tsx";
import { useLedger } from "../../app/ledger/ledger-provider.tsx";
import { useRoute } from "../../app/use-route.ts";
import { useCheck } from "../../check/check-provider.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { PlaceHeader } from "../../ui/layout/place-header.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { useKeys } from "../../ui/keys/use-keys.ts";
import { AdoptDialog } from "./adopt-dialog.tsx";
import { AdoptBar } from "./adopt-bar.tsx";
import { announcement, changedOptions } from "./compare.ts";
import { Comparison } from "./comparison.tsx";
import { OptionControls } from "./option-controls.tsx";
import { optionsFrom, queryOf } from "./options-address.ts";
import { useAdoptKey } from "./use-adopt-key.ts";
import { useAdopt } from "./use-adopt.ts";
import { unsupportedBasis } from "../../shared/options/option-words.ts";
import { useWhatIf } from "./use-what-if.ts";
import "./what-if-place.css";

export function WhatIfPlace() {
  const ledger = useLedger();
  const { options } = useCheck();
  return (
    <div className="pane whole what-if">
      <PlaceHeader title="What if" aside="Nothing is saved until you use it." />
      {ledger === null || options === null ? (
        <EmptyState title="No ledger is open">Open one to try other options on it.</EmptyState>
      ) : (
        <Trying ledger={ledger} ledgers={options} />
      )}
    </div>
  );
}

interface TryingProps {
  readonly ledger: LedgerFacts;
  /** The options that the ledger keeps. */
  readonly ledgers: CheckOptions;
}

function Trying({ ledger, ledgers }: TryingProps) {
  const { route, setFilters } = useRoute();
  const { state, error, progress, retry } = useCheck();
  const options = useMemo(
    () => optionsFrom(new URLSearchParams(route.filters), ledgers),
    [route.filters, ledgers],
  );
  const change = useCallback(
    (next: Partial<CheckOptions>) => setFilters(queryOf({ ...options, ...next }, ledgers).toString()),
    [options, ledgers, setFilters],
  );
  const reset = useCallback(() => setFilters(""), [setFilters]);
  const { now, tried, isChecking, error: fault } = useWhatIf(options, ledgers);
  const changed = changedOptions(options, ledgers);
  const adopt = useAdopt(ledger, options, ledgers);
  useAdoptKey(adopt.ask);
  useKeys({ b: { does: "Back to the ledger's options", run: reset } }, { group: "What if" });
  if (now === null) {
    if (state === "failed") return <FaultOf error={error} onTryAgain={retry} />;
    return (
      <EmptyState title="Checking…">
        <ProgressBar done={progress?.done ?? 0} total={progress?.total ?? null} label="Checking" />
      </EmptyState>
    );
  }
  return (
    <div className="edge-above what-if-columns">
      <div className="stack gap-4 what-if-options">
        <OptionControls options={options} evidence={tried ?? now} onChange={change} />
        <AdoptBar
          {...{ ledger, options, ledgers, changed, adopt }}
          warning={tried === null ? null : unsupportedBasis(tried)}
          onReset={reset}
        />
        {adopt.isAsked ? (
          <AdoptDialog
            {...{ options, ledgers, now }}
            tried={isChecking ? null : tried}
            onClose={adopt.close}
          />
        ) : null}
      </div>
      <div className="what-if-results">
        {fault === null ? null : <FaultOf error={fault} />}
        <Comparison now={now} tried={tried} isSame={changed.length === 0} isChecking={isChecking} />
        <Spoken text={isChecking || tried === null ? "" : announcement(now, tried)} />
      </div>
    </div>
  );
}

/** What came out, read aloud when it changes; on arriving nothing did yet. */
function Spoken({ text }: { readonly text: string }) {
  const [first] = useState(text);
  return <output className="only-spoken">{text === first ? "" : text}</output>;
}
