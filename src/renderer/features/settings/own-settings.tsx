/** What this computer keeps of whoever works on it: who decides, light or dark, and how much contrast. */
import { useState } from "react";
import { NAME_LIMIT } from "../../../core/review/decisions/note-rules.ts";
import type { Preferences } from "../../../ipc/contract.ts";
import { usePreferences } from "../../app/preferences-provider.tsx";
import { showFault } from "../../app/show-fault.ts";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Button } from "../../ui/button.tsx";
import { showToast } from "../../ui/overlays/toast.tsx";
import { SettingsSection } from "./settings-section.tsx";

export function ReviewerSettings() {
  const { preferences, change } = usePreferences();
  const [name, setName] = useState(preferences.reviewer);
  const [kept, setKept] = useState(preferences.reviewer);
  // It may be answered elsewhere: in another window, or where a decision asks for it.
  if (kept !== preferences.reviewer) {
    setKept(preferences.reviewer);
    setName(preferences.reviewer);
  }
  const keep = () => {
    const reviewer = name.trim();
    if (reviewer !== preferences.reviewer) change({ reviewer }).catch(showFault);
  };
  return (
    <SettingsSection
      title="Reviewer"
      words="Recorded with every decision made in this window. Kept on this computer, not in the ledger."
    >
      <form
        className="settings-narrow"
        onSubmit={(event) => {
          event.preventDefault();
          keep();
        }}
      >
        <TextField label="Your name" value={name} onChange={setName} onBlur={keep} maxLength={NAME_LIMIT} />
      </form>
    </SettingsSection>
  );
}

/** The notes that are kept as templates; a note becomes one where it is written. */
export function TemplateSettings() {
  const { preferences, change } = usePreferences();
  const { noteTemplates } = preferences;
  const keep = (next: readonly string[]) => {
    change({ noteTemplates: [...next] }).catch(showFault);
  };
  const remove = (template: string) => {
    keep(noteTemplates.filter((one) => one !== template));
    const run = () => keep(noteTemplates);
    showToast({ tone: "good", words: "Template deleted", action: { label: "Undo", run } });
  };
  return (
    <SettingsSection
      title="Note templates"
      words="Offered wherever a note is written, for every ledger. Kept on this computer, not in the ledger."
    >
      {noteTemplates.length === 0 ? (
        <p className="quiet">None yet. Write a note, then choose Keep as a template under Earlier notes.</p>
      ) : (
        <ul className="stack gap-1">
          {noteTemplates.map((template) => (
            <li key={template} className="row ends gap-2">
              <span className="as-typed">{template}</span>
              <Button
                variant="quiet"
                size="s"
                icon="close"
                aria-label={`Delete ${template}`}
                onPress={() => remove(template)}
              />
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

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
