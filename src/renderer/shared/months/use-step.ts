/** Taking a step of the close: what was typed is checked, asked of main, and kept when it fails. */
import { useState } from "react";
import { TieoutError } from "../../../core/errors.ts";
import { nameOf, reasonOf } from "../../../core/review/decisions/note-rules.ts";
import type { Fault } from "../../../ipc/envelope.ts";
import { faultIn } from "../../app/fault-in.ts";
import { usePreferences } from "../../app/preferences-provider.tsx";
import { useToast, withdrawToasts } from "../../ui/overlays/toast.tsx";
import { ended } from "../../words/faults.ts";
import { useReadAgain } from "./use-months.ts";

export interface StepForm {
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

export interface StepAsked<T> {
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
