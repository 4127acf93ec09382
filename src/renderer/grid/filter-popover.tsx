/** The filter of one column, asked for in its header. */
import { useDisplayFormat } from "../ui/values.tsx";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { Checkbox, CheckboxGroup, Dialog, Heading, Popover } from "react-aria-components";
import type { ColumnFilter } from "../bridge/protocol.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/text-field.tsx";
import {
  type DraftOutcome,
  EMPTY_DRAFT,
  type FilterDraft,
  draftOfFilter,
  filterOfDraft,
} from "./column-filter.ts";
import type { GridColumn } from "./columns.ts";

interface FilterPopoverProps {
  readonly column: Pick<GridColumn<never>, "title" | "explains" | "kind" | "choices">;
  readonly filter: ColumnFilter | undefined;
  /** The header it belongs to. */
  readonly anchor: Element | null;
  readonly onFilter: (filter: ColumnFilter | null) => void;
  readonly onClose: () => void;
}

/** A popover's Escape closes it; AG Grid must not hear what is typed in here. */
function keepKeys(event: KeyboardEvent): void {
  if (event.key !== "Escape") event.stopPropagation();
}

export function FilterPopover({ column, filter, anchor, onFilter, onClose }: FilterPopoverProps) {
  const { decimals } = useDisplayFormat();
  const { kind, choices = [] } = column;
  const [draft, setDraft] = useState(() => draftOfFilter(filter, kind, decimals));
  const [fault, setFault] = useState<Extract<DraftOutcome, { ok: false }> | null>(null);
  const trigger = useMemo(() => ({ current: anchor }), [anchor]);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const change = (part: Partial<FilterDraft>) => {
    setDraft({ ...draft, ...part });
    setFault(null);
  };
  const apply = (wanted: FilterDraft) => {
    const outcome = filterOfDraft(kind, wanted, decimals);
    if (!outcome.ok) {
      setFault(outcome);
      return;
    }
    onFilter(outcome.filter);
    onClose();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    apply(draft);
  };
  const faultOf = (field: "from" | "to") => (fault?.field === field ? fault.sentence : null);
  const title = useId();
  return (
    <Popover
      isOpen
      triggerRef={trigger}
      placement="bottom start"
      offset={2}
      className="popover panel"
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Dialog aria-labelledby={title}>
        {/* The form only hears what its fields do not. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <form ref={form} className="stack gap-3 pad-3" onSubmit={onSubmit} onKeyDown={keepKeys}>
          <Heading id={title} level={2} className="small strong">
            {column.explains ?? column.title}
          </Heading>
          <FilterFields kind={kind} draft={draft} choices={choices} change={change} faultOf={faultOf} />
          <div className="beside gap-2">
            <Button type="submit" variant="primary" size="s">
              Filter
            </Button>
            <Button size="s" isDisabled={filter === undefined} onPress={() => apply(EMPTY_DRAFT)}>
              Clear
            </Button>
          </div>
        </form>
      </Dialog>
    </Popover>
  );
}

interface FieldsProps {
  readonly kind: GridColumn<never>["kind"];
  readonly draft: FilterDraft;
  readonly choices: NonNullable<GridColumn<never>["choices"]>;
  readonly change: (part: Partial<FilterDraft>) => void;
  readonly faultOf: (field: "from" | "to") => string | null;
}

function FilterFields({ kind, draft, choices, change, faultOf }: FieldsProps) {
  const { decimals } = useDisplayFormat();
  if (kind === "text") {
    return (
      <TextField
        label="Contains"
        value={draft.contains}
        onChange={(contains) => change({ contains })}
        spellCheck="false"
      />
    );
  }
  if (kind === "choice") {
    return (
      <CheckboxGroup
        aria-label="One of"
        className="stack scrolls bounded outset-2"
        value={[...draft.chosen]}
        onChange={(chosen) => change({ chosen })}
      >
        {choices.map(({ value, words }) => (
          <Checkbox key={value} value={value} className="row gap-2 choice">
            <span className="check-box" aria-hidden="true" />
            {words}
          </Checkbox>
        ))}
      </CheckboxGroup>
    );
  }
  const example =
    kind === "instant" ? "2026-10-01" : kind === "amount" && decimals > 0 ? (0).toFixed(decimals) : "0";
  return (
    <div className="two-columns gap-2 ranges">
      <TextField
        label="From"
        value={draft.from}
        onChange={(from) => change({ from })}
        placeholder={example}
        fault={faultOf("from")}
      />
      <TextField
        label="To"
        value={draft.to}
        onChange={(to) => change({ to })}
        placeholder={kind === "instant" ? "2026-10-31" : "any"}
        fault={faultOf("to")}
      />
    </div>
  );
}
