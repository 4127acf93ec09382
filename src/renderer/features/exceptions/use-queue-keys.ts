/** The keys of the review queue, in force while the place is shown. */
import type { DecisionStatus } from "../../../core/review/decisions/decision.ts";
import { QUEUE_ACTIONS } from "../../app/place-actions.ts";
import { type KeyMap, moveKeys, useEnterKey, useKeys } from "../../ui/use-keys.ts";
import { SEARCH_ID } from "./queue-filter-bar.tsx";
import { useUndo } from "../../shared/decide/use-undo.tsx";

export const QUEUE_KEYS = {
  next: { keys: "j", does: "Next line" },
  previous: { keys: "k", does: "Previous line" },
  first: { keys: "Home", does: "First line" },
  last: { keys: "End", does: "Last line" },
  pageDown: { keys: "PageDown", does: "Next page" },
  pageUp: { keys: "PageUp", does: "Previous page" },
  open: { keys: "Enter", does: "Go to detail" },
  ...QUEUE_ACTIONS,
  undo: { keys: "u", does: "Undo the last decision or match" },
  redo: { keys: "Shift+U", does: "Redo the decision or match" },
  select: { keys: "x", does: "Select the line" },
  selectRange: { keys: "Shift+X", does: "Select to here" },
  clear: { keys: "Escape", does: "Clear the selection, or close the detail" },
} as const;

/** What can be decided, in the order of the keys' frequency; the first three close a finding. */
export const DECISION_KEYS = [
  ["explained", QUEUE_KEYS.explained.keys],
  ["accepted", QUEUE_KEYS.accepted.keys],
  ["raised", QUEUE_KEYS.raised.keys],
  ["open", QUEUE_KEYS.reopen.keys],
] as const satisfies readonly (readonly [DecisionStatus, string])[];

export type QueueCommand = keyof typeof QUEUE_KEYS;

const { nextWaiting, selectAll: _all, search: _search, ...OF_FINDINGS } = QUEUE_ACTIONS;
const { match: _, ...DECIDING } = OF_FINDINGS;

function eventKeys(commands: Readonly<Record<string, { readonly keys: string }>>): string[] {
  return Object.values(commands).map(({ keys }) => keys.replace(/^Shift\+/u, ""));
}

/** Keys that begin to word a decision, as events name them. */
export const KEYS_THAT_DECIDE: ReadonlySet<string> = new Set(eventKeys(DECIDING));

const { next, previous, open, pageDown, pageUp, select, selectRange } = QUEUE_KEYS;

/** Keys that act on the finding on screen, as events name them. */
export const KEYS_OF_CURRENT: ReadonlySet<string> = new Set([
  ...eventKeys({ ...OF_FINDINGS, nextWaiting, next, previous, open, pageDown, pageUp, select, selectRange }),
  "ArrowDown",
  "ArrowUp",
]);

export interface QueueActions {
  readonly move: (by: number) => void;
  readonly movePage: (by: 1 | -1) => void;
  readonly goToWaiting: () => void;
  readonly open: () => void;
  readonly decide: (status: DecisionStatus | "note") => void;
  readonly acceptProposal: () => void;
  /** Accepts what is proposed for all alike, and asks first where they are not of one kind. */
  readonly acceptAlike: () => void;
  readonly decideAlike: () => void;
  readonly repeat: () => void;
  readonly match: () => void;
  readonly point: () => void;
  readonly toggle: () => void;
  readonly toggleUpTo: () => void;
  readonly selectAll: () => void;
  readonly back: () => void;
}

/** What goes on while its key is held down. */
const REPEATING: ReadonlySet<string> = new Set(["pageDown", "pageUp"]);

/** @param isOnFinding whether a finding is on screen, or some are selected */
export function useQueueKeys(actions: QueueActions, isOnFinding: boolean): void {
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
    decideAlike: actions.decideAlike,
    repeat: actions.repeat,
    note: () => actions.decide("note"),
    match: actions.match,
    point: actions.point,
    undo: () => void undo(),
    redo: () => void redo(),
    select: actions.toggle,
    selectRange: actions.toggleUpTo,
    selectAll: actions.selectAll,
    search: () => document.getElementById(SEARCH_ID)?.focus(),
    clear: actions.back,
  };
  const { next: _next, previous: _previous, open: _open, ...others } = QUEUE_KEYS;
  const bindings = Object.entries(others).map(([command, { keys, does }]) => [
    keys,
    {
      does,
      run: isOnFinding || !Object.hasOwn(OF_FINDINGS, command) ? runs[command as keyof typeof runs] : null,
      ...(REPEATING.has(command) ? { repeats: true } : {}),
      ...(command === "undo" || command === "redo" || command === "search" ? { command } : {}),
    },
  ]);
  const moving = moveKeys(actions.move, { next: next.does, previous: previous.does });
  useKeys({ ...moving, ...(Object.fromEntries(bindings) as KeyMap) }, { group: "Exceptions" });
  useEnterKey(open.does, actions.open, "Exceptions");
}
