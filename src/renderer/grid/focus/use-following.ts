/** An open detail follows the focus from row to row. */
import type { GridApi } from "ag-grid-community";
import { useEffect, useRef } from "react";

/** How long the focus rests on a row before an open detail follows it, milliseconds. */
const FOLLOW_MS = 120;

/**
 * @param isOpen whether the detail is
 * @param open shows a row in it
 * @returns to be told which row the focus came to
 */
export function useFollowing<R>(
  api: GridApi<R> | null,
  isOpen: boolean,
  open: (rowIndex: number | null) => void,
): (rowIndex: number | null) => void {
  const timer = useRef(0);
  // One that is shut stays so, wherever the focus came to just before.
  useEffect(() => {
    if (!isOpen) window.clearTimeout(timer.current);
    return () => window.clearTimeout(timer.current);
  }, [isOpen]);
  return (rowIndex) => {
    window.clearTimeout(timer.current);
    if (!isOpen) return;
    timer.current = window.setTimeout(() => {
      // Whoever selects several rows is not reading one.
      if (api !== null && api.getSelectedNodes().length <= 1) open(rowIndex);
    }, FOLLOW_MS);
  };
}
