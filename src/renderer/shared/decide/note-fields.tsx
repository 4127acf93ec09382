/** The note of a decision, and the name that will stand under it. */
import type { Decision } from "../../../core/review/decisions/decision.ts";
import { hasWords } from "../../../core/review/decisions/note-rules.ts";
import { ownWords } from "../../../core/review/standing/proposals.ts";
import { useMemo, useState } from "react";
import { formatAmount } from "../../../core/money.ts";
import { usePreferences } from "../../app/providers.tsx";
import { showFault } from "../../app/show-fault.ts";
import { useCheck } from "../../rows/check-provider.tsx";
import { MenuButton, type MenuChoice, type MenuGroup } from "../../ui/menu.tsx";
import { showToast } from "../../ui/toast.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ReviewerDialog } from "./reviewer-dialog.tsx";

// Notes to choose from: those written in this ledger last or often, and the templates that a person keeps.

interface EarlierNote {
  readonly note: string;
  /** How many times it was written; what was decided at once counts once. */
  readonly times: number;
}

interface EarlierNotes {
  /** The last ones, newest first. */
  readonly recent: readonly EarlierNote[];
  /** Of the others those written more than once, most often first. */
  readonly often: readonly EarlierNote[];
}

/** So many decisions are looked through, the newest. */
const LOOKED_THROUGH = 5000;
const RECENT = 6;
const OFTEN = 4;

/**
 * The notes of a ledger's decisions, each once and without the words that say which decision it repeats. What
 * was undone is left out.
 *
 * @param decisions in the order they were taken
 */
export function earlierNotes(decisions: readonly Decision[]): EarlierNotes {
  const newest = decisions.slice(-LOOKED_THROUGH);
  const undone = new Set(newest.map(({ undoes }) => undoes));
  const words = ownWords(newest);
  const written = new Map<string, Set<number>>();
  for (const { id, atMs, undoes } of newest.toReversed()) {
    const note = words.get(id) ?? "";
    if (undoes !== null || undone.has(id) || !hasWords(note)) continue;
    written.set(note, (written.get(note) ?? new Set()).add(atMs));
  }
  const notes = Array.from(written, ([note, atMs]): EarlierNote => ({ note, times: atMs.size }));
  const often = notes.slice(RECENT).filter(({ times }) => times > 1);
  return {
    recent: notes.slice(0, RECENT),
    often: often.toSorted((a, b) => b.times - a.times).slice(0, OFTEN),
  };
}

/** The most that are kept, and how long one is, as the contract has it. */
const MOST_TEMPLATES = 50;
const TEMPLATE_LIMIT = 2000;

/** Why a note cannot be kept as a template, in one sentence; null where it can. */
export function whyNoTemplate(note: string, templates: readonly string[]): string | null {
  if (!hasWords(note)) return "Write a note first.";
  if (note.length > TEMPLATE_LIMIT) return "It is too long. A template has at most 2,000 characters.";
  if (templates.includes(note)) return "It is kept already.";
  return templates.length < MOST_TEMPLATES
    ? null
    : `There are ${MOST_TEMPLATES} already. Delete one in Settings.`;
}

/** What a note becomes with a chosen one: an empty note is replaced, another goes on in a new line. */
export function withChosen(note: string, chosen: string): string {
  return hasWords(note) ? `${note.trimEnd()}\n${chosen}` : chosen;
}

/** Opens the list while the note has the focus, as lists of fields are opened. */
const CHOICE_KEYS = "Alt+ArrowDown";
const KEEP = "keep";
/** So many characters of a note are shown to choose by. */
const SHOWN = 160;

