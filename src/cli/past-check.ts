/** A check as of a moment, and what is printed around it: apart from the command, whose other checks need not load it. */
import { type CheckedThen, checkThen } from "../main/services/close/moments.ts";
import { printMoment, printSince } from "./print/month/print-since.ts";
import type { Session } from "./session.ts";

export interface PastCheck {
  readonly checked: CheckedThen;
  readonly printAbove: () => Promise<void>;
  readonly printBelow: () => Promise<void>;
}

/** @throws TieoutError as `checkThen` */
export async function checkPast(
  { terminal, context }: Session,
  request: Parameters<typeof checkThen>[0],
): Promise<PastCheck> {
  const checked = await checkThen(request, context);
  return {
    checked,
    printAbove: () => printMoment(terminal, checked),
    printBelow: () => printSince(terminal, checked),
  };
}
