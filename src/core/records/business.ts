/** The caller's user and business records, with the fields that checks and exports need. */
export interface User {
  readonly userID: number;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly country: string | null;
  /** ISO 4217 code. */
  readonly defaultCurrency: string | null;
  readonly businessID: number | null;
}

export interface Business {
  readonly businessID: number;
  readonly userID: number;
  readonly name: string | null;
  /** ISO 4217 code. */
  readonly currency: string | null;
}
