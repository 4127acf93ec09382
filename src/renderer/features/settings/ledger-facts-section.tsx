/** What this ledger is, to hold against an export or another copy. */
import { Facts } from "../../ui/layout/facts.tsx";
import { formatAmount } from "../../../core/money.ts";
import { useOpenLedger } from "../../app/ledger/ledger-provider.tsx";
import { useAppFacts } from "../../app/preferences-provider.tsx";
import { useCommands } from "../../app/use-commands.ts";
import { Button } from "../../ui/button.tsx";
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
          ["Ledger id", <code key="id">{ledger.id}</code>],
          ["Head", <code key="head">{ledger.head}</code>],
          ["Entries", formatAmount(counts.entries)],
          ["Transactions", formatAmount(counts.transactions)],
          ["Pulls", formatAmount(counts.pulls)],
          ["Decisions", formatAmount(counts.decisions)],
          ["Links of the audit trail", formatAmount(counts.links)],
        ]}
      />
      <div className="wrap gap-2">
        <Button onPress={commands.verify}>Verify ledger</Button>
        <Button onPress={commands.close}>Close ledger</Button>
      </div>
    </SettingsSection>
  );
}
