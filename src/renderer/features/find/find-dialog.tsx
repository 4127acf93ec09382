/** Finds a record, a page, a period or something to do by a few words, and goes there or does it. */
import { useEffect, useRef, useState } from "react";
import {
  Autocomplete,
  Header,
  Input,
  Label,
  Menu,
  MenuItem,
  MenuSection,
  SearchField,
} from "react-aria-components";
import { FaultOf } from "../../app/fault-of.tsx";
import type { MatchLine } from "../../shared/match/match-words.ts";
import { Kbd } from "../../ui/keys/kbd.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { Amount } from "../../ui/values/amount.tsx";
import { When } from "../../ui/values/when.tsx";
import { type NamedChoice, awaitsRecords, firstOf, sortedChoices, namedIn } from "./choices.ts";
import { useNamedChoices } from "./use-named-choices.ts";
import { useRecordChoices } from "./use-record-choices.ts";
import "./find-dialog.css";

interface FindDialogProps {
  /** Those of the ledger, newest first. */
  readonly months: readonly string[];
  readonly onClose: () => void;
}

export function FindDialog({ months, onClose }: FindDialogProps) {
  const [typed, setTyped] = useState("");
  const named = useNamedChoices(months).map((group) => namedIn(group, typed));
  const { groups: records, isPending, error, retry } = useRecordChoices(typed);
  const groups = sortedChoices(named, records, typed);
  const choices = groups.flatMap((group) => group.choices);
  const first = firstOf(choices);
  const choose = useChoice(onClose);
  /**
   * Enter was pressed before what was typed was looked up: null if not, else what it was pressed on; '' for
   * the first.
   */
  const awaited = useRef<string | null>(null);
  useEffect(() => {
    if (awaited.current === null || isPending) return;
    const meant = choices.find(({ id }) => id === awaited.current) ?? firstOf(choices);
    awaited.current = null;
    if (meant !== undefined) choose(meant);
  }, [isPending, choices, choose]);
  const onChoice = (choice: NamedChoice) => {
    if (!isPending || !awaitsRecords(choice, first, typed)) choose(choice);
    else awaited.current = choice.line === undefined ? "" : choice.id;
  };
  const onFirst = () => {
    if (first !== undefined) onChoice(first);
    else if (isPending) awaited.current = "";
  };
  return (
    <Dialog title="Find" onClose={onClose} size="l">
      <Autocomplete
        inputValue={typed}
        onInputChange={(text) => {
          setTyped(text);
          awaited.current = null;
        }}
      >
        <SearchField
          className="field"
          // The dialog has nothing else to begin with.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          onKeyDown={(event) => {
            if (event.key === "Enter" && !isOnAChoice()) onFirst();
            event.continuePropagation();
          }}
        >
          <Label className="only-spoken">Find anything</Label>
          <Input
            className="field-input"
            placeholder="Id, payref, amount, customer, page or action"
            spellCheck="false"
          />
        </SearchField>
        {error === null ? null : <FaultOf error={error} onTryAgain={retry} />}
        {/* It scrolls by itself, so the keyboard must reach it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <section className="scrolls find-list" tabIndex={0} aria-label="What was found">
          <Menu
            className="list"
            aria-label="Found"
            aria-busy={isPending}
            disabledKeys={choices.filter(({ isDisabled }) => isDisabled === true).map(({ id }) => id)}
            renderEmptyState={() => (
              <p className="faint list-empty">{isPending ? "Searching…" : "Nothing matches."}</p>
            )}
            onAction={(id) => {
              const choice = choices.find((one) => one.id === id);
              if (choice !== undefined) onChoice(choice);
            }}
          >
            {groups.map((group) => (
              <MenuSection key={group.title} className="find-group">
                <Header className="small quiet find-title">{group.title}</Header>
                {group.choices.map((choice) => (
                  <MenuItem
                    key={choice.id}
                    id={choice.id}
                    className="list-item"
                    textValue={choice.line === undefined ? choice.label : spoken(choice.label, choice.line)}
                  >
                    {choice.line === undefined ? (
                      <NamedLine choice={choice} />
                    ) : (
                      <RecordLine line={choice.line} />
                    )}
                  </MenuItem>
                ))}
              </MenuSection>
            ))}
          </Menu>
        </section>
      </Autocomplete>
    </Dialog>
  );
}

/**
 * @returns shuts the dialog and does what was chosen once it is gone, so that the focus goes where that puts
 *   it
 */
function useChoice(onClose: () => void): (choice: NamedChoice) => void {
  const chosen = useRef<NamedChoice | null>(null);
  useEffect(
    () => () => {
      // A dialog that goes gives the focus back in the next frame.
      window.requestAnimationFrame(() => chosen.current?.run());
    },
    [],
  );
  return (choice) => {
    chosen.current = choice;
    onClose();
  };
}

/** What one was on may be found no more: Enter means the first then. */
function isOnAChoice(): boolean {
  return document.activeElement?.hasAttribute("aria-activedescendant") === true;
}

function spoken(label: string, { words, payref }: MatchLine): string {
  return `${label} ${words} ${payref}`.trim();
}

function NamedLine({ choice: { label, hint, keys } }: { readonly choice: NamedChoice }) {
  return (
    <>
      <span className="list-words">
        {label}
        {hint === undefined ? null : <span className="small faint"> · {hint}</span>}
      </span>
      {keys === undefined ? null : <Kbd keys={keys} />}
    </>
  );
}

function RecordLine({ line }: { readonly line: MatchLine }) {
  const { idName, id, atMs, words, payref, amount, note } = line;
  return (
    <>
      <span className="figures unbroken find-id">
        {idName} {id}
      </span>
      <span className="quiet figures unbroken">
        <When atMs={atMs} />
      </span>
      {note === undefined ? null : <span className="small medium tone-error unbroken">{note}</span>}
      <span className="list-words ellipsis" title={`${words} ${payref}`.trim()}>
        <bdi>{words}</bdi>
        {payref === "" ? null : (
          <>
            {" "}
            <code className="quiet">
              <bdi>{payref}</bdi>
            </code>
          </>
        )}
      </span>
      <span className="number">
        <Amount value={amount} zero="0" />
      </span>
    </>
  );
}
