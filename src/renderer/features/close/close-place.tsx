/** Close: the months, the chosen one in full, the steps by which two people close it, and the year. */
import { useState, useMemo, type ReactNode } from "react";
import { suggestedYearName } from "../../../core/report/suggested-name.ts";
import {
  yearLimits,
  yearProgress,
  yearTitle,
  yearVerdict,
  apartWords,
  changedWords,
  monthStateWords,
  restatedWords,
} from "../../../core/report/year-words.ts";
import { type YearReport, type YearFigures, type YearMonth, carriedOff } from "../../../core/report/year.ts";
import type { Month } from "../../../core/review/close/close.ts";
import type { MonthFacts } from "../../../core/review/close/months.ts";
import { useApi } from "../../bridge/api-provider.tsx";
import { FaultOf, useOpenLedger } from "../../app/providers.tsx";
import { useJobs } from "../../app/jobs-provider.tsx";
import { showFault } from "../../app/show-fault.ts";
import { MONTH_TITLE_ID, REGISTER } from "../../shared/months/addresses.ts";
import { monthName, standingOf } from "../../shared/months/close-words.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { Section } from "../../ui/part.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { CLOSE_ACTIONS, useActions, YEAR_ACTIONS } from "../../app/place-actions.ts";
import { useAnswer } from "../../app/use-answer.ts";
import { formatAmount, formatCount } from "../../../core/money.ts";
import { hrefOfMonth, hrefOf, go, select, setPeriod, useRoute, YEAR } from "../../app/use-route.ts";
import { type TableColumn, Table } from "../../ui/table.tsx";
import { MonthMark } from "../../ui/marks.tsx";
import { Amount, whenText } from "../../ui/values.tsx";
import { currencyName, currencyTitle } from "../../../core/words/currency.ts";
import { monthDays } from "../../../core/time.ts";
import { monthOfPeriod } from "../../../core/words/month.ts";
import { useCheck } from "../../rows/check-provider.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PlaceHeader } from "../../ui/place-header.tsx";
import { moveKeys, useEnterKey, useKeys } from "../../ui/use-keys.ts";
import { RestatementList } from "../../shared/restatements/restatement-table.tsx";
import { CloseMonth } from "./close-month.tsx";
import type { FigureName } from "../../../core/report/rollforward/figure-rows.ts";
import type { AskedMoment } from "../../../core/review/close/moment.ts";
import type { ReviewStatus } from "../../../core/review/decisions/review.ts";
import type { AskedPeriod } from "../../bridge/protocol.ts";
import { WAITING, filterTextOf } from "../../shared/decide/queue-filters.ts";
import { asSignedLead, hrefOfFigure } from "../../shared/months/figure-links.ts";
import { useMonthsChecked } from "../../shared/months/use-months-checked.ts";
import { Sentences } from "../../ui/sentences.tsx";

// Twelve months on one page: whether each opens on the closing before, what changed since, who signed.

/** @param months that the ledger has, newest first */
function YearPage({ months }: { readonly months: readonly MonthFacts[] }) {
  const [to, setTo] = useState<Month | null>(null);
  // Where none is chosen: to the newest month that was over at the newest pull.
  const { data, error, isReading, readAgain } = useAnswer("close.year", { to });
  const year = data?.year;
  return (
    <article
      className="stack gap-5 scrolls shrinks close-month pad-x-5 pad-y-4"
      aria-label="The year"
      aria-busy={isReading}
    >
      <header className="month-lead">
        <h2 id={MONTH_TITLE_ID} className="headline lands" tabIndex={-1}>
          {year ? yearVerdict(year) : "The year"}
        </h2>
        {year ? <p className="subline">{`${yearTitle(year)}. ${yearProgress(year)}`}</p> : null}
      </header>
      {year ? <YearTools year={year} months={months} onChange={setTo} /> : null}
      <FaultOf error={error} onTryAgain={readAgain} />
      {year === undefined && error === null ? (
        <output className="quiet">Checking twelve months…</output>
      ) : null}
      {year ? <YearBody year={year} months={months} /> : null}
    </article>
  );
}

interface YearToolsProps {
  readonly year: YearReport;
  readonly months: readonly MonthFacts[];
  readonly onChange: (to: Month) => void;
}

