/** Settings: the connection, the ledger's own, how the window looks, who decides in it, and backups. */
import { useEffect, useRef, useState } from "react";
import type { BackupFacts, ConnectionFacts } from "../../../ipc/contract.ts";
import { useApi } from "../../bridge/api-provider.tsx";
import {
  FaultOf,
  useAppFacts,
  useAuditShown,
  useOpenLedger,
  usePreferences,
  useLedgerKeys,
} from "../../app/providers.tsx";
import { useJobs } from "../../app/jobs-provider.tsx";
import { SETTINGS_ACTIONS, useActions } from "../../app/place-actions.ts";
import { showFault, useAttempt } from "../../app/show-fault.ts";
import { useCommands } from "../../app/use-commands.ts";
import { formatAmount, formatCount } from "../../../core/money.ts";
import { ComboField } from "../../ui/combo-field.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Button, CloseButton } from "../../ui/button.tsx";
import { FaultNote } from "../../ui/faults.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { Sentences } from "../../ui/sentences.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { When } from "../../ui/values.tsx";
import { BackupTable, INTERVALS, lastBackup, useBackups } from "../../shared/months/restore-dialog.tsx";
import { CHECK_TITLE_ID, CheckSettings } from "./check-settings.tsx";
import { SettingsDialog, useChangeSettings } from "./settings-dialog.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { CHECK, HISTORY, hrefOf, useRoute } from "../../app/use-route.ts";
import { useAnswer } from "../../app/use-answer.ts";
import { useAnswers } from "../../bridge/answers.ts";
import {
  ConnectionForm,
  connectionOf,
  useConnectionDraft,
  ConnectionTest,
} from "../../app/connection-form.tsx";
import { showToast } from "../../ui/toast.tsx";
import { NAME_LIMIT } from "../../../core/review/decisions/note-rules.ts";
import { SwitchField } from "../../ui/switch-field.tsx";
import { TextField, submitting } from "../../ui/text-field.tsx";
import { PlaceHeader } from "../../ui/place-header.tsx";
import { Sign } from "../../ui/marks.tsx";

/** Copies of the open ledger beside it: how often, how many, which there are, and the way back to one. */
function BackupSettings() {
  const api = useApi();
  const ledger = useOpenLedger();
  const { running, take } = useJobs();
  const commands = useCommands();
  const { data, error, refetch } = useBackups(null);
  const isBusy = running !== null;
  const make = () => {
    api["backups.make"]({}).then(take, showFault);
  };
  useActions(SETTINGS_ACTIONS, isBusy ? {} : { backUp: make }, "Settings");
  return (
    <SettingsSection
      title="Backups"
      words="Full copies in a folder beside the ledger, verified when made. The schedule applies to every ledger on this computer."
    >
      <Schedule />
      <FaultOf error={error} onTryAgain={() => void refetch()} />
      {data === undefined ? null : (
        <>
          <LastBackup backups={data.backups} inFolder={data.inFolder} />
          <FaultNote fault={data.fault} tone="warning" />
        </>
      )}
      <div className="wrap gap-2">
        {/* The focus stays on it while it does what it was pressed for. */}
        <Button isDisabled={isBusy && running.kind !== "back-up"} onPress={make} words="Back up now" />
        <Button isDisabled={isBusy} onPress={commands.backUp} words="Back up to…" />
      </div>
      {data === undefined || data.backups.length === 0 ? null : (
        <BackupTable
          backups={data.backups}
          isDisabled={isBusy || ledger.readOnly !== null}
          ledger={null}
          ledgerName={ledger.name}
        />
      )}
    </SettingsSection>
  );
}

const MOST_KEPT = 365;

function Schedule() {
  const { preferences, keep } = usePreferences();
  const { backups } = preferences;
  return (
    <div className="settings-row">
      <SelectField
        label="Back up an open ledger that has changed"
        value={backups.every}
        options={INTERVALS}
        onChange={(every) => keep({ backups: { ...backups, every } })}
      />
      <NumberField
        label="Backups to keep"
        value={backups.keep}
        minValue={1}
        maxValue={MOST_KEPT}
        hint="The oldest are deleted first."
        onChange={(count) => keep({ backups: { ...backups, keep: count } })}
      />
    </div>
  );
}

function LastBackup({
  backups,
  inFolder,
}: {
  readonly backups: readonly BackupFacts[];
  readonly inFolder: string;
}) {
  const last = lastBackup(backups);
  return (
    <p>
      {last === null ? (
        "No backup of this ledger yet."
      ) : (
        <>
          Last backup <When atMs={last.atMs} time />.
        </>
      )}{" "}
      <span className="quiet">{inFolder}</span>
    </p>
  );
}

