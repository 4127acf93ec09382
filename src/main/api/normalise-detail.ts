/** From a transaction's `data` to its detail, whose shape follows the cycle. */
import { escapeUnstorable } from "../../core/text/text.ts";
import type {
  CrowdPayDetail,
  MilestoneDetail,
  MilestoneTask,
  OneTimeDetail,
  TransactionDetail,
  UnknownDetail,
} from "../../core/transaction.ts";
import { type FieldReader, type RawFields, fieldNames } from "./json/field-reader.ts";
import {
  crowdPayDataSchema,
  milestoneDataSchema,
  milestoneTaskSchema,
  oneTimeDataSchema,
} from "./schemas.ts";

const ONE_TIME = fieldNames(oneTimeDataSchema.shape, ["dateAdded"]);
const MILESTONE = fieldNames(milestoneDataSchema.shape, ["dateAdded"]);
const TASK = fieldNames(milestoneTaskSchema.shape, ["dateCompleted"]);
const CROWD_PAY = fieldNames(crowdPayDataSchema.shape, ["dateCreated"]);

/** Reads `data` as the cycle shapes it; that of a cycle the interface does not name is kept whole. */
export function readDetail(cycle: string, data: unknown, reader: FieldReader): TransactionDetail {
  if (cycle === "one-time") return readOneTime(data, reader);
  if (cycle === "milestone") return readMilestone(data, reader);
  if (cycle === "crowd-pay") return readCrowdPay(data, reader);
  return readUnknown(data, reader);
}

function readOneTime(data: unknown, reader: FieldReader): OneTimeDetail {
  const raw: RawFields<keyof typeof oneTimeDataSchema.shape> = reader.object(data);
  return {
    cycle: "one-time",
    type: reader.optionalText(raw.type),
    reference: reader.optionalText(raw.reference),
    duration: reader.optionalText(raw.duration),
    itemname: reader.optionalText(raw.itemname),
    itemquantity: reader.optionalInteger(raw.itemquantity),
    itemamount: reader.integer(raw.itemamount),
    deliverydate: reader.optionalText(raw.deliverydate),
    escrowCharge: reader.integer(raw.escrow_charge),
    terms: reader.optionalText(raw.terms),
    dateAddedAtMs: reader.optionalTime(raw.dateAdded),
    extra: reader.extra(raw, ONE_TIME),
  };
}

function readMilestone(data: unknown, reader: FieldReader): MilestoneDetail {
  const raw: RawFields<keyof typeof milestoneDataSchema.shape> = reader.object(data);
  return {
    cycle: "milestone",
    type: reader.optionalText(raw.type),
    reference: reader.optionalText(raw.reference),
    taskname: reader.optionalText(raw.taskname),
    amount: reader.integer(raw.amount),
    escrowCharge: reader.integer(raw.escrow_charge),
    terms: reader.optionalText(raw.terms),
    dateAddedAtMs: reader.optionalTime(raw.dateAdded),
    tasks: readTasks(raw.list, reader),
    extra: reader.extra(raw, MILESTONE),
  };
}

function readTasks(list: unknown, reader: FieldReader): MilestoneTask[] {
  if (Array.isArray(list)) return list.map((task: unknown) => readTask(task, reader));
  if (list === null) reader.unusual = true;
  else reader.failed = true;
  return [];
}

function readTask(task: unknown, reader: FieldReader): MilestoneTask {
  const raw: RawFields<keyof typeof milestoneTaskSchema.shape> = reader.object(task);
  return {
    businessID: reader.integer(raw.businessID),
    userID: reader.integer(raw.userID),
    taskname: reader.optionalText(raw.taskname),
    taskamount: reader.integer(raw.taskamount),
    token: reader.optionalText(raw.token),
    isComplete: reader.optionalInteger(raw.is_complete),
    dateCompletedAtMs: reader.optionalTime(raw.dateCompleted),
    extra: reader.extra(raw, TASK),
  };
}

function readCrowdPay(data: unknown, reader: FieldReader): CrowdPayDetail {
  const raw: RawFields<keyof typeof crowdPayDataSchema.shape> = reader.object(data);
  return {
    cycle: "crowd-pay",
    type: reader.optionalText(raw.type),
    reference: reader.optionalText(raw.reference),
    purpose: reader.optionalText(raw.purpose),
    projectName: reader.optionalText(raw.project_name),
    projectGoal: reader.integer(raw.project_goal),
    currentRaised: reader.integer(raw.current_raised),
    contributorCount: reader.optionalInteger(raw.contributor_count),
    projectDescription: reader.optionalText(raw.project_description),
    dateCreatedAtMs: reader.optionalTime(raw.dateCreated),
    extra: reader.extra(raw, CROWD_PAY),
  };
}

function readUnknown(data: unknown, reader: FieldReader): UnknownDetail {
  if (data === undefined) reader.failed = true;
  return {
    cycle: "unknown",
    type: ownText(data, "type"),
    reference: ownText(data, "reference"),
    document: data === undefined ? null : reader.keep(data),
  };
}

function ownText(data: unknown, field: string): string | null {
  if (typeof data !== "object" || data === null || !Object.hasOwn(data, field)) return null;
  const value = (data as Record<string, unknown>)[field];
  return typeof value === "string" ? escapeUnstorable(value) : null;
}
