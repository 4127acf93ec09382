/** What a program that Tieout starts may know of its environment. */

/** All variables but Tieout's own, in whatever case: another program needs no credentials. */
export function withoutOurs<V>(env: Readonly<Record<string, V>>): Record<string, V> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^TIEOUT_/iu.test(name)));
}