/** Where a pull goes, and with which credentials; what they are is never shown. */
function ConnectionSettings() {
  const ledger = useOpenLedger();
  const { data, error, readAgain } = useAnswer("connection.read", {});
  return (
    <SettingsSection
      title="Connection"
      words="Used by every pull of this ledger. Credentials are kept outside the ledger."
    >
      <FaultOf error={error} onTryAgain={readAgain} />
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
  const { draft, change: edit, clear } = useConnectionDraft(known);
  const { error, attempt } = useAttempt();
  const change = async (work: Promise<unknown>, words: string) => {
    await work;
    clear();
    showToast({ tone: "good", words });
    await answers.askAgain(keyOf("connection.read"));
  };
  const save = () =>
    void attempt(async () => change(api["connection.save"](connectionOf(draft)), "Connection saved"));
  const forget = () => {
    change(api["connection.forget"]({}), "Connection and credentials deleted").catch(showFault);
  };
  return (
    <>
      {known === null ? null : <Kept known={known} />}
      <ConnectionForm draft={draft} onChange={edit} has={known?.has ?? null} />
      <ConnectionTest draft={draft}>
        <Button variant="primary" isDisabled={draft.baseUrl.trim() === ""} onPress={save}>
          Save connection
        </Button>
        {known === null ? null : <Button variant="danger" onPress={forget} words="Delete connection" />}
      </ConnectionTest>
      <FaultOf error={error} onTryAgain={save} />
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
            <Sign tone={has[name] ? "good" : "quiet"}>{has[name] ? "✓" : "–"}</Sign> {label}{" "}
            <span className="only-spoken">{has[name] ? "is kept" : "is not kept"}</span>
          </li>
        ))}
        <li className="quiet">{RESTS[kept]}</li>
      </ul>
      <FaultNote fault={fault} tone="warning" />
    </>
  );
}

/** What this computer keeps of whoever works on it: who decides, light or dark, and how much contrast. */
function ReviewerSettings() {
  const { preferences, keep } = usePreferences();
  const [name, setName] = useState(preferences.reviewer);
  const [kept, setKept] = useState(preferences.reviewer);
  // It may be answered elsewhere: in another window, or where a decision asks for it.
  if (kept !== preferences.reviewer) {
    setKept(preferences.reviewer);
    setName(preferences.reviewer);
  }
  const field = useRef<HTMLFormElement>(null);
  useActions(SETTINGS_ACTIONS, { name: () => field.current?.querySelector("input")?.focus() }, "Settings");
  const take = () => {
    const reviewer = name.trim();
    if (reviewer !== preferences.reviewer) keep({ reviewer });
  };
  return (
    <SettingsSection
      title="Reviewer"
      words="Recorded with every decision made in this window. Kept on this computer, not in the ledger."
    >
      <form ref={field} className="measure-s" onSubmit={submitting(take)}>
        <TextField label="Your name" value={name} onChange={setName} onBlur={take} maxLength={NAME_LIMIT} />
      </form>
    </SettingsSection>
  );
}

/** The notes that are kept as templates; a note becomes one where it is written. */
function TemplateSettings() {
  const { preferences, keep } = usePreferences();
  const { noteTemplates } = preferences;
  const remove = (template: string) => {
    keep({ noteTemplates: noteTemplates.filter((one) => one !== template) });
    const run = () => keep({ noteTemplates });
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
              <CloseButton label={`Delete ${template}`} onPress={() => remove(template)} />
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

// What the open ledger keeps of itself: how days and amounts are shown, and what it is.

const MOST_DECIMALS = 6;
const EXAMPLE = 1_234_567;

function ShownSettings() {
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
          onChange={(decimals) => change({ decimals })}
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
function LedgerFactsSection() {
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

const THEMES = [
  { id: "system", label: "Same as system" },
  { id: "light", label: "Light" },
  { id: "dark", label: "Dark" },
] as const;

const CONTRASTS = [
  { id: "system", label: "Same as system" },
  { id: "high", label: "High" },
] as const;

function LookSettings() {
  const { preferences, keep } = usePreferences();
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
      <SwitchField isSelected={preferences.auditData} onChange={(auditData) => keep({ auditData })}>
        Show audit data
      </SwitchField>
    </SettingsSection>
  );
}

/** Keys that sign instead of names: who has one in the open ledger, and making one's own. */
function KeySettings() {
  const api = useApi();
  const { readOnly } = useOpenLedger();
  const { preferences } = usePreferences();
  const [name, setName] = useState(preferences.reviewer);
  const { error, attempt } = useAttempt();
  const { data, error: unread, readAgain } = useAnswer("keys.list", {});
  const enrol = async () => {
    await attempt(async () => {
      await api["keys.enrol"]({ by: name.trim() });
      showToast({ tone: "good", words: `What ${name.trim()} does in this ledger is signed with a key now` });
    });
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
      <form className="settings-row" onSubmit={submitting(() => void enrol())}>
        <TextField label="Name to sign" value={name} onChange={setName} maxLength={NAME_LIMIT} />
        <Button type="submit" isDisabled={readOnly !== null || name.trim() === ""}>
          Make a key for this name
        </Button>
      </form>
      <FaultOf error={error} />
    </SettingsSection>
  );
}

export function SettingsPlace() {
  useLanding(useRoute().route.subject);
  return (
    <>
      <PlaceHeader title="Settings">
        <a href={hrefOf("settings", HISTORY)}>History</a>
      </PlaceHeader>
      <div className="pad-x-5 pad-under-5 measure-xl">
        <ConnectionSettings />
        <ShownSettings />
        <CheckSettings />
        <ReviewerSettings />
        <KeySettings />
        <TemplateSettings />
        <LookSettings />
        <BackupSettings />
        <LedgerFactsSection />
      </div>
    </>
  );
}

/** The focus goes to the options of the check where one asked for them. */
function useLanding(subject: string | null): void {
  useEffect(() => {
    if (subject !== CHECK) return;
    const title = document.getElementById(CHECK_TITLE_ID);
    title?.focus();
    title?.scrollIntoView({ block: "start" });
  }, [subject]);
}
