/** Where a pull goes, and with which credentials; what they are is never shown. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ConnectionFacts } from "../../../ipc/contract.ts";
import { useAnswers } from "../../app/answers.ts";
import { useApi } from "../../app/api-provider.tsx";
import { ConnectionForm, connectionOf, useConnectionDraft } from "../../app/connection/connection-form.tsx";
import { ConnectionTest } from "../../app/connection/connection-test.tsx";
import { FaultOf } from "../../app/fault-of.tsx";
import { useLedgerKeys, useOpenLedger } from "../../app/ledger/ledger-provider.tsx";
import { showFault } from "../../app/show-fault.ts";
import { shownFault } from "../../words/faults.ts";
import { Button } from "../../ui/button.tsx";
import { showToast } from "../../ui/overlays/toast.tsx";
import { SettingsSection } from "./settings-section.tsx";

export function ConnectionSettings() {
  const api = useApi();
  const ledger = useOpenLedger();
  const keyOf = useLedgerKeys();
  const { data, error, refetch } = useQuery({
    queryKey: keyOf("connection"),
    queryFn: () => api["connection.read"]({}),
  });
  return (
    <SettingsSection
      title="Connection"
      words="Used by every pull of this ledger. Credentials are kept outside the ledger."
    >
      {error === null ? null : <FaultOf error={error} onTryAgain={() => void refetch()} />}
      {ledger.connection === "sandbox" ? (
        <p>This is a sandbox ledger. It needs no credentials, and its pulls stay on this computer.</p>
      ) : data === undefined ? null : (
        <Connection key={data?.baseUrl ?? ""} known={data} />
      )}
    </SettingsSection>
  );
}

const RESTS = {
  keychain: "protected by this system's keychain",
  memory: "in memory until Tieout ends",
  nowhere: "not kept",
} as const;

function Connection({ known }: { readonly known: ConnectionFacts | null }) {
  const api = useApi();
  const answers = useAnswers();
  const keyOf = useLedgerKeys();
  const { draft, change, clear } = useConnectionDraft(known);
  const [error, setError] = useState<unknown>(null);
  const again = () => answers.askAgain(keyOf("connection"));
  const save = async () => {
    setError(null);
    try {
      await api["connection.save"](connectionOf(draft));
      clear();
      showToast({ tone: "good", words: "Connection saved" });
      await again();
    } catch (thrown) {
      setError(thrown);
    }
  };
  const forget = async () => {
    try {
      await api["connection.forget"]({});
      clear();
      showToast({ tone: "good", words: "Connection and credentials deleted" });
      await again();
    } catch (thrown) {
      showFault(thrown);
    }
  };
  return (
    <>
      {known === null ? null : <Kept known={known} />}
      <ConnectionForm draft={draft} onChange={change} has={known?.has ?? null} />
      <ConnectionTest draft={draft} />
      {error === null ? null : <FaultOf error={error} onTryAgain={() => void save()} />}
      <div className="wrap gap-2">
        <Button variant="primary" isDisabled={draft.baseUrl.trim() === ""} onPress={() => void save()}>
          Save connection
        </Button>
        {known === null ? null : (
          <Button variant="danger" onPress={() => void forget()}>
            Delete connection
          </Button>
        )}
      </div>
    </>
  );
}

const SECRETS = [
  ["appId", "App id"],
  ["secretKey", "Secret key"],
  ["phone", "Phone"],
  ["password", "Password"],
] as const;

function Kept({ known }: { readonly known: ConnectionFacts }) {
  const { has, kept, fault } = known;
  return (
    <>
      <ul className="wrap gap-1 across-4" aria-label="Saved credentials">
        {SECRETS.map(([name, label]) => (
          <li key={name} className={has[name] ? undefined : "quiet"}>
            <span className={has[name] ? "strong tone-good" : undefined} aria-hidden="true">
              {has[name] ? "✓" : "–"}
            </span>{" "}
            {label} <span className="only-spoken">{has[name] ? "is kept" : "is not kept"}</span>
          </li>
        ))}
        <li className="quiet">{RESTS[kept]}</li>
      </ul>
      {fault === null ? null : (
        <p className="caution">
          <strong>{shownFault(fault).title}.</strong> {shownFault(fault).remedy}
        </p>
      )}
    </>
  );
}
