/** Who decides in this window. */
import { useState } from "react";
import { NAME_LIMIT } from "../../../core/review/decisions/note-rules.ts";
import { usePreferences } from "../../app/preferences-provider.tsx";
import { showFault } from "../../app/show-fault.ts";
import { TextField } from "../../ui/fields/text-field.tsx";
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
