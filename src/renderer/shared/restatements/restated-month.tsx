/**
 * What changed of a signed month since, by kind and record by record; then what each later pull brought of it,
 * field by field.
 */
import { Section } from "../../ui/layout/part.tsx";
import { formatAmount } from "../../../core/money.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { type ChangedSince, isUnchanged } from "../../../core/review/close/since.ts";
import { ChangedRecords } from "../../app/moment/since-list.tsx";
import { FaultOf } from "../../app/fault-of.tsx";
import { RestatedClosings } from "./restated-closings.tsx";
import { RestatementTable } from "./restatement-table.tsx";
import { restatedOf, useRestatements } from "./use-restatements.ts";

interface RestatedMonthProps {
  readonly month: Month;
  /** null while it is not known. */
  readonly changed: ChangedSince | null;
}

export function RestatedMonth({ month, changed }: RestatedMonthProps) {
  const { register, error, readAgain } = useRestatements(month);
  if (register === undefined) {
    return error === null ? null : <FaultOf error={error} onTryAgain={readAgain} />;
  }
  const { restatements, closings } = restatedOf(month, register);
  const isSame = changed === null || isUnchanged(changed);
  if (isSame && restatements.length === 0) return null;
  return (
    <Section title="What changed since it was signed" level={3} className="close-restated">
      {isSame ? null : <ChangedRecords changed={changed} />}
      {closings.length === 0 ? null : <RestatedClosings closings={closings} ofAllMonths={false} />}
      {restatements.length === 0 ? null : (
        <RestatementTable restatements={restatements} caption="What was changed" ofAllMonths={false} />
      )}
      {register.total > register.restatements.length ? (
        <p className="quiet">
          The newest {formatAmount(register.restatements.length)} of {formatAmount(register.total)} are
          listed.
        </p>
      ) : null}
    </Section>
  );
}
