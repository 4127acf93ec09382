/** The options of the check that the ledger keeps; they are tried and changed in What if. */
import { Facts } from "../../ui/layout/facts.tsx";
import { useOpenLedger } from "../../app/ledger/ledger-provider.tsx";
import { hrefOf } from "../../app/use-route.ts";
import { OPTION_NAMES, optionWords } from "../../shared/options/option-words.ts";
import { SettingsSection } from "./settings-section.tsx";

/** The zone has a field of its own above. */
const SHOWN = ["convention", "settlementBasis", "tolerance", "cutoffDays", "chainScope"] as const;

export function OptionSettings() {
  const { settings } = useOpenLedger();
  const options = { ...settings.options, timeZone: settings.timeZone };
  return (
    <SettingsSection
      title="The check"
      words="Kept in the ledger. “What if” shows the effect of each before you use it."
    >
      <Facts
        look="wide"
        facts={SHOWN.map((key) => [OPTION_NAMES[key], optionWords(options, key, settings.decimals)] as const)}
      />
      <p>
        <a href={hrefOf("what-if")}>Try other options</a>
      </p>
    </SettingsSection>
  );
}
