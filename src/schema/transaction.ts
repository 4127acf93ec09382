/** What of entries and transactions is JSON text in the ledger: what has no column, tasks, details. */
import { z } from "zod";
import type { JsonValue } from "../core/canonical.ts";
import type { DeclaredFields } from "../core/records/fields.ts";
import {
  type Customer,
  type MilestoneTask,
  TRANSACTION_FIELDS,
  type Transaction,
} from "../core/records/transaction.ts";
import { type Schema, anyObject, integer, listOf, objectOf, text, shapedAs } from "./parts.ts";
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
const extraOrNull = extra.nullable();

/** Fields of details that have columns of their own. */
const IN_COLUMNS = new Set(
  "type reference itemquantity itemamount amount escrowCharge projectGoal currentRaised".split(" "),
);

type Shape = Readonly<Record<string, Schema<unknown>>>;

/** Declared fields as the ledger stores them. */
function storedShape(fields: DeclaredFields): Shape {
  return Object.fromEntries(
    Object.entries(fields).map(([property, { kind, orNull }]) => {
      const schema = kind === "text" ? text : integer;
      return [property, orNull ? schema.nullable() : schema];
    }),
  );
}

const { data, customer, task } = TRANSACTION_FIELDS;

function restWith(detail: Shape): Schema<Rest> {
  return objectOf<Rest>({
    payhash: textOrNull,
    isActive: textOrNull,
    paymentURL: textOrNull,
    customer: shapedAs<Customer>({ ...storedShape(customer), extra: extraOrNull }).nullable(),
    summaryExtra: extraOrNull,
    feeExtra: extraOrNull,
    extra: extraOrNull,
    detail: shapedAs<Rest["detail"]>(detail),
  });
}

const RESTS: ReadonlyMap<string, Schema<Rest>> = new Map(
  Object.entries(data).map(([cycle, fields]) => {
    const left = Object.entries(storedShape(fields)).filter(([property]) => !IN_COLUMNS.has(property));
    return [cycle, restWith({ ...Object.fromEntries(left), extra: extraOrNull })];
  }),
);
const UNKNOWN_REST = restWith({ document: json });

/** By cycle; any that the interface does not name keeps its whole `data`. */
export function restOf(cycle: string): Schema<Rest> {
  return RESTS.get(cycle) ?? UNKNOWN_REST;
}

export type CheckedTask = Pick<MilestoneTask, "taskamount" | "isComplete" | "dateCompletedAtMs">;

const { taskamount, isComplete, dateCompletedAtMs } = task;
export const checkedTasks = listOf(
  shapedAs<CheckedTask>(storedShape({ taskamount, isComplete, dateCompletedAtMs })),
);
export const tasks = listOf(shapedAs<MilestoneTask>({ ...storedShape(task), extra: extraOrNull }));
