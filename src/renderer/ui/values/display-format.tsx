/**
 * `useDisplayFormat()`: the decimals and the zone in which everything below is shown, those of the open
 * ledger.
 */
import { type ReactNode, createContext, useMemo } from "react";
import { useNeeded } from "../use-needed.ts";

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