function YearTools({ year, months, onChange }: YearToolsProps) {
  const api = useApi();
  const ledger = useOpenLedger();
  const { running, take } = useJobs();
  const to = year.months.at(-1)?.month;
  const isDisabled = running !== null || ledger.readOnly?.code === "LEDGER_PAST";
  const save = async () => {
    if (to === undefined) return;
    const { file } = await api["files.chooseToSave"]({
      purpose: "workbook",
      suggestedName: suggestedYearName(ledger.name, to),
    });
    if (file !== null) take(await api["close.writeYear"]({ target: file.handle, to }));
  };
  const onSave = () => void save().catch(showFault);
  useActions(YEAR_ACTIONS, { save: onSave }, "The year", !isDisabled);
  if (to === undefined) return null;
  return (
    <Toolbar label="The year">
      <SelectField
        label="Twelve months to"
        value={to}
        options={months.map(({ month }) => ({ id: month, label: monthName(month) }))}
        onChange={onChange}
      />
      <Button isDisabled={isDisabled} onPress={onSave} words="Save as workbook…" />
    </Toolbar>
  );
}

function YearBody({ year, months }: Pick<YearToolsProps, "year" | "months">) {
  const limits = yearLimits(year);
  return (
    <>
      {year.totals.length === 0 ? null : (
        <Section title="Roll-forward" level={3} meaning={ROLL_MEANING}>
          {year.totals.map((total, at) => (
            <YearTable key={total.currency ?? ""} year={year} listed={months} block={at} />
          ))}
        </Section>
      )}
      {limits.length === 0 ? null : (
        <Section title="What is not known" level={3}>
          <Sentences of={limits} />
        </Section>
      )}
    </>
  );
}

const ROLL_MEANING =
  "Opening + inflows − outflows + breaks = closing. Signed months show in every column what was signed, others what today's records say. Unresolved is the amount at stake at the month's end that nobody explained or accepted; open items stay in every later month.";

interface YearTableProps {
  readonly year: YearReport;
  readonly listed: readonly MonthFacts[];
  /** Which of its currencies, from 0 on. */
  readonly block: number;
}

type Rolled = Pick<
  YearFigures,
  "opening" | "inflow" | "outflow" | "breakDifference" | "closing" | "unresolved"
>;

interface YearRow {
  readonly month: YearMonth | null;
  readonly of: Rolled | null;
  /** By how much the opening is not the closing before. */
  readonly off: number;
  readonly restated: readonly string[];
  readonly apart: string;
}

/** The months of a year in one currency, each a link to its close, and their total. */
function YearTable({ year, listed, block }: YearTableProps) {
  const { months, totals } = year;
  const reached = months.filter(({ figures }) => figures.length > 0);
  const amount = amountsOf(listed, reached);
  const total = totals[block];
  const say = (value: number) => formatAmount(value, year.decimals);
  const rows = months.map((month): YearRow => rowOf(month, month.figures[block] ?? null, say));
  if (total !== undefined)
    rows.push({ month: null, of: total, off: total.difference, restated: [], apart: "" });
  const currency = total?.currency ?? null;
  const isAlone = totals.length === 1;
  return (
    <Table
      caption={isAlone ? "Twelve months" : `Twelve months, ${currencyName(currency)}`}
      look="dense"
      className="year"
      rows={rows}
      rowKey={({ month }) => month?.month ?? "total"}
      lineClass={({ month, off, restated, apart }) =>
        month === null
          ? "line-total"
          : off === 0 && restated.length === 0 && apart === ""
            ? undefined
            : "line-changed"
      }
      columns={[
        {
          title: isAlone && currency === null ? "Month" : currencyTitle(currency),
          isRowHeader: true,
          cell: (row) => <MonthCell row={row} isFirst={block === 0} timeZone={year.timeZone} />,
        },
        amount("Opening", ({ opening }) => opening, figureLead("opening", currency), reached[0]),
        amount("Inflows", ({ inflow }) => inflow, figureLead("inflow", currency), "all"),
        amount("Outflows", ({ outflow }) => 0 - outflow, figureLead("outflow", currency), "all"),
        {
          ...amount(
            "Breaks",
            ({ breakDifference }) => breakDifference,
            figureLead("breaks", currency),
            "all",
          ),
          sign: true,
        },
        amount("Closing", ({ closing }) => closing, figureLead("closing", currency), reached.at(-1)),
        amount(
          "Unresolved",
          ({ unresolved }) => unresolved.amount,
          (of, asOf) =>
            hrefOfMonth("exceptions", of, filterTextOf({ statuses: UNRESOLVED }, currency), null, asOf),
          reached.at(-1),
        ),
      ]}
    />
  );
}

