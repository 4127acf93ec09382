/**
 * `<MenuButton label="More" items={[{id, label, keys?, isDanger?}]} onAction={run} />`: a button and its list
 * of things to do.
 */
import type { ReactNode } from "react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { Icon, type IconName } from "../icon.tsx";
import { Kbd } from "../keys/kbd.tsx";
import "../button.css";
import "../fields/field.css";

export interface MenuChoice {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly keys?: string;
  readonly isDisabled?: boolean;
  readonly isDanger?: boolean;
}

interface MenuButtonProps {
  /** Names the button; shown unless `children` are. */
  readonly label: string;
  readonly children?: ReactNode;
  readonly icon?: IconName;
  readonly variant?: "plain" | "quiet";
  readonly size?: "s" | "m";
  readonly items: readonly MenuChoice[];
  readonly onAction: (id: string) => void;
}

export function MenuButton({
  label,
  children = label,
  icon,
  variant = "plain",
  size = "m",
  items,
  onAction,
}: MenuButtonProps) {
  return (
    <MenuTrigger>
      <AriaButton aria-label={label} className={`button button-${variant} button-${size}`}>
        {icon === undefined ? null : <Icon name={icon} />}
        {children}
        <Icon name="down" />
      </AriaButton>
      <Popover className="popover" data-own-keys>
        <Menu className="list" items={items} onAction={(id) => onAction(String(id))}>
          {(item) => (
            <MenuItem
              className="list-item"
              id={item.id}
              textValue={item.label}
              isDisabled={item.isDisabled ?? false}
              {...(item.isDanger === true ? { "data-danger": true } : {})}
            >
              <span className="list-words">
                {item.label}
                {item.hint === undefined ? null : <span className="block small faint">{item.hint}</span>}
              </span>
              {item.keys === undefined ? null : <Kbd keys={item.keys} />}
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
