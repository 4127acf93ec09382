/**
 * `useKeys({ j: { does: "Move to the next", run: next } }, { group: "Exceptions" })`: shortcuts while a
 * component is there.
 */
import { useEffect, useRef, useState } from "react";
import type { MenuCommand } from "../../ipc/events.ts";
import { KeyReader, chordOf, isApple } from "./keys.ts";

export interface KeyBinding {
  readonly does: string;
  /** null where what has the focus reads the key itself, and the list only shows it. */
  readonly run: (() => void) | null;
  /** The native menu's command that does the same. */
  readonly command?: MenuCommand;
  /** Works while somebody types, too; only for shortcuts with Mod. */
  readonly inFields?: boolean;
  /** Goes on while the key is held down, as moving does; all else is done once. */
  readonly repeats?: boolean;
  /** Another key for what the list shows already. */
  readonly isTwin?: boolean;
}

/** Shortcuts, written as in keys.ts, with what they do; `#name` of what has no key and is only found by Ctrl+K. */
export type KeyMap = Readonly<Record<string, KeyBinding>>;

interface Layer {
  readonly group: string;
  readonly current: { keys: KeyMap };
}

/** Those in force; the newest comes first where two want the same key. */
const layers: Layer[] = [];
const reader = new KeyReader();

/**
 * Puts shortcuts in force while the component is mounted. They are ignored while somebody types in a field,
 * in dialogs, and in lists that read letters themselves (`data-own-keys`).
 *
 * @param group under which the list of all keys shows them
 */
export function useKeys(
  keys: KeyMap,
  { enabled = true, group = "This place" }: { readonly enabled?: boolean; readonly group?: string } = {},
): void {
  const current = useRef({ keys });
  useEffect(() => {
    current.current.keys = keys;
  });
  useEffect(() => {
    if (!enabled) return;
    const layer: Layer = { group, current: current.current };
    layers.unshift(layer);
    if (layers.length === 1) document.addEventListener("keydown", onKeyDown);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) document.removeEventListener("keydown", onKeyDown);
    };
  }, [enabled, group]);
}

/** `j` and `k`, and the arrows, in every list that one steps through. @param words for the list of all keys */
export function moveKeys(
  move: (by: 1 | -1) => void,
  words: { readonly next: string; readonly previous: string },
) {
  const next = { does: words.next, run: () => move(1), repeats: true };
  const previous = { does: words.previous, run: () => move(-1), repeats: true };
  return {
    j: next,
    k: previous,
    ArrowDown: { ...next, isTwin: true },
    ArrowUp: { ...previous, isTwin: true },
  } satisfies KeyMap;
}

/** Enter, where no link or button has the focus: it presses that. */
export function useEnterKey(does: string, run: () => void, group: string): void {
  const [isPressing, setPressing] = useState(false);
  useEffect(() => {
    const look = () => setPressing((document.activeElement?.closest("a, button, summary") ?? null) !== null);
    document.addEventListener("focusin", look);
    return () => document.removeEventListener("focusin", look);
  }, []);
  useKeys({ Enter: { does, run } }, { group, enabled: !isPressing });
}

/** Whether a shortcut of a group is in force. */
export function hasShortcut(shortcut: string, group: string): boolean {
  return layers.some(
    (layer) => layer.group === group && (layer.current.keys[shortcut]?.run ?? null) !== null,
  );
}

/** Whether it is a key, not only a name. */
export function isKey(shortcut: string): boolean {
  return !shortcut.startsWith("#") || shortcut === "#";
}

/** All shortcuts in force, by group, the place's own first. */
export function keysInForce(): readonly {
  readonly group: string;
  readonly keys: readonly [string, KeyBinding][];
}[] {
  const groups = new Map<string, [string, KeyBinding][]>();
  for (const { group, current } of layers) {
    const shown = Object.entries(current.keys).filter(([, { isTwin = false }]) => !isTwin);
    groups.set(group, [...(groups.get(group) ?? []), ...shown]);
  }
  return [...groups].map(([group, keys]) => ({ group, keys }));
}

/** Does what a shortcut in force does, as it is then. @param of the group that is meant; any when not given */
export function runShortcut(shortcut: string, of?: string): void {
  for (const { group, current } of layers) {
    const run = current.keys[shortcut]?.run ?? null;
    if (run === null || (of !== undefined && of !== group)) continue;
    run();
    return;
  }
}

/** Does what a command of the native menu asks for. @returns false when nothing here can */
export function runCommand(command: MenuCommand): boolean {
  for (const { current } of layers) {
    const found = Object.values(current.keys).find((binding) => binding.command === command);
    if (found === undefined || found.run === null) continue;
    found.run();
    return true;
  }
  return false;
}

/** Fields, and selects, which find their options by letters. */
const TYPING =
  "input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable=true], [aria-haspopup=listbox]";
const ELSEWHERE = "[role=dialog], [role=alertdialog], [data-own-keys]";

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const chord = chordOf(event, isApple());
  if (chord === null) return;
  const { target } = event;
  const isTyping = target instanceof Element && target.closest(TYPING) !== null;
  const isElsewhere = target instanceof Element && target.closest(ELSEWHERE) !== null;
  if (isElsewhere) return;
  const bindings = new Map<string, KeyBinding>();
  for (const { current } of layers) {
    for (const [shortcut, binding] of Object.entries(current.keys)) {
      if (binding.run === null || (isTyping && binding.inFields !== true)) continue;
      if (!bindings.has(shortcut)) bindings.set(shortcut, binding);
    }
  }
  const read = reader.read(chord, event.timeStamp, [...bindings.keys()]);
  if (read === null || read === "pending") return;
  event.preventDefault();
  const binding = bindings.get(read.shortcut);
  if (!event.repeat || binding?.repeats === true) binding?.run?.();
}
