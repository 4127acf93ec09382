/**
 * Reads the fields of parsed records. It reads each field as the schema of the interface checks it, and only
 * notes that something is wrong: that is rare, and the schema explains it.
 */
import type { JsonValue } from "../../../core/canonical.ts";
import { escapeUnstorable } from "../../../core/text/text.ts";
import { Digits, keptNumber } from "./exact.ts";
import { isEmptyList, isNoTime } from "../schemas.ts";
import { USUAL_OFFSET, USUAL_TIME_LENGTH, readServiceTime } from "../service-time.ts";

type UnreadFields = { readonly [field: string]: JsonValue };

/** An object of which only the names of its fields are known. */
export type RawFields<Field extends string> = Readonly<Record<Field, unknown>>;

/** The fields the interface names in one object, and those of them that are nullable timestamps. */
interface FieldNames {
  readonly names: ReadonlySet<string>;
  readonly times: readonly string[];
}

/** Takes the names from a schema's shape, so that no list is written twice. */
export function fieldNames(shape: object, times: readonly string[]): FieldNames {
  return { names: new Set(Object.keys(shape)), times };
}

const NOTHING: Readonly<Record<string, unknown>> = {};

export class FieldReader {
  /** Something the interface does not allow, or a number that only an exact parse can tell, was met. */
  failed = false;
  /** Members of all objects read so far. */
  keys = 0;
  /** Whether there may be fields the interface does not name. If not, `keys` counts the named ones alone. */
  unnamed = true;
  /** Whether texts may hold what cannot be stored. */
  escapes = true;
  /** Whether all numbers are what they were written as, so that one the interface lacks is kept as it is. */
  faithful = false;
  /** Something was met that the normal form does not say as it was sent. */
  unusual = false;
  /** A text that stands for no time was met since `extra` was last called. */
  #noValueSeen = false;

  /** An id or an amount. */
  integer(value: unknown): number {
    // The sum turns −0, which no database keeps, into 0.
    if (typeof value === "number" && Number.isSafeInteger(value)) return value + 0;
    this.failed = true;
    return 0;
  }

  optionalInteger(value: unknown): number | null {
    return value === null ? null : this.integer(value);
  }

  text(value: unknown): string {
    if (typeof value === "string") return this.escapes ? escapeUnstorable(value) : value;
    this.failed = true;
    return "";
  }

  optionalText(value: unknown): string | null {
    return value === null ? null : this.text(value);
  }

  /** Milliseconds UTC. */
  time(value: unknown): number {
    const atMs = typeof value === "string" ? this.#instant(value) : null;
    if (atMs === null) this.failed = true;
    return atMs ?? 0;
  }

  /** Milliseconds UTC; null also for the texts that mean no value, which `extra` keeps. */
  optionalTime(value: unknown): number | null {
    if (value === null) return null;
    const atMs = typeof value === "string" ? this.#instant(value) : null;
    if (atMs !== null) return atMs;
    if (isNoTime(value)) this.#noValueSeen = true;
    else this.failed = true;
    return null;
  }

  #instant(text: string): number | null {
    const atMs = readServiceTime(text);
    // Its weekday is written in full, or it has an offset of its own, which an instant does not say.
    if (atMs !== null && !(text.length === USUAL_TIME_LENGTH && text.endsWith(USUAL_OFFSET)))
      this.unusual = true;
    return atMs;
  }

  /** An object that may be missing: null, or a list without members, as PHP writes an object without any. */
  optionalObject<Field extends string>(value: unknown): RawFields<Field> | null {
    if (value !== null && !isEmptyList(value)) return this.object(value);
    // A list is not what the normal form says.
    if (value !== null) this.unusual = true;
    return null;
  }

  /** An object, or an empty one after noting the failure. */
  object<Field extends string>(value: unknown): RawFields<Field> {
    if (typeof value === "object" && value !== null) return value as RawFields<Field>;
    this.failed = true;
    return NOTHING;
  }

  /**
   * What the normal form of an object has no place for: fields the interface does not name, and texts that
   * stand for no time. Never an `_alt` field.
   */
  extra(object: object, fields: FieldNames): UnreadFields | null {
    const noValueSeen = this.#noValueSeen;
    this.#noValueSeen = false;
    const keys = this.unnamed ? Object.keys(object) : fields.times;
    this.keys += this.unnamed ? keys.length : fields.names.size;
    if (!noValueSeen && (!this.unnamed || keys.length === fields.names.size)) return null;
    const kept: [string, JsonValue][] = [];
    for (const key of keys) {
      const value = (object as { readonly [key: string]: unknown })[key];
      if (!fields.names.has(key)) {
        const keptValue = this.keep(value);
        if (!key.endsWith("_alt")) kept.push([escapeUnstorable(key), keptValue]);
      } else if (noValueSeen && fields.times.includes(key) && isNoTime(value)) kept.push([key, value]);
    }
    // fromEntries defines members, so that one named __proto__ is a member like any other.
    return kept.length === 0 ? null : Object.fromEntries(kept);
  }

  /** An undescribed value as it is kept: storable texts, exact numbers, no `_alt` fields. */
  keep(value: unknown): JsonValue {
    if (typeof value === "string") return escapeUnstorable(value);
    if (value instanceof Digits) return keptNumber(value);
    if (typeof value === "number") return this.#keepNumber(value);
    if (typeof value !== "object" || value === null) return value as boolean | null;
    if (Array.isArray(value)) return value.map((item) => this.keep(item));
    const members = Object.entries(value).map(([key, member]): [string, JsonValue] => [
      key,
      this.keep(member),
    ]);
    this.keys += members.length;
    return Object.fromEntries(
      members
        .filter(([key]) => !key.endsWith("_alt"))
        .map(([key, member]) => [escapeUnstorable(key), member]),
    );
  }

  #keepNumber(value: number): number {
    return this.faithful && !Number.isInteger(value) ? value : this.integer(value);
  }
}
