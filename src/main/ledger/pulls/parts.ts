/** Lists of values that may arrive from another thread, and how to wait for them. */

/** The parts in order; a promise among them says that the next part is not there yet, and when to ask again. */
export type Parts<T> = Iterable<T | Promise<void>>;

/** Where a step of work lets others have their turn: until the promise is kept, or for a turn of the loop. */
export type Pause = Promise<void> | undefined;
