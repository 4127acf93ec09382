/** The keys of the review queue, in force while the place is shown. */
import type { DecisionStatus } from "../../../core/review/decisions/decision.ts";
import { type KeyMap, moveKeys, useEnterKey, useKeys } from "../../ui/use-keys.ts";
import { SEARCH_ID } from "./queue-filter-bar.tsx";
import { useUndo } from "../../shared/decide/use-undo.tsx";

// The keys of the review queue: what a key does, and the words under which it is listed.

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

export interface QueueActions {
  readonly move: (by: number) => void;
  /** Moves on by as many lines as are in view, or back by them. */
  readonly movePage: (by: 1 | -1) => void;
  readonly goToWaiting: () => void;
  readonly open: () => void;
  readonly decide: (status: DecisionStatus | "note") => void;
  readonly acceptProposal: () => void;
  /** Asks whether what is proposed is accepted for all alike. */
  readonly acceptAlike: () => void;
  readonly repeat: () => void;
  readonly match: () => void;
  readonly toggle: () => void;
  readonly toggleUpTo: () => void;
  readonly selectAll: () => void;
  readonly back: () => void;
}

/** What goes on while its key is held down. */
const REPEATING: ReadonlySet<string> = new Set(["pageDown", "pageUp"]);

export function useQueueKeys(actions: QueueActions): void {
  const { undo, redo } = useUndo();
  const runs: Readonly<Record<Exclude<QueueCommand, "next" | "previous" | "open">, () => void>> = {
    first: () => actions.move(Number.NEGATIVE_INFINITY),
    last: () => actions.move(Number.POSITIVE_INFINITY),
    pageDown: () => actions.movePage(1),
    pageUp: () => actions.movePage(-1),
    nextWaiting: actions.goToWaiting,
    explained: () => actions.decide("explained"),
    accepted: () => actions.decide("accepted"),
    raised: () => actions.decide("raised"),
    reopen: () => actions.decide("open"),
    acceptProposal: actions.acceptProposal,
    acceptAlike: actions.acceptAlike,
    repeat: actions.repeat,
    note: () => actions.decide("note"),
    match: actions.match,
    undo: () => void undo(),
    redo: () => void redo(),
    select: actions.toggle,
    selectRange: actions.toggleUpTo,
    selectAll: actions.selectAll,
    search: () => document.getElementById(SEARCH_ID)?.focus(),
    clear: actions.back,
  };
  const { next, previous, open, ...others } = QUEUE_KEYS;
  const bindings = Object.entries(others).map(([command, { keys, words }]) => [
    keys,
    {
      does: words,
      run: runs[command as keyof typeof runs],
      ...(REPEATING.has(command) ? { repeats: true } : {}),
      ...(command === "undo" || command === "redo" || command === "search" ? { command } : {}),
    },
  ]);
  const moving = moveKeys(actions.move, { next: next.words, previous: previous.words });
  useKeys({ ...moving, ...(Object.fromEntries(bindings) as KeyMap) }, { group: "Exceptions" });
  useEnterKey(open.words, actions.open, "Exceptions");
}
