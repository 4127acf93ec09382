/** The places of the window, by the names they have in the page's address, in the order of its rail. */
export const PLACE_NAMES = [
  /** Where one is without a ledger. */
  "welcome",
  /** Of all ledgers; there without an open one, too. */
  "clients",
  "overview",
  "wallet",
  "transactions",
  "exceptions",
  "what-if",
  "close",
  "activity",
  "settings",
] as const;
export type PlaceName = (typeof PLACE_NAMES)[number];
