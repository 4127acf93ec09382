/** What one cause of several findings is, above the first of its lines. */
import { formatCount } from "../../../../core/money.ts";
import { NOT_UNIQUE, NOT_UNIQUE_MEANING } from "../../../../core/words/cause.ts";
import type { RowCause } from "../../../check/protocol.ts";
import { Amount } from "../../../ui/values/amount.tsx";

interface QueueHeadProps {
  readonly cause: RowCause;
  readonly currency: string | null;
  /** Where it stands, and how high it is, in pixels. */
  readonly start: number;
  readonly height: number;
}

/** Screen readers hear it with each of its lines. */
export function QueueHead({ cause, currency, start, height }: QueueHeadProps) {
  return (
    <div
      className="small queue-head"
      aria-hidden="true"
      style={{ height, transform: `translateY(${start}px)` }}
      title="One cause explains these findings. A decision covers all of them that are shown."
    >
      <b>{cause.title}</b>
      <span className="quiet unbroken">{formatCount(cause.findings, "finding")}</span>
      {cause.unique ? null : (
        <span className="unbroken tone-warning" title={NOT_UNIQUE_MEANING}>
          {NOT_UNIQUE}
        </span>
      )}
      <span className="unbroken to-end">
        {currency === null ? null : <span className="quiet">{currency} </span>}
        <Amount value={cause.amount} />
      </span>
    </div>
  );
}