function rowOf(month: YearMonth, of: YearFigures | null, say: (amount: number) => string): YearRow {
  return {
    month,
    of,
    off: of === null ? 0 : carriedOff(of),
    restated: of === null ? [] : restatedWords(of, say),
    apart: of === null ? "" : apartWords(of),
  };
}

/** What is not resolved: nobody has decided on it, or the provider is asked. */
const UNRESOLVED: readonly ReviewStatus[] = [...WAITING, "raised"];

/** The address of the rows that a figure of a month, or of the whole year, is the sum of. @param asOf null as of now */
type LeadOfMonths = (of: string | AskedPeriod, asOf: AskedMoment | null) => string;

function figureLead(name: FigureName, currency: string | null): LeadOfMonths {
  return (of, asOf) => hrefOfFigure(of, name, { currency }, asOf);
}

/** Figures of a month lead to rows, a signed one's to those that were signed; those of the year to rows of all of it. */
function amountsOf(listed: readonly MonthFacts[], reached: readonly YearMonth[]) {
  const asSigned = (month: YearMonth) => {
    const facts = listed.find((one) => one.month === month.month);
    return facts?.state === "signed-off" && changedWords(month) !== "" ? facts : null;
  };
  const isOne = reached.every((month) => asSigned(month) === null);
  const days = {
    from: monthDays(reached[0]?.month ?? "")?.from ?? null,
    to: monthDays(reached.at(-1)?.month ?? "")?.to ?? null,
  };
  return (
    title: string,
    value: (of: Rolled) => number,
    lead: LeadOfMonths,
    ofYear: YearMonth | "all" | undefined,
  ): TableColumn<YearRow> => ({
    title,
    amount: ({ of }) => (of === null ? null : value(of)),
    href: ({ month: own, of, off }) => {
      const month = own ?? ofYear;
      if (month === undefined || of === null || value(of) === 0) return undefined;
      if (month === "all") return isOne && off === 0 ? lead(days, null) : ADDED_UP;
      const facts = asSigned(month);
      return facts === null
        ? lead(month.month, null)
        : asSignedLead(facts, (asOf) => lead(month.month, asOf));
    },
  });
}

/** What was signed, or opens otherwise than the month before closed, is no check of all of them together. */
const ADDED_UP = { why: "Adds up the months above: each of them opens its rows" };

function MonthCell({
  row: { month, off, restated, apart },
  isFirst,
  timeZone,
}: {
  readonly row: YearRow;
  /** Whether this is the month's first currency, with which changes of the month as a whole are said. */
  readonly isFirst: boolean;
  readonly timeZone: string;
}) {
  if (month === null)
    return (
      <>
        The year
        {off === 0 ? null : <Off value={off} words="does not foot by" />}
      </>
    );
  if (month.figures.length === 0)
    return (
      <>
        {monthName(month.month)} <span className="quiet">{monthStateWords(month)}</span>
      </>
    );
  return (
    <>
      <a className="unbroken" href={hrefOfMonth("close", month.month)}>
        {monthName(month.month)}
      </a>{" "}
      <span>
        <MonthMark state={month.state} prepared={month.prepared} />
      </span>
      {month.reach === "not-over" ? <span className="quiet">, not over yet</span> : null}
      {isFirst && changedWords(month) !== "" ? <span className="quiet">, {changedWords(month)}</span> : null}
      <By month={month} timeZone={timeZone} />
      {off === 0 ? null : (
        <Off value={off} words={`opens ${off > 0 ? "above" : "below"} the closing before by`} />
      )}
      {apart === "" ? null : <span className="cell-more tone-error">{apart}</span>}
      {restated.map((phrase) => (
        <span key={phrase} className="cell-more tone-error">
          {phrase}
        </span>
      ))}
    </>
  );
}

function Off({ value, words }: { readonly value: number; readonly words: string }) {
  return (
    <span className="cell-more tone-error">
      {words} <Amount value={value} sign />
    </span>
  );
}

function By({
  month: { prepared, signed },
  timeZone,
}: {
  readonly month: YearMonth;
  readonly timeZone: string;
}) {
  if (prepared === null) return null;
  const last = signed ?? prepared;
  const names = signed === null ? prepared.by : `${prepared.by}, then ${signed.by}`;
  return <span className="cell-more">{`${names}, ${whenText(last.atMs, timeZone, false)}`}</span>;
}

