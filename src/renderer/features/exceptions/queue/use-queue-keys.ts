/** The keys of the review queue, in force while the place is shown. */
import type { DecisionStatus } from "../../../../core/review/decisions/decision.ts";
import { useFocusOnLink } from "../../../ui/keys/use-focus-on-link.ts";
import { type KeyMap, useKeys } from "../../../ui/keys/use-keys.ts";
import { QUEUE_KEYS, type QueueCommand } from "../keys.ts";
import { SEARCH_ID } from "./queue-filter-bar.tsx";
import { useUndo } from "../../../shared/decide/use-undo.ts";

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
const REPEATING: ReadonlySet<string> = new Set(["next", "previous", "pageDown", "pageUp"]);

export function useQueueKeys(actions: QueueActions): void {
  const { undo, redo } = useUndo();
  const runs: Readonly<Record<QueueCommand, () => void>> = {
    next: () => actions.move(1),
    previous: () => actions.move(-1),
    first: () => actions.move(Number.NEGATIVE_INFINITY),
    last: () => actions.move(Number.POSITIVE_INFINITY),
    pageDown: () => actions.movePage(1),
    pageUp: () => actions.movePage(-1),
    open: actions.open,
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
  const { open: enter, ...always } = QUEUE_KEYS;
  const bindings = Object.entries(always).map(([command, { keys, words }]) => [
    keys,
    {
      does: words,
      run: runs[command as QueueCommand],
      ...(REPEATING.has(command) ? { repeats: true } : {}),
      ...(command === "undo" || command === "redo" || command === "search" ? { command } : {}),
    },
  ]);
  const twins: KeyMap = {
    ArrowDown: { does: QUEUE_KEYS.next.words, run: runs.next, isTwin: true, repeats: true },
    ArrowUp: { does: QUEUE_KEYS.previous.words, run: runs.previous, isTwin: true, repeats: true },
  };
  useKeys({ ...(Object.fromEntries(bindings) as KeyMap), ...twins }, { group: "Exceptions" });
  // Enter follows a link that has the focus.
  const onLink = useFocusOnLink();
  useKeys({ [enter.keys]: { does: enter.words, run: runs.open } }, { group: "Exceptions", enabled: !onLink });
}
