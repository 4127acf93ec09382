/**
 * `<NumberField label="Days" value={3} onChange={setDays} minValue={0} maxValue={30} />`: whole numbers
 * unless told otherwise.
 */
import type { ReactNode } from "react";
import {
  NumberField as AriaNumberField,
  Button,
  FieldError,
  Group,
  Input,
  Label,
  type NumberFieldProps as AriaNumberFieldProps,
} from "react-aria-components";
import { Hint } from "./hint.tsx";

interface NumberFieldProps extends Omit<AriaNumberFieldProps, "className" | "style" | "children"> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly fault?: string | null;
}

const WHOLE = { maximumFractionDigits: 0 };

export function NumberField({ label, hint, fault = null, ...rest }: NumberFieldProps) {
  return (
    <AriaNumberField formatOptions={WHOLE} {...rest} className="field" isInvalid={fault !== null}>
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
      <FieldError className="small tone-error field-fault">{fault}</FieldError>
    </AriaNumberField>
  );
}
