/** Name and note of a step, with what was wrong in place; Ctrl+Enter takes it. */
import { useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { FaultNote } from "../../ui/fault-note.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { StepForm } from "./use-step.ts";

export interface StepFieldsProps {
  readonly form: StepForm;
  readonly nameLabel: string;
  readonly nameHint?: string;
  /** null where there is no note. */
  readonly noteLabel: string | null;
  readonly noteHint?: string;
}

export function StepFields({ form, nameLabel, nameHint, noteLabel, noteHint }: StepFieldsProps) {
  const onEnter = (isWithMod: boolean) => {
    if (isWithMod) form.submit();
  };
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (form.refusals > 0) fields.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form.refusals]);
  return (
    <div ref={fields} className="step-fields">
      <TextField
        label={nameLabel}
        value={form.name}
        onChange={form.setName}
        fault={form.nameFault}
        autoComplete="name"
        // The first thing that the dialog asks.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onEnter={onEnter}
        {...(nameHint === undefined ? {} : { hint: nameHint })}
      />
      {noteLabel === null ? null : (
        <TextField
          label={noteLabel}
          value={form.note}
          onChange={form.setNote}
          fault={form.noteFault}
          rows={3}
          onEnter={onEnter}
          {...(noteHint === undefined ? {} : { hint: noteHint })}
        />
      )}
      {form.fault === null ? null : <FaultNote fault={form.fault} />}
    </div>
  );
}

export interface StepButtonsProps {
  readonly form: StepForm;
  /** What the button says that takes the step. */
  readonly words: string;
  readonly onClose: () => void;
}

export function StepButtons({ form, words, onClose }: StepButtonsProps) {
  return (
    <>
      <Button onPress={onClose}>Cancel</Button>
      <Button variant="primary" isDisabled={form.isTaking} onPress={form.submit}>
        {form.isTaking ? "A moment…" : words}
      </Button>
    </>
  );
}
