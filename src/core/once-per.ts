/** Work whose outcome depends on one object alone. */

/** Works once per object, forgotten with it. Neither may change afterwards: other checks share them. */
export function oncePer<K extends object, V>(work: (of: K) => V): (of: K) => V {
  const done = new WeakMap<K, { readonly outcome: V }>();
  return (of) => {
    const known = done.get(of) ?? { outcome: work(of) };
    done.set(of, known);
    return known.outcome;
  };
}
