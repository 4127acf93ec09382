/** Asked before settings of a ledger change: before and after, what that moves, who wants it and why. */
import { differingOptions } from "../../../core/review/close/since.ts";
import { type ReactNode, useState } from "react";
import { OPTION_NAMES, optionWords } from "../../../core/words/options.ts";
import type { KeptSettings } from "../../../ipc/contract.ts";
import { useOpenLedger } from "../../app/providers.tsx";
import { showFault } from "../../app/show-fault.ts";
import { useApi } from "../../bridge/api-provider.tsx";
import { StepDialog } from "../../shared/months/step-dialog.tsx";
import { Table } from "../../ui/table.tsx";
import { Sentences } from "../../ui/sentences.tsx";

type GivenSetting = Partial<KeptSettings>;

interface AskedChange {
  readonly given: GivenSetting;
  /** What it moves in prepared and signed months, one sentence each. */
  readonly sentences: readonly string[];
}

/**
 * Changes what a ledger keeps of itself; each change is a link of its audit trail. An option of the check, and
 * any setting once a month is prepared or signed, is asked for with a name and a reason.
 */
export function useChangeSettings() {
  const api = useApi();
  const [asked, ask] = useState<AskedChange | null>(null);
  const begin = async (given: GivenSetting) => {
    const { isSigned, sentences } = await api["ledger.settingsEffect"]({ given });
    if (isSigned) ask({ given, sentences });
    else await api["ledger.changeSettings"](given);
  };
  return {
    asked,
    change: (given: GivenSetting) => {
      begin(given).catch(showFault);
    },
    close: () => ask(null),
  };
}

interface SettingsDialogProps extends AskedChange {
  readonly onClose: () => void;
  readonly onChanged?: () => void;
  readonly children?: ReactNode;
}

export function SettingsDialog({ given, sentences, onClose, onChanged, children }: SettingsDialogProps) {
  const lines = useChangedLines(given);
  const names = lines.map(({ name }) => name.toLowerCase()).join(", ");
  return (
    <StepDialog
      title={`Change the ${names}`}
      words={`Change ${names}`}
      nameLabel="Changed by"
      noteAsk={`Enter a reason to change the ${names}`}
      noteLabel="Reason"
      take={async (signed, api) => {
        await api["ledger.changeSettings"]({ ...given, ...signed });
        onChanged?.();
      }}
      done={`The ledger now has another ${names}`}
      onClose={onClose}
    >
      <Table
        caption="Settings that change"
        rows={lines}
        rowKey={({ name }) => name}
        columns={[
          { title: "Setting", isRowHeader: true, cell: ({ name }) => name },
          { title: "Before", cell: ({ before }) => before },
          { title: "After", cell: ({ after }) => <b>{after}</b> },
        ]}
      />
      {children}
      <Sentences of={sentences} />
    </StepDialog>
  );
}

function useChangedLines({ timeZone, decimals, options }: GivenSetting) {
  const { settings } = useOpenLedger();
  const before = { ...settings.options, timeZone: settings.timeZone };
  const after = { ...before, ...options, ...(timeZone === undefined ? {} : { timeZone }) };
  const lines = differingOptions(before, after).map((key) => ({
    name: OPTION_NAMES[key],
    before: optionWords(before, key, settings.decimals),
    after: optionWords(after, key, settings.decimals),
  }));
  if (decimals === undefined) return lines;
  return [...lines, { name: "Decimals", before: String(settings.decimals), after: String(decimals) }];
}
