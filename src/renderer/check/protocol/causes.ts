/** The causes of a check: a line of their list, and what a line of the queue says of its cause. */
import type { Cause } from "../../../core/reconcile/causes/cause.ts";

/** A cause as a list shows it. */
export interface CauseLine extends Pick<Cause, "walletIDs" | "payIDs" | "amount" | "unique"> {
  /** What it is, in words. */
  readonly title: string;
  readonly currency: string | null;
  /** How many findings it explains, and how many of them are decided. */
  readonly findings: number;
  readonly reviewed: number;
  /** The fingerprint of its first finding. */
  readonly first: string;
}

/** What explains a finding. */
export interface RowCause extends Pick<Cause, "amount" | "unique"> {
  /** Among the causes of the check: the same for all findings that it explains. */
  readonly place: number;
  readonly title: string;
  /** How many findings it explains, whether the queue shows them or not. */
  readonly findings: number;
}
