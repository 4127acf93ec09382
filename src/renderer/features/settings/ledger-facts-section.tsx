/** What this ledger is, to hold against an export or another copy. */
import { formatAmount } from "../../../core/money.ts";
import { useOpenLedger } from "../../app/ledger/ledger-provider.tsx";
import { useAppFacts } from "../../app/preferences-provider.tsx";
import { useCommands } from "../../app/use-commands.ts";
import { Button } from "../../ui/button.tsx";
import { Fact } from "./fact.tsx";
import { SettingsSection } from "./settings-section.tsx";

export function LedgerFactsSection() {
  const ledger = useOpenLedger();
  const { version } = useAppFacts();
  const commands = useCommands();
  const { counts, owner } = ledger;
  return (
    <SettingsSection
      title="This ledger"
      words={`One file, to be backed up and mailed like a workbook. Tieout ${version}.`}
    >
      <dl className="settings-facts">
        <Fact name="File">
          {ledger.name} <span className="quiet">{ledger.where}</span>
        </Fact>
        <Fact name="Owner">
          {owner === null ? "none yet" : `${owner.name ?? "no name"}, user ${owner.userID}`}
        </Fact>
        <Fact name="Ledger id">
          <code>{ledger.id}</code>
        </Fact>
        <Fact name="Head">
          <code>{ledger.head}</code>
        </Fact>
        {Object.entries(counts).map(([name, count]) => (
          <Fact key={name} name={COUNT_NAMES[name as keyof typeof counts]}>
            {formatAmount(count)}
          </Fact>
        ))}
      </dl>
      <div className="settings-actions">
        <Button onPress={commands.verify}>Verify</Button>
        <Button onPress={commands.close}>Close ledger</Button>
      </div>
    </SettingsSection>
  );
}

const COUNT_NAMES = {
  entries: "Entries",
  transactions: "Transactions",
  pulls: "Pulls",
  decisions: "Decisions",
  links: "Links of the audit trail",
} as const;
