/**
 * `<StepDialog title words nameLabel take done onClose>…</StepDialog>`: what a person does under a name, with a
 * note where one is asked for. What was typed is checked, asked of main, and kept when it fails.
 */
import { type ReactNode, useState, useEffect, useRef } from "react";
import { TieoutError } from "../../../core/errors.ts";
import { nameOf, reasonOf } from "../../../core/review/decisions/note-rules.ts";
import type { Fault } from "../../../ipc/envelope.ts";
import { usePreferences } from "../../app/providers.tsx";
import { useAnswers } from "../../bridge/answers.ts";
import { type Api, useApi } from "../../bridge/api-provider.tsx";
import { showFault, faultIn, useRefusal } from "../../app/show-fault.ts";
import { withdrawOffers, showToast } from "../../ui/toast.tsx";
import { ended, FaultNote } from "../../ui/faults.tsx";
import { CancelOr, Dialog, type DialogProps } from "../../ui/dialog.tsx";
import { TextField, submitting } from "../../ui/text-field.tsx";

/** What follows on a step that was taken. */
interface StepSequel<T> {
  /** What is said, e.g. `October 2026 is signed off`; null where what is shown says it. */
  readonly done: string | ((taken: T) => string) | null;
  readonly onDone?: () => void;
  readonly freezes?: boolean;
}

interface StepAsked<T> extends StepSequel<T> {
  /** The name that stands there at first: the reviewer's when it is left out. */
  readonly name?: string;
  /** Asked for where there are no words, without a full stop; left out where the note may be. */
  readonly noteAsk?: string | null;
  /** Refuses a name at once. @throws TieoutError */
  readonly assertName?: (name: string) => void;
  readonly take: (typed: { readonly by: string; readonly note: string }, api: Api) => Promise<T>;
}

/** The faults that say that what is shown is not how it stands. */
const STALE: ReadonlySet<Fault["code"]> = new Set([
  "CLOSE_STATE",
  "CLOSE_CHANGED",
  "CLOSE_REFUSED",
  "POINTS_OPEN",
  "POINT_INVALID",
]);

function useStep<T>({ noteAsk = null, assertName, take, name: atFirst, ...taken }: StepAsked<T>) {
  const { preferences, change } = usePreferences();
  const { isTaking, taking } = useTaking();
  const [name, setName] = useState(atFirst ?? preferences.reviewer);
  const [note, setNote] = useState("");
  const [nameFault, setNameFault] = useState<string | null>(null);
  const [noteFault, setNoteFault] = useState<string | null>(null);
  const [refusal, setRefusal] = useRefusal();
  const [refusals, setRefusals] = useState(0);
  const look = (typed: string) => {
    const by = nameOf(typed, "Enter your name to take this step");
    assertName?.(by);
    return by;
  };
  const submit = async () => {
    setRefusal(null);
    const by = attempted(() => look(name), setNameFault);
    const why = attempted(() => (noteAsk === null ? note : reasonOf(note, noteAsk)), setNoteFault);
    if (by === null || why === null) {
      setRefusals((before) => before + 1);
      return;
    }
    const takeIt = async (api: Api) => {
      if (preferences.reviewer === "") await change({ reviewer: by });
      return take({ by, note: why }, api);
    };
    await taking(takeIt, taken, (error) => {
      setRefusal(error);
      if (isOfName(error)) setRefusals((before) => before + 1);
    });
  };
  const isNameRefused = isOfName(refusal);
  return {
    name,
    setName: (typed: string) => {
      setName(typed);
      // A name that may not sign is told while it is typed, an empty one only when it is used.
      setNameFault(null);
      if (isNameRefused) setRefusal(null);
      if (typed.trim() !== "") attempted(() => assertName?.(typed), setNameFault);
    },
    note,
    setNote: (typed: string) => {
      setNote(typed);
      setNoteFault(null);
    },
    nameFault: nameFault ?? (isNameRefused ? ended(faultIn(refusal).sentence) : null),
    noteFault,
    fault: refusal === null || isNameRefused ? null : faultIn(refusal),
    /** How often what was typed was refused: the field that is wrong takes the focus then. */
    refusals,
    isTaking,
    submit: () => {
      if (!isTaking) void submit();
    },
  };
}

