/** The balance over time, thinned to what a chart can show without losing an extreme or a break. */
import { walletKey } from "../../../core/reconcile/chain/wallet-key.ts";
import { BREAK_RULES } from "../../../core/reconcile/input/rules.ts";
import type { WalletResult } from "../../../core/reconcile/input/result.ts";
import type { BalanceBreak, BalanceHistory, BalanceSeries } from "../../bridge/protocol.ts";
import type { HeldCheck } from "./held-check.ts";

/** More lines than that nobody tells apart. */
const MOST_WALLETS = 8;
const MOST_BREAKS = 2000;
/** So many breaks are listed beside the chart; more of them are a queue, and that is another place. */
const MOST_LISTED = 6;

/**
 * One line per wallet with entries in the period, those with most entries first. Each begins with the opening
 * balance when the period does, or at the first entry of the history, and goes on as far as it is known;
 * times are those by which periods are cut, so they never fall.
 *
 * @param points about how many points a line may have, breaks apart
 * @returns the lines, and of the breaks of all wallets, with a line or without, the largest
 */
export function balanceHistory(held: HeldCheck, points: number): BalanceHistory {
  const { wallets } = held.result;
  const rows = rowsByWallet(held);
  const breaks = breaksByWallet(held);
  const all = [...breaks.values()].flat().toSorted((a, b) => a - b);
  const lines = wallets
    .map((wallet, at) => ({ wallet, rows: rows[at] as Int32Array, breaks: breaks.get(at) ?? [] }))
    .filter((line) => line.rows.length > 0)
    .toSorted((a, b) => b.rows.length - a.rows.length)
    .slice(0, MOST_WALLETS)
    .map((line) => seriesOf(held, line.wallet, line.rows, line.breaks, points));
  return { lines, breaks: all.length, largest: largestBreaks(held, all) };
}

/** Those that are listed: the largest, largest first; all of them, in the order of the findings. */
function largestBreaks(held: HeldCheck, breaks: readonly number[]): BalanceBreak[] {
  const listed = breaks.length <= MOST_LISTED ? breaks : bySize(held, breaks).slice(0, MOST_LISTED);
  return listed.map((at) => breakAt(held, at));
}

/** Largest first. */
function bySize({ result: { findings } }: HeldCheck, breaks: readonly number[]): number[] {
  const size = (at: number) => Math.abs(findings[at]?.difference ?? 0);
  return breaks.toSorted((a, b) => size(b) - size(a));
}

/** Entry rows of the period, wallet by wallet in the order of the result's. */
function rowsByWallet({ result }: HeldCheck): Int32Array[] {
  const { order, inPeriod } = result.entryOutcomes;
  const inOrder = order.filter((row) => inPeriod[row] === 1);
  let from = 0;
  return result.wallets.map(({ entries }) => {
    from += entries;
    return inOrder.subarray(from - entries, from);
  });
}

/** Indexes of findings that break a chain, by the wallet's place in the result. */
function breaksByWallet({ result }: HeldCheck): Map<number, number[]> {
  const placeOf = new Map(result.wallets.map((wallet, at) => [walletKey(wallet), at]));
  const breaks = new Map<number, number[]>();
  result.findings.forEach(({ rule, userID, businessID }, at) => {
    if (!BREAK_RULES.has(rule)) return;
    const place =
      placeOf.get(walletKey({ userID, businessID: null })) ?? placeOf.get(walletKey({ userID, businessID }));
    if (place === undefined) return;
    const held = breaks.get(place);
    if (held === undefined) breaks.set(place, [at]);
    else held.push(at);
  });
  return breaks;
}

function seriesOf(
  held: HeldCheck,
  { userID, businessID, opening }: WalletResult,
  rows: Int32Array,
  findings: readonly number[],
  points: number,
): BalanceSeries {
  const { entries } = held.input;
  const { period, asOfMs, pulledAtMs, entryOutcomes } = held.result;
  const { periodAtMs } = entryOutcomes;
  const shown = shownBreaks(held, findings);
  const broken = new Set(shown.map((at) => held.index.entryRow[at]));
  const kept = thinned(rows, entries.balance, points, (row) => broken.has(row));
  const atMs = new Float64Array(kept.length + 2);
  const balance = new Float64Array(kept.length + 2);
  atMs[0] = period?.fromMs ?? (periodAtMs[rows[0] as number] as number);
  balance[0] = opening;
  kept.forEach((row, at) => {
    atMs[at + 1] = periodAtMs[row] as number;
    balance[at + 1] = entries.balance[row] as number;
  });
  const last = kept.length;
  // Files carry no clock: of them the period is taken to be known to its end, as the roll-forward does.
  const knownToMs = (pulledAtMs === null ? period?.toMs : asOfMs) ?? -Infinity;
  atMs[last + 1] = Math.max(atMs[last] as number, knownToMs);
  balance[last + 1] = balance[last] as number;
  return {
    atMs,
    balance,
    breaks: shown.map((at) => breakAt(held, at)),
    wallet: { userID, businessID },
  };
}

/** The largest, where there are too many; oldest first. */
function shownBreaks(held: HeldCheck, breaks: readonly number[]): readonly number[] {
  if (breaks.length <= MOST_BREAKS) return breaks;
  return bySize(held, breaks)
    .slice(0, MOST_BREAKS)
    .toSorted((a, b) => a - b);
}

function breakAt(held: HeldCheck, at: number): BalanceBreak {
  const finding = held.result.findings[at];
  const row = held.index.entryRow[at] as number;
  if (finding === undefined || row === -1) throw new Error("a break is about an entry that is held");
  return {
    walletID: held.input.entries.walletID[row] as number,
    atMs: held.result.entryOutcomes.periodAtMs[row] as number,
    balance: held.input.entries.balance[row] as number,
    difference: finding.difference ?? 0,
    rule: finding.rule,
    severity: finding.severity,
    fingerprint: finding.fingerprint,
    message: finding.message,
  };
}

/** First, least, most and last of each stretch of rows, and every row that must be kept; in their order. */
function thinned(
  rows: Int32Array,
  values: Float64Array,
  points: number,
  mustKeep: (row: number) => boolean,
): number[] {
  if (rows.length <= points) return [...rows];
  const stretches = Math.max(1, Math.floor(points / 4));
  const kept: number[] = [];
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const from = Math.floor((stretch * rows.length) / stretches);
    const to = Math.floor(((stretch + 1) * rows.length) / stretches);
    const { least, most } = extremes(rows, values, from, to);
    for (let at = from; at < to; at += 1) {
      const row = rows[at] as number;
      if (at === from || at === to - 1 || at === least || at === most || mustKeep(row)) kept.push(row);
    }
  }
  return kept;
}

function extremes(rows: Int32Array, values: Float64Array, from: number, to: number) {
  let least = from;
  let most = from;
  for (let at = from; at < to; at += 1) {
    const value = values[rows[at] as number] as number;
    if (value < (values[rows[least] as number] as number)) least = at;
    if (value > (values[rows[most] as number] as number)) most = at;
  }
  return { least, most };
}
