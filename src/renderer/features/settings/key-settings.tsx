/** Keys that sign instead of names: who has one in the open ledger, and making one's own. */
import { useState } from "react";
import { NAME_LIMIT } from "../../../core/review/decisions/note-rules.ts";
import { useAnswer } from "../../app/use-answer.ts";
import { FaultOf, useOpenLedger, usePreferences } from "../../app/providers.tsx";
import { useApi } from "../../bridge/api-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { Sentences } from "../../ui/sentences.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { showToast } from "../../ui/toast.tsx";
import { SettingsSection } from "./settings-section.tsx";

export function KeySettings() {
  const api = useApi();
  const { readOnly } = useOpenLedger();
  const { preferences } = usePreferences();
  const [name, setName] = useState(preferences.reviewer);
  const [error, setError] = useState<unknown>(null);
  const { data, error: unread, readAgain } = useAnswer("keys.list", {});
  const enrol = async () => {
    try {
      await api["keys.enrol"]({ by: name.trim() });
      setError(null);
      showToast({ tone: "good", words: `What ${name.trim()} does in this ledger is signed with a key now` });
    } catch (failed) {
      setError(failed);
    }
    readAgain();
  };
  return (
    <SettingsSection
      title="Keys"
      words="A key signs instead of a typed name. The system's keychain keeps it on this computer; who holds which is in the ledger."
    >
      <FaultOf error={unread} onTryAgain={readAgain} />
      <Sentences className="quiet" of={(data?.sentences ?? []).map((sentence) => `${sentence}.`)} />
      {data === undefined || data.own.length === 0 ? null : <p>Signed here: {data.own.join("; ")}</p>}
      <form
        className="settings-row"
        onSubmit={(event) => {
          event.preventDefault();
          void enrol();
        }}
      >
        <TextField label="Name to sign" value={name} onChange={setName} maxLength={NAME_LIMIT} />
        <Button type="submit" isDisabled={readOnly !== null || name.trim() === ""}>
          Make a key for this name
        </Button>
      </form>
      <FaultOf error={error} />
    </SettingsSection>
  );
}
