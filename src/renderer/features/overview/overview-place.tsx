/** Overview: what is left to resolve, what moved the balance, and where it breaks. */
import { Section } from "../../ui/part.tsx";
import { useLost } from "../../bridge/api-provider.tsx";
import { useDialogs, useOpenLedger, FaultOf } from "../../app/providers.tsx";
import { CHECK, hrefOf, go } from "../../app/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { MEANINGS } from "./meanings.ts";
import { useState, useMemo, useEffect, useRef } from "react";
import { type Check, WaitingNote, useCheck } from "../../rows/check-provider.tsx";
import type { BalanceHistory, CheckSummary, ReviewSummary, BalanceSeries } from "../../bridge/protocol.ts";
import { formatCount, formatAmount } from "../../../core/money.ts";
import type { WalletResult } from "../../../core/reconcile/input/result.ts";
import { type TableColumn, Table } from "../../ui/table.tsx";
import { Defined } from "../../ui/defined.tsx";
import { walletName } from "../../../core/words/wallet.ts";
import { momentWords } from "../../../core/review/close/moment.ts";
import { usePast } from "../../rows/moment-provider.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PLACE_TITLE_ID, PlaceHeader } from "../../ui/place-header.tsx";
import { causeCountWords } from "../../../core/words/cause.ts";
import { areMixed } from "../../../core/words/currency.ts";
import { cutSentence } from "../../../core/words/evidence.ts";
import { monthName } from "../../shared/months/close-words.ts";
import { WALLET_FIGURES, hrefOfShownFigure } from "../../shared/months/figure-links.ts";
import { ResolveBars } from "../../shared/decide/resolve-bars.tsx";
import { basisWords, conventionWords, scopeEvidence } from "../../shared/months/option-words.ts";
import { type FactLine, Facts } from "../../ui/facts.tsx";
import {
  DisplayFormatProvider,
  When,
  useDisplayFormat,
  type DisplayFormat,
  amountText,
  whenText,
} from "../../ui/values.tsx";
import { RestatementBanner } from "../../shared/restatements/restatement-banner.tsx";
import { useMonthOf } from "../../shared/months/month-state.tsx";
import { RollForward, earlierMonthOf, signedMonthOf } from "./roll-forward.tsx";
import { SeverityMark } from "../../ui/marks.tsx";
import { ruleName } from "../../../core/words/rule.ts";
import { isCancelled } from "../../rows/load.ts";
import { walletKey } from "../../../core/reconcile/chain/wallet-key.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { useKeys } from "../../ui/use-keys.ts";
import { type Pointed, plotBalance } from "./balance-plot.ts";

const COLUMNS: readonly TableColumn<WalletResult>[] = [
  { title: "Wallet", isRowHeader: true, cell: walletName },
  ...WALLET_FIGURES.map(({ name, title, value, isMove }): TableColumn<WalletResult> => ({
    title,
    amount: value,
    sign: isMove,
    href: (wallet) => (value(wallet) === 0 ? undefined : hrefOfShownFigure(name, { wallet })),
  })),
];

/** How many wallets are listed; a ledger of more is one for the Wallet place. */
const MOST_FLOWS = 50;

function WalletFlows({ wallets }: { readonly wallets: readonly WalletResult[] }) {
  return (
    <Section title="Wallet by wallet" level={2} className="below-3">
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
  const isEmpty = counts.entries + counts.transactions === 0;
  if (summary !== null && !isEmpty) return <Concluded check={check} summary={summary} />;
  return (
    <div className="stack fill holds overview">
      <PlaceHeader title="Overview" />
      {isEmpty ? (
        <NothingYet />
      ) : state === "failed" ? (
        <div className="pad-x-5 measure-m">
          <FaultOf error={error} onTryAgain={retry} />
        </div>
      ) : (
        <WaitingNote />
      )}
    </div>
  );
}

function NothingYet() {
  const dialogs = useDialogs();
  const { connection } = useOpenLedger();
  return (
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
      This ledger has no entries or transactions yet. After a pull or import, this page shows whether they tie
      out.
    </EmptyState>
  );
}

function Concluded({ check, summary }: { readonly check: Check; readonly summary: CheckSummary }) {
  const { decisionsError, state, error, retry, isStale } = check;
  // While it is checked again, of what is still shown.
  const isOf = !isStale || check.review?.headline.lead.startsWith(summary.title) === true;
  const review = isOf ? check.review : null;
  const lost = useLost();
  const [isOpen, setOpen] = useState(false);
  const balance = useBalance();
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
            ? "stack fill wide pad-x-5 pad-under-3 overview-body overview-before"
            : "stack fill wide pad-x-5 pad-under-3 overview-body"
        }
      >
        <RestatementBanner shown={facts?.month ?? null} />
        <OverviewHead summary={summary} review={review} />
        {/* That main is away the banner tells. */}
        {decisionsError === null || lost !== null ? null : <FaultOf error={decisionsError} />}
        <div className="beside fill gap-5 overview-figures">
          <RollForward
            summary={now}
            review={isStale ? null : review}
            signed={signed}
            shows={past === null ? "now" : "then"}
            isOpen={isOpen}
            onOpen={setOpen}
          >
            {balance.history === null ? null : <BreakList history={balance.history} />}
          </RollForward>
          <BalanceChart summary={summary} balance={balance} />
        </div>
        {isOpen ? <WalletFlows wallets={summary.wallets} /> : null}
        <CheckDetail summary={summary} verdict={review?.verdict ?? summary.verdict} />
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
  const isMixed = areMixed(largest);
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
          { title: "Date", className: "quiet break-day", at: ({ atMs }) => atMs },
          isMixed && { title: "Currency", className: "quiet", cell: ({ currency }) => currency },
          {
            title: "Difference",
            heading: <Defined meaning={MEANINGS.breakDifference}>Difference</Defined>,
            amount: ({ difference }) => difference,
            sign: true,
            href: ({ walletID }) => hrefOfShownFigure("breaks", { record: walletID }),
          },
        ]}
      />
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

