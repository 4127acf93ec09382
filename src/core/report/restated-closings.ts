/** C3: what each signed month closes at now, held against what it was signed to close at. */
import type { FrozenWallet } from "../review/close.ts";
import { type FreezingStep, monthStates } from "../review/month-states.ts";
import { ZoneClock, monthDays } from "../time.ts";
import type { Figures } from "./figures.ts";
import type { ReportInput } from "./input.ts";
import type { Cell, Column, Row } from "./model.ts";
import type { TablePlace } from "./place.ts";
import { walletKey, walletLabel } from "./rollforward.ts";
import { SPACER, padded } from "./sheets.ts";
import { monthTitle } from "./verdict.ts";

export function closingColumns(zone: string, width: number): readonly Column[] {
  return padded(width, [
    { key: "month", header: "Signed month", kind: "text" },
    { key: "run", header: "Run", kind: "id" },
    { key: "when", header: `Signed (${zone})`, kind: "instant" },
    SPACER,
    SPACER,
    { key: "by", header: "Signed by", kind: "text" },
    { key: "currency", header: "Currency", kind: "text" },
    { key: "wallet", header: "Wallet", kind: "text" },
    { key: "signed", header: "Closing as signed", kind: "amount" },
    { key: "now", header: "Closing now", kind: "amount" },
    { key: "difference", header: "Difference", kind: "amount" },
    { key: "same", header: "The same", kind: "truth" },
  ]);
}

/** A wallet of a month whose signature is in force. */
export interface SignedWallet {
  readonly step: FreezingStep;
  readonly wallet: FrozenWallet;
  /** What it closes at by the records of today; null for a wallet that is gone. */
  readonly now: number | null;
}

/** Of every month signed off that ends no later than what is shown, months ascending. */
export function signedWalletsOf(input: ReportInput): SignedWallet[] {
  const endMs = input.check.period?.toMs ?? Infinity;
  const months = [...monthStates(input.closeSteps).values()].flatMap(({ signed }) =>
    signed === null || endOf(signed) > endMs ? [] : [signed],
  );
  if (months.length === 0) return [];
  const closingAt = closingFinder(input);
  return months.flatMap((step) =>
    step.frozen.wallets.map((wallet) => ({ step, wallet, now: closingAt(wallet, endOf(step)) })),
  );
}

function endOf({ month, frozen }: FreezingStep): number {
  const days = monthDays(month);
  if (days === null) throw new Error(`${month} is no month`);
  return new ZoneClock(frozen.options.timeZone).endOfDay(days.to);
}

/** What a wallet closes at by an instant: the stated balance of its last entry by then, else what its first one opens with. */
function closingFinder({ check, records }: ReportInput) {
  const { order, periodAtMs, movement } = check.entryOutcomes;
  const { balance } = records.entries;
  const spans = walletSpans({ check, records });
  return (wallet: FrozenWallet, atMs: number): number | null => {
    const span = spans.get(walletKey(wallet));
    if (span === undefined) return null;
    let [low, high] = span;
    // Period dates never fall within a wallet.
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((periodAtMs[order[middle] as number] as number) <= atMs) low = middle + 1;
      else high = middle;
    }
    const [first] = span;
    if (low > first) return balance[order[low - 1] as number] as number;
    const oldest = order[first] as number;
    return (balance[oldest] as number) - (movement[oldest] as number);
  };
}

/** By wallet: where its entries begin and end in chain order. */
function walletSpans({ check, records }: Pick<ReportInput, "check" | "records">) {
  const { order } = check.entryOutcomes;
  const { userID, businessID } = records.entries;
  const isOfBusiness = check.chainScope.used === "business";
  const spans = new Map<string, [from: number, to: number]>();
  let current: [from: number, to: number] | null = null;
  let last = "";
  for (const [at, row] of order.entries()) {
    const owner = userID[row] as number;
    const key = walletKey({ userID: owner, businessID: isOfBusiness ? (businessID[row] as number) : null });
    if (current === null || key !== last) {
      current = [at, at];
      spans.set(key, current);
      last = key;
    }
    current[1] = at + 1;
  }
  return spans;
}

export function* closingRows(
  { round }: Figures,
  wallets: readonly SignedWallet[],
  place: TablePlace,
): Generator<Row> {
  for (const [at, { step, wallet, now }] of wallets.entries()) {
    const { row } = place.at(at);
    const cell = (key: string) => `${place.letter(key)}${row}`;
    const difference: Cell =
      now === null
        ? null
        : { value: now - wallet.closing, formula: round(`${cell("now")}-${cell("signed")}`) };
    yield {
      tone: now === wallet.closing ? "plain" : "flag",
      cells: [
        monthTitle(step.month),
        step.frozen.runId,
        step.atMs,
        null,
        null,
        step.by,
        wallet.currency,
        walletLabel(wallet),
        wallet.closing,
        now,
        difference,
        { value: now === wallet.closing, formula: `${cell("now")}=${cell("signed")}` },
      ],
    };
  }
}