/** Whether it is told under the name: another person has to take the step. */
function isOfName(error: unknown): boolean {
  return error !== null && faultIn(error).code === "CLOSE_SAME_PERSON";
}

/** Takes a step, says so, and has everything read again that it may have changed. */
function useTaking() {
  const api = useApi();
  const { ledgerWritten } = useAnswers();
  const [isTaking, setTaking] = useState(false);
  const taking = async <T,>(
    take: (api: Api) => Promise<T>,
    { done, onDone, freezes = false }: StepSequel<T>,
    refuse: (error: unknown) => void,
  ) => {
    setTaking(true);
    try {
      const taken = await take(api);
      // Undone in passing, it would be another month than the one that was just frozen.
      if (freezes) withdrawOffers();
      onDone?.();
      const words = typeof done === "function" ? done(taken) : done;
      if (words !== null) showToast({ tone: "good", words });
      await ledgerWritten();
    } catch (error) {
      refuse(error);
      if (STALE.has(faultIn(error).code)) await ledgerWritten();
    } finally {
      setTaking(false);
    }
  };
  return { isTaking, taking };
}

/**
 * `const { isTaking, takeNow } = useStepNow()`: takes a step under the name that is known, without a dialog.
 * What refuses it is said in passing.
 */
export function useStepNow() {
  const { isTaking, taking } = useTaking();
  const takeNow = async <T,>(take: (api: Api) => Promise<T>, taken: StepSequel<T>) =>
    taking(take, taken, showFault);
  return { isTaking, takeNow };
}

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

interface StepFieldsProps {
  readonly nameLabel: string;
  readonly nameHint?: string;
  readonly noteLabel?: string | null;
  readonly noteHint?: string;
  /** Whether other fields stand before the name, which takes the focus otherwise. */
  readonly isLast?: boolean;
}

/** Name and note, with what was wrong in place; Enter takes the step, but in the note. */
function StepFields({
  form,
  nameLabel,
  nameHint,
  noteLabel = null,
  noteHint,
  isLast = false,
}: StepFieldsProps & { readonly form: ReturnType<typeof useStep> }) {
  const { refusals, nameFault, noteFault, fault, submit } = form;
  const fields = useRef<HTMLDivElement>(null);
  // A name that is filled in is typed over, not on.
  useEffect(() => {
    if (!isLast) fields.current?.querySelector("input")?.select();
  }, [isLast]);
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
        isFirst={!isLast}
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
          {...(noteHint === undefined ? {} : { hint: noteHint })}
        />
      )}
      <FaultNote fault={fault} />
    </div>
  );
}

/** The focus brings an input into view, not the reason under it. */
function showReason(fields: HTMLElement | null): void {
  const refused = fields?.querySelector(".field:has([aria-invalid=true]), .fault-note");
  refused?.scrollIntoView({ block: "nearest" });
}

interface StepDialogProps<T>
  extends Pick<DialogProps, "title" | "onClose" | "size">, Omit<StepAsked<T>, "onDone">, StepFieldsProps {
  readonly words: string;
  /** Told of the name as it is typed. */
  readonly onName?: (name: string) => void;
  /** What stands over name and note; fields in it take the step by Enter. */
  readonly children?: ReactNode | ((submit: () => void) => ReactNode);
}

export function StepDialog<T>({ title, words, size = "m", onName, children, ...props }: StepDialogProps<T>) {
  const { onClose } = props;
  const { setName, ...form } = useStep({ ...props, onDone: onClose });
  const { isTaking, submit } = form;
  const typed = (name: string) => {
    setName(name);
    onName?.(name);
  };
  return (
    <Dialog
      title={title}
      size={size}
      onClose={onClose}
      actions={
        <CancelOr words={isTaking ? "Saving…" : words} keys="Mod+Enter" isDisabled={isTaking} onDo={submit} />
      }
    >
      {/* In whichever of its fields one is; some take the step by Enter alone. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        className="contents"
        noValidate
        onSubmit={submitting(submit)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          submit();
        }}
      >
        {typeof children === "function" ? children(submit) : children}
        <StepFields form={{ ...form, setName: typed }} {...props} />
      </form>
    </Dialog>
  );
}
