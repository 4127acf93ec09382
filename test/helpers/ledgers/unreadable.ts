/** A message that one thread can send and another cannot read, as when there is no room for what it holds. */
import { BlockList } from "node:net";

/** Node makes it anew where it arrives, by a method of its own. */
export function unreadable(): unknown {
  return new BlockList();
}

/**
 * From now on what `unreadable` gives cannot be read in this thread.
 *
 * @returns a function that ends it
 */
export function forgetReading(): () => void {
  const methods = BlockList.prototype as unknown as Record<symbol, unknown>;
  const reading = Object.getOwnPropertySymbols(methods).find((name) => String(name).includes("deserialize"));
  if (reading === undefined) throw new Error("Node reads such messages in another way");
  const method = methods[reading];
  methods[reading] = () => {
    throw new Error("no room for it");
  };
  return () => {
    methods[reading] = method;
  };
}
