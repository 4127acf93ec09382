/** The options of the check that the ledger keeps; they are tried and changed in What if. */
import { useOpenLedger } from "../../app/ledger/ledger-provider.tsx";
import { hrefOf } from "../../app/use-route.ts";
import { OPTION_NAMES, optionWords } from "../../shared/options/option-words.ts";
import { Fact } from "./fact.tsx";
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
      <dl className="settings-facts">
        {SHOWN.map((key) => (
          <Fact key={key} name={OPTION_NAMES[key]}>
            {optionWords(options, key, settings.decimals)}
          </Fact>
        ))}
      </dl>
      <p>
        <a href={hrefOf("what-if")}>Try other options</a>
      </p>
    </SettingsSection>
  );
}
