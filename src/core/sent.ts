/** The original form of a record, kept where its normal form says less. */

/** A record that may say less in its normal form than as sent: a time with its weekday in full, say. */
export interface Sent {
  /** Where it does: canonical JSON of the record as it was sent, without `_alt` fields. */
  readonly asSent?: string;
}
