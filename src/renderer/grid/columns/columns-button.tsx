/** `<ColumnsButton grid="entries" … />`: which columns are shown, and how wide they are. */
import { useEffect, useId, useRef, useState } from "react";
import { Button as AriaButton, Checkbox, CheckboxGroup, Heading, Popover } from "react-aria-components";
import { usePreferences } from "../../app/preferences-provider.tsx";
import { showFault } from "../../app/show-fault.ts";
import type { ChosenColumns } from "../../../ipc/contract.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useKeys } from "../../ui/keys/use-keys.ts";
import { NO_CHOICE, choiceFrom, choiceOf, withChoice } from "./chosen-columns.ts";
import type { GridColumn } from "./columns.ts";
import "./columns.css";

interface ColumnsButtonProps {
  readonly grid: ChosenColumns["grid"];
  /** Of the place, for the list of keys. */
  readonly group: string;
  readonly columns: readonly Pick<GridColumn<never>, "id" | "title" | "explains" | "kind" | "pinned">[];
  /** Those that are not shown now, chosen or for want of room. */
  readonly hidden: readonly string[];
  /** Makes columns as wide as what is in them. */
  readonly onFit: () => void;
}

export function ColumnsButton({ grid, group, columns, hidden, onFit }: ColumnsButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const { preferences, change } = usePreferences();
  const choice = choiceOf(preferences.columns, grid);
  // Two boxes may be pressed before the first is drawn.
  const latest = useRef(choice);
  useEffect(() => {
    latest.current = choice;
  }, [choice]);
  const title = useId();
  const button = useRef<HTMLButtonElement>(null);
  useKeys(
    {
      c: { does: "Choose columns", run: () => setOpen(true) },
      "=": { does: "Fit columns to content", run: onFit },
    },
    { group },
  );
  const ids = columns.map(({ id }) => id);
  const seen = ids.filter((id) => !hidden.includes(id));
  const keep = (next: typeof choice) => {
    latest.current = next;
    change({ columns: withChoice(preferences.columns, grid, next) }).catch(showFault);
  };
  return (
    <>
      <AriaButton
        ref={button}
        className="button button-plain button-s"
        aria-haspopup="dialog"
        aria-keyshortcuts="c"
        onPress={() => setOpen(true)}
      >
        {hidden.length === 0 ? "Columns" : `Columns: ${seen.length} of ${ids.length}`}
        <Icon name="down" />
      </AriaButton>
      <Popover
        isOpen={isOpen}
        onOpenChange={setOpen}
        triggerRef={button}
        className="popover"
        placement="bottom start"
        aria-labelledby={title}
        data-own-keys
      >
        <div className="stack gap-3 grid-columns">
          <Heading id={title} level={2} className="regular">
            Columns
          </Heading>
          <CheckboxGroup
            aria-label="Shown"
            className="stack scrolls grid-choices"
            value={seen}
            onChange={(wanted) => keep(choiceFrom(latest.current, seen, wanted))}
          >
            {columns.map(({ id, title: name, explains, kind, pinned }) => (
              <Checkbox
                key={id}
                value={id}
                // Without its number nobody knows a record.
                isDisabled={pinned === true && kind === "id"}
                className="row gap-2 grid-choice-box"
              >
                <span className="grid-choice-tick" aria-hidden="true" />
                <span>
                  {name}
                  {explains === undefined ? null : <span className="small quiet"> {explains}</span>}
                </span>
              </Checkbox>
            ))}
          </CheckboxGroup>
          <div className="wrap gap-2">
            <Button
              size="s"
              isDisabled={hidden.length === 0}
              onPress={() => keep(choiceFrom(choice, seen, ids))}
            >
              Show all
            </Button>
            <Button size="s" onPress={onFit}>
              Fit to content
            </Button>
            <Button
              size="s"
              variant="quiet"
              isDisabled={choice.shown.length === 0 && choice.hidden.length === 0}
              onPress={() => keep(NO_CHOICE)}
            >
              Reset
            </Button>
          </div>
        </div>
      </Popover>
    </>
  );
}
