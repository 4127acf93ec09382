/** What the open ledger keeps of itself: how days and amounts are shown, how it is checked, what it is. */
import type { KeptSettings } from "../../../ipc/contract.ts";
import { useApi } from "../../bridge/api-provider.tsx";
import { useKeepLedger, useOpenLedger, useAppFacts } from "../../app/providers.tsx";
import { StepDialog } from "../../shared/months/step-dialog.tsx";
import { Table } from "../../ui/table.tsx";
import { useState, type ReactNode, useId } from "react";
import { formatAmount } from "../../../core/money.ts";
import { showFault } from "../../app/show-fault.ts";
import { useCommands } from "../../app/use-commands.ts";
import { hrefOf } from "../../app/use-route.ts";
import { OPTION_NAMES, optionWords } from "../../../core/words/options.ts";
import { Button } from "../../ui/button.tsx";
import { ComboField } from "../../ui/combo-field.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { Facts } from "../../ui/facts.tsx";

type ShownSetting = Partial<Omit<KeptSettings, "options">>;

interface SettingsDialogProps {
  readonly given: ShownSetting;
  /** What it moves, one sentence each. */
  readonly sentences: readonly string[];
  readonly onClose: () => void;
}

const NAMES: Readonly<Record<keyof ShownSetting, string>> = { timeZone: "Time zone", decimals: "Decimals" };

/** Before settings change that prepared or signed months are shown by: what moves, who wants it and why. */
function SettingsDialog({ given, sentences, onClose }: SettingsDialogProps) {
  const api = useApi();
  const keep = useKeepLedger();
  const { settings } = useOpenLedger();
  const changed = (Object.keys(NAMES) as (keyof ShownSetting)[]).filter((key) => given[key] !== undefined);
  const names = changed.map((key) => NAMES[key].toLowerCase()).join(", ");
  return (
    <StepDialog
      title={`Change the ${names}`}
      words={`Change ${names}`}
      nameAsk={`Enter your name to change the ${names}`}
      nameLabel="Changed by"
      noteAsk={`Enter a reason to change the ${names}`}
      noteLabel="Reason"
      take={async (signed) => keep(await api["ledger.changeSettings"]({ ...given, ...signed }))}
      done={`The ledger now has another ${names}`}
      onClose={onClose}
    >
      <Table
        caption="Settings that change"
        rows={changed}
        rowKey={(key) => key}
        columns={[
          { title: "Setting", isRowHeader: true, cell: (key) => NAMES[key] },
          { title: "Before", cell: (key) => settings[key] },
          { title: "After", cell: (key) => <b>{given[key]}</b> },
        ]}
      />
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </StepDialog>
  );
}

const MOST_DECIMALS = 6;
const EXAMPLE = 1_234_567;

export function ShownSettings() {
  const { settings, readOnly } = useOpenLedger();
  const { asked, change, close } = useChangeSettings();
  const [zones] = useState(timeZones);
  const isDisabled = readOnly !== null;
  return (
    <SettingsSection
      title="Days and amounts"
      words="Kept in the ledger, so that everybody who opens it sees the same days and figures."
    >
      <div className="settings-row">
        <ComboField
          label="Time zone"
          value={settings.timeZone}
          options={zones}
          isDisabled={isDisabled}
          hint="Decides when days and months begin and end"
          onChange={(timeZone) => change({ timeZone })}
        />
        <NumberField
          label="Decimals"
          value={settings.decimals}
          minValue={0}
          maxValue={MOST_DECIMALS}
          isDisabled={isDisabled}
          hint={`1234567 is shown as ${formatAmount(EXAMPLE, settings.decimals)}`}
          onChange={(decimals) => {
            if (Number.isInteger(decimals)) change({ decimals });
          }}
        />
      </div>
      {asked === null ? null : <SettingsDialog {...asked} onClose={close} />}
    </SettingsSection>
  );
}

/** A change that waits for a name and a reason. */
interface AskedChange {
  readonly given: ShownSetting;
  readonly sentences: readonly string[];
}

/**
 * Changes what a ledger keeps of itself; each change is a link of its audit trail. Once a month is prepared
 * or signed it is asked for with a name and a reason.
 */
function useChangeSettings() {
  const api = useApi();
  const keep = useKeepLedger();
  const [asked, ask] = useState<AskedChange | null>(null);
  const begin = async (given: ShownSetting) => {
    const { isSigned, sentences } = await api["ledger.settingsEffect"]({ given });
    if (isSigned) ask({ given, sentences });
    else keep(await api["ledger.changeSettings"](given));
  };
  return {
    asked,
    change: (given: ShownSetting) => {
      begin(given).catch(showFault);
    },
    close: () => ask(null),
  };
}

/** IANA names that this runtime knows, UTC first. */
function timeZones(): readonly string[] {
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((name) => name !== "UTC")];
}

/** The zone has a field of its own above. */
const SHOWN = ["convention", "settlementBasis", "tolerance", "cutoffDays", "chainScope"] as const;

/** The options of its check; they are tried and changed in What if. */
export function OptionSettings() {
  const { settings } = useOpenLedger();
  const options = { ...settings.options, timeZone: settings.timeZone };
  return (
    <SettingsSection
      title="The check"
      words="Kept in the ledger. “What if” shows the effect of each before you use it."
    >
      <Facts
        look="wide"
        facts={SHOWN.map((key) => [OPTION_NAMES[key], optionWords(options, key, settings.decimals)] as const)}
      />
      <p>
        <a href={hrefOf("what-if")}>Try other options</a>
      </p>
    </SettingsSection>
  );
}

/** What it is, to compare with an export or another copy. */
export function LedgerFactsSection() {
  const ledger = useOpenLedger();
  const { version } = useAppFacts();
  const commands = useCommands();
  const { counts, owner } = ledger;
  return (
    <SettingsSection
      title="This ledger"
      words={`One file, to be backed up and mailed like a workbook. Tieout ${version}.`}
    >
      <Facts
        look="wide"
        facts={[
          [
            "File",
            <>
              {ledger.name} <span className="quiet">{ledger.where}</span>
            </>,
          ],
          ["Owner", owner === null ? "none yet" : `${owner.name ?? "no name"}, user ${owner.userID}`],
          ["Ledger id", <code key="id">{ledger.id}</code>],
          ["Head", <code key="head">{ledger.head}</code>],
          ["Entries", formatAmount(counts.entries)],
          ["Transactions", formatAmount(counts.transactions)],
          ["Pulls", formatAmount(counts.pulls)],
          ["Decisions", formatAmount(counts.decisions)],
          ["Links of the audit trail", formatAmount(counts.links)],
        ]}
      />
      <div className="wrap gap-2">
        <Button onPress={commands.verify}>Verify ledger</Button>
        <Button onPress={commands.close}>Close ledger</Button>
      </div>
    </SettingsSection>
  );
}

interface SettingsSectionProps {
  readonly title: string;
  /** Where it is kept, or what it changes. */
  readonly words: ReactNode;
  readonly children: ReactNode;
}

/** One group of settings: what it is about on the left, its fields on the right. */
export function SettingsSection({ title, words, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section className="edge-above pad-y-5 settings-section" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p className="small quiet below-1">{words}</p>
      </div>
      <div className="stack gap-4 shrinks">{children}</div>
    </section>
  );
}
