/** The options of a check as controls, with what speaks for each choice beside it. */
import { useState } from "react";
import { Label, Radio, RadioGroup } from "react-aria-components";
import { formatAmount, formatCount } from "../../../core/money.ts";
import { type CheckOptions, MOST_CUTOFF_DAYS, SETTLEMENT_BASES } from "../../../core/options.ts";
import { BASIS_WORDS, CONVENTION_WORDS, SCOPE_WORDS } from "../../../core/words/options.ts";
import type { CheckSummary } from "../../bridge/protocol.ts";
import { parseAmount } from "../../grid/amount-text.ts";
import { NumberField } from "../../ui/number-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useDisplayFormat } from "../../ui/values.tsx";

/** In the order in which they are offered. */
const CHOICES = {
  convention: ["auto", "asset", "bank"],
  settlementBasis: ["auto", ...SETTLEMENT_BASES],
  chainScope: ["user", "business"],
} as const;

/** The options under trial, as an address asks for them, so that a reload keeps them: what it does not say, or says wrongly, is the ledger's. */
export function optionsFrom(query: URLSearchParams, ledgers: CheckOptions): CheckOptions {
  const word = <T extends string>(key: string, words: readonly T[], otherwise: T): T =>
    words.find((one) => one === query.get(key)) ?? otherwise;
  return {
    convention: word("convention", CHOICES.convention, ledgers.convention),
    settlementBasis: word("basis", CHOICES.settlementBasis, ledgers.settlementBasis),
    tolerance: integer(query.get("tolerance"), Number.MAX_SAFE_INTEGER) ?? ledgers.tolerance,
    cutoffDays: integer(query.get("cutoff"), MOST_CUTOFF_DAYS) ?? ledgers.cutoffDays,
    chainScope: word("scope", CHOICES.chainScope, ledgers.chainScope),
    timeZone: ledgers.timeZone,
  };
}

/** The query that says how options differ from the ledger's. */
export function queryOf(options: CheckOptions, ledgers: CheckOptions): URLSearchParams {
  const query = new URLSearchParams();
  const put = (key: string, value: string | number, otherwise: string | number) => {
    if (value !== otherwise) query.set(key, String(value));
  };
  put("convention", options.convention, ledgers.convention);
  put("basis", options.settlementBasis, ledgers.settlementBasis);
  put("tolerance", options.tolerance, ledgers.tolerance);
  put("cutoff", options.cutoffDays, ledgers.cutoffDays);
  put("scope", options.chainScope, ledgers.chainScope);
  return query;
}

function integer(text: string | null, most: number): number | null {
  if (text === null || !/^\d{1,16}$/u.test(text)) return null;
  const value = Number(text);
  return value <= most ? value : null;
}

interface OptionControlsProps {
  readonly options: CheckOptions;
  /** The check whose breaks and agreeing payments are shown beside the choices; null before there is one. */
  readonly evidence: CheckSummary | null;
  readonly onChange: (change: Partial<CheckOptions>) => void;
}

export function OptionControls({ options, evidence, onChange }: OptionControlsProps) {
  const { decimals } = useDisplayFormat();
  const links = counted(evidence?.convention.links, "balance");
  return (
    <div className="stack gap-4">
      <ChoiceGroup
        label="Convention"
        hint={links === "" ? "What raises the balance" : `What raises the balance, over ${links}`}
        value={options.convention}
        onChange={(next) => onChange({ convention: next })}
        choices={CHOICES.convention.map((id) => ({
          id,
          label: CONVENTION_WORDS[id],
          evidence: id === "auto" ? "fewest breaks" : counted(evidence?.convention.breaks[id], "break"),
        }))}
      />
      <ChoiceGroup
        label="Settlement basis"
        hint="Which part of a payment reaches the seller's wallet"
        value={options.settlementBasis}
        onChange={(next) => onChange({ settlementBasis: next })}
        choices={CHOICES.settlementBasis.map((id) => ({
          id,
          label: BASIS_WORDS[id],
          evidence: id === "auto" ? "most payments" : counted(evidence?.settlementBasis.votes[id], "payment"),
        }))}
      />
      <ChoiceGroup
        label="Chain scope"
        hint="Whose entries form one chain of balances"
        value={options.chainScope}
        onChange={(next) => onChange({ chainScope: next })}
        choices={CHOICES.chainScope.map((id) => ({
          id,
          label: SCOPE_WORDS[id],
          evidence: counted(evidence?.chainScope.breaks[id], "break"),
        }))}
      />
      <div className="two-columns">
        <Tolerance key={`${options.tolerance} ${decimals}`} amount={options.tolerance} onChange={onChange} />
        <NumberField
          label="Cut-off days"
          hint="Until a payment counts as missing"
          value={options.cutoffDays}
          minValue={0}
          maxValue={MOST_CUTOFF_DAYS}
          onChange={(days) => {
            if (Number.isInteger(days)) onChange({ cutoffDays: days });
          }}
        />
      </div>
    </div>
  );
}

/** Nothing before it is counted. */
function counted(count: number | undefined, noun: string): string {
  return count === undefined ? "" : formatCount(count, noun);
}

interface ToleranceProps {
  readonly amount: number;
  readonly onChange: (change: Partial<CheckOptions>) => void;
}

/** Taken in when one leaves the field or presses Enter, so that half a number is no tolerance. */
function Tolerance({ amount, onChange }: ToleranceProps) {
  const { decimals } = useDisplayFormat();
  const [text, setText] = useState(formatAmount(amount, decimals));
  const read = parseAmount(text, decimals);
  const typed = read.ok && read.value !== null && read.value >= 0 ? read.value : null;
  const take = () => {
    if (typed !== null && typed !== amount) onChange({ tolerance: typed });
  };
  const places = decimals === 0 ? "a whole amount" : `an amount with up to ${decimals} decimals`;
  return (
    <TextField
      label="Tolerance"
      // What is wrong takes its room.
      {...(typed === null ? {} : { hint: "Differences up to this are ignored" })}
      value={text}
      onChange={setText}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === "Enter") take();
      }}
      inputMode="decimal"
      fault={typed === null ? `Type ${places}, 0 or more.` : null}
    />
  );
}

interface ChoiceLine<T extends string> {
  readonly id: T;
  readonly label: string;
  /** What speaks for or against it, at the end of the line. */
  readonly evidence: string;
}

interface ChoiceGroupProps<T extends string> {
  readonly label: string;
  readonly hint: string;
  readonly value: T;
  readonly choices: readonly ChoiceLine<T>[];
  readonly onChange: (value: T) => void;
}

/** One of a few choices, each with what speaks for it. */
function ChoiceGroup<T extends string>({ label, hint, value, choices, onChange }: ChoiceGroupProps<T>) {
  return (
    <RadioGroup className="stack" value={value} onChange={(next) => onChange(next as T)}>
      <Label className="strong">{label}</Label>
      <p className="small faint above-1">{hint}</p>
      {choices.map(({ id, label: words, evidence }) => (
        <Radio key={id} value={id} className="row gap-2 outset-2 choice">
          <span className="rigid choice-dot" aria-hidden="true" />
          <span className="fill">{words}</span>
          <span className="rigid small quiet light">{evidence}</span>
        </Radio>
      ))}
    </RadioGroup>
  );
}
