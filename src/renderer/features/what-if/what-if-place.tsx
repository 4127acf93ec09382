/** What if the check ran under other options: nothing is saved until one says so. */
import { useCheckAnswer } from "../../rows/use-check-answer.ts";
import {
  type CheckOptions,
  type KeptOptions,
  MOST_CUTOFF_DAYS,
  SETTLEMENT_BASES,
} from "../../../core/options.ts";
import { formatAmount, formatCount } from "../../../core/money.ts";
import { setFilters, useRoute } from "../../app/use-route.ts";
import { useKeepLedger, FaultOf, useLedger } from "../../app/providers.tsx";
import type { CheckSummary } from "../../bridge/protocol.ts";
import { amountText, useDisplayFormat } from "../../ui/values.tsx";
import { Table } from "../../ui/table.tsx";
import { StepDialog } from "../../shared/months/step-dialog.tsx";
import { ruleName } from "../../../core/words/rule.ts";
import { changedOptions, compareRules, compareSeverities, announcement, SEVERITY_WORDS } from "./compare.ts";
import {
  OPTION_NAMES,
  optionWords,
  BASIS_WORDS,
  CONVENTION_WORDS,
  SCOPE_WORDS,
} from "../../../core/words/options.ts";
import { unsupportedBasis } from "../../shared/months/option-words.ts";
import { useState, useEffect, useRef, useCallback, useMemo } from "react";
import type { LedgerFacts } from "../../../ipc/contract.ts";
import { useApi } from "../../bridge/api-provider.tsx";
import { chordOf, isApple } from "../../ui/keys.ts";
import { useKeys } from "../../ui/use-keys.ts";
import { useCheck } from "../../rows/check-provider.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PlaceHeader } from "../../ui/place-header.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Comparison } from "./comparison.tsx";
import { readOnlyWords } from "../../ui/faults.tsx";
import { Button } from "../../ui/button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { parseAmount } from "../../grid/amount-text.ts";
import { Label, Radio, RadioGroup } from "react-aria-components";

// Before the ledger keeps other options: exactly what changes, what that does to the findings, who wants it
// and why.

interface AdoptDialogProps {
  readonly options: CheckOptions;
  readonly ledgers: CheckOptions;
  readonly now: CheckSummary;
  /** null while it is not known what the options would change. */
  readonly tried: CheckSummary | null;
  readonly onClose: () => void;
}

function AdoptDialog({ options, ledgers, now, tried, onClose }: AdoptDialogProps) {
  const { decimals } = useDisplayFormat();
  const keepOptions = useKeepOptions();
  const changed = changedOptions(options, ledgers);
  const warning = tried === null ? null : unsupportedBasis(tried);
  return (
    <StepDialog
      title="Use these options"
      words="Use these options"
      nameAsk="Enter your name to change the options"
      nameLabel="Changed by"
      noteAsk="Enter a reason to change the options"
      noteLabel="Reason"
      take={async (signed) => {
        await keepOptions(options, signed);
        setFilters("");
      }}
      done={`The ledger now uses another ${changed.map((key) => OPTION_NAMES[key].toLowerCase()).join(", ")}`}
      onClose={onClose}
    >
      <p>The ledger is then checked with these options, here and on the command line.</p>
      <Table
        caption="Options that change"
        rows={changed}
        rowKey={(key) => key}
        columns={[
          { title: "Option", isRowHeader: true, cell: (key) => OPTION_NAMES[key] },
          { title: "Before", cell: (key) => optionWords(ledgers, key, decimals) },
          { title: "After", cell: (key) => <b>{optionWords(options, key, decimals)}</b> },
        ]}
      />
      {warning === null ? null : <p className="note tone-warning">{warning}</p>}
      {tried === null ? <p className="quiet">Checking their effect…</p> : <Effect {...{ now, tried }} />}
    </StepDialog>
  );
}

