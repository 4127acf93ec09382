/** The keys of the review queue: what a key does, and the words under which it is listed. */
export const QUEUE_KEYS = {
  next: { keys: "j", words: "Next line" },
  previous: { keys: "k", words: "Line before" },
  first: { keys: "Home", words: "First line" },
  last: { keys: "End", words: "Last line" },
  pageDown: { keys: "PageDown", words: "A page on" },
  pageUp: { keys: "PageUp", words: "A page back" },
  open: { keys: "Enter", words: "To the detail" },
  nextWaiting: { keys: "Shift+J", words: "Next that waits for a decision" },
  explained: { keys: "e", words: "Explain" },
  accepted: { keys: "a", words: "Accept" },
  raised: { keys: "r", words: "Raise with the provider" },
  reopen: { keys: "o", words: "Back to open" },
  note: { keys: "n", words: "Write a note" },
  match: { keys: "m", words: "Match by hand" },
  undo: { keys: "u", words: "Undo the last decision or match" },
  redo: { keys: "Shift+U", words: "Redo it" },
  select: { keys: "x", words: "Select the line" },
  selectRange: { keys: "Shift+X", words: "Select up to the line" },
  selectAll: { keys: "Mod+A", words: "Select all that pass the filter" },
  search: { keys: "/", words: "Search" },
  clear: { keys: "Escape", words: "Clear the selection, or close the detail" },
} as const;

export type QueueCommand = keyof typeof QUEUE_KEYS;

/** Keys that begin to word a decision, as events name them. */
export const KEYS_THAT_DECIDE: ReadonlySet<string> = new Set("a e r o n".split(" "));

/** Keys that act on the finding on screen, as events name them. */
export const KEYS_OF_CURRENT: ReadonlySet<string> = new Set(
  "a e r o n m x X j k J Enter ArrowDown ArrowUp".split(" "),
);
