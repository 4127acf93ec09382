/**
 * Reads the fields of parsed records. It reads each field as the schema of the interface checks it, and only
 * notes that something is wrong: that is rare, and the schema explains it.
 */
import { parseServiceTime, MONTH_NAMES } from "../../core/time.ts";
import type { JsonValue } from "../../core/canonical.ts";
import { type DeclaredFields, wireFields } from "../../core/records/fields.ts";
import { escapeUnstorable } from "../../core/text.ts";
import { Digits, keptNumber } from "./exact.ts";
import { isEmptyList, isNoTime } from "./schemas.ts";

// Fast timestamps: `Sat, 21 Nov 2026 08:30:00 +0000` has every digit and letter in a fixed place.

/** Of the form that the service writes, in characters. */
const USUAL_TIME_LENGTH = 31;
/** How it ends. */
const USUAL_OFFSET = " +0000";
const FIRST_YEAR = 1970;

/** Three letters as one number; −1 when one of them is not ASCII. */
function letters(text: string, at: number): number {
  const a = text.charCodeAt(at);
  const b = text.charCodeAt(at + 1);
  const c = text.charCodeAt(at + 2);
  return (a | b | c) < 0x80 ? (a << 16) | (b << 8) | c : -1;
}

const MONTHS = MONTH_NAMES.map((name) => letters(name, 0));
/** From the weekday of day 0, the first of January 1970. */
const WEEKDAYS = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"].map((name) => letters(name, 0));
/** Days of a common year before each of its months, and in all. */
const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];

/** Two digits as a number, NaN for anything else. */
function pair(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30;
  const ones = text.charCodeAt(at + 1) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** Whether the fixed characters of a timestamp are in their places. */
function isRegular(text: string): boolean {
  return (
    text.charCodeAt(3) === 0x2c &&
    text.charCodeAt(4) === 0x20 &&
    text.charCodeAt(7) === 0x20 &&
    text.charCodeAt(11) === 0x20 &&
    text.charCodeAt(16) === 0x20 &&
    text.charCodeAt(19) === 0x3a &&
    text.charCodeAt(22) === 0x3a &&
    text.endsWith(USUAL_OFFSET)
  );
}

/** Days since 1970 of a day that exists and whose weekday is its own; NaN when it is not, or before 1970. */
function dayNumber(text: string): number {
  const month = MONTHS.indexOf(letters(text, 8));
  const year = pair(text, 12) * 100 + pair(text, 14);
  const day = pair(text, 5);
  if (month < 0 || !(year >= FIRST_YEAR)) return Number.NaN;
  const before = DAYS_BEFORE[month] ?? 0;
  const after = DAYS_BEFORE[month + 1] ?? 0;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0;
  if (!(day >= 1 && day <= after - before + (month === 1 ? leap : 0))) return Number.NaN;
  const past = year - 1;
  const leaps = Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400) - 477;
  const days = (year - FIRST_YEAR) * 365 + leaps + before + (month > 1 ? leap : 0) + day - 1;
  return letters(text, 0) === WEEKDAYS[days % 7] ? days : Number.NaN;
}

/** What `parseServiceTime` returns, quicker for the form the service writes. */
export function readServiceTime(text: string): number | null {
  if (text.length !== USUAL_TIME_LENGTH || !isRegular(text)) return parseServiceTime(text);
  const hour = pair(text, 17);
  const minute = pair(text, 20);
  const second = pair(text, 23);
  if (!(hour <= 23 && minute <= 59 && second <= 59)) return null;
  const days = dayNumber(text);
  if (Number.isNaN(days)) return parseServiceTime(text);
  return (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000;
}

/** An object of which nothing is known yet. */
export type RawFields = Readonly<Record<string, unknown>>;

/** The fields the interface names in one object, and those of them that are nullable timestamps. */
interface FieldNames {
  readonly names: ReadonlySet<string>;
  readonly times: readonly string[];
}

/** @param others that are named and not declared */
export function fieldNames(fields: DeclaredFields, others: readonly string[] = []): FieldNames {
  const named = wireFields(fields);
  return {
    names: new Set([...named.map(({ wire }) => wire), ...others]),
    times: named.flatMap(({ kind, orNull, wire }) => (kind === "time" && orNull ? [wire] : [])),
  };
}

const NOTHING: RawFields = {};

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
  /** The last time of the usual form, and what it is: an entry is mostly paid in the second in which it was created. */
  #lastTime: string | null = null;
  #lastAtMs = 0;

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
    if (text === this.#lastTime) return this.#lastAtMs;
    const atMs = readServiceTime(text);
    if (atMs === null) return null;
    if (text.length === USUAL_TIME_LENGTH && text.endsWith(USUAL_OFFSET)) {
      this.#lastTime = text;
      this.#lastAtMs = atMs;
    }
    // Its weekday is written in full, or it has an offset of its own, which an instant does not say.
    else this.unusual = true;
    return atMs;
  }

  /** An object that may be missing: null, or a list without members, as PHP writes an object without any. */
  optionalObject(value: unknown): RawFields | null {
    if (value !== null && !isEmptyList(value)) return this.object(value);
    // A list is not what the normal form says.
    if (value !== null) this.unusual = true;
    return null;
  }

  /** An object, or an empty one after noting the failure. */
  object(value: unknown): RawFields {
    if (typeof value === "object" && value !== null) return value as RawFields;
    this.failed = true;
    return NOTHING;
  }

  /**
   * What the normal form of an object has no place for: fields the interface does not name, and texts that
   * stand for no time. Never an `_alt` field.
   */
  extra(object: object, fields: FieldNames): { readonly [field: string]: JsonValue } | null {
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
    if (typeof value === "number") {
      return this.faithful && !Number.isInteger(value) ? value : this.integer(value);
    }
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
}
