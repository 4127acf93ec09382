/** The rows that links of the audit trail record. */
import type { ActTable } from "../../../schema/acts.ts";

/** The values of one row, in the order its table is read. */
export type RecordedRow = readonly (string | number | null)[];

/** Called for each row that a link records, with the link's number. */
export type OnRow = (table: RecordedTable, row: RecordedRow, link: number) => void;

export type RecordedTable = ActTable | "ledger" | "setting" | "pull" | "caller" | "body" | "run";
