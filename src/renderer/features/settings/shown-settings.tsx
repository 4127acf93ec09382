/** How the ledger cuts its days and shows its amounts. */
import { useState } from "react";
import { formatAmount } from "../../../core/money.ts";
import { useOpenLedger } from "../../app/ledger/ledger-provider.tsx";
import { ComboField } from "../../ui/fields/combo-field.tsx";
import { NumberField } from "../../ui/fields/number-field.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { useChangeSettings } from "./use-change-settings.ts";
import { timeZones } from "./time-zones.ts";

const MOST_DECIMALS = 6;
const EXAMPLE = 1_234_567;

export function ShownSettings() {
  const { settings, readOnly } = useOpenLedger();
  const change = useChangeSettings();
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
    </SettingsSection>
  );
}
