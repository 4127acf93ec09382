/** The actions of movements that no payment stands behind, with what a ledger's rules say they are. */
import type { Month } from "../../../core/review/close/close.ts";
import { termsIdOf } from "../../../core/review/file/month-file.ts";
import {
  type RuledMovement,
  type SetMovementRule,
  ruleFinder,
  setMovementRules,
} from "../../../core/review/file/movement-rules.ts";
import { type MovementSum, sumMovements } from "../../../core/review/file/movement-sums.ts";
import { listFiles } from "../../ledger/acts/month-file.ts";
import { recordPages } from "../../ledger/records/engine-columns.ts";
import { ENTRY_TABLE } from "../../ledger/tables/record-table.ts";
import { checkLedger } from "../check/check.ts";
import { checkMonth } from "../close/month-check.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { readProven } from "../shared/use-ledger.ts";

export interface ActionList {
  /** Decimals of all amounts; display only. */
  readonly decimals: number;
  /** Each with how many of the summed entries it is for. */
  readonly rules: readonly (SetMovementRule & { readonly entries: number })[];
  /** By currency, action and category. */
  readonly sums: readonly MovementSum[];
}

/**
 * @param month whose entries are summed, under the rules that it was prepared with; null for all entries
 * @throws TieoutError when the ledger cannot be opened, read or checked, or differs from its audit trail
 */
export function listActions(
  { ledger, month }: { readonly ledger: string; readonly month: Month | null },
  context: ServiceContext,
): ActionList {
  return readProven(ledger, (db) => {
    const { standing, gathered } =
      month === null
        ? {
            standing: { prepared: null },
            gathered: checkLedger(db, { period: null, options: {} }, context),
          }
        : checkMonth(db, month, context);
    const { versions } = listFiles(db);
    const rules = setMovementRules(versions, termsIdOf(standing, versions));
    const page = recordPages(db, ENTRY_TABLE, ["description"]);
    const find = ruleFinder(rules);
    const entries = new Map(rules.map((rule) => [rule, 0]));
    const count = (movement: RuledMovement) => {
      const rule = find(movement);
      if (rule !== null) entries.set(rule, (entries.get(rule) ?? 0) + 1);
      return rule?.category ?? null;
    };
    const sums = sumMovements(gathered, count, (row) => {
      const [description] = page(gathered.input.entries.walletID[row] ?? Number.NaN) ?? [];
      return typeof description === "string" ? description : null;
    });
    const counted = rules.map((rule) => ({ ...rule, entries: entries.get(rule) ?? 0 }));
    return { decimals: gathered.decimals, rules: counted, sums };
  });
}
