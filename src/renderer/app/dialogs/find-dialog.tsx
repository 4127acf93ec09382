/** Finds a record, a page, a period or something to do by a few words, and goes there or does it. */
import { useSettled } from "../../ui/use-settled.ts";
import { RECORD_TABLES } from "../../bridge/rows.ts";
import { foldCase } from "../../../core/text.ts";
import {
  type MatchLine,
  lineOfEntry,
  lineOfTransaction,
  lineOfVanished,
} from "../../shared/decide/match-words.ts";
import { useState, useEffect, useRef } from "react";
import { monthDays } from "../../../core/time.ts";
import { useJobs } from "../jobs-provider.tsx";
import { useLedger, FaultOf } from "../providers.tsx";
import { hindrancesOf, moreItems } from "../more-items.ts";
import { useMonthStates } from "../../shared/months/use-months-checked.ts";
import { stateWords } from "../../../core/review/close/close-rules.ts";
import { CHANGED_SINCE } from "../../ui/marks.tsx";
import type { MonthStates } from "../use-months.ts";
import { periodName } from "../period-words.ts";
import { PLACES } from "../period-picker.tsx";
import { useCommands } from "../use-commands.ts";
import { go, setPeriod } from "../use-route.ts";
import { isKey, keysInForce, runShortcut } from "../../ui/use-keys.ts";
import { PLACE_ACTIONS, runThere } from "../place-actions.ts";
import { formatAmount } from "../../../core/money.ts";
import { useCheck } from "../../rows/check-provider.tsx";
import { useCheckAnswer } from "../../rows/use-check-answer.ts";
import type { LookedUp } from "../../bridge/protocol.ts";
import { NO_QUERY, writeGridQuery } from "../../grid/grid-query.ts";
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
import { Kbd } from "../../ui/kbd.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Amount, When } from "../../ui/values.tsx";
import { SaidOf, saidOf } from "./match-side.tsx";

export interface NamedChoice {
  readonly id: string;
  readonly label: string;
  /** Where it belongs, or what it means. */
  readonly hint?: string | undefined;
  readonly keys?: string | undefined;
  /** Of a record: shown in the place of the label. */
  readonly line?: MatchLine;
  readonly isDisabled?: boolean | undefined;
  readonly run: () => void;
}

interface NamedGroup {
  readonly title: string;
  readonly choices: readonly NamedChoice[];
  /** Whether it is shown only once something is typed. */
  readonly onlyTyped?: boolean;
}

/** The most that is shown of a group once something is typed: whoever wants another types on. */
const MOST_NAMED = 8;

/** What of a group words mean; all of it, or nothing, for no words. */
export function namedIn({ title, choices, onlyTyped = false }: NamedGroup, words: string): NamedGroup {
  if (words.trim() === "") return { title, choices: onlyTyped ? [] : choices };
  return { title, choices: choicesNamed(choices, words).slice(0, MOST_NAMED) };
}

/** The choices whose label words mean, the closest first; all of them for no words. */
export function choicesNamed(choices: readonly NamedChoice[], words: string): readonly NamedChoice[] {
  const typed = foldCase(words.trim());
  if (typed === "") return choices;
  return choices
    .map((choice) => ({ choice, rank: rankOf(foldCase(choice.label), typed) }))
    .filter(({ rank }) => rank !== NOT_MEANT)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice);
}

const NOT_MEANT = 3;

/** 0 begins with it, 1 each of its words begins one, 2 holds its letters one after the other. */
function rankOf(label: string, typed: string): number {
  if (label.startsWith(typed)) return 0;
  const labelWords = label.split(/[^\p{L}\p{N}]+/u);
  if (typed.split(/\s+/u).every((word) => labelWords.some((one) => one.startsWith(word)))) return 1;
  const letters = lettersOf(typed);
  return letters !== "" && lettersOf(label).includes(letters) ? 2 : NOT_MEANT;
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, "");
}

// What was chosen before, the newest first, for as long as the window is open.

