/** What a month comes to at one moment, in figures and sentences, as a use case. */
import { type MonthStatement, statementOf } from "../../../core/report/month-statement.ts";
import type { CloseStep, Month } from "../../../core/review/close/close.ts";
import type { Moment } from "../../../core/review/since/moment.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import type { LedgerAt } from "../../ledger/trail/as-of.ts";
import { auditHead } from "../../ledger/trail/audit.ts";
import type { ServiceContext } from "../shared/context.ts";
import { readProven } from "../shared/use-ledger.ts";
import { reportInputOf } from "../workbook/report-input.ts";
import { changedOfMonth } from "./changed-since.ts";
import { type CheckedMonth, checkMonth, freeze, shownMonth } from "./month-check.ts";
import { momentsOf } from "./moments.ts";

interface StatementRequest {
  readonly ledger: LedgerAt;
  readonly month: Month;
  /**
   * Who is about to sign the month: the statement is the one that would be signed. null for somebody who did
   * none of the work that it rests on. A month that is not prepared is stated as if it were, as it is now.
   */
  readonly signer?: string | null | undefined;
}

/**
 * States a month as of now or of a link. As of now it is checked under the ledger's own options, as every
 * check of now is; as of a link, and for a signer, under those that were frozen while it is prepared or
 * signed. Decimals are always the frozen ones.
 *
 * @throws TieoutError as `readProven`; LEDGER_CORRUPT when the run that was prepared is gone; SUM_OVERFLOW
 *   from the engine
 */
export function readStatement(
  { ledger, month, signer }: StatementRequest,
  context: ServiceContext,
): MonthStatement {
  return readProven(ledger, (db) => {
    const asFrozen = checkMonth(db, month, context);
    const checked = signer === undefined ? shownMonth(db, ledger, asFrozen, context) : asFrozen;
    const { sequence, hash: head } = auditHead(db);
    const { decimals } = checked.gathered;
    const input = reportInputOf(db, checked.gathered, {
      decimals,
      run: null,
      audit: { sequence, head },
      appVersion: context.appVersion,
      closeSteps: [...checked.steps, ...stepsToSign(db, signer, checked, context)],
    });
    return statementOf(input, {
      moment: momentAt(db, month, ledger),
      changedSince: changedOfMonth(db, asFrozen, context),
    });
  });
}

/** The steps that are still to be taken until the month is signed. */
function stepsToSign(
  db: ReadableLedger,
  signer: string | null | undefined,
  checked: CheckedMonth,
  context: ServiceContext,
): CloseStep[] {
  const { standing, steps } = checked;
  const { month, prepared, signed } = standing;
  if (signer === undefined || signed !== null) return [];
  const id = (steps.at(-1)?.id ?? 0) + 1;
  const frozen = prepared?.frozen ?? { ...freeze(db, checked, context), runId: 0 };
  const about = { month, note: "", atMs: context.now(), frozen };
  const signature: CloseStep = { ...about, id: id + 1, step: "sign-off", by: signer ?? "" };
  return prepared === null ? [{ ...about, id, step: "prepare", by: "" }, signature] : [signature];
}

/** The moment of the link that is asked for; null as of now, and where the link is none of the month's. */
function momentAt(db: ReadableLedger, month: Month, ledger: LedgerAt): Moment | null {
  if (typeof ledger === "string") return null;
  return momentsOf(db, month).find(({ sequence }) => sequence === ledger.sequence) ?? null;
}
