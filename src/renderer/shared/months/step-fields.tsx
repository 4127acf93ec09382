/** Name and note of a step, with what was wrong in place; Enter takes it, in the note Ctrl+Enter. */
import { useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { FaultNote } from "../../ui/fault-note.tsx";
import { Kbd } from "../../ui/keys/kbd.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import type { StepForm } from "./use-step.ts";
import "./step-fields.css";

interface StepFieldsProps {
  readonly form: StepForm;
  readonly nameLabel: string;
  readonly nameHint?: string;
  /** null where there is no note. */
  readonly noteLabel: string | null;
  readonly noteHint?: string;
  /** Whether other fields stand before the name, which takes the focus otherwise. */
  readonly isLast?: boolean;
}

export function StepFields({
  form,
  nameLabel,
  nameHint,
  noteLabel,
  noteHint,
  isLast = false,
}: StepFieldsProps) {
  const submit = () => {
    if (!form.isTaking) form.submit();
  };
  const fields = useRef<HTMLDivElement>(null);
  // A name that is filled in is typed over, not on.
  useEffect(() => {
    if (!isLast) fields.current?.querySelector("input")?.select();
  }, [isLast]);
  const { refusals, nameFault, noteFault, fault } = form;
  useEffect(() => {
    if (refusals === 0) return;
    fields.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    showReason(fields.current);
  }, [refusals]);
  useEffect(() => {
    if (nameFault !== null || noteFault !== null || fault !== null) showReason(fields.current);
  }, [nameFault, noteFault, fault]);
  return (
    <div ref={fields} className="contents step-fields">
      <TextField
        label={nameLabel}
        value={form.name}
        onChange={form.setName}
        fault={nameFault}
        autoComplete="name"
        // The first thing that the dialog asks.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={!isLast}
        onEnter={submit}
        {...(nameHint === undefined ? {} : { hint: nameHint })}
      />
      {noteLabel === null ? null : (
        <TextField
          label={noteLabel}
          value={form.note}
          onChange={form.setNote}
          fault={noteFault}
          rows={3}
          onEnter={(isWithMod) => {
            if (isWithMod) submit();
          }}
          {...(noteHint === undefined ? {} : { hint: noteHint })}
        />
      )}
      {fault === null ? null : <FaultNote fault={fault} />}
    </div>
  );
}

/** The focus brings an input into view, not the reason under it. */
function showReason(fields: HTMLElement | null): void {
  const refused = fields?.querySelector(".field:has([aria-invalid=true]), .fault-note");
  refused?.scrollIntoView({ block: "nearest" });
}

interface StepButtonsProps {
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
        {form.isTaking ? "Saving…" : words} <Kbd keys="Mod+Enter" />
      </Button>
    </>
  );
}
