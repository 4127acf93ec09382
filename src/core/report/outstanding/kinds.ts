/** What can be outstanding, as a month freezes it. */
export { OUTSTANDING_KINDS as KINDS, type OutstandingKind } from "../../review/close/close.ts";
