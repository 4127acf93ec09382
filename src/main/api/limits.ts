/** The largest sizes that are read, in bytes, and the deadlines of requests. */

/** The service's own responses nest six levels deep. */
export const MAX_DEPTH = 64;

/** Fields of one object; the service's own have about twenty, and what grows with a payment is in a list. */
export const MAX_FIELDS = 10_000;

/** The most text around a list of records. */
export const MAX_ENVELOPE_BYTES = 4 * 1024 * 1024;

/** One record; a milestone transaction of ten thousand tasks has about 2 MB. */
export const MAX_RECORD_BYTES = 64 * 1024 * 1024;

/** A response of one record: login, user, business. */
export const MAX_RECORD_BODY_BYTES = 4 * 1024 * 1024;

/** A list: wallet history or transactions, before and after decompression. About two million entries. */
const MAX_LIST_BODY_BYTES = 2 * 1024 * 1024 * 1024;

/** Records are parsed in blocks of about this size: text and records of one stay in the processor's cache. */
export const BLOCK_BYTES = 64 * 1024;

/** How long one request may take, milliseconds. */
export interface Timing {
  /** To connect, TLS included. */
  readonly connectMs: number;
  /** From the request to the response's headers. */
  readonly headersMs: number;
  /** Between two pieces of the response's body. */
  readonly bodyMs: number;
  /** All attempts and waits together, for a response of one record. */
  readonly recordDeadlineMs: number;
  /** The same for a list. */
  readonly listDeadlineMs: number;
}

export const DEFAULT_TIMING: Timing = {
  connectMs: 10_000,
  headersMs: 30_000,
  bodyMs: 30_000,
  recordDeadlineMs: 60_000,
  listDeadlineMs: 30 * 60_000,
};

/** How large a response may be, in bytes, before and after decompression. */
export interface SizeCaps {
  readonly recordBytes: number;
  readonly listBytes: number;
}

export const DEFAULT_CAPS: SizeCaps = { recordBytes: MAX_RECORD_BODY_BYTES, listBytes: MAX_LIST_BODY_BYTES };

export const MAX_HEADER_BYTES = 16 * 1024;