const MOST_RECENT = 5;
const chosenOf = new Map<string | null, readonly NamedChoice[]>();

function remember(ledger: string | null, choice: NamedChoice): void {
  const id = choice.id.replace(/^recent /u, "");
  const others = (chosenOf.get(ledger) ?? []).filter((one) => one.id !== id);
  chosenOf.set(ledger, [{ ...choice, id }, ...others].slice(0, MOST_RECENT));
}

export function recentFirst(group: NamedGroup, chosen: readonly NamedChoice[]): NamedGroup {
  const rank = new Map(chosen.map(({ id }, at) => [id, at]));
  const since = ({ id }: NamedChoice) => rank.get(id) ?? chosen.length;
  return { ...group, choices: group.choices.toSorted((a, b) => since(a) - since(b)) };
}

/** Those chosen before as they can be done now; a record as it was found. */
export function recentGroup(all: readonly NamedGroup[], chosen: readonly NamedChoice[]): NamedGroup {
  const now = new Map(all.flatMap(({ choices }) => choices).map((choice) => [choice.id, choice]));
  const choices = chosen.flatMap((before) => {
    const choice = now.get(before.id) ?? (before.line === undefined ? undefined : before);
    return choice === undefined ? [] : [{ ...choice, id: `recent ${choice.id}` }];
  });
  return { title: "Recent", choices };
}

function meansRecord(words: string): boolean {
  return /^[-−+]?\d/u.test(words.trim());
}

/**
 * Whether Enter waits while records are looked up: for the record that it is on, or for those that will stand
 * before it.
 *
 * @param first what stands first meanwhile
 */
export function awaitsRecords(choice: NamedChoice, first: NamedChoice | undefined, words: string): boolean {
  return choice.line !== undefined || (choice.id === first?.id && meansRecord(words));
}

export function firstOf(choices: readonly NamedChoice[]): NamedChoice | undefined {
  return choices.find(({ isDisabled }) => isDisabled !== true);
}

export function sortedChoices(
  named: readonly NamedGroup[],
  records: readonly NamedGroup[],
  words: string,
): readonly NamedGroup[] {
  const all = meansRecord(words) ? [...records, ...named] : [...named, ...records];
  return all.filter(({ choices }) => choices.length > 0);
}

/** @param months newest first */
function useNamedChoices(months: readonly string[]): readonly NamedGroup[] {
  const commands = useCommands();
  const ledger = useLedger();
  const { running } = useJobs();
  // Those of the place beneath, as it was when one began to look.
  const [here] = useState(choicesHere);
  const elsewhere = { title: "In other places", choices: choicesElsewhere(here), onlyTyped: true };
  const states = useMonthStates();
  if (ledger === null) return [{ title: "Actions", choices: here }];
  const more = moreItems(hindrancesOf(ledger, running !== null));
  return [
    { title: "Pages", choices: PLACE_CHOICES },
    {
      title: "Actions",
      choices: [
        ...here,
        // The others have keys, and stand above.
        ...more
          .filter(({ keys }) => keys === undefined)
          .map(({ id, ...item }): NamedChoice => ({ ...item, id: `more ${id}`, run: () => commands[id]() })),
      ],
    },
    elsewhere,
    { title: "Periods", choices: periodChoices(months, states), onlyTyped: true },
  ];
}

const PLACE_CHOICES: readonly NamedChoice[] = PLACES.map(({ name, label, key }) => ({
  id: `place ${name}`,
  label,
  keys: `g ${key}`,
  run: () => go(name),
}));

/** Its own, and another for a page. */
const NOT_SHOWN = ["Mod+K", "Mod+,"];

const actionId = (group: string, shortcut: string) => `action ${group} ${shortcut}`;

