/** The menu of a row, at the cell that was pointed at. */
import { useMemo } from "react";
import { Menu, MenuItem, Popover, Separator } from "react-aria-components";
import { Kbd } from "../../ui/keys/kbd.tsx";
import type { RowChoice } from "./row-choices.ts";

interface RowMenuProps {
  readonly label: string;
  /** The cell. */
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
          ...(at === 0 ? [] : [<Separator key={`before ${choices[0]?.id}`} className="grid-menu-line" />]),
          ...choices.map((choice) => (
            <MenuItem key={choice.id} id={choice.id} className="list-item" textValue={choice.label}>
              <span className="list-words">{choice.label}</span>
              {choice.keys === undefined ? null : <Kbd keys={choice.keys} />}
            </MenuItem>
          )),
        ])}
      </Menu>
    </Popover>
  );
}
