/** `<TextField label="Note" value={note} onChange={setNote} rows={4} hint="…" fault={null} />` */
import type { FormEvent, ReactNode } from "react";
import {
  TextField as AriaTextField,
  FieldError,
  Input,
  Label,
  TextArea,
  type TextFieldProps as AriaTextFieldProps,
} from "react-aria-components";
import { Hint } from "./hint.tsx";

interface TextFieldProps extends Omit<AriaTextFieldProps, "className" | "style" | "children"> {
  readonly label: string;
  /** Named to screen readers only. */
  readonly isLabelHidden?: boolean;
  readonly hint?: ReactNode;
  readonly fault?: string | null;
  readonly placeholder?: string;
  /** More than one makes a text area. */
  readonly rows?: number;
  /** Whether a dialog begins with it. */
  readonly isFirst?: boolean;
  /** Of one line. All other keys go on to what is around, as Escape to a dialog. */
  readonly onEnter?: () => void;
}

export function TextField({
  label,
  isLabelHidden = false,
  hint,
  fault = null,
  placeholder,
  rows = 1,
  isFirst = false,
  onEnter,
  ...rest
}: TextFieldProps) {
  const shown = { className: "field-input", ...(placeholder === undefined ? {} : { placeholder }) };
  return (
    <AriaTextField
      {...rest}
      {...keysOf(onEnter)}
      className="field"
      isInvalid={fault !== null}
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={isFirst}
    >
      <Label className={isLabelHidden ? "only-spoken" : "small medium quiet"}>{label}</Label>
      {rows > 1 ? <TextArea {...shown} rows={rows} /> : <Input {...shown} />}
      <Hint>{hint}</Hint>
      {/* Read aloud when it appears: the focus may well be in the field already. */}
      <FieldError className="small tone-error field-fault">
        {fault === null ? null : <span role="alert">{fault}</span>}
      </FieldError>
    </AriaTextField>
  );
}

/** Who listens to keys keeps all of them, unless it lets them go on. */
function keysOf(onEnter: TextFieldProps["onEnter"]): Pick<AriaTextFieldProps, "onKeyDown"> {
  if (onEnter === undefined) return {};
  return {
    onKeyDown: (event) => {
      if (event.key !== "Enter") {
        event.continuePropagation();
        return;
      }
      // Where it moves the focus to a text area, that would get the line break.
      event.preventDefault();
      onEnter();
    },
  };
}

/** For the form that fields stand in: what Enter or its button does, instead of loading another page. */
export function submitting(run: () => void): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault();
    run();
  };
}
