/** Finds places in what is sorted, by halving, and groups what is not. */

/** The first of `length` places from which on something is true; `length` when it is true at none. */
export function firstPlace(length: number, isTrue: (at: number) => boolean): number {
  let [from, to] = [0, length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isTrue(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** The first place whose item has what every item after it has, too; the list's length when none has it. */
export function firstWhere<T>(sorted: ArrayLike<T>, isTrue: (item: T) => boolean): number {
  return firstPlace(sorted.length, (at) => isTrue(sorted[at] as T));
}

/** Whether each number is greater than the one before it. */
export function ascends(numbers: ArrayLike<number>): boolean {
  for (let at = 1; at < numbers.length; at += 1)
    if (!((numbers[at - 1] as number) < (numbers[at] as number))) return false;
  return true;
}

/** The row of an id in a column that ascends; −1 when there is none. */
export function rowOf(ids: ArrayLike<number>, id: number): number {
  const row = firstWhere(ids, (held) => held >= id);
  return ids[row] === id ? row : -1;
}

/** Puts an item after the others that a map holds under a key. */
export function putUnder<K, T>(held: Map<K, T[]>, key: K, item: T): void {
  const same = held.get(key);
  if (same === undefined) held.set(key, [item]);
  else same.push(item);
}

/** Items by each of their keys; no two have one. */
export function byEachKey<T>(items: readonly T[], keysOf: (item: T) => readonly number[]): Map<number, T> {
  return new Map(items.flatMap((item) => keysOf(item).map((key) => [key, item] as const)));
}
