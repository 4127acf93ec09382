/**
 * `<MenuButton label="More" items={[{id, label, keys?}]} onAction={run} />`: a button and its list of things to
 * do; with `groups` in place of `items` each has a title.
 */
import {
  Button as AriaButton,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
} from "react-aria-components";
import { Icon } from "./icon.tsx";
import { Kbd } from "./kbd.tsx";

export interface MenuChoice {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly keys?: string;
  readonly isDisabled?: boolean;
}

export interface MenuGroup {
  readonly title: string;
  readonly items: readonly MenuChoice[];
}

interface MenuButtonProps {
  readonly label: string;
  readonly keys?: string;
  readonly items?: readonly MenuChoice[];
  readonly groups?: readonly MenuGroup[];
  /** Given where something else opens it, too. */
  readonly isOpen?: boolean;
  readonly onOpen?: (isOpen: boolean) => void;
  readonly onAction: (id: string) => void;
}

export function MenuButton({ label, keys, items, groups, isOpen, onOpen, onAction }: MenuButtonProps) {
  return (
    <MenuTrigger
      {...(isOpen === undefined ? {} : { isOpen })}
      {...(onOpen === undefined ? {} : { onOpenChange: onOpen })}
    >
      <AriaButton className="button button-quiet button-s">
        {label}
        {keys === undefined ? null : <Kbd keys={keys} />}
        <Icon name="down" />
      </AriaButton>
      <Popover className="popover" data-own-keys>
        <Menu
          className="list"
          // Whoever opened it from elsewhere goes on by keys.
          {...(isOpen === undefined ? {} : { autoFocus: "first" as const })}
          onAction={(id) => onAction(String(id))}
        >
          {items?.map(menuItem)}
          {groups?.map(({ title, items: own }) =>
            own.length === 0 ? null : (
              <MenuSection key={title} id={title}>
                <Header className="small faint list-title">{title}</Header>
                {own.map(menuItem)}
              </MenuSection>
            ),
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

export function menuItem(item: MenuChoice) {
  return (
    <MenuItem
      key={item.id}
      className="list-item"
      id={item.id}
      textValue={item.label}
      isDisabled={item.isDisabled ?? false}
    >
      <span className="fill">
        {item.label}
        {item.hint === undefined ? null : <span className="block small faint">{item.hint}</span>}
      </span>
      {item.keys === undefined ? null : <Kbd keys={item.keys} />}
    </MenuItem>
  );
}
