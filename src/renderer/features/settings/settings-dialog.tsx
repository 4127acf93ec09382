/** Before settings change that prepared or signed months are shown by: what moves, who wants it and why. */
import type { KeptSettings } from "../../../ipc/contract.ts";
import { useApi } from "../../app/api-provider.tsx";
import { useKeepLedger, useOpenLedger } from "../../app/ledger/ledger-provider.tsx";
import { usePreferences } from "../../app/preferences-provider.tsx";
import { StepButtons, StepFields } from "../../shared/months/step-fields.tsx";
import { useStep } from "../../shared/months/use-step.ts";
import { Table } from "../../ui/layout/table.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";

export type ShownSetting = Partial<Omit<KeptSettings, "options">>;

interface SettingsDialogProps {
  readonly given: ShownSetting;
  /** What it moves, one sentence each. */
  readonly sentences: readonly string[];
  readonly onClose: () => void;
}

const NAMES: Readonly<Record<keyof ShownSetting, string>> = { timeZone: "Time zone", decimals: "Decimals" };

export function SettingsDialog({ given, sentences, onClose }: SettingsDialogProps) {
  const api = useApi();
  const keep = useKeepLedger();
  const { settings } = useOpenLedger();
  const { preferences } = usePreferences();
  const changed = (Object.keys(NAMES) as (keyof ShownSetting)[]).filter((key) => given[key] !== undefined);
  const names = changed.map((key) => NAMES[key].toLowerCase()).join(", ");
  const form = useStep({
    name: preferences.reviewer,
    nameAsk: `Enter your name to change the ${names}`,
    noteAsk: `Enter a reason to change the ${names}`,
    take: async (signed) => keep(await api["ledger.changeSettings"]({ ...given, ...signed })),
    done: `The ledger now has another ${names}`,
    onDone: onClose,
  });
  return (
    <Dialog
      title={`Change the ${names}`}
      onClose={onClose}
      actions={<StepButtons form={form} words={`Change ${names}`} onClose={onClose} />}
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
      <StepFields form={form} nameLabel="Changed by" noteLabel="Reason" />
    </Dialog>
  );
}
