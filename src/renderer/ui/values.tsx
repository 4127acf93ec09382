/**
 * `useDisplayFormat()`: the decimals and the zone in which everything below is shown, those of the open
 * ledger.
 */
import { type ReactNode, createContext, useMemo, Fragment } from "react";
import { useNeeded } from "./use-needed.ts";
import { formatAmount } from "../../core/money.ts";
import { ZoneClock, sayInstant, formatInstant } from "../../core/time.ts";

export interface DisplayFormat {
  /** Digits after the point, 0 to 6, display only. */
  readonly decimals: number;
  readonly timeZone: string;
}

/** Where no ledger is open. */
const WITHOUT_LEDGER: DisplayFormat = { decimals: 0, timeZone: "UTC" };

const DisplayFormatContext = createContext<DisplayFormat | null>(null);

/** The same object as long as it says the same. */
export function useDisplayFormat(): DisplayFormat {
  return useNeeded(DisplayFormatContext, "DisplayFormatProvider");
}

interface DisplayFormatProviderProps {
  /** Of the ledger; null where what is below belongs to none. */
  readonly of: DisplayFormat | null;
  readonly children?: ReactNode;
}

export function DisplayFormatProvider({ of, children }: DisplayFormatProviderProps) {
  const { decimals, timeZone } = of ?? WITHOUT_LEDGER;
  const format = useMemo(() => ({ decimals, timeZone }), [decimals, timeZone]);
  return <DisplayFormatContext value={format}>{children}</DisplayFormatContext>;
}

// `<LongNumber text="254,843,230,000,111" />`: where there is no room it breaks after a separator, and is
// never cut.

/** Shorter ones have room everywhere, and are easier to read on one line. */
const LONG = 13;

export function LongNumber({ text }: { readonly text: string }) {
  if (text.length < LONG) return <span className="number">{text}</span>;
  return (
    <span className="number number-long">
      {text.split(/(?<=,)/u).map((group, at) => (
        // Groups never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={at}>
          {at === 0 ? null : <wbr />}
          {group}
        </Fragment>
      ))}
    </span>
  );
}

// `<Amount value={-1200} sign />`: an integer of the service's unit in the ledger's decimals; nothing where
// there is none.

interface AmountProps extends Omit<AmountWording, "decimals"> {
  readonly value: number | null;
}

export function Amount({ value, ...wording }: AmountProps) {
  const { decimals } = useDisplayFormat();
  return value === null ? null : <LongNumber text={amountText(value, { ...wording, decimals })} />;
}

export interface AmountWording {
  readonly decimals: number;
  /** What stands for nothing: a dash in columns, a figure in sentences. */
  readonly zero?: "dash" | "0";
  /** Whether a plus stands before what is above zero, as for differences. */
  readonly sign?: boolean;
}

/**
 * An amount in the service's unit as the window shows it.
 *
 * @example amountText(-1200, {decimals: 0}) // '−1,200'
 */
export function amountText(value: number, { decimals, zero = "dash", sign = false }: AmountWording): string {
  if (value === 0) return zero === "dash" ? "–" : formatAmount(0, decimals);
  return `${sign && value > 0 ? "+" : ""}${formatAmount(value, decimals)}`;
}

// How times are worded in the window: ISO in the ledger's zone, whatever the machine's clock or language
// says.

const clocks = new Map<string, ZoneClock>();

/** The clock of a zone; each is made once, because it remembers the offsets it has asked for. */
export function clockOf(timeZone: string): ZoneClock {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const clock = new ZoneClock(timeZone);
  clocks.set(timeZone, clock);
  return clock;
}

const weekdays = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });

/** @example whenText(at, 'Africa/Lagos', true) // '2026-10-05 14:03' */
export function whenText(atMs: number, timeZone: string, time: boolean): string {
  return sayInstant(atMs, clockOf(timeZone)).slice(0, time ? 16 : 10);
}

/** @example 'Monday 2026-10-05 14:03:22 Africa/Lagos' */
export function whenInFull(atMs: number, timeZone: string): string {
  const clock = clockOf(timeZone);
  return `${weekdays.format(clock.wallMs(atMs))} ${sayInstant(atMs, clock)}`;
}

// `<When atMs={…} time />`: the day in the ledger's zone, with minutes when asked; the rest on hover.

interface WhenProps {
  /** Nothing where there is no instant. */
  readonly atMs: number | null;
  readonly time?: boolean;
}

export function When({ atMs, time = false }: WhenProps) {
  const { timeZone } = useDisplayFormat();
  if (atMs === null) return null;
  return (
    <time dateTime={formatInstant(atMs)} title={whenInFull(atMs, timeZone)}>
      {whenText(atMs, timeZone, time)}
    </time>
  );
}

interface SaidByProps {
  readonly said: { readonly by: string; readonly atMs: number; readonly note?: string };
}

/** Who said or did something, when, and what they wrote to it. */
export function SaidBy({ said: { by, atMs, note = "" } }: SaidByProps) {
  return (
    <span className="quiet">
      by <bdi>{by}</bdi>, <When atMs={atMs} time />
      {note === "" ? null : ": "}
      <bdi className="as-typed">{note}</bdi>
    </span>
  );
}
