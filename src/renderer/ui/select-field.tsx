/**
 * `<SelectField label="Basis" value="auto" options={[{id, label, hint?}]} onChange={setBasis} />`: one of a
 * few.
 */
import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from "react-aria-components";
import { Icon } from "./icon.tsx";

export interface Choice<T extends string> {
  readonly id: T;
  readonly label: string;
  readonly hint?: string;
}

interface SelectFieldProps<T extends string> {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly value: T;
  readonly options: readonly Choice<T>[];
  readonly onChange: (value: T) => void;
}

export function SelectField<T extends string>({
  label,
  isLabelHidden = false,
  value,
  options,
  onChange,
}: SelectFieldProps<T>) {
  return (
    <Select
      className="field"
      value={value}
      onChange={(key) => {
        if (key !== null) onChange(String(key) as T);
      }}
    >
      <Label className={isLabelHidden ? "only-spoken" : "small medium quiet"}>{label}</Label>
      <Button className="row gap-2 to-left select-button">
        <SelectValue className="fill ellipsis select-value">{({ selectedText }) => selectedText}</SelectValue>
        <Icon name="down" />
      </Button>
      <Popover className="popover" data-own-keys>
        <ListBox className="list" items={options}>
          {(option) => (
            <ListBoxItem className="list-item" id={option.id} textValue={option.label}>
              <span className="fill">
                {option.label}
                {option.hint === undefined ? null : <span className="block small faint">{option.hint}</span>}
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
