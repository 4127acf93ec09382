/**
 * What takes files that are dropped: a part of a place, which takes any file dropped on it, and the one that
 * takes files that are neither ledgers, workbooks nor responses wherever they are dropped.
 */
import { useSteady } from "../ui/use-steady.ts";
import { useEffect, useRef } from "react";
import type { FileFacts } from "../../ipc/values.ts";

interface DropTarget {
  readonly element: Element;
  /** What becomes of a file there, e.g. `attach it to October 2026`. */
  readonly words: string;
  /** Whether it takes what is dropped elsewhere, too. */
  readonly isOfPlace: boolean;
  readonly take: (files: readonly FileFacts[]) => void;
}

const TARGETS = new Set<DropTarget>();

export function targetAt(place: EventTarget | null): DropTarget | null {
  if (!(place instanceof Node)) return null;
  // The innermost, where one is within another.
  const over = [...TARGETS].filter(({ element }) => element.contains(place));
  return over.reduce<DropTarget | null>(
    (inner, one) => (inner === null || inner.element.contains(one.element) ? one : inner),
    null,
  );
}

/** The target that takes other files, wherever they are dropped; null where there is none. */
export function targetOfPlace(): DropTarget | null {
  return [...TARGETS].find(({ isOfPlace }) => isOfPlace) ?? null;
}

/** Has an element take files while it is shown. @param isOn whether it takes any now */
export function useDropTarget<E extends Element>(
  isOn: boolean,
  { words, isOfPlace, take }: Omit<DropTarget, "element">,
) {
  const element = useRef<E>(null);
  const taking = useSteady(take);
  useEffect(() => {
    if (!isOn || element.current === null) return;
    const target: DropTarget = { element: element.current, words, isOfPlace, take: taking };
    TARGETS.add(target);
    return () => void TARGETS.delete(target);
  }, [isOn, words, isOfPlace, taking]);
  return element;
}
