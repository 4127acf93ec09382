/** How the files in a zip file that Tieout writes are stored. */

/**
 * Options of an entry that keep clock, zone and system out of it, so that the same contents give the same
 * bytes. The time is the first day of the zip format, in its own calendar without a zone.
 */
export const TIMELESS_ENTRY = {
  mtime: new Date(1980, 0, 1),
  forceDosTimestamp: true,
  /** A plain file that its owner may write and everybody read. */
  mode: 0o100644,
} as const;
