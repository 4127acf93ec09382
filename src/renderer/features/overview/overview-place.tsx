/** Overview: does it tie out, and if not, where, by how much, and what have we decided about it? */
import { useMemo, useState } from "react";
import { formatAmount } from "../../../core/money.ts";
import { useLost } from "../../app/api-provider.tsx";
import { momentWords } from "../../../core/review/close/moment.ts";
import { usePast } from "../../app/moment/moment-provider.tsx";
import { useDialogs } from "../../app/dialogs-provider.tsx";
import { FaultOf } from "../../app/fault-of.tsx";
import { useOpenLedger } from "../../app/ledger/ledger-provider.tsx";
import { type Check, useCheck } from "../../check/check-provider.tsx";
import type { CheckSummary } from "../../check/protocol.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { PlaceHeader } from "../../ui/layout/place-header.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { RestatementBanner } from "../../shared/restatements/restatement-banner.tsx";
import { BalanceChart } from "./balance/balance-chart.tsx";
import { useMonthOf } from "../../shared/months/month-state.tsx";
import { BreakList } from "./break-list.tsx";
import { CauseList } from "./cause-list.tsx";
import { ExceptionCounts } from "./exception-counts.tsx";
import { HowChecked } from "./how-checked.tsx";
import { LastPull } from "./last-pull.tsx";
import { Matched } from "./matched.tsx";
import { RollForward } from "./roll-forward.tsx";
import { useBalance } from "./balance/use-balance.ts";
import { useCauses } from "./use-causes.ts";
import { earlierMonthOf, signedMonthOf } from "./signed-month.ts";
import { VerdictLine } from "./verdict-line.tsx";
import { WalletFlows } from "./wallet-flows.tsx";
import "./overview.css";

export function OverviewPlace() {
  const check = useCheck();
  const { counts } = useOpenLedger();
  const { summary, state, error, retry } = check;
  if (counts.entries + counts.transactions === 0) return <NothingYet />;
  if (summary !== null) return <Concluded check={check} summary={summary} />;
  return (
    <div className="stack fill overview">
      <PlaceHeader title="Overview" />
      {state === "failed" ? (
        <div className="overview-alone">
          <FaultOf error={error} onTryAgain={retry} />
        </div>
      ) : (
        <Waiting check={check} />
      )}
    </div>
  );
}

function NothingYet() {
  const dialogs = useDialogs();
  const { connection } = useOpenLedger();
  return (
    <div className="stack fill overview">
      <PlaceHeader title="Overview" />
      <EmptyState
        title="Nothing to check yet"
        actions={
          <>
            <Button
              variant="primary"
              icon="pull"
              onPress={() =>
                dialogs.show(
                  connection === "none" ? { is: "connect", target: "open" } : { is: "pull", full: false },
                )
              }
            >
              {connection === "none" ? "Connect to the service" : "Pull now"}
            </Button>
            <Button onPress={() => dialogs.show({ is: "import", files: [] })}>Import saved responses</Button>
          </>
        }
      >
        This ledger has no entries or transactions yet. After a pull or import, this page shows whether they
        tie out.
      </EmptyState>
    </div>
  );
}

function Waiting({ check: { state, progress } }: { readonly check: Check }) {
  const { counts } = useOpenLedger();
  return (
    <output className="stack gap-2 overview-waiting">
      <p className="title">
        {state === "checking" ? `Checking ${formatAmount(counts.entries)} entries…` : "Reading the ledger…"}
      </p>
      <ProgressBar
        done={progress?.done ?? 0}
        total={progress?.total ?? null}
        label={state === "checking" ? "Checking" : "Reading the ledger"}
      />
      <p className="quiet">
        {progress === null
          ? " "
          : `${formatAmount(progress.done)} of ${formatAmount(progress.total)} ${state === "checking" ? "steps" : "records"}`}
      </p>
    </output>
  );
}

/** Above figures that are not those that were signed. */
function AsOfNow() {
  return (
    <p className="overview-now">
      <b>Now</b>, with changes since the sign-off. The roll-forward also shows the signed figures.
    </p>
  );
}

function Concluded({ check, summary }: { readonly check: Check; readonly summary: CheckSummary }) {
  const { review, decisionsError, state, error, retry, isStale } = check;
  const lost = useLost();
  const [isOpen, setOpen] = useState(false);
  const balance = useBalance(check);
  const causes = useCauses(check);
  const facts = useMonthOf(summary.period);
  const past = usePast();
  const now = past?.now ?? summary;
  const title = past === null ? null : momentWords(past.moment);
  const signed = useMemo(
    () => (title === null ? signedMonthOf(facts, summary) : earlierMonthOf(summary, title, now)),
    [facts, summary, now, title],
  );
  return (
    <div className="stack fill overview" aria-busy={isStale && state !== "failed"}>
      {state === "failed" ? (
        <div className="stack gap-2 overview-failed">
          <FaultOf error={error} onTryAgain={retry} />
          <p className="quiet">These figures are from the check before.</p>
        </div>
      ) : null}
      {isStale && state !== "failed" ? (
        <output className="small quiet overview-stale">
          {state === "reading" ? "Reading what changed" : "Rechecking"}; these figures are from before.
        </output>
      ) : null}
      <div className={isStale ? "stack overview-body overview-before" : "stack overview-body"}>
        <RestatementBanner />
        <VerdictLine summary={summary} review={review} isStale={isStale} title={title} />
        {past === null && signed?.hasMoved === true ? <AsOfNow /> : null}
        <div className="overview-figures">
          <RollForward
            summary={now}
            review={isStale ? null : review}
            signed={signed}
            isOpen={isOpen}
            onOpen={setOpen}
          >
            {balance.history === null ? null : <BreakList history={balance.history} />}
          </RollForward>
          <BalanceChart check={check} summary={summary} balance={balance} />
        </div>
        {isOpen ? <WalletFlows wallets={summary.wallets} /> : null}
        <div className="overview-findings">
          <div className="stack gap-5 shrinks">
            <CauseList
              causes={summary.causes}
              breaks={summary.counts.findings["chain-break"]}
              now={past?.now?.causes ?? null}
              lines={causes}
              amounts={isStale ? [] : (review?.amounts ?? [])}
              exceptions={isStale ? null : (review?.progress.total ?? null)}
            />
            {review === null ? null : <ExceptionCounts review={review} now={past?.nowReview ?? null} />}
          </div>
          {/* That main is away the banner tells. */}
          {decisionsError === null || lost !== null ? null : <FaultOf error={decisionsError} />}
          <div className="stack gap-5 overview-side">
            <Matched summary={summary} now={past?.now ?? null} />
            <LastPull />
            <HowChecked summary={summary} />
          </div>
        </div>
      </div>
    </div>
  );
}
