/** Widths and order of a grid's columns, kept while the window is open. */

export interface ColumnLayout {
  readonly id: string;
  /** Pixels. */
  readonly width: number;
}

const PREFIX = "tieout.columns.";

/** As it was left, null where it was not kept, or not as it should be. */
export function readLayout(storage: Pick<Storage, "getItem">, grid: string): readonly ColumnLayout[] | null {
  try {
    return parseLayout(JSON.parse(storage.getItem(`${PREFIX}${grid}`) ?? "null"));
  } catch {
    return null;
  }
}

/** Keeps it; where nothing can be kept the columns begin as they are every time. */
export function keepLayout(
  storage: Pick<Storage, "setItem">,
  grid: string,
  layout: readonly ColumnLayout[],
): void {
  try {
    storage.setItem(`${PREFIX}${grid}`, JSON.stringify(layout));
  } catch {
    // A full or forbidden storage costs a width, nothing else.
  }
}

function parseLayout(kept: unknown): readonly ColumnLayout[] | null {
  if (!Array.isArray(kept)) return null;
  const layout = kept.filter(isLayout);
  return layout.length === kept.length && layout.length > 0 ? layout : null;
}

function isLayout(one: unknown): one is ColumnLayout {
  if (typeof one !== "object" || one === null || !("id" in one) || !("width" in one)) return false;
  return typeof one.id === "string" && typeof one.width === "number" && one.width >= 20 && one.width <= 4000;
}
