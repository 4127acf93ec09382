/** The fields of the interface where people read them: their labels, and what they said before and say now. */
import type { JsonValue } from "./canonical.ts";
import { formatAmount } from "./money.ts";
import type { FieldChange } from "./reconcile/result/findings.ts";
import { formatInstant, parseServiceTime, sayInstant } from "./time.ts";

/** By the interface's path. Columns and facts of the window and the workbook's sheets have the same. */
const LABELS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    credit_balance: "Credit",
    debit_balance: "Debit",
    balance: "Stated balance",
    action: "Action",
    description: "Description",
    sessionID: "Session",
    payref: "Payref",
    is_approved: "Approved",
    is_bonus: "Bonus",
    datePaid: "Paid",
    dateCreated: "Created",
    payhash: "Payment hash",
    cycle: "Cycle",
    status: "Status at the service",
    is_deleted: "Deleted",
    is_flagged: "Flagged",
    transaction: "Summary",
    "transaction.name": "Label",
    "transaction.trader_status": "Trader status",
    "transaction.is_active": "Active",
    "transaction.paymentURL": "Payment link",
    data: "Detail",
    "data.type": "Type",
    "data.reference": "Reference",
    "data.duration": "Duration",
    "data.itemname": "Item",
    "data.itemquantity": "Quantity",
    "data.itemamount": "Item amount",
    "data.deliverydate": "Delivery",
    "data.escrow_charge": "Escrow charge",
    "data.terms": "Terms",
    "data.dateAdded": "Added",
    "data.taskname": "Milestone",
    "data.amount": "Milestone amount",
    "data.list": "Tasks",
    "data.purpose": "Purpose",
    "data.project_name": "Project",
    "data.project_goal": "Goal",
    "data.current_raised": "Raised",
    "data.contributor_count": "Contributors",
    "data.project_description": "Project description",
    "data.dateCreated": "Project created",
    customer: "Customer",
    "customer.name": "Customer",
    "customer.userID": "Customer's userID",
    "customer.phone": "Customer's phone",
    fee: "Fees",
    "fee.currency": "Currency",
    "fee.chargedamount": "Charged",
    "fee.scrowfee": "Escrow fee",
    "fee.taxfee": "Tax",
    "fee.payableamount": "Payable",
  }),
);

/** Of a milestone's task, by its own name. */
const TASK_LABELS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    taskname: "name",
    taskamount: "amount",
    token: "token",
    is_complete: "complete",
    dateCompleted: "completed",
  }),
);

/** A task by its place in the list, and what of it. */
const TASK = /^data\.list\.(\d+)(?:\.(.+))?$/u;

/**
 * A field as screens, the workbook and the terminal name it. What has no name of ours keeps the service's.
 *
 * @example fieldLabel("fee.taxfee") // 'Tax'
 * @example fieldLabel("data.list.1.taskamount") // 'Task 2: amount'
 */
export function fieldLabel(field: string): string {
  const task = TASK.exec(field);
  if (task === null) return LABELS.get(field) ?? field;
  const [, at, name] = task;
  const which = `Task ${Number(at) + 1}`;
  return name === undefined ? which : `${which}: ${TASK_LABELS.get(name) ?? name}`;
}

/** The interface's fields that hold money. */
const MONEY =
  /(?:^|\.)(?:(?:credit_|debit_)?balance|(?:charged|payable|item|task)?amount|scrowfee|taxfee|escrow_charge|project_goal|current_raised)$/u;

/** Whether a field of the interface, by its path, holds money. */
export function isMoney(field: string): boolean {
  return MONEY.test(field);
}

/** Fields that say yes or no by 1 and 0. */
const FLAG = /^(?:is_(?:approved|bonus|deleted|flagged)|data\.list\.\d+\.is_complete)$/u;

/** The interface's times. */
const TIME = /^(?:datePaid|dateCreated|data\.(?:dateAdded|dateCreated)|data\.list\.\d+\.dateCompleted)$/u;

/** An instant as the engine writes it: RFC 3339 in UTC. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/u;

/**
 * The instant that a field states, as the service or as the engine writes it.
 *
 * @returns milliseconds UTC; null for every other value, and in every field that holds no time
 */
export function instantIn(field: string, value: JsonValue | undefined): number | null {
  if (typeof value !== "string" || !TIME.test(field)) return null;
  return INSTANT.test(value) ? Date.parse(value) : parseServiceTime(value);
}

export interface ValueWording {
  readonly decimals: number;
  readonly sayTime: (atMs: number) => string;
  /** How a text of the service is set; where nothing is told as it is, one without a letter as `empty`. */
  readonly sayText?: (text: string) => string;
}

/** What a field says: nothing where it is not there, `not set` where the service sends null. */
export function valueWords(
  field: string,
  value: JsonValue | undefined,
  { decimals, sayTime, sayText = (text) => text || "empty" }: ValueWording,
): string {
  if (value === undefined) return "nothing";
  if (value === null) return "not set";
  const atMs = instantIn(field, value);
  if (atMs !== null) return sayTime(atMs);
  if (typeof value === "string") return sayText(value);
  if (FLAG.test(field) && (value === 0 || value === 1)) return value === 1 ? "yes" : "no";
  if (Number.isSafeInteger(value) && isMoney(field)) return formatAmount(Number(value), decimals);
  return JSON.stringify(value);
}

/** Both sides of a change. Where words as short as everywhere would make them the same, times have their milliseconds. */
export function sidesOf(
  { field, before, after }: FieldChange,
  wording: ValueWording,
): readonly [before: string, after: string] {
  const sides = (own: ValueWording) =>
    [valueWords(field, before, own), valueWords(field, after, own)] as const;
  const told = sides(wording);
  return told[0] === told[1] ? sides({ ...wording, sayTime: formatInstant }) : told;
}

/** A change as a sentence tells it, e.g. `Stated balance from 1,450.00 to 1,460.00`. */
export function changeWords(change: FieldChange, decimals: number): string {
  const wording = { decimals, sayTime: sayInstant, sayText: (text: string) => JSON.stringify(text) };
  const [before, after] = sidesOf(change, wording);
  const label = fieldLabel(change.field);
  if (change.before === undefined) return `${label} added as ${after}`;
  if (change.after === undefined) return `${label} removed, it was ${before}`;
  return `${label} from ${before} to ${after}`;
}
