/**
 * Where records come from, how days are cut and amounts shown, how the window looks, who decides in it, and
 * its backups.
 */
import { PlaceHeader } from "../../ui/layout/place-header.tsx";
import { BackupSettings } from "./backup-settings.tsx";
import { ConnectionSettings } from "./connection-settings.tsx";
import { LedgerFactsSection, OptionSettings, ShownSettings } from "./ledger-settings.tsx";
import { LookSettings, ReviewerSettings, TemplateSettings } from "./own-settings.tsx";
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
        <TemplateSettings />
        <LookSettings />
        <BackupSettings />
        <LedgerFactsSection />
      </div>
    </>
  );
}
