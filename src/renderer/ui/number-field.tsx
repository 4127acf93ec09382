/**
 * `<NumberField label="Days" value={3} onChange={setDays} minValue={0} maxValue={30} />`: whole numbers
 * unless told otherwise.
 */
import type { ReactNode } from "react";
import {
  NumberField as AriaNumberField,
  Button,
  Group,
  Input,
  Label,
  type NumberFieldProps as AriaNumberFieldProps,
} from "react-aria-components";
import { Hint } from "./hint.tsx";

interface NumberFieldProps extends Omit<AriaNumberFieldProps, "className" | "style" | "children"> {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Told of whole numbers alone: a field may be left empty. */
  readonly onChange: (value: number) => void;
}

const WHOLE = { maximumFractionDigits: 0 };

export function NumberField({ label, hint, onChange, ...rest }: NumberFieldProps) {
  const take = (value: number) => {
    if (Number.isInteger(value)) onChange(value);
  };
  return (
    <AriaNumberField formatOptions={WHOLE} {...rest} onChange={take} className="field">
      <Label className="small medium quiet">{label}</Label>
      <Group className="beside field-group">
        <Input className="field-input" />
        <Button slot="decrement" className="field-step">
          −
        </Button>
        <Button slot="increment" className="field-step">
          +
        </Button>
      </Group>
      <Hint>{hint}</Hint>
    </AriaNumberField>
  );
}
