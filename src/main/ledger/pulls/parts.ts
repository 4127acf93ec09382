/** Lists of values that may arrive from another thread, and how to wait for them. */

/** The parts in order; a promise says that the next part is not there yet, and when to ask again. */
export type Parts<T> = Iterable<T | Promise<void>>;

/** A pause in a step of work, so that others run: until the promise resolves, or for one turn of the loop. */
export type Pause = Promise<void> | undefined;
