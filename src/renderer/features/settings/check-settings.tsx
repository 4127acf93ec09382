/** The options of the ledger's check: tried out beside the figures that they would change, kept once one says so. */
import { differingOptions } from "../../../core/review/close/since.ts";
import { useSteady } from "../../ui/use-steady.ts";
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { Label, Radio, RadioGroup } from "react-aria-components";
import { formatAmount, formatCount } from "../../../core/money.ts";
import {
  type CheckOptions,
  type KeptOptions,
  MOST_CUTOFF_DAYS,
  OPTION_CHOICES,
} from "../../../core/options.ts";
import { capitalised } from "../../../core/sentence.ts";
import {
  BASIS_WORDS,
  CONVENTION_WORDS,
  OPTION_NAMES,
  SCOPE_WORDS,
  optionWords,
} from "../../../core/words/options.ts";
import { CHECK_ACTIONS, useActions } from "../../app/place-actions.ts";
import { FaultOf, useOpenLedger } from "../../app/providers.tsx";
import { hrefOf, setFilters, useRoute } from "../../app/use-route.ts";
import type { CheckSummary } from "../../bridge/protocol.ts";
import { useCheck } from "../../rows/check-provider.tsx";
import { useNowWord } from "../../rows/moment-provider.tsx";
import { useCheckAnswer } from "../../rows/use-check-answer.ts";
import { unsupportedBasis } from "../../shared/months/option-words.ts";
import { parseAmount } from "../../grid/amount-text.ts";
import { Button } from "../../ui/button.tsx";
import { readOnlyWords } from "../../ui/faults.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { chordOf, isApple } from "../../ui/keys.ts";
import { NumberField } from "../../ui/number-field.tsx";
import { Table } from "../../ui/table.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { LongNumber, amountText, useDisplayFormat } from "../../ui/values.tsx";
import { type CheckDifference, announcement, compareChecks } from "./compare.ts";
import { SettingsDialog, useChangeSettings } from "./settings-dialog.tsx";
import { SettingsSection } from "./settings-section.tsx";

export const CHECK_TITLE_ID = "check-title";

const { use: USE, back: BACK } = CHECK_ACTIONS;
const GROUP = "The check";

export function CheckSettings() {
  const { settings, readOnly } = useOpenLedger();
  const { route } = useRoute();
  const { timeZone, options: kept } = settings;
  const ledgers = useMemo(() => ({ ...kept, timeZone }), [kept, timeZone]);
  const options = useMemo(
    () => optionsFrom(new URLSearchParams(route.filters), ledgers),
    [route.filters, ledgers],
  );
  const change = useCallback(
    (next: Partial<CheckOptions>) => setFilters(queryOf({ ...options, ...next }, ledgers).toString()),
    [options, ledgers],
  );
  const { now, tried, isChecking, error } = useTried(options, ledgers);
  const changed = differingOptions(options, ledgers);
  const { asked, change: ask, close } = useChangeSettings();
  const use = () => {
    if (changed.length > 0 && readOnly === null) ask({ options: keptOf(options) });
  };
  useUseKey(use);
  useActions(CHECK_ACTIONS, { back: reset }, GROUP);
  const isKnown = now !== null && tried !== null;
  const warning = tried === null ? null : unsupportedBasis(tried);
  const effect = isKnown ? <Effect {...{ now, tried, isSame: changed.length === 0 }} /> : null;
  return (
    <SettingsSection
      title="The check"
      titleId={CHECK_TITLE_ID}
      words="Kept in the ledger, for this window and the command line. Nothing changes until you use it."
    >
      <div className="check-settings">
        <OptionControls options={options} evidence={tried ?? now} onChange={change} />
        <div className="stack gap-4 shrinks">
          <FaultOf error={error} />
          <div className="busy stack gap-3" aria-busy={isChecking}>
            {effect ?? <p className="quiet">Checking…</p>}
          </div>
          <Changes ledgers={ledgers} options={options} changed={changed} warning={warning}>
            <Button
              variant="primary"
              size="s"
              isDisabled={changed.length === 0 || readOnly !== null}
              onPress={use}
            >
              Use these options… <Kbd keys={USE.keys} />
            </Button>
            <Button variant="quiet" size="s" isDisabled={changed.length === 0} onPress={reset}>
              Back to the ledger's options <Kbd keys={BACK.keys} />
            </Button>
          </Changes>
          <Spoken text={isChecking || !isKnown ? "" : announcement(now, tried)} />
        </div>
      </div>
      {asked === null ? null : (
        <SettingsDialog {...asked} onClose={close} onChanged={reset}>
          {warning === null ? null : <p className="note tone-warning">{warning}</p>}
          {isChecking ? <p className="quiet">Checking their effect…</p> : effect}
        </SettingsDialog>
      )}
    </SettingsSection>
  );
}

