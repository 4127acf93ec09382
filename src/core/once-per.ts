/** Work whose outcome depends on one object alone. */

/**
 * Does the work once for each object, and forgets the outcome with it. Neither may be changed afterwards:
 * checks of the same records for other periods and options share it.
 */
export function oncePer<K extends object, V>(work: (of: K) => V): (of: K) => V {
  const done = new WeakMap<K, { readonly outcome: V }>();
  return (of) => {
    const known = done.get(of) ?? { outcome: work(of) };
    done.set(of, known);
    return known.outcome;
  };
}
