/** A: the tables that its conclusion depends on, and their totals. */
import type { FactTable } from "../about/audit.ts";
import type { Figures } from "../figures.ts";
import type { ProvenTables } from "../proven-tables.ts";
import { misstatementsOf } from "../statement/misstatements.ts";
import { closeChecksOf } from "./close-checks.ts";
import { type ConclusionGrounds, allChecks } from "./concluded.ts";
import { type ConfirmationTable, confirmationTable } from "./confirmation-table.ts";
import { type ExposureTable, exposureTable } from "./exposure-table.ts";
import { checksTable, proofsTable, proofsOf } from "./proofs.ts";
import { uncorrectedTable } from "./uncorrected-table.ts";

/** What is listed and proven, with the facts of D2. */
export interface Proven extends ProvenTables {
  readonly facts: FactTable;
}

export interface HeldTables extends ConclusionGrounds {
  readonly exposure: ExposureTable;
  readonly confirmations: ConfirmationTable;
}

/** The proofs and checks of a workbook, which hold or not whether their tables stand on a sheet or not. */
export function heldOf(figures: Figures, proven: Proven): HeldTables {
  const { lists, lines, exceptions, roll } = proven;
  const proofs = proofsOf(figures, lists, lines, proven);
  const confirmations = confirmationTable(figures, roll);
  const checks = closeChecksOf(figures, lists.outstanding, { ...proven, confirmations });
  const exposure = exposureTable(figures, lists.exposures, exceptions);
  return {
    proofs,
    proofsTable: proofsTable(figures, proofs),
    checks,
    checksTable: checksTable(figures, allChecks(checks)),
    misstatements: misstatementsOf(figures, lists.exposures),
    uncorrected: uncorrectedTable(figures, lists.exposures, { exceptions, exposure }),
    roll,
    exposure,
    confirmations,
  };
}
