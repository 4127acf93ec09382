/** How every method of the contract is run. */
import type { MethodName } from "../../../ipc/contract.ts";
import { APPLICATION_CALLS } from "./application.ts";
import { BACKUP_CALLS } from "./backups.ts";
import type { Call } from "./call.ts";
import { CHECK_CALLS } from "./check.ts";
import { CLIENT_CALLS } from "./clients.ts";
import { CLOSE_CALLS } from "./close.ts";
import { EVIDENCE_CALLS } from "./evidence.ts";
import { INTAKE_CALLS } from "./intake.ts";
import { LEDGER_CALLS } from "./ledger.ts";
import { LETTER_CALLS } from "./letters.ts";
import { MONTH_FILE_CALLS } from "./month-file.ts";
import { REVIEW_CALLS } from "./review.ts";
import { SANDBOX_CALLS } from "./sandbox.ts";

export const CALLS: { readonly [M in MethodName]: Call<M> } = {
  ...APPLICATION_CALLS,
  ...LEDGER_CALLS,
  ...BACKUP_CALLS,
  ...INTAKE_CALLS,
  ...SANDBOX_CALLS,
  ...CHECK_CALLS,
  ...REVIEW_CALLS,
  ...CLOSE_CALLS,
  ...EVIDENCE_CALLS,
  ...CLIENT_CALLS,
  ...MONTH_FILE_CALLS,
  ...LETTER_CALLS,
};
