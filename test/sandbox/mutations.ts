/** Every way of changing one value of a record. */

type Members = Readonly<Record<string, unknown>>;

/** Put in a value's place, the value's field is left out. */
export const GONE = Symbol("gone");

/** All paths to values inside a record: fields, objects and lists themselves, elements. */
export function pathsOf(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [
    [key],
    ...pathsOf(member).map((path) => [key, ...path]),
  ]);
}

/** A copy of a record with another value at a path. */
export function changed(value: unknown, [key, ...rest]: readonly string[], put: unknown): unknown {
  if (key === undefined) return put;
  const members = Object.entries(value as Members).flatMap(([name, member]) => {
    if (name !== key) return [[name, member] as const];
    const other = changed(member, rest, put);
    return other === GONE ? [] : [[name, other] as const];
  });
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}
