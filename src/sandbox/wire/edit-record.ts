/** Records written as JSON that no honest service would send. */

type EditedRecord = Readonly<Record<string, unknown>>;

/** Marks the place in a record for text that `JSON.stringify` would not write. No record of ours holds it. */
const SLOT = "\u0000slot\u0000";
const SLOT_TEXT = JSON.stringify(SLOT);

/**
 * A record with another JSON text as one field's value.
 *
 * @param path the field's names and, in lists, places; a field that is not there is added
 * @param put the text, be it JSON or not; without it the field is left out
 */
export function editedField(record: EditedRecord, path: readonly string[], put: string | undefined): string {
  const text = JSON.stringify(replaced(record, path, put === undefined ? undefined : SLOT));
  return text.replace(SLOT_TEXT, () => put ?? "");
}

function replaced(value: unknown, [key, ...rest]: readonly string[], put: unknown): unknown {
  if (key === undefined) return put;
  if (Array.isArray(value)) {
    return value.map((item: unknown, place) => (String(place) === key ? replaced(item, rest, put) : item));
  }
  const members = Object.entries(typeof value === "object" && value !== null ? value : {});
  if (!members.some(([name]) => name === key)) members.push([key, undefined]);
  // Built from entries, so that `__proto__` is a field like any other.
  return Object.fromEntries(
    members.map(([name, member]) => [name, name === key ? replaced(member, rest, put) : member]),
  );
}

/** A record whose first whole number, or the field named, is text. */
export function numberAsText(record: EditedRecord, key?: string): string {
  const named = key ?? Object.keys(record).find((name) => Number.isInteger(record[name])) ?? "";
  return editedField(record, [named], JSON.stringify(String(record[named])));
}

/** A record whose first field, or the one named, occurs twice: once with its value, once with none. */
export function duplicateKey(record: EditedRecord, key?: string): string {
  const named = key ?? Object.keys(record)[0] ?? "";
  const value = JSON.stringify(record[named] ?? null);
  return editedField(record, [named], `${value},${JSON.stringify(named)}:null`);
}

/** A record with one more field that holds list in list. */
export function nestedField(record: EditedRecord, depth: number): string {
  return editedField(record, ["nested"], `${"[".repeat(depth)}${"]".repeat(depth)}`);
}

/** A record with a raw NUL at the start of its first text: the place of a byte that is no UTF-8. */
export function markedText(record: EditedRecord): string {
  return JSON.stringify(record).replace(':"', ':"\u0000');
}