interface OverviewHeadProps {
  readonly summary: CheckSummary;
  readonly review: ReviewSummary | null;
}

/** The one number of the month, large: it is the place's title, so whoever arrives hears it first. */
function OverviewHead({ summary, review }: OverviewHeadProps) {
  const { lead, rest } = review?.headline ?? { lead: summary.title, rest: "" };
  return (
    <header className="stack gap-2 pad-top-3 pad-under-3 verdict">
      <div className="cluster ends gap-2 across-4">
        <h1 id={PLACE_TITLE_ID} className="headline verdict-lead lands" tabIndex={-1}>
          <span className="only-spoken">Overview: </span>
          {lead}
        </h1>
        <div className="cluster across-4">
          {review === null ? null : <NextStep review={review} period={summary.period} />}
          {rest === "" ? null : <p className="subline">{rest}</p>}
        </div>
      </div>
      {review === null ? null : <ResolveBars amounts={review.amounts} />}
    </header>
  );
}

interface NextStepProps {
  readonly review: ReviewSummary;
  readonly period: CheckSummary["period"];
}

/** Goes on with errors, then warnings, then the close; nothing of a month that is signed. */
function NextStep({ review: { progress }, period }: NextStepProps) {
  const facts = useMonthOf(period);
  if (facts?.state === "signed-off") return null;
  const openOf = (severity: "error" | "warning") => {
    const { total, reviewed } = progress.bySeverity[severity];
    return total - reviewed;
  };
  const next = (["error", "warning"] as const).find((severity) => openOf(severity) > 0);
  if (next === undefined && facts === null) return null;
  return next === undefined ? (
    <a className="button button-primary" href={hrefOf("close")}>
      Close {monthName(facts?.month ?? "")}
    </a>
  ) : (
    <a className="button button-primary" href={hrefOf("exceptions", null, `severity=${next}`)}>
      Review {formatCount(openOf(next), next)}
    </a>
  );
}

// Folded under the figures: the conclusion in full, what explains it, and under which reading of the records it holds.

function CheckDetail({ summary, verdict }: { readonly summary: CheckSummary; readonly verdict: string }) {
  const { decimals } = useDisplayFormat();
  const { options, asOfMs, skippedRules, matched, uncompared } = summary;
  const causes = causeCountWords(summary.causes);
  const facts: readonly FactLine[] = [
    ["Conclusion", verdict],
    ...(causes === null ? [] : [["Causes", causes] as const]),
    [
      "Matched",
      uncompared ??
        (matched.withPayref === 0
          ? "No entry of the period has a payref."
          : `${formatAmount(matched.tied)} of ${formatAmount(matched.withPayref)} entries with a payref have their transaction.`),
    ],
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
    <details className="rule-above pad-top-3 below-3">
      <summary>How it was checked, and what explains it</summary>
      <Facts facts={facts} />
      <p>
        <a href={hrefOf("settings", CHECK)}>Try other options</a>
      </p>
    </details>
  );
}

// Balance over time. Every break is marked on the line, and listed beside it.

/** More than a wide screen has pixels for a line of steps. */
const POINTS = 2400;

interface Balance {
  readonly history: BalanceHistory | null;
  readonly error: unknown;
}

/** Over time, asked for with each result alone: a decision draws it no other way. The one before stays until then. */
function useBalance(): Balance {
  const { client, summary } = useCheck();
  const [balance, setBalance] = useState<Balance>({ history: null, error: null });
  useEffect(() => {
    if (client === null || summary === null) return undefined;
    const control = new AbortController();
    client.call("balance", { points: POINTS }, { signal: control.signal }).then(
      (history) => setBalance({ history, error: null }),
      (error: unknown) => {
        if (!isCancelled(error)) setBalance({ history: null, error });
      },
    );
    return () => control.abort();
  }, [client, summary]);
  return balance;
}

interface BalanceChartProps {
  readonly summary: CheckSummary;
  readonly balance: Balance;
}

