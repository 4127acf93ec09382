/** What a record keeps of how it was sent. */

/**
 * A record that may say less in its normal form than as it was sent: a time whose weekday was written in
 * full, say.
 */
export interface Sent {
  /** Where it does: canonical JSON of the record as it was sent, without `_alt` fields. */
  readonly asSent?: string;
}
