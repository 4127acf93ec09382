/**
 * `<ComboField label="Time zone" value="UTC" options={zones} onChange={setZone} />`: one of many, found by
 * typing.
 */
import type { ReactNode } from "react";
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover, Group } from "react-aria-components";
import { Icon } from "./icon.tsx";
import { Hint } from "./hint.tsx";

interface ComboFieldProps {
  readonly label: string;
  readonly value: string;
  /** Each is its own name. */
  readonly options: readonly string[];
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  readonly isDisabled?: boolean;
}

export function ComboField({ label, value, options, onChange, hint, isDisabled = false }: ComboFieldProps) {
  return (
    <ComboBox
      className="field"
      value={value}
      isDisabled={isDisabled}
      menuTrigger="focus"
      defaultItems={options.map((id) => ({ id }))}
      onChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
    >
      <Label className="small medium quiet">{label}</Label>
      <Group className="beside field-group">
        <Input className="field-input" />
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
