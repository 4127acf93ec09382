/** Balance over time. Every break is marked on the line, and listed beside it. */
import { useEffect, useState, useRef } from "react";
import { isCancelled } from "../../rows/load.ts";
import { walletKey } from "../../../core/reconcile/chain/wallet-key.ts";
import { useCheck } from "../../rows/check-provider.tsx";
import type { BalanceHistory, BalanceSeries, CheckSummary } from "../../bridge/protocol.ts";
import { Section } from "../../ui/part.tsx";
import { formatCount } from "../../../core/money.ts";
import { FaultOf } from "../../app/providers.tsx";
import { go } from "../../app/use-route.ts";
import { type DisplayFormat, useDisplayFormat, amountText, whenText } from "../../ui/values.tsx";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { useKeys } from "../../ui/use-keys.ts";
import { type Pointed, plotBalance } from "./balance-plot.ts";
import { MEANINGS } from "./meanings.ts";
import { walletName } from "../../../core/words/wallet.ts";

/** More than a wide screen has pixels for a line of steps. */
const POINTS = 2400;

interface Balance {
  readonly history: BalanceHistory | null;
  readonly error: unknown;
}

/** Over time, asked for with each result alone: a decision draws it no other way. The one before stays until then. */
export function useBalance(): Balance {
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

export function BalanceChart({ summary, balance: { history, error } }: BalanceChartProps) {
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