const PAGES = [
  { subject: YEAR, title: "The year" },
  { subject: REGISTER, title: "What later pulls changed" },
] as const;

interface ListedProps {
  readonly href: string;
  readonly isShown: boolean;
  readonly children: ReactNode;
}

function Listed({ href, isShown, children }: ListedProps) {
  return (
    <li>
      <a className="edge-below line inked month-line" href={href} aria-current={isShown ? "true" : undefined}>
        {children}
      </a>
    </li>
  );
}

interface MonthListProps {
  readonly months: readonly MonthFacts[];
  readonly changed: readonly Month[];
  /** What is shown beside: a month, or the subject of one of the pages about all months. */
  readonly shown: string;
}

function MonthList({ months, changed, shown }: MonthListProps) {
  return (
    <nav className="stack gap-3 scrolls pad-y-2 edge-after month-list" aria-label="Months">
      <ul>
        {months.map((facts) => (
          <Listed key={facts.month} href={hrefOfMonth("close", facts.month)} isShown={facts.month === shown}>
            <span className="month-name">{monthName(facts.month)}</span>
            <span className={`small light quiet ${isLong(facts, changed) ? "across-all to-right" : ""}`}>
              <MonthMark
                state={facts.state}
                prepared={standingOf(facts).prepared}
                isChanged={changed.includes(facts.month)}
                bare={facts.state === "open"}
              />
            </span>
          </Listed>
        ))}
      </ul>
      <ul className="edge-above">
        {PAGES.map(({ subject, title }) => (
          <Listed key={subject} href={hrefOf("close", subject)} isShown={subject === shown}>
            {title}
          </Listed>
        ))}
      </ul>
    </nav>
  );
}

/** How it stands has a line of its own while two people work on it, and where it changed since. */
function isLong({ month, state }: MonthFacts, changed: readonly Month[]): boolean {
  return state === "returned" || state === "prepared" || changed.includes(month);
}

export function ClosePlace() {
  const { months, changed, error, readAgain } = useMonthsChecked();
  const { route } = useRoute();
  const { shown, missing } = useShownMonth(months ?? NO_MONTHS);
  const page = route.subject === REGISTER || route.subject === YEAR ? route.subject : null;
  return (
    <div className="pane close">
      <PlaceHeader title="Close" aside={months === undefined ? "" : progressWords(months)} />
      {error === null ? null : (
        <div className="pad-x-5 pad-under-3">
          <FaultOf error={error} onTryAgain={readAgain} />
        </div>
      )}
      {months === undefined && error === null ? (
        <output className="faint pad-5 late">Reading the months…</output>
      ) : null}
      {months?.length === 0 ? (
        <EmptyState title="No month to close yet">
          You can close a month once it has entries. Pull, or import saved responses.
        </EmptyState>
      ) : null}
      {months === undefined || months.length === 0 ? null : (
        <div className="edge-above close-panes">
          <MonthList months={months} changed={changed} shown={page ?? shown?.month ?? missing ?? ""} />
          {shown === null ? null : <MonthKeys months={months} shown={shown} />}
          {page === REGISTER ? <RestatementList /> : null}
          {page === YEAR ? <YearPage months={months} /> : null}
          {page === null && shown !== null ? <CloseMonth key={shown.month} facts={shown} /> : null}
          {page === null && missing !== null ? (
            <EmptyState title={`The ledger has no ${monthName(missing)} yet`}>
              Choose one of its months, or pull.
            </EmptyState>
          ) : null}
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
  const asked = monthOfPeriod(route.period === undefined ? period : route.period);
  return useMemo(() => {
    if (asked === null) return { shown: months[0] ?? null, missing: null };
    const shown = months.find(({ month }) => month === asked) ?? null;
    return { shown, missing: shown === null ? asked : null };
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
  const move = (by: number) => {
    const next = months[months.indexOf(shown) + by];
    if (next === undefined) return;
    select(null);
    setPeriod(monthDays(next.month));
  };
  const words = { next: "Next month in the list", previous: "Previous month in the list" };
  useKeys(moveKeys(move, words), { group: "Close" });
  useActions(CLOSE_ACTIONS, { register: () => go("close", REGISTER) }, "Close");
  useEnterKey("Go to the month", () => document.getElementById(MONTH_TITLE_ID)?.focus(), "Close");
  return null;
}
