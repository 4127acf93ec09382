/** The keys that the rows of a grid read themselves, for the list of all keys. */
import type { KeyMap } from "../../ui/keys/use-keys.ts";

const inRows = (does: string) => ({ does, run: null });

export const ROW_KEYS: KeyMap = {
  Enter: inRows("Open the detail"),
  "Shift+F10": inRows("Open the menu of the row"),
  Space: inRows("Select the row, or give it up"),
  "Shift+ArrowDown": inRows("Select as you go, also with ↑, PageUp, PageDown and Ctrl"),
  "Mod+A": inRows("Select all rows that match"),
  "Mod+C": inRows("Copy the selected rows, or the cell"),
  Home: inRows("Go to the first column"),
  End: inRows("Go to the last column"),
  "Mod+Home": inRows("Go to the first row"),
  "Mod+End": inRows("Go to the last row"),
  PageDown: inRows("Go down by as many rows as are in view"),
  PageUp: inRows("Go up by as many rows as are in view"),
  "Alt+ArrowDown": inRows("On a column title: filter the column"),
};
