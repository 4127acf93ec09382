/**
 * `<ComboField label="Time zone" value="UTC" options={zones} onChange={setZone} />`: one of many, found by
 * typing.
 */
import { type ReactNode, useRef } from "react";
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover, Group } from "react-aria-components";
import { foldCase } from "../../core/text.ts";
import { Icon } from "./icon.tsx";
import { Hint } from "./hint.tsx";

interface ComboFieldProps {
  readonly label: string;
  readonly value: string;
  /** Each is its own name. */
  readonly options: readonly string[];
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  readonly isDisabled: boolean;
}

export function ComboField({ label, value, options, onChange, hint, isDisabled }: ComboFieldProps) {
  // What was typed, until it or another is chosen: a whole name needs no choice in the list.
  const typed = useRef("");
  const choose = (chosen: string | undefined) => {
    typed.current = "";
    if (chosen !== undefined && chosen !== value) onChange(chosen);
  };
  const chooseTyped = () => choose(options.find((name) => foldCase(name) === foldCase(typed.current.trim())));
  return (
    <ComboBox
      className="field"
      value={value}
      isDisabled={isDisabled}
      menuTrigger="focus"
      defaultItems={options.map((id) => ({ id }))}
      onChange={(key) => {
        if (key !== null) choose(String(key));
      }}
    >
      <Label className="small medium quiet">{label}</Label>
      <Group className="beside field-group">
        <Input
          className="field-input"
          onChange={({ target }) => {
            typed.current = target.value;
          }}
          onKeyDown={({ key }) => {
            if (key === "Enter") chooseTyped();
            if (key === "Escape") typed.current = "";
          }}
          onBlur={chooseTyped}
        />
        <Button className="field-step" aria-label="Show all">
          <Icon name="down" />
        </Button>
      </Group>
      <Hint>{hint}</Hint>
      <Popover className="popover" data-own-keys>
        <ListBox className="list" renderEmptyState={() => <p className="faint pad-2">No matches.</p>}>
          {({ id }: { readonly id: string }) => (
            <ListBoxItem className="list-item" id={id} textValue={id}>
              {id}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
