/** What a later pull changed of a signed month: its closing then and now, and each change. */
import { Part } from "../../ui/layout/part.tsx";
import { formatAmount } from "../../../core/money.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { FaultOf } from "../../app/fault-of.tsx";
import { formatOfMonth, useOpenLedger } from "../../app/ledger/ledger-provider.tsx";
import { DriftSentence } from "./drift-sentence.tsx";
import { RestatedClosings } from "./restated-closings.tsx";
import { RestatementTable } from "./restatement-table.tsx";
import { restatedOf, useRestatements } from "./use-restatements.ts";
import { restatedSentence } from "./restatement-words.ts";

export function RestatedMonth({ month }: { readonly month: Month }) {
  const ledger = useOpenLedger();
  const { register, error, readAgain } = useRestatements(month);
  if (register === undefined) {
    return error === null ? null : <FaultOf error={error} onTryAgain={readAgain} />;
  }
  const restated = restatedOf(month, register);
  const { restatements, closings } = restated;
  return (
    <Part title="What a later pull changed" level={3} className="close-restated">
      <p>
        {restatedSentence(restated, formatOfMonth(ledger, month))}
        <DriftSentence month={month} isNamed={false} />
      </p>
      {closings.length === 0 ? null : <RestatedClosings closings={closings} ofAllMonths={false} />}
      <RestatementTable restatements={restatements} caption="What was changed" ofAllMonths={false} />
      {register.total > register.restatements.length ? (
        <p className="quiet">
          The newest {formatAmount(register.restatements.length)} of {formatAmount(register.total)} are
          listed.
        </p>
      ) : null}
    </Part>
  );
}
