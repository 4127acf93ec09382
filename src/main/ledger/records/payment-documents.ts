/**
 * The parts of a payment transaction stored as JSON: everything without a column, a milestone's tasks, and
 * the detail by cycle.
 */
import type { JsonValue } from "../../../core/canonical.ts";
import type {
  CrowdPayDetail,
  Customer,
  MilestoneDetail,
  MilestoneTask,
  OneTimeDetail,
  Transaction,
  UnknownDetail,
} from "../../../core/transaction.ts";
import {
  type Shape,
  type StoredPlace,
  isExtra,
  isInteger,
  isObject,
  isText,
  listOf,
  objectOf,
  orNull,
  parseStored,
} from "../people/stored-document.ts";

/** What the columns do not hold: the record with the columns' fields left out. */
export interface Rest {
  readonly payhash: string | null;
  readonly isActive: string | null;
  readonly paymentURL: string | null;
  readonly customer: Transaction["customer"];
  readonly summaryExtra: Transaction["summaryExtra"];
  readonly feeExtra: Transaction["feeExtra"];
  readonly extra: Transaction["extra"];
  readonly detail: Readonly<Record<string, unknown>>;
}

/** A task as far as a check uses it. */
export type CheckedTask = Pick<MilestoneTask, "taskamount" | "isComplete" | "dateCompletedAtMs">;

const textOrNull = orNull(isText);
const integerOrNull = orNull(isInteger);
const extraOrNull = orNull(isExtra);

const isRest = objectOf<Rest>({
  payhash: textOrNull,
  isActive: textOrNull,
  paymentURL: textOrNull,
  customer: orNull(
    objectOf<Customer>({ userID: integerOrNull, name: textOrNull, phone: textOrNull, extra: extraOrNull }),
  ),
  summaryExtra: extraOrNull,
  feeExtra: extraOrNull,
  extra: extraOrNull,
  detail: isObject,
});

/** Fields of every detail that are in columns of their own. */
type InColumns = "cycle" | "type" | "reference";

/** By cycle; any other is of none that is known. */
const DETAILS: ReadonlyMap<string, Shape<object>> = new Map<string, Shape<object>>([
  [
    "one-time",
    objectOf<Omit<OneTimeDetail, InColumns | "itemquantity" | "itemamount" | "escrowCharge">>({
      duration: textOrNull,
      itemname: textOrNull,
      deliverydate: textOrNull,
      terms: textOrNull,
      dateAddedAtMs: integerOrNull,
      extra: extraOrNull,
    }),
  ],
  [
    "milestone",
    objectOf<Omit<MilestoneDetail, InColumns | "amount" | "escrowCharge" | "tasks">>({
      taskname: textOrNull,
      terms: textOrNull,
      dateAddedAtMs: integerOrNull,
      extra: extraOrNull,
    }),
  ],
  [
    "crowd-pay",
    objectOf<Omit<CrowdPayDetail, InColumns | "projectGoal" | "currentRaised">>({
      purpose: textOrNull,
      projectName: textOrNull,
      contributorCount: integerOrNull,
      projectDescription: textOrNull,
      dateCreatedAtMs: integerOrNull,
      extra: extraOrNull,
    }),
  ],
]);

const isUnknownDetail = objectOf<Omit<UnknownDetail, InColumns>>({
  document: (read): read is JsonValue => read !== undefined,
});

const isTasks = listOf(
  objectOf<MilestoneTask>({
    businessID: integerOrNull,
    userID: integerOrNull,
    taskname: textOrNull,
    taskamount: isInteger,
    token: textOrNull,
    isComplete: integerOrNull,
    dateCompletedAtMs: integerOrNull,
    extra: extraOrNull,
  }),
);

const isCheckedTasks = listOf(
  objectOf<CheckedTask>({
    taskamount: isInteger,
    isComplete: integerOrNull,
    dateCompletedAtMs: integerOrNull,
  }),
);

/** @throws TieoutError AUDIT_MISMATCH */
export function parseRest(text: string, cycle: string, payID: number): Rest {
  const isDetail = DETAILS.get(cycle) ?? isUnknownDetail;
  const isWhole: Shape<Rest> = (read): read is Rest => isRest(read) && isDetail(read.detail);
  return parseStored(text, isWhole, () => placeOf(payID));
}

/** @throws TieoutError AUDIT_MISMATCH */
export function parseTasks(text: string, payID: number): readonly MilestoneTask[] {
  return parseStored(text, isTasks, () => placeOf(payID));
}

/**
 * As `parseTasks`, as much of it as a check of many payments needs.
 *
 * @throws TieoutError AUDIT_MISMATCH
 */
export function parseCheckedTasks(text: string, payID: number): readonly CheckedTask[] {
  return parseStored(text, isCheckedTasks, () => placeOf(payID));
}

function placeOf(payID: number): StoredPlace {
  return { record: `payID ${payID}`, sentence: "The content of a transaction differs from what was written" };
}
