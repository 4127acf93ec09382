/** Errors that nobody expected. Their texts may hold a secret, so only the places they passed are told. */

/** A broken invariant, seen in another thread. */
export class Defect extends Error {
  override readonly name = "Defect";
  /** One line per place, innermost first. */
  readonly places: string;

  constructor(places: string) {
    super("a defect in another thread");
    this.places = places;
  }
}

/** Where an error came from, one place a line: functions and positions of our own code, never a value. */
export function placesOf(error: unknown): string {
  if (error instanceof Defect) return error.places;
  if (!(error instanceof Error)) return "";
  const { stack = "", message } = error;
  // A text may look like a place.
  const told = message === "" ? 0 : stack.indexOf(message) + message.length;
  const lines = stack.slice(told).split("\n");
  return lines.filter((line) => /^ {4}at [^"'`]*:\d+:\d+\)?$/u.test(line)).join("\n");
}
