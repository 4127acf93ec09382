/** Taking a step of the close: what was typed is checked, asked of main, and kept when it fails. */
import { useState, useEffect, useRef } from "react";
import { TieoutError } from "../../../core/errors.ts";
import { nameOf, reasonOf } from "../../../core/review/decisions/note-rules.ts";
import type { Fault } from "../../../ipc/envelope.ts";
import { faultIn, usePreferences, useReadAgain } from "../../app/providers.tsx";
import { useToast, withdrawToasts } from "../../ui/toast.tsx";
import { ended, FaultNote } from "../../ui/faults.tsx";
import { Button } from "../../ui/button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { TextField } from "../../ui/text-field.tsx";

interface StepForm {
  readonly name: string;
  readonly setName: (name: string) => void;
  readonly note: string;
  readonly setNote: (note: string) => void;
  /** What is wrong with what was typed, each in one sentence; null while nothing is. */
  readonly nameFault: string | null;
  readonly noteFault: string | null;
  /** What main refused it with. */
  readonly fault: Fault | null;
  /** How often what was typed was refused: the field that is wrong takes the focus then. */
  readonly refusals: number;
  readonly isTaking: boolean;
  readonly submit: () => void;
}

interface StepAsked<T> {
  /** The name that stands there at first. */
  readonly name: string;
  /** Asked for where there are no words, without a full stop; null where a note may be left out. */
  readonly noteAsk: string | null;
  /** Asked for where nobody is named, without a full stop. */
  readonly nameAsk?: string;
  /** Refuses a name at once. @throws TieoutError */
  readonly assertName?: (name: string) => void;
  readonly take: (typed: { readonly by: string; readonly note: string }) => Promise<T>;
  /** What is said when it is done, e.g. `October 2026 is signed off`. */
  readonly done: string | ((taken: T) => string);
  readonly onDone: () => void;
  /** Whether it freezes what was reviewed. */
  readonly freezes?: boolean;
}

/** The faults that say that what is shown is not how it stands. */
const STALE: ReadonlySet<Fault["code"]> = new Set(["CLOSE_STATE", "CLOSE_CHANGED", "CLOSE_REFUSED"]);

export function useStep<T>({
  noteAsk,
  nameAsk = "Enter your name to take this step",
  assertName,
  take,
  done,
  onDone,
  freezes = false,
  ...first
}: StepAsked<T>): StepForm {
  const { preferences, change } = usePreferences();
  const toast = useToast();
  const readAgain = useReadAgain();
  const [name, setName] = useState(first.name);
  const [note, setNote] = useState("");
  const [nameFault, setNameFault] = useState<string | null>(null);
  const [noteFault, setNoteFault] = useState<string | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [refusals, setRefusals] = useState(0);
  const [isTaking, setTaking] = useState(false);
  const look = (typed: string) => {
    const by = nameOf(typed, nameAsk);
    assertName?.(by);
    return by;
  };
  const submit = async () => {
    setFault(null);
    const by = attempted(() => look(name), setNameFault);
    const why = attempted(() => (noteAsk === null ? note : reasonOf(note, noteAsk)), setNoteFault);
    if (by === null || why === null) {
      setRefusals((before) => before + 1);
      return;
    }
    if (isTaking) return;
    setTaking(true);
    try {
      if (preferences.reviewer === "") await change({ reviewer: by });
      const taken = await take({ by, note: why });
      // Undone in passing, it would be another month than the one that was just frozen.
      if (freezes) withdrawToasts("review");
      onDone();
      toast({ tone: "good", words: typeof done === "string" ? done : done(taken) });
      await readAgain();
    } catch (error) {
      const found = faultIn(error);
      if (found.code === "CLOSE_SAME_PERSON") {
        setNameFault(ended(found.sentence));
        setRefusals((before) => before + 1);
      } else setFault(found);
      if (STALE.has(found.code)) await readAgain();
    } finally {
      setTaking(false);
    }
  };
  return {
    name,
    setName: (typed) => {
      setName(typed);
      // A name that may not sign is told while it is typed, an empty one only when it is used.
      setNameFault(null);
      if (typed.trim() !== "") attempted(() => assertName?.(typed), setNameFault);
    },
    note,
    setNote: (typed) => {
      setNote(typed);
      setNoteFault(null);
    },
    nameFault,
    noteFault,
    fault,
    refusals,
    isTaking,
    submit: () => void submit(),
  };
}

/** @returns what it gives; null when it was refused, which is told */
function attempted<T>(work: () => T, tell: (sentence: string | null) => void): T | null {
  try {
    const value = work();
    tell(null);
    return value;
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    tell(ended(error.message));
    return null;
  }
}

// Name and note of a step, with what was wrong in place; Enter takes it, in the note Ctrl+Enter.

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
