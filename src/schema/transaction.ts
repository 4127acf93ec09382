/** What of entries and transactions is JSON text in the ledger: what has no column, tasks, details. */
import { z } from "zod";
import type { JsonValue } from "../core/canonical.ts";
import type {
  CrowdPayDetail,
  Customer,
  MilestoneDetail,
  MilestoneTask,
  OneTimeDetail,
  Transaction,
  UnknownDetail,
} from "../core/records/transaction.ts";
import { type Schema, anyObject, integer, listOf, objectOf, text } from "./parts.ts";
import { json } from "./values.ts";

/** Fields that the interface does not name, as the service wrote them. */
export const extra = z.custom<{ readonly [field: string]: JsonValue }>(
  (found) => anyObject.safeParse(found).success,
);

/** What the columns do not hold: the record with the columns' fields left out. */
export interface Rest extends Pick<
  Transaction,
  "payhash" | "isActive" | "paymentURL" | "customer" | "summaryExtra" | "feeExtra" | "extra"
> {
  readonly detail: Readonly<Record<string, unknown>>;
}

const textOrNull = text.nullable();
const integerOrNull = integer.nullable();
const extraOrNull = extra.nullable();

/** Fields of every detail that have columns of their own. */
type InColumns = "cycle" | "type" | "reference";

const oneTime = objectOf<Omit<OneTimeDetail, InColumns | "itemquantity" | "itemamount" | "escrowCharge">>({
  duration: textOrNull,
  itemname: textOrNull,
  deliverydate: textOrNull,
  terms: textOrNull,
  dateAddedAtMs: integerOrNull,
  extra: extraOrNull,
});

const milestone = objectOf<Omit<MilestoneDetail, InColumns | "amount" | "escrowCharge" | "tasks">>({
  taskname: textOrNull,
  terms: textOrNull,
  dateAddedAtMs: integerOrNull,
  extra: extraOrNull,
});

const crowdPay = objectOf<Omit<CrowdPayDetail, InColumns | "projectGoal" | "currentRaised">>({
  purpose: textOrNull,
  projectName: textOrNull,
  contributorCount: integerOrNull,
  projectDescription: textOrNull,
  dateCreatedAtMs: integerOrNull,
  extra: extraOrNull,
});

const unknown = objectOf<Omit<UnknownDetail, InColumns>>({ document: json });

function restWith(detail: Schema<object>): Schema<Rest> {
  return objectOf<Rest>({
    payhash: textOrNull,
    isActive: textOrNull,
    paymentURL: textOrNull,
    customer: objectOf<Customer>({
      userID: integerOrNull,
      name: textOrNull,
      phone: textOrNull,
      extra: extraOrNull,
    }).nullable(),
    summaryExtra: extraOrNull,
    feeExtra: extraOrNull,
    extra: extraOrNull,
    detail: detail as Schema<Rest["detail"]>,
  });
}

const RESTS: ReadonlyMap<string, Schema<Rest>> = new Map([
  ["one-time", restWith(oneTime)],
  ["milestone", restWith(milestone)],
  ["crowd-pay", restWith(crowdPay)],
]);
const UNKNOWN_REST = restWith(unknown);

/** By cycle; any that the interface does not name keeps its whole `data`. */
export function restOf(cycle: string): Schema<Rest> {
  return RESTS.get(cycle) ?? UNKNOWN_REST;
}

const CHECKED_TASK = { taskamount: integer, isComplete: integerOrNull, dateCompletedAtMs: integerOrNull };

export type CheckedTask = Pick<MilestoneTask, keyof typeof CHECKED_TASK>;

export const checkedTasks = listOf(objectOf<CheckedTask>(CHECKED_TASK));

export const tasks = listOf(
  objectOf<MilestoneTask>({
    ...CHECKED_TASK,
    businessID: integerOrNull,
    userID: integerOrNull,
    taskname: textOrNull,
    token: textOrNull,
    extra: extraOrNull,
  }),
);
