/** Compares two contents of one record field by field: known fields by meaning, others as canonical JSON. */
import { type JsonObject, type JsonValue, canonicalJson } from "../canonical.ts";
import { LABELLED_ENTRY } from "../records/entry.ts";
import type { Field } from "../records/fields.ts";
import { compareBytes } from "../text.ts";
import { formatInstant, parseServiceTime } from "../time.ts";
import { LABELLED_DATA, labelledTransaction } from "../records/transaction.ts";
import type { FieldChange } from "./input/findings.ts";

export type RecordKind = "entry" | "transaction";

export interface Difference extends FieldChange {
  /** The names of the objects it is in, and its own. */
  readonly path: readonly string[];
  /** Whether the interface names it. */
  readonly isKnown: boolean;
}

interface FoundField {
  readonly path: readonly string[];
  readonly isKnown: boolean;
  readonly value: JsonValue;
  /** Equal for what counts as equal. */
  readonly meaning: string;
}

/**
 * Every field in which two documents of one record differ, by name in byte order. A known time differs when
 * its instant does. A field that the interface does not name is one field, whatever is in it.
 *
 * @param before as `entryDocument` or `transactionDocument` gives it
 */
export function fieldDifferences(kind: RecordKind, before: JsonValue, after: JsonValue): Difference[] {
  const left = fieldsOf(kind, before);
  const right = fieldsOf(kind, after);
  const keys = new Set([...left.keys(), ...right.keys()]);
  return [...keys]
    .flatMap((key) => differenceOf(left.get(key), right.get(key)))
    .toSorted((a, b) => compareBytes(a.field, b.field) || compareBytes(keyOf(a.path), keyOf(b.path)));
}

export function kindOf(document: JsonValue): RecordKind {
  const isEntry = ["walletID", "credit_balance", "debit_balance"].every((field) =>
    Object.hasOwn((document ?? {}) as JsonObject, field),
  );
  return isEntry ? "entry" : "transaction";
}

/** The same without what only rules look at. */
export function compareDocuments(kind: RecordKind, before: JsonValue, after: JsonValue): FieldChange[] {
  return fieldDifferences(kind, before, after).map(changeOf);
}

export function changeOf({ field, before, after }: FieldChange): FieldChange {
  return {
    field,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}

function differenceOf(before: FoundField | undefined, after: FoundField | undefined): Difference[] {
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

function fieldsOf(kind: RecordKind, document: JsonValue): Map<string, FoundField> {
  const fields = new Map<string, FoundField>();
  collect(document, shapeOf(kind, document), { path: [], isKnown: true, times: "instants" }, fields);
  return fields;
}

/** The same as they were sent, times too, of some of the document's own members. */
export function sentFieldsOf(
  kind: RecordKind,
  document: JsonValue,
  members: ReadonlySet<string>,
): Map<string, FoundField> {
  const fields = new Map<string, FoundField>();
  const part = Object.entries(document as JsonObject).filter(([name]) => members.has(name));
  const place = { path: [], isKnown: true, times: "as sent" } as const;
  collect(Object.fromEntries(part), shapeOf(kind, document), place, fields);
  return fields;
}

function shapeOf(kind: RecordKind, document: JsonValue): Field {
  return kind === "entry" ? ENTRY : transactionShape(document);
}

/** A field that the interface does not name, whatever is in it. */
const UNNAMED: Field = { holds: "value" };

function collect(
  value: JsonValue,
  shape: Field,
  { path, isKnown, times }: Pick<FoundField, "path" | "isKnown"> & { readonly times: "instants" | "as sent" },
  into: Map<string, FoundField>,
): void {
  const add = (meaning: string, shown = value) => {
    into.set(keyOf(path), { path, isKnown, value: shown, meaning });
  };
  if ("holds" in shape && shape.holds === "time" && times === "instants") {
    const atMs = typeof value === "string" ? parseServiceTime(value) : null;
    // Whatever stands for no time, they all mean none.
    if (atMs === null) add("no time");
    else add(`at ${atMs}`, formatInstant(atMs));
  } else if ("holds" in shape || value === null || typeof value !== "object") add(canonicalJson(value));
  else if ("items" in shape) {
    for (const [at, item] of Object.entries(value as JsonObject)) {
      if (item !== undefined) collect(item, shape.items, { path: [...path, at], isKnown, times }, into);
    }
  } else {
    for (const [name, member] of Object.entries(value as JsonObject)) {
      if (member === undefined) continue;
      const named = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined;
      const place = { path: [...path, name], isKnown: named !== undefined, times };
      collect(member, named ?? UNNAMED, place, into);
    }
  }
}

const ENTRY: Field = { fields: LABELLED_ENTRY };
const UNKNOWN_CYCLE: Field = { fields: labelledTransaction({}) };

/** By cycle. */
const TRANSACTIONS: ReadonlyMap<string, Field> = new Map(
  Object.entries(LABELLED_DATA).map(([cycle, data]) => [cycle, { fields: labelledTransaction(data) }]),
);

function transactionShape(document: JsonValue): Field {
  const { cycle } = (document ?? {}) as JsonObject;
  return (typeof cycle === "string" ? TRANSACTIONS.get(cycle) : undefined) ?? UNKNOWN_CYCLE;
}