/** The zone is a setting of its own. */
function keptOf(options: CheckOptions): KeptOptions {
  const { convention, settlementBasis, tolerance, cutoffDays, chainScope } = options;
  return { convention, settlementBasis, tolerance, cutoffDays, chainScope };
}

function reset(): void {
  setFilters("");
}

/** The key that uses the options, wherever in the page the focus is. */
function useUseKey(run: () => void): void {
  const running = useSteady(run);
  useActions(CHECK_ACTIONS, { use: { run, inFields: true } }, GROUP);
  useEffect(() => {
    // Radio buttons keep Enter to themselves, so it is taken on its way down to them.
    const onKeyDown = (event: KeyboardEvent) => {
      const isChoice = event.target instanceof HTMLInputElement && event.target.type === "radio";
      if (!isChoice || chordOf(event, isApple()) !== USE.keys) return;
      event.preventDefault();
      event.stopPropagation();
      running();
    };
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, [running]);
}

/** The check under other options, run beside the ledger's as they change; what is newer calls the older off. */
function useTried(options: CheckOptions, ledgers: CheckOptions) {
  const wording = useDisplayFormat();
  const { summary, period, isStale, error: failure } = useCheck();
  const isSame = differingOptions(options, ledgers).length === 0;
  const isAsked = !isSame && !isStale && summary !== null;
  const input = isAsked ? { options, period, wording } : null;
  const found = useCheckAnswer("whatIf", input, { stays: true, isPassing: true });
  const { data = null, isOfBefore } = found;
  const error = failure ?? found.error;
  return {
    now: summary,
    /** Under the options tried out; the ledger's where they are the same, the one before meanwhile. */
    tried: isSame ? summary : data,
    isChecking: !isSame && error === null && (data === null || isOfBefore),
    error,
  };
}

interface ChangesProps {
  readonly ledgers: CheckOptions;
  readonly options: CheckOptions;
  readonly changed: readonly (keyof CheckOptions)[];
  readonly warning: string | null;
  readonly children: ReactNode;
}

/** What differs from the ledger's options, and the way to keep it or to let it go. */
function Changes({ ledgers, options, changed, warning, children }: ChangesProps) {
  const { settings, readOnly } = useOpenLedger();
  const words = (of: CheckOptions, key: keyof CheckOptions) => optionWords(of, key, settings.decimals);
  const isSame = changed.length === 0;
  return (
    <section className="stack gap-2" aria-label="Use these options">
      {isSame ? (
        <p className="quiet">These are the ledger's options. Change one to see its effect.</p>
      ) : (
        <ul>
          {changed.map((key) => (
            <li key={key}>
              {OPTION_NAMES[key]}: <s className="faint">{words(ledgers, key)}</s> <b>{words(options, key)}</b>
            </li>
          ))}
        </ul>
      )}
      {warning === null || isSame ? null : <p className="note tone-warning">{warning}</p>}
      {readOnly === null ? null : (
        <p className="note tone-warning">They cannot be saved. {readOnlyWords(readOnly).why}</p>
      )}
      <div className="wrap gap-2">{children}</div>
    </section>
  );
}

/** What came out, read aloud when it changes; on arriving nothing did yet. */
function Spoken({ text }: { readonly text: string }) {
  const [first] = useState(text);
  return <output className="only-spoken">{text === first ? "" : text}</output>;
}

interface TriedProps {
  readonly now: CheckSummary;
  readonly tried: CheckSummary;
  readonly isSame: boolean;
}

function Effect({ now, tried, isSame }: TriedProps) {
  const { decimals } = useDisplayFormat();
  const nowWord = useNowWord();
  const figure = ({ isAmount }: CheckDifference, value: number, sign = false) => (
    <LongNumber text={amountText(value, { decimals: isAmount ? decimals : 0, sign })} />
  );
  return (
    <>
      <p>
        <span className="quiet">{capitalised(nowWord)}:</span> {now.verdict}
      </p>
      {isSame ? null : (
        <p>
          <span className="quiet">With these options:</span> <b>{tried.verdict}</b>
        </p>
      )}
      <Table
        className="compare-table"
        caption={`What these options change, ${nowWord} and with them`}
        rows={compareChecks(now, tried)}
        rowKey={({ words }) => words}
        lineClass={lineClass}
        columns={[
          {
            title: "Line",
            isTitleSpoken: true,
            isRowHeader: true,
            cell: ({ rule, words }) =>
              rule === null ? words : <a href={hrefOf("exceptions", null, `rule=${rule}`)}>{words}</a>,
          },
          { title: capitalised(nowWord), isNumber: true, cell: (line) => figure(line, line.now) },
          { title: "With these", isNumber: true, cell: (line) => figure(line, line.tried) },
          { title: "Change", isNumber: true, cell: (line) => figure(line, line.change, true) },
        ]}
      />
    </>
  );
}

function lineClass({ change, isFault }: CheckDifference): string {
  if (change === 0) return "";
  return isFault && change > 0 ? "compare-changed compare-worse" : "compare-changed";
}

/** The options under trial, as an address asks for them, so that a reload keeps them: what it does not say, or says wrongly, is the ledger's. */
export function optionsFrom(query: URLSearchParams, ledgers: CheckOptions): CheckOptions {
  const word = <T extends string>(key: string, words: readonly T[], otherwise: T): T =>
    words.find((one) => one === query.get(key)) ?? otherwise;
  return {
    convention: word("convention", OPTION_CHOICES.convention, ledgers.convention),
    settlementBasis: word("basis", OPTION_CHOICES.settlementBasis, ledgers.settlementBasis),
    tolerance: integer(query.get("tolerance"), Number.MAX_SAFE_INTEGER) ?? ledgers.tolerance,
    cutoffDays: integer(query.get("cutoff"), MOST_CUTOFF_DAYS) ?? ledgers.cutoffDays,
    chainScope: word("scope", OPTION_CHOICES.chainScope, ledgers.chainScope),
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

function OptionControls({ options, evidence, onChange }: OptionControlsProps) {
  const { decimals } = useDisplayFormat();
  const links = counted(evidence?.convention.links, "balance");
  return (
    <div className="stack gap-4">
      <ChoiceGroup
        label="Convention"
        hint={links === "" ? "What raises the balance" : `What raises the balance, over ${links}`}
        value={options.convention}
        onChange={(next) => onChange({ convention: next })}
        choices={OPTION_CHOICES.convention.map((id) => ({
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
        choices={OPTION_CHOICES.settlementBasis.map((id) => ({
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
        choices={OPTION_CHOICES.chainScope.map((id) => ({
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
          onChange={(days) => onChange({ cutoffDays: days })}
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
  readonly evidence: string;
}

interface ChoiceGroupProps<T extends string> {
  readonly label: string;
  readonly hint: string;
  readonly value: T;
  readonly choices: readonly ChoiceLine<T>[];
  readonly onChange: (value: T) => void;
}

function ChoiceGroup<T extends string>({ label, hint, value, choices, onChange }: ChoiceGroupProps<T>) {
  return (
    <RadioGroup className="stack" value={value} onChange={(next) => onChange(next as T)}>
      <Label className="strong">{label}</Label>
      <p className="small faint pad-under-2">{hint}</p>
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