interface NoteChoiceProps {
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** Chooses a note that was written before, or a template, and keeps the note as one. */
function NoteChoice({ note, onNote, isOpen, onOpen }: NoteChoiceProps) {
  const { preferences, change } = usePreferences();
  const { noteTemplates } = preferences;
  const groups = useGroups(isOpen, note);
  const keep = () => {
    change({ noteTemplates: [...noteTemplates, note] }).then(
      () => showToast({ tone: "good", words: "Kept as a template", more: "Settings lists all of them." }),
      showFault,
    );
  };
  const choose = (id: string) => {
    if (id === KEEP) keep();
    else onNote(withChosen(note, id.slice(id.indexOf(" ") + 1)));
  };
  return (
    <MenuButton
      label="Earlier notes"
      groups={groups}
      isOpen={isOpen}
      onOpen={onOpen}
      onAction={choose}
      keys={CHOICE_KEYS}
    />
  );
}

/** What there is to choose, looked up when the list is opened. */
function useGroups(isOpen: boolean, note: string): readonly MenuGroup[] {
  const { decisions } = useCheck();
  const { noteTemplates } = usePreferences().preferences;
  const { recent, often } = useMemo(
    () => (isOpen ? earlierNotes(decisions ?? []) : { recent: [], often: [] }),
    [isOpen, decisions],
  );
  const why = whyNoTemplate(note, noteTemplates);
  const templates = noteTemplates.map((template) => ({ note: template, times: 1 }));
  return [
    { title: "Templates", items: choicesOf("template", templates) },
    { title: "Recent in this ledger", items: choicesOf("recent", recent) },
    { title: "Often used in this ledger", items: choicesOf("often", often) },
    {
      title: "This note",
      items: [
        {
          id: KEEP,
          label: "Keep as a template",
          isDisabled: why !== null,
          ...(why === null ? {} : { hint: why }),
        },
      ],
    },
  ];
}

function choicesOf(group: string, notes: readonly EarlierNote[]): MenuChoice[] {
  return notes.map(({ note, times }) => ({
    id: `${group} ${note}`,
    label: firstWords(note),
    ...(times < 2 ? {} : { hint: `${formatAmount(times)} times` }),
  }));
}

/** As much of a note as tells it from others; characters are never cut in two. */
function firstWords(note: string): string {
  const characters = Array.from(note.slice(0, 2 * SHOWN));
  return characters.length <= SHOWN ? note : `${characters.slice(0, SHOWN).join("")}…`;
}

interface NoteFieldsProps {
  readonly label: string;
  readonly note: string;
  readonly fault: string | null;
  readonly hasFocus?: boolean;
  /** Of a line or two, which Enter saves; a longer one is saved with Mod. */
  readonly isShort?: boolean;
  readonly onNote: (note: string) => void;
  readonly onSave: () => void;
  readonly onLeave: () => void;
}

export function NoteFields({
  label,
  note,
  fault,
  hasFocus = false,
  isShort = false,
  onNote,
  ...on
}: NoteFieldsProps) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <TextField
        label={label}
        value={note}
        onChange={onNote}
        rows={isShort ? 2 : 3}
        fault={fault}
        isFirst={hasFocus}
        onKeyDown={(event) => {
          if (event.altKey && event.key === "ArrowDown") {
            event.preventDefault();
            setChoosing(true);
            return;
          }
          const isSaving = event.ctrlKey || event.metaKey || (isShort && !event.shiftKey);
          if (event.key === "Enter" && isSaving) {
            event.preventDefault();
            on.onSave();
          } else if (event.key === "Escape") on.onLeave();
        }}
      />
      <div className="wrap gap-2">
        <NoteChoice note={note} onNote={onNote} isOpen={isChoosing} onOpen={setChoosing} />
        <Name />
      </div>
    </>
  );
}

/** Nothing until it is told: then it is asked for when the decision is saved. */
function Name() {
  const { preferences, change } = usePreferences();
  const { reviewer } = preferences;
  const [asksName, setAsksName] = useState(false);
  if (reviewer === "") return null;
  return (
    <p className="row gap-1 quiet">
      as <b>{reviewer}</b>
      <Button size="s" variant="quiet" onPress={() => setAsksName(true)} words="Another name" />
      {asksName ? (
        <ReviewerDialog
          name={reviewer}
          onAnswer={async (name) => {
            await change({ reviewer: name });
            setAsksName(false);
          }}
          onClose={() => setAsksName(false)}
        />
      ) : null}
    </p>
  );
}
