/** How every method of the contract is run. */
import type { MethodName } from "../../../ipc/contract.ts";
import { APPLICATION_CALLS } from "./application.ts";
import type { Call } from "./call.ts";
import { CLIENT_CALLS } from "./clients.ts";
import { INTAKE_CALLS } from "./intake.ts";
import { LEDGER_CALLS } from "./ledger.ts";
import { MONTH_CALLS } from "./months.ts";
import { REVIEW_CALLS } from "./review.ts";

export const CALLS: { readonly [M in MethodName]: Call<M> } = {
  ...APPLICATION_CALLS,
  ...LEDGER_CALLS,
  ...INTAKE_CALLS,
  ...REVIEW_CALLS,
  ...MONTH_CALLS,
  ...CLIENT_CALLS,
};
