/** Twelve months on one page: whether each opens on the closing before, what changed since, who signed. */
import { useState } from "react";
import { suggestedYearName } from "../../../../core/report/suggested-name.ts";
import { yearLimits, yearProgress, yearTitle, yearVerdict } from "../../../../core/report/year/year-words.ts";
import { type YearReport, yearTies } from "../../../../core/report/year/year.ts";
import type { Month } from "../../../../core/review/close/close.ts";
import type { MonthFacts } from "../../../../core/review/close/months.ts";
import { useApi } from "../../../app/api-provider.tsx";
import { FaultOf } from "../../../app/fault-of.tsx";
import { useJobs } from "../../../app/jobs/jobs-provider.tsx";
import { useOpenLedger } from "../../../app/ledger/ledger-provider.tsx";
import { showFault } from "../../../app/show-fault.ts";
import { MONTH_TITLE_ID } from "../../../shared/months/addresses.ts";
import { monthName } from "../../../shared/months/close-words.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { Section } from "../../../ui/layout/part.tsx";
import { Toolbar } from "../../../ui/layout/toolbar.tsx";
import { useYear } from "./use-year.ts";
import { YearTable } from "./year-table.tsx";

/** @param months that the ledger has, newest first */
export function YearPage({ months }: { readonly months: readonly MonthFacts[] }) {
  const [to, setTo] = useState<Month | null>(null);
  const { year, error, isReading, readAgain } = useYear(to);
  return (
    <article className="stack gap-5 scrolls shrinks close-month" aria-label="The year" aria-busy={isReading}>
      <header className={`month-lead month-${year && !yearTies(year) ? "error" : "quiet"}`}>
        <h2 id={MONTH_TITLE_ID} className="headline lands" tabIndex={-1}>
          {year ? yearVerdict(year) : "The year"}
        </h2>
        {year ? <p className="subline">{`${yearTitle(year)}. ${yearProgress(year)}`}</p> : null}
      </header>
      {year ? <YearTools year={year} months={months} onChange={setTo} /> : null}
      {error === null ? null : <FaultOf error={error} onTryAgain={readAgain} />}
      {year === undefined && error === null ? (
        <output className="quiet">Checking twelve months…</output>
      ) : null}
      {year ? <YearBody year={year} /> : null}
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
  if (to === undefined) return null;
  const save = async () => {
    const { file } = await api["files.chooseToSave"]({
      purpose: "workbook",
      suggestedName: suggestedYearName(ledger.name, to),
    });
    if (file !== null) take(await api["close.writeYear"]({ target: file.handle, to }));
  };
  return (
    <Toolbar label="The year">
      <SelectField
        label="Twelve months to"
        value={to}
        options={months.map(({ month }) => ({ id: month, label: monthName(month) }))}
        onChange={onChange}
      />
      <Button
        isDisabled={running !== null || ledger.readOnly?.code === "LEDGER_PAST"}
        onPress={() => void save().catch(showFault)}
      >
        Save as workbook…
      </Button>
    </Toolbar>
  );
}

function YearBody({ year }: { readonly year: YearReport }) {
  const limits = yearLimits(year);
  return (
    <>
      {year.totals.length === 0 ? null : (
        <Section title="Roll-forward" level={3} meaning={ROLL_MEANING}>
          {year.totals.map((total, at) => (
            <YearTable key={total.currency ?? ""} year={year} block={at} />
          ))}
        </Section>
      )}
      {limits.length === 0 ? null : (
        <Section title="What is not known" level={3}>
          <ul>
            {limits.map((limit) => (
              <li key={limit}>{limit}</li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

const ROLL_MEANING =
  "Opening + inflows − outflows + breaks = closing. Signed months show in every column what was signed, others what today's records say. Unresolved is the amount at stake at the month's end that nobody explained or accepted; open items stay in every later month.";
