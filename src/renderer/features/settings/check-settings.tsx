/** The options of the ledger's check: tried out beside the figures that they would change, kept once one says so. */
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { CheckOptions, KeptOptions } from "../../../core/options.ts";
import { capitalised } from "../../../core/sentence.ts";
import { OPTION_NAMES, optionWords } from "../../../core/words/options.ts";
import { CHECK_ACTIONS, keysOf } from "../../app/place-actions.ts";
import { FaultOf, useOpenLedger } from "../../app/providers.tsx";
import { hrefOf, setFilters, useRoute } from "../../app/use-route.ts";
import type { CheckSummary } from "../../bridge/protocol.ts";
import { useCheck } from "../../rows/check-provider.tsx";
import { useNowWord } from "../../rows/moment-provider.tsx";
import { useCheckAnswer } from "../../rows/use-check-answer.ts";
import { unsupportedBasis } from "../../shared/months/option-words.ts";
import { Button } from "../../ui/button.tsx";
import { readOnlyWords } from "../../ui/faults.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { chordOf, isApple } from "../../ui/keys.ts";
import { Table } from "../../ui/table.tsx";
import { useKeys } from "../../ui/use-keys.ts";
import { LongNumber, amountText, useDisplayFormat } from "../../ui/values.tsx";
import { type ComparedLine, announcement, changedOptions, compareChecks } from "./compare.ts";
import { OptionControls, optionsFrom, queryOf } from "./option-controls.tsx";
import { SettingsDialog, useChangeSettings } from "./settings-dialog.tsx";
import { SettingsSection } from "./settings-section.tsx";

/** Where `g f` goes. */
export const CHECK_TITLE_ID = "check-title";

const { use: USE, back: BACK } = CHECK_ACTIONS;
const GROUP = { group: "The check" };

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
  const changed = changedOptions(options, ledgers);
  const { asked, change: ask, close } = useChangeSettings();
  const use = () => {
    if (changed.length > 0 && readOnly === null) ask({ options: keptOf(options) });
  };
  useUseKey(use);
  useKeys(keysOf(CHECK_ACTIONS, { back: reset }), GROUP);
  const isKnown = now !== null && tried !== null;
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
          <Changes
            ledgers={ledgers}
            options={options}
            changed={changed}
            warning={tried === null ? null : unsupportedBasis(tried)}
          >
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
  const running = useRef(run);
  useEffect(() => {
    running.current = run;
  });
  useKeys(keysOf(CHECK_ACTIONS, { use: { run, inFields: true } }), GROUP);
  useEffect(() => {
    // Radio buttons keep Enter to themselves, so it is taken on its way down to them.
    const onKeyDown = (event: KeyboardEvent) => {
      const isChoice = event.target instanceof HTMLInputElement && event.target.type === "radio";
      if (!isChoice || chordOf(event, isApple()) !== USE.keys) return;
      event.preventDefault();
      event.stopPropagation();
      running.current();
    };
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, []);
}

/** The check under other options, run beside the ledger's as they change; what is newer calls the older off. */
function useTried(options: CheckOptions, ledgers: CheckOptions) {
  const wording = useDisplayFormat();
  const { summary, period, isStale, error: failure } = useCheck();
  const isSame = changedOptions(options, ledgers).length === 0;
  const isAsked = !isSame && !isStale && summary !== null;
  const input = isAsked ? { options, period, wording } : null;
  const found = useCheckAnswer("whatIf", input, { stays: true, isPassing: true });
  const { data = null, isOfBefore } = found;
  const error = failure ?? found.error;
  return {
    /** The ledger's check. */
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
  /** Why the options are doubtful; null where nothing speaks against them. */
  readonly warning: string | null;
  /** What can be done with them. */
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

interface EffectProps {
  readonly now: CheckSummary;
  readonly tried: CheckSummary;
  readonly isSame: boolean;
}

/** The verdict under other options, and each figure that they change. */
function Effect({ now, tried, isSame }: EffectProps) {
  const { decimals } = useDisplayFormat();
  const nowWord = useNowWord();
  const figure = ({ isAmount }: ComparedLine, value: number, sign = false) => (
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

function lineClass({ change, isFault }: ComparedLine): string {
  if (change === 0) return "";
  return isFault && change > 0 ? "compare-changed compare-worse" : "compare-changed";
}
