/** Overview: does it tie out, and if not, where, by how much, and what have we decided about it? */
import { Section } from "../../ui/part.tsx";
import { useQuery } from "@tanstack/react-query";
import type { ActivityLink, Output } from "../../../ipc/contract.ts";
import { type Api, useApi, useLost } from "../../bridge/api-provider.tsx";
import { useDialogs, useLedgerKeys, useOpenLedger, FaultOf } from "../../app/providers.tsx";
import { CHECK, HISTORY, hrefOf } from "../../app/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { When, DisplayFormatProvider, useDisplayFormat } from "../../ui/values.tsx";
import { MEANINGS, Matched } from "./matched.tsx";
import { pullOf } from "../../shared/record/pull-of.ts";
import { linkWords } from "../../../core/report/sheet/link-words.ts";
import { useState, useMemo } from "react";
import { type Check, useCheck } from "../../rows/check-provider.tsx";
import type { CauseLine, CheckSummary, BalanceHistory } from "../../bridge/protocol.ts";
import { formatCount, formatAmount } from "../../../core/money.ts";
import type { WalletResult } from "../../../core/reconcile/input/result.ts";
import { type TableColumn, Table } from "../../ui/table.tsx";
import { Defined } from "../../ui/defined.tsx";
import { walletName } from "../../../core/words/wallet.ts";
import { momentWords } from "../../../core/review/close/moment.ts";
import { usePast } from "../../rows/moment-provider.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PlaceHeader } from "../../ui/place-header.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { RestatementBanner } from "../../shared/restatements/restatement-banner.tsx";
import { useCheckAnswer } from "../../rows/use-check-answer.ts";
import { BalanceChart, useBalance } from "./balance-chart.tsx";
import { useMonthOf } from "../../shared/months/month-state.tsx";
import { CauseList, ExceptionCounts } from "./exception-counts.tsx";
import { RollForward, earlierMonthOf, signedMonthOf, BREAK_FILTER } from "./roll-forward.tsx";
import { VerdictLine } from "./verdict-line.tsx";
import { SeverityMark } from "../../ui/marks.tsx";
import { ruleName } from "../../../core/words/rule.ts";
import { type FactLine, Facts } from "../../ui/facts.tsx";
import { cutSentence } from "../../../core/words/evidence.ts";
import { basisWords, conventionWords, scopeEvidence } from "../../shared/months/option-words.ts";

// When the records came in last, and what that changed.

/** Links of the trail that are asked for at once. */
const PAGE = 500;

/** The link of a pull in the audit trail, however much was decided since; null where none is. */
export async function linkOfPull(
  api: Pick<Api, "activity.list">,
  pullId: number,
): Promise<ActivityLink | null> {
  for (let before: number | null = null; ;) {
    const { links, more }: Output<"activity.list"> = await api["activity.list"]({ before, count: PAGE });
    const pull = links.find((link) => pullOf(link) === pullId);
    if (pull !== undefined) return pull;
    const last = links.at(-1);
    if (last === undefined || !more) return null;
    before = last.sequence;
  }
}

function LastPull() {
  const api = useApi();
  const dialogs = useDialogs();
  const keyOf = useLedgerKeys();
  const { lastPull, counts, connection, readOnly, settings } = useOpenLedger();
  const { data: link = null } = useQuery({
    queryKey: keyOf("last-pull", counts.pulls, lastPull?.id ?? null),
    queryFn: () => linkOfPull(api, lastPull?.id ?? 0),
    enabled: lastPull !== null,
    // What a pull did never changes: only another pull is asked after again.
    staleTime: "static",
  });
  if (lastPull === null) return null;
  return (
    <Section
      title={lastPull.source === "files" ? "Last import" : "Last pull"}
      level={2}
      meaning={MEANINGS.pull}
      aside={
        connection === "none" || readOnly !== null ? null : (
          <Button
            size="s"
            variant="quiet"
            icon="pull"
            onPress={() => dialogs.show({ is: "pull", full: false })}
          >
            Pull now
          </Button>
        )
      }
    >
      <p>
        <When atMs={lastPull.atMs} time />
      </p>
      {link === null ? null : <p className="quiet breaks">{linkWords(link, settings.decimals).sentence}</p>}
      <p>
        <a href={hrefOf("settings", HISTORY)}>History</a>
      </p>
    </Section>
  );
}

// The causes with the largest amounts, asked of the worker whenever the result or the review changes.

/** So many are listed; the queue has all. */
const LISTED = 8;

