/** The user and business records of a ledger. */
import type { Business, User } from "../core/business.ts";
import { integer, objectOf, text } from "./parts.ts";

export const user = objectOf<User>({
  userID: integer,
  name: text.nullable(),
  email: text.nullable(),
  phone: text.nullable(),
  country: text.nullable(),
  defaultCurrency: text.nullable(),
  businessID: integer.nullable(),
});

export const business = objectOf<Business>({
  businessID: integer,
  userID: integer,
  name: text.nullable(),
  currency: text.nullable(),
});
