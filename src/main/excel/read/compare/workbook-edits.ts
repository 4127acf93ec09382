/**
 * What is other of a workbook as such than of the one that was exported: its sheets, and what it carries
 * beside cells.
 */
import type { EditList } from "./edits.ts";
import type { FoundWorkbook } from "../file/found-workbook.ts";
import { RULE_FORMAT } from "./sheet-look.ts";

/** @param expected names of the sheets that were exported, in their order */
export function addWorkbookEdits(found: FoundWorkbook, expected: ReadonlySet<string>, edits: EditList): void {
  for (const name of found.sheets) {
    const sheet = { sheet: name, cell: "", exported: "" };
    if (!expected.has(name)) {
      edits.add({ ...sheet, what: "sheet added", kind: "added-sheet", found: name }, 0, 0);
    } else if (found.isHidden(name)) {
      edits.add({ ...sheet, what: "sheet hidden", kind: "hidden", found: "" }, 0, 0);
    }
  }
  const there = [...expected].filter((name) => found.sheets.includes(name));
  const now = found.sheets.filter((name) => expected.has(name));
  const whole = { sheet: "", cell: "" };
  if (there.some((name, at) => name !== now[at])) {
    const order = { exported: there.join(", "), found: now.join(", ") };
    edits.add({ ...whole, what: "sheets in another order", kind: "moved-sheets", ...order }, 0, 0);
  }
  for (const code of found.ruleFormats) {
    edits.add({ ...whole, what: RULE_FORMAT, kind: "format", exported: "", found: code }, 0, 0);
  }
  if (found.hasHidingRule) {
    const what = "a rule that shows cells in the colour of their background";
    edits.add({ ...whole, what, kind: "hidden", exported: "", found: "" }, 0, 0);
  }
  if (found.hasUnreadTheme) {
    const what = "a theme whose colours are not plain ones: texts in them may not be seen";
    edits.add({ ...whole, what, kind: "hidden", exported: "", found: "" }, 0, 0);
  }
  for (const what of found.settings) {
    edits.add({ ...whole, what, kind: "setting", exported: "", found: "" }, 0, 0);
  }
  for (const kind of found.attached.kinds) {
    edits.add(
      {
        ...whole,
        what: "it contains something that was not exported",
        kind: "attached",
        exported: "",
        found: kind,
      },
      0,
      0,
    );
  }
}
