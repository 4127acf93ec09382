/** Two contents of one record, field by field: known fields by what they mean, others as canonical JSON. */
import { type JsonValue, canonicalJson } from "../../canonical.ts";
import { compareBytes } from "../../text.ts";
import { formatInstant, parseServiceTime } from "../../time.ts";
import type { FieldChange } from "../result/findings.ts";

export type RecordKind = "entry" | "transaction";

/** A field in which two contents differ. */
export interface Difference extends FieldChange {
  /** The names of the objects it is in, and its own. */
  readonly path: readonly string[];
  /** Whether the interface names it. */
  readonly isKnown: boolean;
}

/** What the interface says of a value: a time, any other plain value, or an object or list of such. */
type Shape = "time" | "value" | { readonly fields: ReadonlyMap<string, Shape> } | { readonly items: Shape };

export interface Field {
  readonly path: readonly string[];
  readonly isKnown: boolean;
  readonly value: JsonValue;
  /** Equal for what counts as equal. */
  readonly meaning: string;
}

interface JsonObject {
  readonly [field: string]: JsonValue | undefined;
}

/**
 * Every field in which two documents of one record differ, by name in byte order. A known time differs when its instant does. A
 * field that the interface does not name is one field, whatever is in it.
 *
 * @param before as `entryDocument` or `transactionDocument` gives it
 */
export function differencesOf(kind: RecordKind, before: JsonValue, after: JsonValue): Difference[] {
  const left = fieldsOf(kind, before);
  const right = fieldsOf(kind, after);
  const keys = new Set([...left.keys(), ...right.keys()]);
  return [...keys]
    .flatMap((key) => differenceOf(left.get(key), right.get(key)))
    .toSorted((a, b) => compareBytes(a.field, b.field) || compareBytes(keyOf(a.path), keyOf(b.path)));
}

/** What kind of record a document is of. */
export function kindOf(document: JsonValue): RecordKind {
  const isEntry = ["walletID", "credit_balance", "debit_balance"].every((field) =>
    Object.hasOwn((document ?? {}) as JsonObject, field),
  );
  return isEntry ? "entry" : "transaction";
}

/** The same without what only rules look at. */
export function compareDocuments(kind: RecordKind, before: JsonValue, after: JsonValue): FieldChange[] {
  return differencesOf(kind, before, after).map(changeOf);
}

export function changeOf({ field, before, after }: FieldChange): FieldChange {
  return {
    field,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}

function differenceOf(before: Field | undefined, after: Field | undefined): Difference[] {
  const either = before ?? after;
  if (either === undefined || before?.meaning === after?.meaning) return [];
  const { path } = either;
  return [
    {
      path,
      field: path.join("."),
      isKnown: before?.isKnown === true || after?.isKnown === true,
      ...(before === undefined ? {} : { before: before.value }),
      ...(after === undefined ? {} : { after: after.value }),
    },
  ];
}

function keyOf(path: readonly string[]): string {
  return JSON.stringify(path);
}

/** The fields of a document by their paths. */
function fieldsOf(kind: RecordKind, document: JsonValue): Map<string, Field> {
  const fields = new Map<string, Field>();
  collect(document, shapeOf(kind, document), { path: [], isKnown: true, times: "instants" }, fields);
  return fields;
}

/** The same as they were sent, times too, of some of the document's own members. */
export function sentFieldsOf(
  kind: RecordKind,
  document: JsonValue,
  members: ReadonlySet<string>,
): Map<string, Field> {
  const fields = new Map<string, Field>();
  const part = Object.entries(document as JsonObject).filter(([name]) => members.has(name));
  const place = { path: [], isKnown: true, times: "as sent" } as const;
  collect(Object.fromEntries(part), shapeOf(kind, document), place, fields);
  return fields;
}

function shapeOf(kind: RecordKind, document: JsonValue): Shape {
  return kind === "entry" ? ENTRY : transactionShape(document);
}

interface Place extends Pick<Field, "path" | "isKnown"> {
  readonly times: "instants" | "as sent";
}

function collect(
  value: JsonValue,
  shape: Shape,
  { path, isKnown, times }: Place,
  into: Map<string, Field>,
): void {
  const add = (meaning: string, shown = value) => {
    into.set(keyOf(path), { path, isKnown, value: shown, meaning });
  };
  if (shape === "time" && times === "instants") {
    const atMs = typeof value === "string" ? parseServiceTime(value) : null;
    // Whatever stands for no time, they all mean none.
    if (atMs === null) add("no time");
    else add(`at ${atMs}`, formatInstant(atMs));
  } else if (typeof shape === "string" || value === null || typeof value !== "object")
    add(canonicalJson(value));
  else if ("items" in shape) {
    for (const [at, item] of Object.entries(value as JsonObject)) {
      if (item !== undefined) collect(item, shape.items, { path: [...path, at], isKnown, times }, into);
    }
  } else {
    for (const [name, member] of Object.entries(value as JsonObject)) {
      if (member === undefined) continue;
      const named = shape.fields.get(name);
      const place = { path: [...path, name], isKnown: named !== undefined, times };
      collect(member, named ?? "value", place, into);
    }
  }
}

function objectOf(fields: Readonly<Record<string, Shape>>): Shape {
  return { fields: new Map(Object.entries(fields)) };
}

/** @param names of plain values, apart by spaces */
function values(names: string): Record<string, Shape> {
  return Object.fromEntries(names.split(" ").map((name) => [name, "value"]));
}

const ENTRY = objectOf({
  ...values("walletID userID businessID credit_balance debit_balance balance action description sessionID"),
  ...values("payref is_approved is_bonus"),
  datePaid: "time",
  dateCreated: "time",
});

const TASK = objectOf({
  ...values("businessID userID taskname taskamount token is_complete"),
  dateCompleted: "time",
});

const DATA: Readonly<Record<string, Shape>> = {
  "one-time": objectOf({
    ...values("type reference duration itemname itemquantity itemamount deliverydate escrow_charge terms"),
    dateAdded: "time",
  }),
  milestone: objectOf({
    ...values("type reference taskname amount escrow_charge terms"),
    dateAdded: "time",
    list: { items: TASK },
  }),
  "crowd-pay": objectOf({
    ...values("type reference purpose project_name project_goal current_raised contributor_count"),
    ...values("project_description"),
    dateCreated: "time",
  }),
};

/** Data of a cycle that the interface does not name: none of its fields is known. */
const UNKNOWN_DATA = objectOf({});

/** By cycle. */
const TRANSACTIONS = new Map<string | null, Shape>(
  [...Object.entries(DATA), [null, UNKNOWN_DATA] as const].map(([cycle, data]) => [
    cycle,
    objectOf({
      ...values("payID businessID userID payhash payref cycle status is_deleted is_flagged"),
      transaction: objectOf(values("name trader_status is_active paymentURL")),
      data,
      customer: objectOf(values("userID name phone")),
      fee: objectOf(values("currency chargedamount scrowfee taxfee payableamount")),
      datePaid: "time",
      dateCreated: "time",
    }),
  ]),
);

function transactionShape(document: JsonValue): Shape {
  const { cycle } = (document ?? {}) as JsonObject;
  const shape = TRANSACTIONS.get(typeof cycle === "string" ? cycle : null) ?? TRANSACTIONS.get(null);
  if (shape === undefined) throw new Error("there is no shape of an unknown cycle");
  return shape;
}
