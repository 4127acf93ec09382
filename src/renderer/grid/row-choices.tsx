/** What can be done with a row, and with the cell of it that was pointed at. */
import { formatCount } from "../../core/money.ts";
import type { ColumnFilter } from "../bridge/protocol.ts";
import { filterOfValue } from "./column-filter.tsx";
import type { GridColumn, GridWording } from "./columns.ts";
import { useMemo } from "react";
import { Menu, Popover, Separator } from "react-aria-components";
import { type MenuChoice, menuItem } from "../ui/menu.tsx";

export interface RowChoice extends MenuChoice {
  readonly run: () => void;
}

interface RowDoings<R> {
  readonly open: () => void;
  readonly copyCell: (row: R, column: GridColumn<R>) => void;
  readonly copyRow: (row: R) => void;
  readonly copySelected: (withTitles: boolean) => void;
  readonly filter: (columnId: string, filter: ColumnFilter) => void;
}

/**
 * The grid's own choices.
 *
 * @param selected how many rows are selected, this one among them; 0 when it is not
 */
export function choicesOfRow<R>(
  row: R,
  column: GridColumn<R>,
  selected: number,
  wording: GridWording,
  { open, copyCell, copyRow, copySelected, filter }: RowDoings<R>,
): readonly RowChoice[] {
  const several = selected > 1;
  const ofValue = column.fixed === true ? null : filterOfValue(column, row, wording);
  return [
    { id: "open", label: "Open the detail", keys: "Enter", run: open },
    ...(several
      ? [
          {
            id: "copy",
            label: `Copy ${formatCount(selected, "row")}`,
            keys: "Mod+C",
            run: () => copySelected(false),
          },
          { id: "copy-titles", label: "Copy with titles", run: () => copySelected(true) },
        ]
      : [
          { id: "copy", label: "Copy the cell", keys: "Mod+C", run: () => copyCell(row, column) },
          { id: "copy-titles", label: "Copy the row with titles", run: () => copyRow(row) },
        ]),
    ...(ofValue === null
      ? []
      : [
          {
            id: "filter",
            label: `Filter ${column.title} by this value`,
            run: () => filter(column.id, ofValue),
          },
        ]),
  ];
}

interface RowMenuProps {
  readonly label: string;
  readonly anchor: Element;
  /** The grid's own, then the place's, with a line between. */
  readonly groups: readonly (readonly RowChoice[])[];
  readonly onClose: () => void;
}

export function RowMenu({ label, anchor, groups, onClose }: RowMenuProps) {
  const trigger = useMemo(() => ({ current: anchor }), [anchor]);
  const shown = groups.filter(({ length }) => length > 0);
  const choose = (id: string) => {
    const choice = shown.flat().find((one) => one.id === id);
    // What it does may move the focus.
    onClose();
    choice?.run();
  };
  return (
    <Popover
      isOpen
      aria-label={label}
      triggerRef={trigger}
      placement="bottom start"
      offset={2}
      className="popover grid-menu"
      data-own-keys
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      {/* It was opened by a key or a press on the row. */}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <Menu className="list" aria-label={label} autoFocus="first" onAction={(id) => choose(String(id))}>
        {shown.flatMap((choices, at) => [
          ...(at === 0 ? [] : [<Separator key={`before ${choices[0]?.id}`} />]),
          ...choices.map(menuItem),
        ])}
      </Menu>
    </Popover>
  );
}
