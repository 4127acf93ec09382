/** Work on several things at once, its results in their order. */

/**
 * Begins with `most` of them, and with another one whenever a result was taken.
 *
 * @param leave called at the end, before what is under way is waited for: nobody takes its results any more
 * @throws what the work of the next one raises; what is under way is waited for then
 */
export async function* inOrder<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<R>,
  leave: () => void = () => {},
): AsyncGenerator<R> {
  const begin = (item: T) => {
    const working = work(item);
    // One that fails before its turn is heard of when it is its turn.
    working.catch(() => undefined);
    return working;
  };
  const begun = items.slice(0, most).map(begin);
  try {
    for (let at = 0; at < begun.length; at += 1) {
      yield await (begun[at] as Promise<R>);
      if (at + most < items.length) begun.push(begin(items[at + most] as T));
    }
  } finally {
    leave();
    await Promise.allSettled(begun);
  }
}