function choicesHere(): readonly NamedChoice[] {
  const known = new Set([...NOT_SHOWN, ...PLACES.map(({ key }) => `g ${key}`)]);
  return keysInForce().flatMap(({ group, keys }) =>
    keys.flatMap(([shortcut, { does, run }]) => {
      if (run === null || known.has(shortcut)) return [];
      known.add(shortcut);
      const hint = group === "Everywhere" ? undefined : group;
      const named = { id: actionId(group, shortcut), label: does, hint, run: () => runShortcut(shortcut) };
      return [isKey(shortcut) ? { ...named, keys: shortcut } : named];
    }),
  );
}

/** What can be done in any other place, which is gone to first. */
function choicesElsewhere(here: readonly NamedChoice[]): readonly NamedChoice[] {
  const known = new Set(here.map(({ id }) => id));
  return PLACE_ACTIONS.flatMap((of) =>
    Object.values(of.actions).map((action): NamedChoice => ({
      id: actionId(of.group, action.keys),
      label: action.does,
      hint: of.group,
      run: () => runThere(of, action),
    })),
  ).filter(({ id }) => !known.has(id));
}

function periodChoices(months: readonly string[], states: MonthStates): readonly NamedChoice[] {
  const all = { id: "period all", label: periodName(null), run: () => setPeriod(null) };
  const single = months.flatMap((month) => {
    const period = monthDays(month);
    if (period === null) return [];
    const of = states.get(month);
    const hint = [
      month,
      ...(of === undefined ? [] : [stateWords(of)]),
      ...(of?.isChanged === true ? [CHANGED_SINCE] : []),
    ];
    const run = () => setPeriod(period);
    return [{ id: `period ${month}`, label: periodName(period), hint: hint.join(", "), run }];
  });
  return [...single, all];
}

/** The most of each table; the rest is in its grid. */
const MOST = 7;

/** Records that some words may mean, asked of the check worker as they are typed. */
function useRecordChoices(typed: string) {
  const { revision, summary } = useCheck();
  const wanted = typed.trim();
  const words = useSettled(wanted, PAUSE_MS);
  const isAsked = wanted !== "" && words !== "" && summary !== null && revision > 0;
  const input = isAsked ? { words, count: MOST } : null;
  const found = useCheckAnswer("lookUp", input, { stays: true, isPassing: true });
  const { data, error, isReading, isOfBefore, readAgain } = found;
  return {
    groups: isAsked && data !== undefined ? [...groupsHeld(data, words), groupOfVanished(data)] : [],
    /** Whether they are not those of the words as they are now. */
    isPending: wanted !== words || (isAsked && isReading && (isOfBefore || data === undefined)),
    error,
    readAgain,
  };
}

/** How long somebody must stop typing before it is looked up, milliseconds. */
const PAUSE_MS = 120;

/** Those that a later pull no longer has stand apart, and say so. */
function groupOfVanished({ vanished }: LookedUp): NamedGroup {
  const choices = vanished.map((record): NamedChoice => {
    const line = lineOfVanished(record);
    const label = `${line.idName} ${line.id}`;
    const { place } = RECORD_TABLES[record.table];
    return { id: `vanished ${label}`, label: `${label} vanished`, line, run: () => go(place, record.id) };
  });
  return { title: "Vanished records", choices };
}

function groupsHeld({ entries, transactions }: LookedUp, words: string): readonly NamedGroup[] {
  const ofEntries = groupOf("wallet", "Entries", entries.rows.map(lineOfEntry), entries.total, words);
  const ofTransactions = groupOf(
    "transactions",
    "Transactions",
    transactions.rows.map(lineOfTransaction),
    transactions.total,
    words,
  );
  return (transactions.rank ?? Infinity) < (entries.rank ?? Infinity)
    ? [ofTransactions, ofEntries]
    : [ofEntries, ofTransactions];
}

function groupOf(
  place: "wallet" | "transactions",
  title: string,
  lines: readonly MatchLine[],
  total: number,
  words: string,
): NamedGroup {
  const choices = lines.map((line): NamedChoice => {
    const label = `${line.idName} ${line.id}`;
    return { id: label, label, line, run: () => go(place, line.id) };
  });
  if (total <= lines.length) return { title, choices };
  const query = writeGridQuery("", { ...NO_QUERY, onlyPeriod: false, search: words });
  const all: NamedChoice = {
    id: `all ${place}`,
    label: `Show all ${formatAmount(total)} ${title.toLowerCase()}`,
    run: () => go(place, null, query),
  };
  return { title, choices: [...choices, all] };
}

