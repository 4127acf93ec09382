/** Refusing what is too large before anything looks into it: it came from a page, and may be anything. */

/** No call needs more: the largest is a decision on a hundred thousand findings. */
const MOST_CHARACTERS = 16_000_000;
const MOST_VALUES = 1_000_000;
const MOST_LEVELS = 12;

/** What is wrong with a size, and with what; null when nothing is. */
export interface Oversize {
  readonly sentence: string;
  readonly field: string | null;
}

/**
 * Looks at how large a value is and never longer than it takes to know that it is too large.
 *
 * @returns null when it is plain objects, lists, texts, numbers and null, few and flat enough
 */
export function findOversize(value: unknown): Oversize | null {
  const measure = { characters: 0, values: 0 };
  return visit(value, null, 0, measure);
}

function visit(
  value: unknown,
  field: string | null,
  level: number,
  measure: { characters: number; values: number },
): Oversize | null {
  measure.values += 1;
  if (measure.values > MOST_VALUES) return { sentence: "It holds too many values", field };
  if (typeof value === "string") {
    measure.characters += value.length;
    return measure.characters > MOST_CHARACTERS ? { sentence: "It is too long", field } : null;
  }
  if (typeof value !== "object" || value === null) return null;
  if (level === MOST_LEVELS) return { sentence: "It is nested too deeply", field };
  if (Array.isArray(value)) return visitList(value, field, level, measure);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    return { sentence: "It holds something that is no plain value", field };
  }
  for (const key of Object.keys(value)) {
    const name = nameIn(field, key);
    measure.characters += key.length;
    const found = visit((value as Readonly<Record<string, unknown>>)[key], name, level + 1, measure);
    if (found !== null) return found;
  }
  return null;
}

function visitList(
  list: readonly unknown[],
  field: string | null,
  level: number,
  measure: { characters: number; values: number },
): Oversize | null {
  if (list.length > MOST_VALUES) return { sentence: "It holds too many values", field };
  for (const [at, value] of list.entries()) {
    // Only a text needs its place named, and naming each would cost more than looking.
    const found = visit(value, field, level + 1, measure);
    if (found !== null) return { ...found, field: nameIn(field, String(at)) };
  }
  return null;
}

/** Names may be anything, too. */
const MOST_SHOWN = 60;

/** A key's path as far as a person needs it. */
export function nameIn(field: string | null, key: string): string {
  const shown = key.length > MOST_SHOWN ? `${key.slice(0, MOST_SHOWN)}…` : key;
  return field === null ? shown : `${field}.${shown}`;
}
