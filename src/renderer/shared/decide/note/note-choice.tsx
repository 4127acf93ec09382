/** Chooses a note that was written before, or a template, and keeps the note as one. */
import { useMemo } from "react";
import { formatAmount } from "../../../../core/money.ts";
import { usePreferences } from "../../../app/preferences-provider.tsx";
import { showFault } from "../../../app/show-fault.ts";
import { useCheck } from "../../../check/check-provider.tsx";
import { MenuButton, type MenuChoice, type MenuGroup } from "../../../ui/overlays/menu.tsx";
import { showToast } from "../../../ui/overlays/toast.tsx";
import { type EarlierNote, earlierNotes, whyNoTemplate, withChosen } from "./note-choices.ts";

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

export function NoteChoice({ note, onNote, isOpen, onOpen }: NoteChoiceProps) {
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
      size="s"
      variant="quiet"
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
