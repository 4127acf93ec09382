/** The register of all months: every change of an entry or a paid transaction that a later pull brought. */
import { Section } from "../../ui/layout/part.tsx";
import { formatAmount, formatCount } from "../../../core/money.ts";
import { FaultOf } from "../../app/fault-of.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { MONTH_TITLE_ID } from "../months/addresses.ts";
import { ReachNote } from "./reach-note.tsx";
import { RestatedClosings } from "./restated-closings.tsx";
import { RestatementTable } from "./restatement-table.tsx";
import { ChangedSentence } from "./changed-sentence.tsx";
import { type Register, useChangedMonths, useRestatements } from "./use-restatements.ts";

export function RestatementList() {
  const { register, error, readAgain } = useRestatements(null);
  const { months } = useChangedMonths();
  return (
    <article className="stack gap-5 scrolls shrinks close-month" aria-label="What later pulls changed">
      <header className="month-lead month-quiet">
        <h2 id={MONTH_TITLE_ID} className="headline lands" tabIndex={-1}>
          {register === undefined ? "What later pulls changed" : leadWords(register)}
        </h2>
        {register === undefined || register.total === 0 ? null : (
          <p className="subline">{restWords(register)}</p>
        )}
      </header>
      <ReachNote month={null} />
      {error === null ? null : <FaultOf error={error} onTryAgain={readAgain} />}
      {register?.total === 0 ? (
        <EmptyState title="Nothing yet">
          Every pull after the first is compared with what was pulled before. Fields that changed, and records
          that vanished, came back or were back-dated, are listed here.
        </EmptyState>
      ) : null}
      {register === undefined || register.total === 0 ? null : (
        <>
          <Section title="Signed closings" level={3}>
            <RestatedClosings closings={register.closings} ofAllMonths />
            {months.map((of) => (
              <p key={of.month}>
                <ChangedSentence of={of} />
              </p>
            ))}
          </Section>
          <Section title="Every change, newest first" level={3}>
            <RestatementTable
              restatements={register.restatements}
              caption="Every change that a later pull brought"
              ofAllMonths
            />
          </Section>
        </>
      )}
    </article>
  );
}

function leadWords({ total }: Register): string {
  return total === 0
    ? "No later pull changed a known record."
    : `Later pulls made ${formatCount(total, "change")} to known records.`;
}

function restWords({ restatements, total }: Register): string {
  const signed = restatements.filter(({ signature }) => signature?.stillInForce === true).length;
  const ofSigned =
    signed === 0
      ? "None of them touches a month that is signed."
      : `${formatAmount(signed)} of them ${signed === 1 ? "touches" : "touch"} a month that is signed.`;
  return total > restatements.length
    ? `${ofSigned} The newest ${formatAmount(restatements.length)} are listed.`
    : ofSigned;
}