/** @returns those before until the next are there; null until the first are */
function useCauses(summary: CheckSummary): readonly CauseLine[] | null {
  const isAsked = summary.causes.count > 0;
  const { data } = useCheckAnswer("largestCauses", isAsked ? { count: LISTED } : null, { stays: true });
  return (isAsked && data) || null;
}

const COLUMNS: readonly TableColumn<WalletResult>[] = [
  { title: "Wallet", isRowHeader: true, cell: walletName },
  {
    title: "Opening",
    heading: <Defined meaning={MEANINGS.opening}>Opening</Defined>,
    amount: ({ opening }) => opening,
  },
  {
    title: "Inflows",
    heading: <Defined meaning={MEANINGS.inflows}>Inflows</Defined>,
    amount: ({ inflow }) => inflow,
    sign: true,
  },
  {
    title: "Outflows",
    heading: <Defined meaning={MEANINGS.outflows}>Outflows</Defined>,
    amount: ({ outflow }) => 0 - outflow,
    sign: true,
  },
  {
    title: "Break differences",
    heading: <Defined meaning={MEANINGS.breaks}>Break differences</Defined>,
    amount: ({ breakDifference }) => breakDifference,
    sign: true,
  },
  {
    title: "Closing",
    heading: <Defined meaning={MEANINGS.closing}>Closing</Defined>,
    amount: ({ closing }) => closing,
  },
];

/** How many wallets are listed; a ledger of more is one for the Wallet place. */
const MOST_FLOWS = 50;

/** The roll-forward of each wallet, where there are several. */
function WalletFlows({ wallets }: { readonly wallets: readonly WalletResult[] }) {
  return (
    <Section title="Wallet by wallet" level={2} className="below-5">
      <Table
        caption="Roll-forward of each wallet"
        columns={COLUMNS}
        rows={wallets.slice(0, MOST_FLOWS)}
        rowKey={({ userID, businessID }) => `${userID} ${businessID ?? ""}`}
      />
      {wallets.length > MOST_FLOWS ? (
        <p className="quiet">and {formatCount(wallets.length - MOST_FLOWS, "more wallet")}</p>
      ) : null}
    </Section>
  );
}