/** How many more or fewer findings there are, in all and by rule. */
function Effect({ now, tried }: Pick<AdoptDialogProps, "now"> & { readonly tried: CheckSummary }) {
  const totals = compareSeverities(now, tried).filter(({ change }) => change !== 0);
  const rules = compareRules(now, tried).filter(({ change }) => change !== 0);
  if (rules.length === 0) return <p>No rule finds more or fewer in {now.title}.</p>;
  return (
    <div className="stack gap-1">
      <p>
        In {now.title}:{" "}
        {totals
          .map(
            ({ severity, now: before, tried: after, change }) =>
              `${formatAmount(after)} instead of ${formatAmount(before)} ${SEVERITY_WORDS[severity].toLowerCase()} (${changeText(change)})`,
          )
          .join(", ") || "as many errors, warnings and notices as now"}
        .
      </p>
      <ul className="wrap across-4">
        {rules.map(({ rule, severity, change }) => (
          <li key={rule} className={change > 0 && severity !== "info" ? "tone-error" : undefined}>
            {ruleName(rule)} {changeText(change)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function changeText(change: number): string {
  return amountText(change, { decimals: 0, sign: true });
}

/** Keeping the options tried out: asked for with a name and a reason, and taken back the same way. */
function useAdopt(ledger: LedgerFacts, options: CheckOptions, ledgers: CheckOptions) {
  const [isAsked, setAsked] = useState(false);
  const canUse = changedOptions(options, ledgers).length > 0 && ledger.readOnly === null;
  return {
    /** Whether the dialog is shown that asks for a name and a reason. */
    isAsked: isAsked && canUse,
    /** Shows it; does nothing where nothing differs or nothing can be written. */
    ask: () => setAsked(canUse),
    close: () => setAsked(false),
  };
}

/** @returns a function that has the ledger keep options, with who wants it and why */
function useKeepOptions(): (
  options: CheckOptions,
  signed: { readonly by: string; readonly note: string },
) => Promise<void> {
  const api = useApi();
  const keepLedger = useKeepLedger();
  return async ({ convention, settlementBasis, tolerance, cutoffDays, chainScope }, signed) => {
    // The zone is a setting of its own.
    const options: KeptOptions = { convention, settlementBasis, tolerance, cutoffDays, chainScope };
    keepLedger(await api["ledger.changeOptions"]({ options, ...signed }));
  };
}

// The options tried out, as they stand in the address, so that a reload keeps them. What is the ledger's is
// left out.

/** In the order in which they are offered. */
const CHOICES = {
  convention: ["auto", "asset", "bank"],
  settlementBasis: ["auto", ...SETTLEMENT_BASES],
  chainScope: ["user", "business"],
} as const;

/** The options that a query asks for; what it does not say, or says wrongly, is the ledger's. */
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

const ADOPT_KEYS = "Mod+Enter";

/** The key that adopts the options, wherever in the place the focus is. */
function useAdoptKey(run: () => void): void {
  const running = useRef(run);
  useEffect(() => {
    running.current = run;
  });
  useKeys(
    { [ADOPT_KEYS]: { does: "Use these options from now on", run, inFields: true } },
    { group: "What if" },
  );
  useEffect(() => {
    // Radio buttons keep Enter to themselves, so it is taken on its way down to them.
    const onKeyDown = (event: KeyboardEvent) => {
      const isChoice = event.target instanceof HTMLInputElement && event.target.type === "radio";
      if (!isChoice || chordOf(event, isApple()) !== ADOPT_KEYS) return;
      event.preventDefault();
      event.stopPropagation();
      running.current();
    };
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, []);
}

export function WhatIfPlace() {
  const ledger = useLedger();
  const { options } = useCheck();
  return (
    <div className="pane whole what-if">
      <PlaceHeader title="What if" aside="Nothing is saved until you use it." />
      {ledger === null || options === null ? (
        <EmptyState title="No ledger is open">Open one to try other options on it.</EmptyState>
      ) : (
        <Trying ledger={ledger} ledgers={options} />
      )}
    </div>
  );
}

interface TryingProps {
  readonly ledger: LedgerFacts;
  /** The options that the ledger keeps. */
  readonly ledgers: CheckOptions;
}

function Trying({ ledger, ledgers }: TryingProps) {
  const { route, setFilters: changeFilters } = useRoute();
  const { state, error, progress, retry } = useCheck();
  const options = useMemo(
    () => optionsFrom(new URLSearchParams(route.filters), ledgers),
    [route.filters, ledgers],
  );
  const change = useCallback(
    (next: Partial<CheckOptions>) => changeFilters(queryOf({ ...options, ...next }, ledgers).toString()),
    [options, ledgers, changeFilters],
  );
  const reset = useCallback(() => changeFilters(""), [changeFilters]);
  const { now, tried, isChecking, error: fault } = useWhatIf(options, ledgers);
  const changed = changedOptions(options, ledgers);
  const adopt = useAdopt(ledger, options, ledgers);
  useAdoptKey(adopt.ask);
  useKeys({ b: { does: "Back to the ledger's options", run: reset } }, { group: "What if" });
  if (now === null) {
    if (state === "failed") return <FaultOf error={error} onTryAgain={retry} />;
    return (
      <EmptyState title="Checking…">
        <ProgressBar done={progress?.done ?? 0} total={progress?.total ?? null} label="Checking" />
      </EmptyState>
    );
  }
  return (
    <div className="edge-above what-if-columns">
      <div className="stack gap-4 edge-after what-if-options pad-x-5 pad-y-4">
        <OptionControls options={options} evidence={tried ?? now} onChange={change} />
        <AdoptBar
          {...{ ledger, options, ledgers, changed, adopt }}
          warning={tried === null ? null : unsupportedBasis(tried)}
          onReset={reset}
        />
        {adopt.isAsked ? (
          <AdoptDialog
            {...{ options, ledgers, now }}
            tried={isChecking ? null : tried}
            onClose={adopt.close}
          />
        ) : null}
      </div>
      <div className="what-if-results pad-x-5 pad-y-4">
        <FaultOf error={fault} />
        <Comparison now={now} tried={tried} isSame={changed.length === 0} isChecking={isChecking} />
        <Spoken text={isChecking || tried === null ? "" : announcement(now, tried)} />
      </div>
    </div>
  );
}

/** What came out, read aloud when it changes; on arriving nothing did yet. */
function Spoken({ text }: { readonly text: string }) {
  const [first] = useState(text);
  return <output className="only-spoken">{text === first ? "" : text}</output>;
}

interface AdoptBarProps {
  readonly ledger: LedgerFacts;
  readonly options: CheckOptions;
  readonly ledgers: CheckOptions;
  readonly changed: readonly (keyof CheckOptions)[];
  /** Why the options are doubtful; null where nothing speaks against them. */
  readonly warning: string | null;
  readonly adopt: ReturnType<typeof useAdopt>;
  readonly onReset: () => void;
}

/** What differs from the ledger's options, and the way to keep it or to let it go. */
function AdoptBar({ ledger, options, ledgers, changed, warning, adopt, onReset }: AdoptBarProps) {
  const { decimals } = ledger.settings;
  const isSame = changed.length === 0;
  return (
    <section className="stack gap-2 rule-above pad-y-3 adopt" aria-label="Use these options">
      {isSame ? (
        <p className="quiet">These are the ledger's options. Change one to see its effect.</p>
      ) : (
        <ul>
          {changed.map((key) => (
            <li key={key}>
              {OPTION_NAMES[key]}: <s className="faint">{optionWords(ledgers, key, decimals)}</s>{" "}
              <b>{optionWords(options, key, decimals)}</b>
            </li>
          ))}
        </ul>
      )}
      {warning === null || isSame ? null : <p className="note tone-warning">{warning}</p>}
      {ledger.readOnly === null ? null : (
        <p className="note tone-warning">They cannot be saved. {readOnlyWords(ledger.readOnly).why}</p>
      )}
      <div className="wrap gap-2">
        <Button
          variant="primary"
          size="s"
          isDisabled={isSame || ledger.readOnly !== null}
          onPress={adopt.ask}
        >
          Use these options… <Kbd keys={ADOPT_KEYS} />
        </Button>
        <Button variant="quiet" size="s" isDisabled={isSame} onPress={onReset}>
          Back to the ledger's options <Kbd keys="b" />
        </Button>
      </div>
    </section>
  );
}

/** The check under other options, run beside the kept one as they change; what is newer calls the older off. */
function useWhatIf(options: CheckOptions, ledgers: CheckOptions) {
  const wording = useDisplayFormat();
  const { summary, period, isStale } = useCheck();
  const isSame = changedOptions(options, ledgers).length === 0;
  const isAsked = !isSame && !isStale && summary !== null;
  const input = isAsked ? { options, period, wording } : null;
  const found = useCheckAnswer("whatIf", input, { stays: true, isPassing: true });
  const { data = null, error, isOfBefore } = found;
  return {
    /** The kept check. */
    now: summary,
    /** Under the options tried out; the kept one where they are the same, the one before meanwhile. */
    tried: isSame ? summary : data,
    isChecking: !isSame && error === null && (data === null || isOfBefore),
    error,
  };
}

// The options as controls, with what speaks for each choice beside it.

interface OptionControlsProps {
  readonly options: CheckOptions;
  /** The check whose breaks and agreeing payments are shown beside the choices. */
  readonly evidence: CheckSummary;
  readonly onChange: (change: Partial<CheckOptions>) => void;
}

function OptionControls({ options, evidence, onChange }: OptionControlsProps) {
  const { decimals } = useDisplayFormat();
  const { convention, settlementBasis, chainScope } = evidence;
  return (
    <div className="stack gap-4">
      <ChoiceGroup
        label="Convention"
        hint={`What raises the balance, over ${formatCount(convention.links, "balance")}`}
        value={options.convention}
        onChange={(next) => onChange({ convention: next })}
        choices={CHOICES.convention.map((id) => ({
          id,
          label: CONVENTION_WORDS[id],
          evidence: id === "auto" ? "fewest breaks" : formatCount(convention.breaks[id], "break"),
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
          evidence: id === "auto" ? "most payments" : formatCount(settlementBasis.votes[id], "payment"),
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
          evidence: formatCount(chainScope.breaks[id], "break"),
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
