/**
 * Close: the months and how they stand, the chosen one in full, the steps by which two people close it, and
 * the year.
 */
import { useMemo } from "react";
import { formatAmount, formatCount } from "../../../core/money.ts";
import { monthDays } from "../../../core/time.ts";
import type { Month } from "../../../core/review/close/close.ts";
import type { MonthFacts } from "../../../core/review/close/months.ts";
import { FaultOf } from "../../app/fault-of.tsx";
import { monthOf } from "../../app/route.ts";
import { go, select, setPeriod, useRoute } from "../../app/use-route.ts";
import { useCheck } from "../../check/check-provider.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { PlaceHeader } from "../../ui/layout/place-header.tsx";
import { useFocusOnLink } from "../../ui/keys/use-focus-on-link.ts";
import { useKeys } from "../../ui/keys/use-keys.ts";
import { RestatementList } from "../../shared/restatements/restatement-register.tsx";
import { MONTH_TITLE_ID, REGISTER, YEAR } from "../../shared/months/addresses.ts";
import { CloseMonth } from "./close-month.tsx";
import { YearPage } from "./year/year-page.tsx";
import { MonthList } from "./month-list.tsx";
import { monthName } from "../../shared/months/close-words.ts";
import { useMonths } from "../../shared/months/use-months.ts";
import "./close-place.css";

export function ClosePlace() {
  const { months, changed, error, readAgain } = useMonths();
  const { route } = useRoute();
  const { shown, missing } = useShownMonth(months ?? NO_MONTHS);
  const page = route.subject === REGISTER || route.subject === YEAR ? route.subject : null;
  return (
    <div className="pane close">
      <PlaceHeader title="Close" aside={months === undefined ? "" : progressWords(months)} />
      {error === null ? null : (
        <div className="close-alone">
          <FaultOf error={error} onTryAgain={readAgain} />
        </div>
      )}
      {months === undefined && error === null ? (
        <output className="faint place-loading">Reading the months…</output>
      ) : null}
      {months?.length === 0 ? (
        <EmptyState title="No month to close yet">
          You can close a month once it has entries. Pull, or import saved responses.
        </EmptyState>
      ) : null}
      {months === undefined || missing === null || months.length === 0 ? null : (
        <div className="edge-above close-panes">
          <MonthList months={months} changed={changed} shown={page ?? missing} />
          {page === REGISTER ? <RestatementList /> : null}
          {page === YEAR ? <YearPage months={months} /> : null}
          {page === null ? (
            <EmptyState title={`The ledger has no ${monthName(missing)} yet`}>
              Choose one of its months, or pull.
            </EmptyState>
          ) : null}
        </div>
      )}
      {months === undefined || shown === null ? null : (
        <div className="edge-above close-panes">
          <MonthList months={months} changed={changed} shown={page ?? shown.month} />
          <MonthKeys months={months} shown={shown} />
          {page === REGISTER ? <RestatementList /> : null}
          {page === YEAR ? <YearPage months={months} /> : null}
          {page === null ? <CloseMonth key={shown.month} facts={shown} /> : null}
        </div>
      )}
    </div>
  );
}

const NO_MONTHS: readonly MonthFacts[] = [];

interface ShownMonth {
  /** The month of the window's period; where that is no month, the newest. null where the ledger has none such. */
  readonly shown: MonthFacts | null;
  /** The month of the window's period that the ledger does not have; null where it does. */
  readonly missing: Month | null;
}

/** What is said under the name of a month is said of that month. */
function useShownMonth(months: readonly MonthFacts[]): ShownMonth {
  const { route } = useRoute();
  const { period } = useCheck();
  const asked = monthOf(route.period === undefined ? period : route.period);
  return useMemo(() => {
    if (asked === null) return { shown: months[0] ?? null, missing: null };
    const shown = months.find(({ month }) => month === asked) ?? null;
    return { shown, missing: shown === null ? (asked as Month) : null };
  }, [months, asked]);
}

function progressWords(months: readonly MonthFacts[]): string {
  if (months.length === 0) return "";
  const signed = months.filter(({ state }) => state === "signed-off").length;
  return `${formatAmount(signed)} of ${formatCount(months.length, "month")} signed off`;
}

function MonthKeys({
  months,
  shown,
}: {
  readonly months: readonly MonthFacts[];
  readonly shown: MonthFacts;
}) {
  const move = (by: number) => () => {
    const next = months[months.indexOf(shown) + by];
    if (next === undefined) return;
    select(null);
    setPeriod(monthDays(next.month));
  };
  const keys = { next: "Next month in the list", before: "Previous month in the list" };
  useKeys(
    {
      j: { does: keys.next, run: move(1), repeats: true },
      k: { does: keys.before, run: move(-1), repeats: true },
      ArrowDown: { does: keys.next, run: move(1), repeats: true, isTwin: true },
      ArrowUp: { does: keys.before, run: move(-1), repeats: true, isTwin: true },
      "g r": { does: "What later pulls changed", run: () => go("close", REGISTER) },
    },
    { group: "Close" },
  );
  // Enter follows a link that has the focus.
  const onLink = useFocusOnLink();
  useKeys(
    { Enter: { does: "Go to the month", run: () => document.getElementById(MONTH_TITLE_ID)?.focus() } },
    { group: "Close", enabled: !onLink },
  );
  return null;
}
