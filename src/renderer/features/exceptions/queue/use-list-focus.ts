/**
 * The focus of a list that comes and goes, as it does with the period: the place's title keeps it until the
 * list is there again.
 */
import { type RefObject, useCallback, useMemo, useRef } from "react";
import { PLACE_TITLE_ID } from "../../../ui/layout/place-header.tsx";

export interface ListFocus {
  /** Goes to the list; where there is none, as soon as there is one. */
  readonly take: () => void;
  /** Told of the list's element once it is there. @returns what is to be called before it goes */
  readonly attach: (list: HTMLElement | null) => () => void;
}

export function useListFocus(list: RefObject<{ readonly focus: () => void } | null>): ListFocus {
  const isKept = useRef(false);
  const keep = useCallback(() => {
    titleOfPlace()?.focus({ preventScroll: true });
    isKept.current = true;
  }, []);
  const take = useCallback(() => {
    if (list.current === null) keep();
    else list.current.focus();
  }, [keep, list]);
  const attach = useCallback(
    (element: HTMLElement | null) => {
      // Whoever went somewhere else meanwhile stays there.
      if (isKept.current && document.activeElement === titleOfPlace())
        element?.focus({ preventScroll: true });
      isKept.current = false;
      return () => {
        if (element !== null && document.activeElement === element) keep();
      };
    },
    [keep],
  );
  return useMemo(() => ({ take, attach }), [take, attach]);
}

function titleOfPlace(): HTMLElement | null {
  return document.getElementById(PLACE_TITLE_ID);
}
