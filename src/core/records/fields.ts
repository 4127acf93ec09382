/**
 * How the service's fields are declared, each once: what it holds, whether it may be null, its label for people.
 * Types, documents, schemas, readers and labels derive from it.
 */
import type { JsonValue } from "../canonical.ts";
import { formatServiceTime } from "../time.ts";

/** What a field holds: a time, money, yes or no as 1 and 0, or any other plain value. */
export type Holds = "time" | "money" | "flag" | "value";

/** A field without a label uses the service's own name. */
export type Field =
  | { readonly holds: Holds; readonly label?: string | undefined }
  | { readonly fields: Fields; readonly label?: string | undefined }
  | { readonly items: Field; readonly label?: string | undefined };

export interface Fields {
  readonly [name: string]: Field;
}

/** A field of a record. A time is milliseconds UTC in the record. */
export interface DeclaredField<
  Kind extends "integer" | "text" | "time" = "integer" | "text" | "time",
  OrNull extends boolean = boolean,
  Wire extends string | undefined = string | undefined,
> {
  readonly kind: Kind;
  readonly orNull: OrNull;
  /** Whether null is refused where the service sends it, though a record may have it. */
  readonly isSent: boolean;
  readonly holds: Holds;
  readonly label: string | undefined;
  /** The interface's name, where the property has another one. */
  readonly wire: Wire;
}

function declared<Kind extends DeclaredField["kind"], OrNull extends boolean>(
  kind: Kind,
  orNull: OrNull,
  holds: Holds = "value",
  isSent = !orNull,
) {
  return <const Wire extends string | undefined = undefined>(label?: string, wire?: Wire) => {
    const field = { kind, orNull, isSent, holds, label, wire };
    return field as DeclaredField<Kind, OrNull, Wire>;
  };
}

export const FIELD = {
  id: declared("integer", false),
  /** Of something that the record only names. */
  otherId: declared("integer", true, "value", true),
  /** In the service's unit. */
  amount: declared("integer", false, "money"),
  number: declared("integer", true),
  flag: declared("integer", true, "flag"),
  text: declared("text", true),
  someText: declared("text", false),
  time: declared("time", true, "time"),
  someTime: declared("time", false, "time"),
};

/** By property. */
export type DeclaredFields = Readonly<Record<string, DeclaredField>>;

export type DeclaredRecord<F extends DeclaredFields> = {
  readonly [P in keyof F]:
    | (F[P]["kind"] extends "text" ? string : number)
    | (F[P]["orNull"] extends true ? null : never);
};

/** The fields as the service writes them, under its names; a time is a text. */
export type WireFields<F extends DeclaredFields> = {
  readonly [P in keyof F as F[P]["wire"] extends string ? F[P]["wire"] : P]:
    | (F[P]["kind"] extends "integer" ? number : string)
    | (F[P]["orNull"] extends true ? null : never);
};

/** The fields with the interface's names, in the order of the declaration. */
export function wireFields(fields: DeclaredFields) {
  return Object.entries(fields).map(([property, field]) => ({
    ...field,
    property,
    wire: field.wire ?? property,
  }));
}

/** Relative texts: they change by the hour, so nothing compares them. */
const isAlt = ({ wire }: { readonly wire: string }) => wire.endsWith("_alt");

/** The fields by the interface's names, without `_alt` ones. */
export function labelledFields(fields: DeclaredFields): Fields {
  const shown = wireFields(fields).filter((field) => !isAlt(field));
  return Object.fromEntries(shown.map(({ wire, holds, label }) => [wire, { holds, label }]));
}

/** What the interface does not name, as the service wrote it. */
export type Unnamed = { readonly [field: string]: JsonValue } | null;

/** Makes what writes a record under the interface's names, without `_alt` fields. */
export function documentWriter<F extends DeclaredFields>(fields: F) {
  const written = wireFields(fields).filter((field) => !isAlt(field));
  return (record: DeclaredRecord<F>, unnamed: Unnamed): { [field: string]: JsonValue } => {
    const document: { [field: string]: JsonValue } = {};
    for (const { property, wire, kind } of written) {
      const value = record[property] as number | string | null;
      document[wire] = kind === "time" && value !== null ? formatServiceTime(Number(value)) : value;
    }
    return unnamed === null ? document : { ...document, ...unnamed };
  };
}
