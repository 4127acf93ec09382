/** `beganReview(ledger, month)`: the step with which earlier versions began the review of a month; none is taken now. */
import type { Month } from "../../../src/core/review/close/close.ts";
import { insertAct } from "../../../src/main/ledger/trail/acts.ts";
import { writeLedger } from "../../../src/main/services/shared/use-ledger.ts";
import { CONTEXT } from "./signing.ts";

export async function beganReview(ledger: string, month: Month, by = "Ada Obi"): Promise<void> {
  const step = { month, step: "review", by, note: "", atMs: CONTEXT.now(), frozen: null } as const;
  await writeLedger(ledger, CONTEXT, (db) => void insertAct(db, "close", step));
}
