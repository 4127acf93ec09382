/**
 * `<MomentProvider>`: the moment of a signed month that the window shows. Below it the ledger, main's methods
 * and the check are those of the moment, so that each place shows what it would have shown then.
 */
import { type ReactNode, createContext, useEffect, useMemo } from "react";
import { TieoutError } from "../../core/errors.ts";
import type { Month } from "../../core/review/close/close.ts";
import {
  type AskedMoment,
  type Moment,
  findMoment,
  momentTitle,
  momentWords,
} from "../../core/review/close/moment.ts";
import { uncapitalised } from "../../core/sentence.ts";
import { monthDays } from "../../core/time.ts";
import { monthOfPeriod } from "../../core/words/month.ts";
import type { LedgerFacts } from "../../ipc/contract.ts";
import { faultOf } from "../../ipc/envelope.ts";
import { CheckThen, useCheck } from "./check-provider.tsx";
import type { CheckSummary } from "../bridge/protocol.ts";
import { useMonths } from "../app/use-months.ts";
import { useNeeded } from "../ui/use-needed.ts";
import { ApiAsOf } from "../bridge/api-provider.tsx";
import { LedgerThen, useLedger } from "../app/providers.tsx";
import { useAnswer } from "../app/use-answer.ts";
import { periodName } from "../app/period-words.ts";
import { setMoment, useRoute } from "../app/use-route.ts";

/** What is shown is not of now. */
export interface Past {
  readonly moment: Moment;
  /** @example `As signed 2026-09-02 by Ben Cole` */
  readonly title: string;
  readonly now: CheckSummary | null;
  readonly since: ReturnType<typeof useSinceQuery>;
}

interface Moments {
  /**
   * The months of the ledger as of now, newest first, whatever is shown: the same in the header, in Close, in
   * an export and where one looks for one. Before Close has them, those of the check; null before these.
   */
  readonly months: readonly Month[] | null;
  /** Of the chosen month; none where it is not signed, or the period is no month. */
  readonly moments: readonly Moment[];
  readonly timeZone: string;
  readonly past: Past | null;
  readonly choose: (asked: AskedMoment | null) => void;
}

const MomentContext = createContext<Moments | null>(null);

export function MomentProvider({ children }: { readonly children: ReactNode }) {
  const ledger = useLedger();
  const { summary, isOtherPeriod } = useCheck();
  const { month, moments, moment, facts: monthFacts } = useChosenMoment();
  const checked = summary?.months ?? null;
  const months = useMemo(
    () => monthFacts?.map((one) => one.month) ?? (checked as readonly Month[] | null),
    [monthFacts, checked],
  );
  const stored = useFactsThen(month, moment);
  const timeZone = ledger?.settings.timeZone ?? "UTC";
  const facts = useMemo(
    () =>
      ledger === null || stored === null || month === null || moment === null
        ? null
        : factsThen(ledger, stored, month, moment, timeZone),
    [ledger, stored, month, moment, timeZone],
  );
  const isPast = facts !== null;
  const since = useSinceQuery(isPast ? month : null, moment?.sequence ?? 0);
  const now = isOtherPeriod ? null : summary;
  const value = useMemo(
    (): Moments => ({
      months,
      moments,
      timeZone,
      past:
        !isPast || month === null || moment === null
          ? null
          : { moment, title: momentTitle(moment, timeZone), now, since },
      choose: (asked) => setMoment(asked, month ?? undefined),
    }),
    [months, moments, timeZone, isPast, month, moment, now, since],
  );
  return (
    <MomentContext value={value}>
      <ApiAsOf sequence={isPast ? (moment?.sequence ?? null) : null}>
        <LedgerThen facts={facts}>
          <CheckThen facts={facts}>{children}</CheckThen>
        </LedgerThen>
      </ApiAsOf>
    </MomentContext>
  );
}

/** Which moments there are, and the one that is shown. */
export function useMoments(): Moments {
  return useNeeded(MomentContext, "MomentProvider");
}

/** What is shown where it is not of now; else null. */
export function usePast(): Past | null {
  return useMoments().past;
}

/** What the newest figures that are shown are called: `now`, or of an earlier state `after pull 14`. */
export function useNowWord(): string {
  const past = usePast();
  return past === null ? "now" : momentWords(past.moment);
}

const NONE: readonly Moment[] = [];

/** An address that asks for a moment that the month does not have is one of now. */
function useChosenMoment() {
  const { route } = useRoute();
  const { period } = useCheck();
  const { months } = useMonths();
  const name = monthOfPeriod(route.period === undefined ? period : route.period);
  const facts = months?.find(({ month }) => month === name);
  const month = facts?.state === "signed-off" ? facts.month : null;
  const { data } = useAnswer("close.moments", month === null ? null : { month });
  const moments = data?.moments ?? NONE;
  /** The one that the address asks for; null for now, and while it is not known. */
  const moment = route.asOf === null ? null : findMoment(moments, route.asOf);
  const isKnown = months !== undefined && (month === null || data !== undefined);
  const isUnknown = route.asOf !== null && isKnown && moment === null;
  useEffect(() => {
    if (isUnknown) setMoment(null);
  }, [isUnknown]);
  return { facts: months, month, moments, moment };
}

/** What the ledger held then; null while it is not known. */
function useFactsThen(month: Month | null, moment: Moment | null) {
  const asked = month === null || moment === null ? null : { month, asOf: moment.sequence };
  return useAnswer("ledger.then", asked).data ?? null;
}

/** The ledger's facts as they were, under another key: nothing kept for now is mistaken for them. */
function factsThen(
  now: LedgerFacts,
  stored: Omit<LedgerFacts, "key" | "name" | "where" | "readOnly" | "connection">,
  month: Month,
  moment: Moment,
  timeZone: string,
): LedgerFacts {
  const sentence = `${periodName(monthDays(month))}, ${uncapitalised(momentTitle(moment, timeZone))}`;
  return {
    ...now,
    ...stored,
    key: `${now.key} as of ${moment.sequence}`,
    readOnly: faultOf(new TieoutError("LEDGER_PAST", sentence)),
  };
}

/** What differs of a signed month since its signature. @param month null while now is shown */
function useSinceQuery(month: Month | null, sequence: number) {
  const { data, error } = useAnswer("close.since", month === null ? null : { month, sequence });
  const since = data ?? null;
  return useMemo(() => ({ since, error }), [since, error]);
}
