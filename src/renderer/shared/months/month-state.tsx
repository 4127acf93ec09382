/** How the month of the window's period stands, as a link to Close, and in words over its lists. */
import type { MonthFacts } from "../../../core/review/close/months.ts";
import { monthOfPeriod } from "../../../core/words/month.ts";
import { hrefOfMonth } from "../../app/use-route.ts";
import { useOpenLedger } from "../../app/providers.tsx";
import type { AskedPeriod } from "../../bridge/protocol.ts";
import { MonthMark } from "../../ui/marks.tsx";
import { useMonths } from "../../app/use-months.ts";
import { usePast } from "../../rows/moment-provider.tsx";
import { monthName, standingOf, standingWords } from "./close-words.ts";
import { useMonthsChecked } from "./use-months-checked.ts";

/** The month that a period is, with how it stands; null where it is no month, or that is not known. */
export function useMonthOf(period: AskedPeriod): MonthFacts | null {
  const { months } = useMonths();
  const month = monthOfPeriod(period);
  return months?.find((facts) => facts.month === month) ?? null;
}

export function MonthState({ period }: { readonly period: AskedPeriod }) {
  const facts = useMonthOf(period);
  const { changed } = useMonthsChecked();
  if (facts === null) return null;
  return (
    <a
      className={`small quiet rounded hovers wrap baseline across-2 pad-x-2${facts.state === "open" ? "" : " month-stands"}`}
      href={hrefOfMonth("close", facts.month)}
      title={`Close ${monthName(facts.month)}`}
    >
      <MonthMark
        state={facts.state}
        prepared={standingOf(facts).prepared}
        isChanged={changed.includes(facts.month)}
      />
    </a>
  );
}

/** Over lists of a signed month: what is decided or found in them now is not what was signed. */
export function SignedNote({ period }: { readonly period: AskedPeriod }) {
  const facts = useMonthOf(period);
  const { timeZone } = useOpenLedger().settings;
  const isPast = usePast() !== null;
  if (isPast || facts?.state !== "signed-off") return null;
  return (
    <p className="small rigid edge-above edge-below tone-good washed inked pad-x-5 pad-y-1">
      <MonthMark state="signed-off" prepared={null} bare /> {standingWords(facts, timeZone)} New decisions do
      not change what was signed. <a href={hrefOfMonth("close", facts.month)}>Go to Close</a>
    </p>
  );
}
