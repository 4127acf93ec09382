/** The keys of the review queue: what a key does, and the words under which it is listed. */
import type { DecisionStatus } from "../../../core/review/decisions/decision.ts";

export const QUEUE_KEYS = {
  next: { keys: "j", words: "Next line" },
  previous: { keys: "k", words: "Previous line" },
  first: { keys: "Home", words: "First line" },
  last: { keys: "End", words: "Last line" },
  pageDown: { keys: "PageDown", words: "Next page" },
  pageUp: { keys: "PageUp", words: "Previous page" },
  open: { keys: "Enter", words: "Go to detail" },
  nextWaiting: { keys: "Shift+J", words: "Next undecided" },
  explained: { keys: "e", words: "Explain" },
  accepted: { keys: "a", words: "Accept" },
  raised: { keys: "r", words: "Raise with the provider" },
  reopen: { keys: "o", words: "Back to open" },
  acceptProposal: { keys: "p", words: "Accept the proposal" },
  acceptAlike: { keys: "Shift+P", words: "Accept it for all alike" },
  repeat: { keys: ".", words: "Decide as before, with the same note" },
  note: { keys: "n", words: "Write a note" },
  match: { keys: "m", words: "Match by hand" },
  undo: { keys: "u", words: "Undo the last decision or match" },
  redo: { keys: "Shift+U", words: "Redo the decision or match" },
  select: { keys: "x", words: "Select the line" },
  selectRange: { keys: "Shift+X", words: "Select to here" },
  selectAll: { keys: "Mod+A", words: "Select all that match" },
  search: { keys: "/", words: "Search" },
  clear: { keys: "Escape", words: "Clear the selection, or close the detail" },
} as const;

/** What can be decided, in the order of the keys' frequency; the first three close a finding. */
export const DECISION_KEYS = [
  ["explained", QUEUE_KEYS.explained.keys],
  ["accepted", QUEUE_KEYS.accepted.keys],
  ["raised", QUEUE_KEYS.raised.keys],
  ["open", QUEUE_KEYS.reopen.keys],
] as const satisfies readonly (readonly [DecisionStatus, string])[];

export type QueueCommand = keyof typeof QUEUE_KEYS;

/** Keys that begin to word a decision, as events name them. */
export const KEYS_THAT_DECIDE: ReadonlySet<string> = new Set("a e r o n . p P".split(" "));

/** Keys that act on the finding on screen, as events name them. */
export const KEYS_OF_CURRENT: ReadonlySet<string> = new Set(
  "a e r o n . p P m x X j k J Enter ArrowDown ArrowUp PageDown PageUp".split(" "),
);
