/** What the open ledger keeps of itself: how days and amounts are shown, and what it is. */
import { useState } from "react";
import { formatAmount, formatCount } from "../../../core/money.ts";
import { useAppFacts, useAuditShown, useOpenLedger } from "../../app/providers.tsx";
import { useCommands } from "../../app/use-commands.ts";
import { hrefOf } from "../../app/use-route.ts";
import { HISTORY } from "../../shared/months/addresses.ts";
import { Button } from "../../ui/button.tsx";
import { ComboField } from "../../ui/combo-field.tsx";
import { Facts } from "../../ui/facts.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { SettingsDialog, useChangeSettings } from "./settings-dialog.tsx";
import { SettingsSection } from "./settings-section.tsx";

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

/** IANA names that this runtime knows, UTC first. */
function timeZones(): readonly string[] {
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((name) => name !== "UTC")];
}

/** What it is, to compare with an export or another copy. */
export function LedgerFactsSection() {
  const ledger = useOpenLedger();
  const { version } = useAppFacts();
  const commands = useCommands();
  const isAuditShown = useAuditShown();
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
          ["Ledger id", isAuditShown ? <code key="id">{ledger.id}</code> : null],
          ["Head", isAuditShown ? <code key="head">{ledger.head}</code> : null],
          ["Entries", formatAmount(counts.entries)],
          ["Transactions", formatAmount(counts.transactions)],
          ["Pulls", formatAmount(counts.pulls)],
          ["Decisions", formatAmount(counts.decisions)],
        ]}
      />
      <p>
        <a href={hrefOf("settings", HISTORY)}>History</a>: {formatCount(counts.links, "link")} of the audit
        trail.
      </p>
      <div className="wrap gap-2">
        <Button onPress={commands.verify}>Verify ledger</Button>
        <Button onPress={commands.close}>Close ledger</Button>
      </div>
    </SettingsSection>
  );
}
