/** A limit to the memory that V8 takes for objects that were just made. */
import { setFlagsFromString } from "node:v8";

/**
 * From here on V8 does not let the space for young objects grow, up to 48 MB, and sooner moves what lives on.
 * For work that makes few objects: the numbers of a check are in columns. V8 reads the space's limit only as it
 * starts, but this each time that it would let it grow.
 */
export function keepYoungSpaceSmall(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}
