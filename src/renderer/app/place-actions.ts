/** What can be done in each place, and its key: declared once, for those who do it, the list of keys and Ctrl+K. */
import type { PlaceName } from "../../ipc/events.ts";
import { RECORD_TABLES } from "../bridge/rows.ts";
import { type KeyBinding, type KeyMap, hasShortcut, runShortcut, useKeys } from "../ui/use-keys.ts";
import { HISTORY, go, YEAR } from "./use-route.ts";
import { warn } from "../ui/toast.tsx";

export interface NamedAction {
  readonly does: string;
  /** A shortcut as of `useKeys`; `#name` where it has no key. */
  readonly keys: string;
}

export const GRID_ACTIONS = {
  search: { does: "Quick search", keys: "/" },
  flagged: { does: "Only flagged, or all", keys: "f" },
  jump: { does: "Jump to a record by its number", keys: "j" },
  filters: { does: "Saved filters", keys: "v" },
  columns: { does: "Choose columns", keys: "c" },
  fit: { does: "Fit columns to content", keys: "=" },
  exportRows: { does: "Export these rows as CSV", keys: "Mod+Shift+E" },
  print: { does: "Print these rows", keys: "Mod+P" },
} as const;

export const QUEUE_ACTIONS = {
  nextWaiting: { keys: "Shift+J", does: "Next undecided" },
  explained: { keys: "e", does: "Explain" },
  accepted: { keys: "a", does: "Accept" },
  raised: { keys: "r", does: "Raise with the provider" },
  reopen: { keys: "o", does: "Back to open" },
  acceptProposal: { keys: "p", does: "Accept the proposal" },
  acceptAlike: { keys: "Shift+P", does: "Accept it for all alike" },
  decideAlike: { keys: "Shift+A", does: "Decide all like it: selects those undecided" },
  repeat: { keys: ".", does: "Decide as before, with the same note" },
  note: { keys: "n", does: "Write a note" },
  match: { keys: "m", does: "Match by hand" },
  point: { keys: "c", does: "Make a point as the reviewer…" },
  selectAll: { keys: "Mod+A", does: "Select all that match" },
  search: { keys: "/", does: "Search" },
} as const;

export const EVIDENCE_ACTIONS = { attach: { does: "Attach evidence…", keys: "t" } } as const;
export const CLOSE_ACTIONS = {
  lines: { does: "Accept the bank's lines that can be nothing else", keys: "l" },
  statement: { does: "Add a bank's statement…", keys: "#statement" },
  letter: { does: "Write a letter to the provider…", keys: "w" },
  confirm: { does: "Confirm the closing balance: the same", keys: "#confirm" },
  tick: { does: "Tick the next step of the checklist", keys: "#tick" },
  terms: { does: "Edit the file: checklist, materiality, purpose…", keys: "#terms" },
  prepare: { does: "Prepare the month…", keys: "p" },
  sign: { does: "Sign off the month…", keys: "s" },
  return: { does: "Return the month to its preparer…", keys: "b" },
  answer: { does: "Answer the reviewer's points", keys: "a" },
  reopen: { does: "Reopen the month…", keys: "o" },
  export: { does: "Export the month's workbook…", keys: "e" },
  journal: { does: "Write the month's journal for the general ledger…", keys: "#journal" },
  pack: { does: "Pack the month's evidence for somebody without its ledger…", keys: "#pack" },
  ownPull: { does: "Pull anew, and compare with what was signed…", keys: "#own-pull" },
  register: { does: "What later pulls changed", keys: "g r" },
} as const;
export const YEAR_ACTIONS = { save: { does: "Save the year as a workbook…", keys: "#year" } } as const;
export const SETTINGS_ACTIONS = {
  name: { does: "Set my name", keys: "#name" },
  backUp: { does: "Back up now", keys: "#back-up" },
} as const;
export const CHECK_ACTIONS = {
  use: { does: "Use these options from now on", keys: "Mod+Enter" },
  back: { does: "Back to the ledger's options", keys: "b" },
} as const;
export const HISTORY_ACTIONS = { verify: { does: "Verify ledger", keys: "v" } } as const;

export const CLIENTS_ACTIONS = {
  closeAll: { does: "Close all clients…", keys: "#close-all" },
} as const;

interface PlaceActions {
  readonly place: PlaceName;
  /** What of the place it is; null for the place itself, whatever is selected in it. */
  readonly subject: string | null;
  readonly group: string;
  readonly actions: Readonly<Record<string, NamedAction>>;
}

export const PLACE_ACTIONS: readonly PlaceActions[] = [
  { place: "clients", subject: null, group: "All clients", actions: CLIENTS_ACTIONS },
  { place: "wallet", subject: null, group: RECORD_TABLES.entries.title, actions: GRID_ACTIONS },
  { place: "transactions", subject: null, group: RECORD_TABLES.transactions.title, actions: GRID_ACTIONS },
  {
    place: "exceptions",
    subject: null,
    group: "Exceptions",
    actions: { ...QUEUE_ACTIONS, ...EVIDENCE_ACTIONS, filters: GRID_ACTIONS.filters },
  },
  { place: "close", subject: null, group: "Close", actions: { ...CLOSE_ACTIONS, ...EVIDENCE_ACTIONS } },
  { place: "close", subject: YEAR, group: "The year", actions: YEAR_ACTIONS },
  { place: "settings", subject: null, group: "Settings", actions: SETTINGS_ACTIONS },
  { place: "settings", subject: HISTORY, group: "History", actions: HISTORY_ACTIONS },
];

/**
 * `useActions(GRID_ACTIONS, { search: focus }, "Wallet")`: what a place does, under its key and its words,
 * while a component is there.
 *
 * @param runs what is left out cannot be done now
 */
export function useActions<T extends Readonly<Record<string, NamedAction>>>(
  actions: T,
  runs: { readonly [K in keyof T]?: Omit<KeyBinding, "does"> | (() => void) },
  group: string,
  enabled = true,
): void {
  const bindings = Object.entries(actions).flatMap(([id, { does, keys }]) => {
    const bound = runs[id];
    if (bound === undefined) return [];
    return [[keys, { does, ...(typeof bound === "function" ? { run: bound } : bound) }] as const];
  });
  useKeys(Object.fromEntries(bindings) satisfies KeyMap, { group, enabled });
}

/** How long a place may take until what it does can be done, milliseconds. */
const PATIENCE_MS = 6000;

export function runThere({ place, subject, group }: PlaceActions, { does, keys }: NamedAction): void {
  if (!hasShortcut(keys, group)) go(place, subject);
  const begunMs = performance.now();
  const attempt = () => {
    if (hasShortcut(keys, group)) runShortcut(keys, group);
    else if (performance.now() - begunMs < PATIENCE_MS) window.requestAnimationFrame(attempt);
    else warn(`“${does}” cannot be done now`);
  };
  window.requestAnimationFrame(attempt);
}
