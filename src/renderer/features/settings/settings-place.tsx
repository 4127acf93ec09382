/**
 * Where records come from, how days are cut and amounts shown, how the window looks, who decides in it, and
 * its backups.
 */
import { PlaceHeader } from "../../ui/layout/place-header.tsx";
import { BackupSettings } from "./backup-settings.tsx";
import { ConnectionSettings } from "./connection-settings.tsx";
import { LedgerFactsSection } from "./ledger-facts-section.tsx";
import { LookSettings } from "./look-settings.tsx";
import { OptionSettings } from "./option-settings.tsx";
import { ReviewerSettings } from "./reviewer-settings.tsx";
import { ShownSettings } from "./shown-settings.tsx";
import "./settings-place.css";

export function SettingsPlace() {
  return (
    <>
      <PlaceHeader title="Settings" />
      <div className="place-body settings">
        <ConnectionSettings />
        <ShownSettings />
        <OptionSettings />
        <ReviewerSettings />
        <LookSettings />
        <BackupSettings />
        <LedgerFactsSection />
      </div>
    </>
  );
}
