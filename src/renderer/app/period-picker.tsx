/** The period of all places: a month of the ledger, the whole history, or from one day to another. */
import { memo, useState } from "react";
import { Button as AriaButton, DialogTrigger, ListBox, ListBoxItem, Popover } from "react-aria-components";
import { monthDays } from "../../core/time.ts";
import type { AskedPeriod } from "../bridge/protocol.ts";
import type { MonthStates } from "./use-months.ts";
import { Button, type ButtonProps } from "../ui/button.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { MonthMark } from "../ui/marks.tsx";
import { TextField, submitting } from "../ui/text-field.tsx";
import { useKeys } from "../ui/use-keys.ts";
import { monthBeside, periodName, type DayFault, readDays } from "./period-words.ts";
import { monthOfPeriod } from "../../core/words/month.ts";
import type { PlaceName } from "../../ipc/events.ts";

interface PeriodPickerProps {
  /** `YYYY-MM`, newest first. */
  readonly months: readonly string[];
  readonly states: MonthStates;
  readonly period: AskedPeriod;
  readonly onChange: (period: AskedPeriod) => void;
}

export const PeriodPicker = memo(function PeriodPicker({
  months,
  states,
  period,
  onChange,
}: PeriodPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const [before, after] = [monthBeside(months, period, -1), monthBeside(months, period, 1)];
  const step = (to: AskedPeriod | null) => () => {
    if (to !== null) onChange(to);
  };
  useKeys(
    {
      [PREVIOUS.keys]: { does: PREVIOUS.does, run: step(before) },
      [NEXT.keys]: { does: NEXT.does, run: step(after) },
    },
    { group: "Everywhere" },
  );
  return (
    <div className="row gap-half">
      <StepButton {...PREVIOUS} isDisabled={before === null} onPress={step(before)} />
      <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <AriaButton
          className="button button-quiet strong inked period-button"
          aria-label={`Period: ${periodName(period)}`}
        >
          <Icon name="calendar" />
          {periodName(period)}
          <Icon name="down" />
        </AriaButton>
        <Popover className="popover stack panel" placement="bottom start" aria-label="Period" data-own-keys>
          <PeriodChoices
            months={months}
            states={states}
            period={period}
            onChange={(chosen) => {
              setOpen(false);
              onChange(chosen);
            }}
          />
        </Popover>
      </DialogTrigger>
      <StepButton {...NEXT} isDisabled={after === null} onPress={step(after)} />
    </div>
  );
});

const PREVIOUS = { does: "Previous month", keys: "[", sign: "‹" };
const NEXT = { does: "Next month", keys: "]", sign: "›" };

function StepButton({
  does,
  keys,
  sign,
  ...button
}: typeof NEXT & Pick<ButtonProps, "isDisabled" | "onPress">) {
  return (
    <Button variant="quiet" size="s" words={sign} aria-label={does} aria-keyshortcuts={keys} {...button} />
  );
}

const ALL = "all";

/** Says that a pull brought a newer month; the page stays where it is until somebody goes there. */
export function NewerMonth({ months, period, onChange }: Omit<PeriodPickerProps, "states">) {
  const [newest] = months;
  const shown = monthOfPeriod(period);
  if (newest === undefined || shown === null || newest <= shown) return null;
  const days = monthDays(newest);
  return (
    <Button variant="quiet" size="s" onPress={() => onChange(days)}>
      Go to {periodName(days)}
    </Button>
  );
}

function PeriodChoices({ months, states, period, onChange }: PeriodPickerProps) {
  const chosen = period === null ? ALL : monthOfPeriod(period);
  const items = [
    { id: ALL, name: periodName(null) },
    ...months.map((id) => ({ id, name: periodName(monthDays(id)) })),
  ];
  return (
    <>
      <ListBox
        className="list bounded"
        aria-label="Months"
        items={items}
        dependencies={[states]}
        selectionMode="single"
        // Escape shuts the picker, it chooses nothing.
        escapeKeyBehavior="none"
        selectedKeys={chosen === null ? [] : [chosen]}
        // The list opens at what is chosen.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onSelectionChange={(keys) => {
          // Whoever chooses what is chosen takes it away, and means to stay there.
          const [id = chosen] = keys;
          if (id !== null) onChange(id === ALL ? null : monthDays(String(id)));
        }}
      >
        {({ id, name }) => (
          <ListBoxItem className="list-item" id={id} textValue={name}>
            <span className="fill">{name}</span>
            <MonthMarks of={states.get(id)} />
            {id === chosen ? <Icon name="good" /> : null}
          </ListBoxItem>
        )}
      </ListBox>
      <Days period={period} onChange={onChange} />
    </>
  );
}

function MonthMarks({ of }: { readonly of: ReturnType<MonthStates["get"]> }) {
  if (of === undefined) return null;
  return (
    <span className="small quiet">
      <MonthMark {...of} />
    </span>
  );
}

function Days({ period, onChange }: Omit<PeriodPickerProps, "months" | "states">) {
  const [from, setFrom] = useState<string>(period?.from ?? "");
  const [to, setTo] = useState<string>(period?.to ?? "");
  const [fault, setFault] = useState<DayFault | null>(null);
  const show = () => {
    const read = readDays(from, to);
    if ("fault" in read) setFault(read);
    else onChange(read.period);
  };
  const faultOf = (day: "first" | "last") => (fault?.day === day ? fault.fault : null);
  return (
    <form className="edge-above two-columns gap-2 pad-3" onSubmit={submitting(show)}>
      <TextField
        label="First day"
        value={from}
        onChange={setFrom}
        placeholder="2026-10-01"
        fault={faultOf("first")}
      />
      <TextField
        label="Last day"
        value={to}
        onChange={setTo}
        placeholder="2026-10-31"
        fault={faultOf("last")}
      />
      <div className="across-all stack">
        <Button type="submit">Show these days</Button>
      </div>
    </form>
  );
}

export type RailPlace = Exclude<PlaceName, "welcome">;

export interface NamedPlace {
  readonly name: RailPlace;
  readonly label: string;
  readonly icon: IconName;
  readonly key: string;
}

export const PLACES: readonly NamedPlace[] = [
  { name: "clients", label: "All clients", icon: "ledger", key: "h" },
  { name: "overview", label: "Overview", icon: "overview", key: "o" },
  { name: "wallet", label: "Wallet", icon: "wallet", key: "w" },
  { name: "transactions", label: "Transactions", icon: "transactions", key: "t" },
  { name: "exceptions", label: "Exceptions", icon: "exceptions", key: "e" },
  { name: "close", label: "Close", icon: "sign-off", key: "c" },
  { name: "settings", label: "Settings", icon: "settings", key: "s" },
];
