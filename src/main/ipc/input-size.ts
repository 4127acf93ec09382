/** Refusing what is too large before anything looks into it: it came from a page, and may be anything. */

/** No call needs more: the largest is a decision on a hundred thousand findings. */
const MOST_CHARACTERS = 16_000_000;
const MOST_VALUES = 1_000_000;
const MOST_LEVELS = 12;

/** What is wrong with a size, and with what; null when nothing is. */
interface Oversize {
  readonly sentence: string;
  readonly field: string | null;
}

/**
 * Looks at how large a value is and never longer than it takes to know that it is too large.
 *
 * @returns null when it is plain objects, lists, texts, numbers and null, few and flat enough
 */
export function findOversize(value: unknown): Oversize | null {
  return visit(value, 0, { characters: 0, values: 0 });
}

interface Measure {
  characters: number;
  values: number;
}

function visit(value: unknown, level: number, measure: Measure): Oversize | null {
  measure.values += 1;
  if (measure.values > MOST_VALUES) return { sentence: "It holds too many values", field: null };
  if (typeof value === "string") {
    measure.characters += value.length;
    return measure.characters > MOST_CHARACTERS ? { sentence: "It is too long", field: null } : null;
  }
  if (typeof value !== "object" || value === null) return null;
  if (level === MOST_LEVELS) return { sentence: "It is nested too deeply", field: null };
  if (Array.isArray(value)) return visitList(value, level, measure);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    return { sentence: "It holds something other than a plain value", field: null };
  }
  for (const key of Object.keys(value)) {
    measure.characters += key.length;
    const found = visit((value as Readonly<Record<string, unknown>>)[key], level + 1, measure);
    if (found !== null) return within(key, found);
  }
  return null;
}

function visitList(list: readonly unknown[], level: number, measure: Measure): Oversize | null {
  if (list.length > MOST_VALUES) return { sentence: "It holds too many values", field: null };
  for (let at = 0; at < list.length; at += 1) {
    const found = visit(list[at], level + 1, measure);
    if (found !== null) return within(String(at), found);
  }
  return null;
}

/**
 * What was found, named from one level up: only what is refused needs a name, and naming each would cost more
 * than looking.
 */
function within(key: string, { sentence, field }: Oversize): Oversize {
  const shown = nameIn(null, key);
  return { sentence, field: field === null ? shown : `${shown}.${field}` };
}

/** Names may be anything, too. */
const MOST_SHOWN = 60;

/** A key's path as far as a person needs it. */
export function nameIn(field: string | null, key: string): string {
  const shown = key.length > MOST_SHOWN ? `${key.slice(0, MOST_SHOWN)}…` : key;
  return field === null ? shown : `${field}.${shown}`;
}
