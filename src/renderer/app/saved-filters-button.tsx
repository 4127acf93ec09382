/** `<SavedFiltersButton place="wallet" query={…} isWhole={…} onApply={…} />`: filters kept under names. */
import type { SavedFilter } from "../../ipc/contract.ts";
import { useId, useState } from "react";
import { Button as AriaButton, DialogTrigger, Heading, Popover } from "react-aria-components";
import { Badge } from "../ui/badge.tsx";
import { Button, CloseButton } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { TextField, submitting } from "../ui/text-field.tsx";
import { showToast } from "../ui/toast.tsx";
import { GRID_ACTIONS, useActions } from "./place-actions.ts";
import { usePreferences } from "./providers.tsx";

// Filters of a place, kept under names. Each place reads and writes its own query; here they are only kept.

type FilterPlace = SavedFilter["place"];

/** As the contract has them. */
const FILTER_NAME_LIMIT = 80;
const QUERY_LIMIT = 4000;
const MOST = 100;

export function savedOf(filters: readonly SavedFilter[], place: FilterPlace): readonly SavedFilter[] {
  return filters.filter((one) => one.place === place).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** What saving comes to: all filters as they are then, or what is wrong, in one sentence. */
type SavingOutcome =
  | { readonly ok: true; readonly filters: SavedFilter[] }
  | { readonly ok: false; readonly sentence: string };

/** One kept under a name; where its place has one of that name already, that one is replaced. */
export function withSaved(filters: readonly SavedFilter[], saved: SavedFilter): SavingOutcome {
  const name = saved.name.trim().replaceAll(/\s+/gu, " ");
  if (name === "") return { ok: false, sentence: "Enter a name." };
  if (name.length > FILTER_NAME_LIMIT) {
    return { ok: false, sentence: `A name can have at most ${FILTER_NAME_LIMIT} characters.` };
  }
  if (saved.query.length > QUERY_LIMIT) {
    return { ok: false, sentence: "These filters are too long to save. Shorten the search." };
  }
  const others = withoutSaved(filters, { ...saved, name });
  if (others.length >= MOST) {
    return { ok: false, sentence: `There are ${MOST} saved filters already. Delete one first.` };
  }
  return { ok: true, filters: [...others, { ...saved, name }] };
}

export function withoutSaved(
  filters: readonly SavedFilter[],
  { place, name }: Pick<SavedFilter, "place" | "name">,
): SavedFilter[] {
  return filters.filter((one) => one.place !== place || one.name !== name);
}

interface SavedFiltersButtonProps {
  readonly place: FilterPlace;
  readonly group: string;
  /** What is shown now, as the place writes it. */
  readonly query: string;
  /** Whether the place understands all of a query: one that it does not is never applied. */
  readonly isWhole: (query: string) => boolean;
  readonly onApply: (query: string) => void;
}

export function SavedFiltersButton({ place, group, query, isWhole, onApply }: SavedFiltersButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const { preferences } = usePreferences();
  const saved = savedOf(preferences.filters, place);
  const current = saved.find((one) => one.query === query) ?? null;
  const title = useId();
  useActions(GRID_ACTIONS, { filters: () => setOpen(true) }, group);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton className="button button-s brief" aria-keyshortcuts="v">
        <span className="ellipsis isolated">
          {current === null ? "Saved filters" : `Saved: ${current.name}`}
        </span>
        <Icon name="down" />
      </AriaButton>
      <Popover className="popover" placement="bottom start" aria-labelledby={title} data-own-keys>
        <div className="stack gap-3 panel pad-3">
          <Heading id={title} level={2} className="regular">
            Saved filters
          </Heading>
          {saved.length === 0 ? (
            <p className="quiet">None yet. Save the current filters, sort and search under a name.</p>
          ) : (
            <SavedList
              {...{ saved, current, query, isWhole }}
              onApply={(one) => {
                onApply(one.query);
                setOpen(false);
              }}
            />
          )}
          <SaveForm place={place} query={query} saved={saved} onSaved={() => setOpen(false)} />
        </div>
      </Popover>
    </DialogTrigger>
  );
}

interface SavedListProps {
  readonly saved: readonly SavedFilter[];
  readonly current: SavedFilter | null;
  readonly query: string;
  readonly isWhole: (query: string) => boolean;
  readonly onApply: (saved: SavedFilter) => void;
}

function SavedList({ saved, current, query, isWhole, onApply }: SavedListProps) {
  const keep = useKeepFilters();
  const remove = (one: SavedFilter) => {
    keep((filters) => withoutSaved(filters, one));
    const run = () => keep((filters) => [...withoutSaved(filters, one), one]);
    showToast({ tone: "good", words: `“${one.name}” deleted`, action: { label: "Undo", run } });
  };
  return (
    <ul className="scrolls bounded">
      {saved.map((one) => (
        <li key={one.name} className="gap-half saved-filters-line">
          {isWhole(one.query) ? (
            <Button
              variant="quiet"
              size="s"
              aria-label={`Apply ${one.name}`}
              {...(one === current ? { "aria-current": "true" as const } : {})}
              onPress={() => onApply(one)}
            >
              <span className="ellipsis isolated">{one.name}</span>
              {one === current ? <Icon name="good" /> : null}
            </Button>
          ) : (
            <span className="wrap shrinks gap-half pad-x-2">
              <span className="ellipsis isolated">{one.name}</span>{" "}
              <Badge tone="warning">! unreadable, not applied</Badge>
            </span>
          )}
          <Button
            variant="quiet"
            size="s"
            aria-label={`Replace ${one.name} with the current filters`}
            isDisabled={one.query === query}
            onPress={() => keep((filters) => [...withoutSaved(filters, one), { ...one, query }])}
          >
            Replace
          </Button>
          <CloseButton label={`Delete ${one.name}`} onPress={() => remove(one)} />
        </li>
      ))}
    </ul>
  );
}

interface SaveFormProps {
  readonly place: FilterPlace;
  readonly query: string;
  readonly saved: readonly SavedFilter[];
  readonly onSaved: () => void;
}

function SaveForm({ place, query, saved, onSaved }: SaveFormProps) {
  const { preferences } = usePreferences();
  const keep = useKeepFilters();
  const [name, setName] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const isKnown = saved.some((one) => one.name === name.trim());
  const save = () => {
    const saving = withSaved(preferences.filters, { place, name, query });
    if (!saving.ok) {
      setFault(saving.sentence);
      return;
    }
    keep(() => saving.filters);
    showToast({ tone: "good", words: `Saved as “${name.trim()}”` });
    onSaved();
  };
  return (
    <form className="beside gap-2 edge-above at-end pad-top-3 grows" onSubmit={submitting(save)}>
      <TextField
        label="Save current filters as"
        value={name}
        fault={fault}
        maxLength={FILTER_NAME_LIMIT}
        autoComplete="off"
        onChange={(typed) => {
          setName(typed);
          setFault(null);
        }}
      />
      <Button type="submit" size="s" words={isKnown ? "Replace" : "Save"} />
    </form>
  );
}

function useKeepFilters(): (change: (filters: readonly SavedFilter[]) => SavedFilter[]) => void {
  const { preferences, keep } = usePreferences();
  return (by) => keep({ filters: by(preferences.filters) });
}
