/** Compares outputs with what golden/ records of them. */
import { type Digests, digestsOf, movesBetween } from "./changes.ts";
import type { Output } from "./desk.ts";
import { namesOf } from "./show.ts";
import type { GoldenWorld } from "./worlds.ts";

/** Whether an output `world/output` is one of a world. */
export function isOf({ name, later }: GoldenWorld, output: string): boolean {
  return output.startsWith(`${name}/`) || (later !== undefined && output.startsWith(`${later}/`));
}

/**
 * Names a world's outputs that are not as recorded, and says what to do.
 *
 * @returns an empty text when all are
 */
export function unlikeRecorded(recorded: Digests, world: GoldenWorld, outputs: readonly Output[]): string {
  const own = new Map([...recorded].filter(([output]) => isOf(world, output)));
  const moves = movesBetween(own, digestsOf(outputs));
  if (moves.length === 0) return "";
  return (
    `${moves.length} outputs are not what golden/first.json and golden/CHANGES record: ${namesOf(moves)}.\n` +
    `"npm run golden" shows what moved. If that is right, "npm run golden -- --accept 'Why.'" records it.`
  );
}
