/** What records that somebody decided on said then and say now, record by record. */
import type { ReactNode } from "react";
import { formatCount } from "../../../../core/money.ts";
import { type BoundChange, WHOLE_RECORD } from "../../../../core/review/decisions/bound-records.ts";
import { ChangesTable } from "../../tables/changes-table.tsx";

/** So many records are shown; of more, how many. */
const SHOWN = 20;

interface BoundChangesProps {
  readonly changes: readonly BoundChange[];
  /** What it means that they changed, in one sentence; then and now follow. */
  readonly children: ReactNode;
}

export function BoundChanges({ changes, children }: BoundChangesProps) {
  const byRecord = Map.groupBy(changes, ({ walletID, payID }) =>
    walletID === null ? `payID ${payID}` : `walletID ${walletID}`,
  );
  const more = byRecord.size - SHOWN;
  return (
    <div className="stack gap-2 below-1">
      <p>{children}</p>
      {[...byRecord].slice(0, SHOWN).map(([record, fields]) => (
        <div key={record}>
          <p className="label-caps">{record}</p>
          <Fields of={fields} />
        </div>
      ))}
      {more > 0 ? <p className="quiet">And {formatCount(more, "more record")}.</p> : null}
    </div>
  );
}

function Fields({ of }: { readonly of: readonly BoundChange[] }) {
  const whole = of.find(({ field }) => field === WHOLE_RECORD);
  if (whole === undefined) return <ChangesTable changes={of} />;
  return (
    <p>
      {whole.after === null
        ? "The ledger\u2019s newest pull no longer has it."
        : "Its contents have changed. The ledger no longer has the earlier contents."}
    </p>
  );
}
