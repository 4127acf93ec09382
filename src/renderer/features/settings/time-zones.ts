/** The zones a ledger can be cut in. */

/** IANA names that this runtime knows, UTC first. */
export function timeZones(): readonly string[] {
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((name) => name !== "UTC")];
}
