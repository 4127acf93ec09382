/** Light or dark, and how much contrast. */
import type { Preferences } from "../../../ipc/contract.ts";
import { usePreferences } from "../../app/preferences-provider.tsx";
import { showFault } from "../../app/show-fault.ts";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { SettingsSection } from "./settings-section.tsx";

const THEMES = [
  { id: "system", label: "Same as system" },
  { id: "light", label: "Light" },
  { id: "dark", label: "Dark" },
] as const;

const CONTRASTS = [
  { id: "system", label: "Same as system" },
  { id: "high", label: "High" },
] as const;

export function LookSettings() {
  const { preferences, change } = usePreferences();
  const keep = (some: Partial<Preferences>) => {
    change(some).catch(showFault);
  };
  return (
    <SettingsSection title="Appearance" words="Kept on this computer.">
      <div className="settings-row">
        <SelectField
          label="Theme"
          value={preferences.theme}
          options={THEMES}
          onChange={(theme) => keep({ theme })}
        />
        <SelectField
          label="Contrast"
          value={preferences.contrast}
          options={CONTRASTS}
          onChange={(contrast) => keep({ contrast })}
        />
      </div>
    </SettingsSection>
  );
}