function BalanceChart({ summary, balance: { history, error } }: BalanceChartProps) {
  const lines = history?.lines ?? null;
  const { retry } = useCheck();
  const format = useDisplayFormat();
  const [chosen, setChosen] = useState<string | null>(null);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const line = lines?.find(({ wallet }) => walletKey(wallet) === chosen) ?? lines?.[0];
  return (
    <Section
      title="Balance over time"
      level={2}
      meaning={MEANINGS.balance}
      className="balance"
      aside={
        <>
          <span className="small quiet shrinks to-right balance-pointed" aria-hidden="true">
            {pointed !== null
              ? pointedWords(pointed, format)
              : line === undefined
                ? ""
                : closingWords(line, format)}
          </span>
          {lines !== null && lines.length > 1 && line !== undefined ? (
            <SelectField
              label="Wallet"
              isLabelHidden
              value={walletKey(line.wallet)}
              onChange={setChosen}
              options={lines.map(({ wallet }) => ({ id: walletKey(wallet), label: nameIn(summary, wallet) }))}
            />
          ) : null}
        </>
      }
    >
      <FaultOf error={error} onTryAgain={retry} />
      {lines === null ? <figure aria-hidden="true" /> : null}
      {lines !== null && line === undefined ? (
        <p className="pad-y-2 quiet">No entries in the period: balance unchanged.</p>
      ) : null}
      {line === undefined ? null : (
        <Plot key={walletKey(line.wallet)} line={line} period={summary.period} onPoint={setPointed} />
      )}
    </Section>
  );
}

function nameIn({ wallets }: CheckSummary, wallet: BalanceSeries["wallet"]): string {
  const held = wallets.find(
    ({ userID, businessID }) => userID === wallet.userID && businessID === wallet.businessID,
  );
  return walletName({ ...wallet, currency: held?.currency ?? null });
}

interface PlotProps {
  readonly line: BalanceSeries;
  readonly period: CheckSummary["period"];
  readonly onPoint: (pointed: Pointed | null) => void;
}

function Plot({ line, period, onPoint }: PlotProps) {
  const format = useDisplayFormat();
  const { decimals, timeZone } = format;
  const target = useRef<HTMLDivElement>(null);
  const drawn = useRef<ReturnType<typeof plotBalance> | null>(null);
  const [isZoomed, setZoomed] = useState(false);
  const showAll = () => drawn.current?.showAll();
  useKeys(
    { Escape: { does: "Show the whole balance", run: showAll } },
    { group: "Overview", enabled: isZoomed },
  );
  useEffect(() => {
    if (target.current === null) return undefined;
    const plot = plotBalance(target.current, {
      series: line,
      period,
      decimals,
      timeZone,
      onPoint,
      onChoose: ({ walletID }) => go("wallet", walletID),
      onZoom: setZoomed,
    });
    drawn.current = plot;
    return () => {
      drawn.current = null;
      plot.remove();
    };
  }, [line, period, decimals, timeZone, onPoint]);
  return (
    <figure className="holds" aria-label={spoken(line, format)}>
      <div ref={target} className="balance-plot" aria-hidden="true" />
      {isZoomed ? (
        <div className="balance-reset">
          <Button size="s" onPress={showAll} words="Reset" />
        </div>
      ) : null}
    </figure>
  );
}

function closingWords({ atMs, balance }: BalanceSeries, { decimals, timeZone }: DisplayFormat): string {
  const [last, end] = [balance.at(-1), atMs.at(-1)];
  if (last === undefined || end === undefined) return "";
  return `${whenText(end, timeZone, true)}: ${amountText(last, { decimals, zero: "0" })}`;
}

function pointedWords(
  { atMs, balance, least, most, near }: Pointed,
  { decimals, timeZone }: DisplayFormat,
): string {
  const at = whenText(atMs, timeZone, true);
  const say = (amount: number) => amountText(amount, { decimals, zero: "0" });
  if (near === null)
    return least === most ? `${at}: ${say(balance)}` : `${at}: from ${say(least)} to ${say(most)}`;
  const off = amountText(near.difference, { decimals, sign: true });
  return `${at}: walletID ${near.walletID} off by ${off}`;
}

function spoken({ atMs, balance, breaks }: BalanceSeries, { decimals, timeZone }: DisplayFormat): string {
  const day = (at: number | undefined) => (at === undefined ? "" : whenText(at, timeZone, false));
  const amount = (value: number) => amountText(value, { decimals, zero: "0" });
  const least = balance.reduce((low, value) => Math.min(low, value), Infinity);
  const most = balance.reduce((high, value) => Math.max(high, value), -Infinity);
  return (
    `From ${day(atMs.at(0))} at ${amount(balance.at(0) ?? 0)} to ${day(atMs.at(-1))} at ${amount(balance.at(-1) ?? 0)}, ` +
    `between ${amount(least)} and ${amount(most)}, with ${formatCount(breaks.length, "break")}` +
    `${breaks.length > 0 ? ", the largest of them listed beside the chart" : ""}.`
  );
}