interface FindDialogProps {
  readonly months: readonly string[];
  readonly onClose: () => void;
}

export function FindDialog({ months, onClose }: FindDialogProps) {
  const [typed, setTyped] = useState("");
  const ledger = useLedger()?.key ?? null;
  const chosen = chosenOf.get(ledger) ?? [];
  const all = useNamedChoices(months);
  const named = all.map((group) => namedIn(recentFirst(group, chosen), typed));
  const { groups: records, isPending, error, readAgain } = useRecordChoices(typed);
  const recent = typed.trim() === "" ? [recentGroup(all, chosen)] : [];
  const groups = [...recent, ...sortedChoices(named, records, typed)].filter(
    ({ choices }) => choices.length > 0,
  );
  const choices = groups.flatMap((group) => group.choices);
  const first = firstOf(choices);
  const choose = useChoice(ledger, onClose);
  /** What Enter was pressed on before what was typed was looked up, '' for the first; null if it was not. */
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
        <FaultOf error={error} onTryAgain={readAgain} />
        {/* It scrolls by itself, so the keyboard must reach it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <section className="scrolls find-list" tabIndex={0} aria-label="What was found">
          <Menu
            className="list"
            aria-label="Found"
            aria-busy={isPending}
            disabledKeys={choices.filter(({ isDisabled }) => isDisabled === true).map(({ id }) => id)}
            renderEmptyState={() => (
              <p className="faint pad-2">{isPending ? "Searching…" : "Nothing matches."}</p>
            )}
            onAction={(id) => {
              const choice = choices.find((one) => one.id === id);
              if (choice !== undefined) onChoice(choice);
            }}
          >
            {groups.map((group) => (
              <MenuSection key={group.title} className="find-group">
                <Header className="small quiet list-title">{group.title}</Header>
                {group.choices.map((choice) => (
                  <MenuItem
                    key={choice.id}
                    id={choice.id}
                    className="list-item"
                    textValue={
                      choice.line === undefined ? choice.label : `${choice.label} ${saidOf(choice.line)}`
                    }
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

/** @returns shuts the dialog, and does what was chosen once it is gone, so that the focus stays where that puts it */
function useChoice(ledger: string | null, onClose: () => void): (choice: NamedChoice) => void {
  const chosen = useRef<NamedChoice | null>(null);
  useEffect(
    () => () => {
      // A dialog that goes gives the focus back in the next frame.
      window.requestAnimationFrame(() => chosen.current?.run());
    },
    [],
  );
  return (choice) => {
    remember(ledger, choice);
    chosen.current = choice;
    onClose();
  };
}

/** What one was on may be found no more: Enter means the first then. */
function isOnAChoice(): boolean {
  return document.activeElement?.hasAttribute("aria-activedescendant") === true;
}

function NamedLine({ choice: { label, hint, keys } }: { readonly choice: NamedChoice }) {
  return (
    <>
      <span className="fill">
        {label}
        {hint === undefined ? null : <span className="small faint"> · {hint}</span>}
      </span>
      {keys === undefined ? null : <Kbd keys={keys} />}
    </>
  );
}

function RecordLine({ line }: { readonly line: MatchLine }) {
  const { idName, id, atMs, amount, note } = line;
  return (
    <>
      <span className="figures unbroken id-width">
        {idName} {id}
      </span>
      <span className="quiet figures unbroken">
        <When atMs={atMs} />
      </span>
      {note === undefined ? null : <span className="small medium tone-error unbroken">{note}</span>}
      <span className="fill ellipsis" title={saidOf(line)}>
        <SaidOf line={line} />
      </span>
      <span className="number">
        <Amount value={amount} zero="0" />
      </span>
    </>
  );
}