export function OverviewPlace() {
  const check = useCheck();
  const { counts } = useOpenLedger();
  const { summary, state, error, retry } = check;
  if (counts.entries + counts.transactions === 0) return <NothingYet />;
  if (summary !== null) return <Concluded check={check} summary={summary} />;
  return (
    <div className="stack fill holds overview">
      <PlaceHeader title="Overview" />
      {state === "failed" ? (
        <div className="pad-x-5 measure-m">
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
    <div className="stack fill holds overview">
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
    <output className="stack gap-2 empty-state wide">
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
    <p className="measure-m pad-under-3">
      <b>Now</b>, with changes since the sign-off. The roll-forward also shows the signed figures.
    </p>
  );
}

function Concluded({ check, summary }: { readonly check: Check; readonly summary: CheckSummary }) {
  const { review, decisionsError, state, error, retry, isStale } = check;
  const lost = useLost();
  const [isOpen, setOpen] = useState(false);
  const balance = useBalance();
  const causes = useCauses(summary);
  const facts = useMonthOf(summary.period);
  const past = usePast();
  const now = past?.now ?? summary;
  const title = past === null ? null : momentWords(past.moment);
  const signed = useMemo(
    () => (title === null ? signedMonthOf(facts, summary) : earlierMonthOf(summary, title, now)),
    [facts, summary, now, title],
  );
  return (
    <div className="stack fill holds overview" aria-busy={isStale && state !== "failed"}>
      {state === "failed" ? (
        <div className="stack gap-2 pad-x-5 pad-top-3">
          <FaultOf error={error} onTryAgain={retry} />
          <p className="quiet">These figures are from the check before.</p>
        </div>
      ) : null}
      {isStale && state !== "failed" ? (
        <output className="small quiet sunken late pad-x-5 overview-stale">
          {state === "reading" ? "Reading what changed" : "Rechecking"}; these figures are from before.
        </output>
      ) : null}
      <div
        className={
          isStale
            ? "stack wide pad-x-5 pad-under-5 overview-body overview-before"
            : "stack wide pad-x-5 pad-under-5 overview-body"
        }
      >
        <RestatementBanner />
        <VerdictLine summary={summary} review={review} isStale={isStale} title={title} />
        {past === null && signed?.hasMoved === true ? <AsOfNow /> : null}
        <div className="gap-6 overview-figures">
          <RollForward
            summary={now}
            review={isStale ? null : review}
            signed={signed}
            isOpen={isOpen}
            onOpen={setOpen}
          >
            {balance.history === null ? null : <BreakList history={balance.history} />}
          </RollForward>
          <BalanceChart summary={summary} balance={balance} />
        </div>
        {isOpen ? <WalletFlows wallets={summary.wallets} /> : null}
        <div className="gap-6 overview-findings">
          <div className="stack gap-5 shrinks">
            <CauseList
              causes={summary.causes}
              breaks={summary.counts.findings["chain-break"]}
              now={past?.now?.causes ?? null}
              lines={causes}
              exceptions={isStale ? null : (review?.progress.total ?? null)}
            />
            {review === null ? null : <ExceptionCounts review={review} now={past?.nowReview ?? null} />}
          </div>
          {/* That main is away the banner tells. */}
          {decisionsError === null || lost !== null ? null : <FaultOf error={decisionsError} />}
          <div className="stack gap-5">
            <Matched summary={summary} now={past?.now ?? null} />
            <LastPull />
            <HowChecked summary={summary} />
          </div>
        </div>
      </div>
    </div>
  );
}

type LargestBreak = BalanceHistory["largest"][number];

interface BreakListProps {
  readonly history: Pick<BalanceHistory, "breaks" | "largest">;
}

/** The breaks of the balance as links: to the row in the wallet, and to what was found and decided about it. */
function BreakList({ history: { breaks, largest } }: BreakListProps) {
  if (breaks === 0) return null;
  const isAll = breaks === largest.length;
  return (
    <div className="small below-2 plain-links break-list">
      <Table
        look="dense"
        caption="Balance breaks"
        rows={largest}
        rowKey={({ fingerprint }) => fingerprint}
        columns={[
          { title: isAll ? "Break" : "Largest breaks", cell: (found) => <BreakLink of={found} /> },
          { title: "walletID", cell: ({ walletID }) => <EntryLink walletID={walletID} /> },
          { title: "Date", className: "quiet", at: ({ atMs }) => atMs },
          {
            title: "Difference",
            heading: <Defined meaning={MEANINGS.breakDifference}>Difference</Defined>,
            amount: ({ difference }) => difference,
            sign: true,
          },
        ]}
      />
      {isAll ? null : (
        <p className="pad-top-2">
          <a href={hrefOf("exceptions", null, BREAK_FILTER)}>All {formatCount(breaks, "break")}</a>
        </p>
      )}
    </div>
  );
}

function BreakLink({ of: { rule, severity, fingerprint, message } }: { readonly of: LargestBreak }) {
  return (
    <>
      <SeverityMark severity={severity} bare />
      <a href={hrefOf("exceptions", fingerprint)} title={message}>
        {ruleName(rule)}
      </a>
    </>
  );
}

function EntryLink({ walletID }: Pick<LargestBreak, "walletID">) {
  return (
    <a href={hrefOf("wallet", walletID)} aria-label={`walletID ${walletID}`}>
      {walletID}
    </a>
  );
}

/** Under which reading of the records the figures hold, why that one, and what was not checked. */
function HowChecked({ summary }: { readonly summary: CheckSummary }) {
  const { decimals } = useDisplayFormat();
  const { options, asOfMs, skippedRules } = summary;
  const facts: readonly FactLine[] = [
    ["Convention", conventionWords(summary)],
    ["Settlement basis", basisWords(summary)],
    ["Chain scope", scopeEvidence(summary)],
    [
      "Limits",
      `Tolerance ${formatAmount(options.tolerance, decimals)}, cut-off ${formatCount(options.cutoffDays, "day")}, days in ${options.timeZone}.`,
    ],
    ...(asOfMs === null
      ? []
      : [
          [
            "As of",
            <DisplayFormatProvider key="as-of" of={{ decimals, timeZone: options.timeZone }}>
              <When atMs={asOfMs} time />
            </DisplayFormatProvider>,
          ] as const,
        ]),
    ...skippedRules.map(({ rule, reason }): FactLine => ["Not checked", `${ruleName(rule)}: ${reason}`]),
    ["History", cutSentence(summary, "Pull everything again")],
  ];
  return (
    <Section
      title="How it was checked"
      level={2}
      meaning={MEANINGS.checked}
      aside={<a href={hrefOf("settings", CHECK)}>Try other options</a>}
    >
      <Facts facts={facts} />
    </Section>
  );
}
