/** The options of the check that the ledger keeps; they are tried and changed in What-if. */
import { formatAmount, formatCount } from "../../../core/money.ts";
import type { KeptSettings } from "../../../ipc/contract.ts";
import { useOpenLedger } from "../../app/ledger-provider.tsx";
import { PLACES } from "../../app/places.tsx";
import { hrefOf } from "../../app/use-route.ts";
import { Fact } from "./fact.tsx";
import { SettingsSection } from "./settings-section.tsx";

export function OptionSettings() {
  const { settings } = useOpenLedger();
  const { convention, settlementBasis, tolerance, cutoffDays, chainScope } = settings.options;
  const hasWhatIf = PLACES.some(({ name }) => name === "what-if");
  return (
    <SettingsSection
      title="The check"
      words="Kept in the ledger. What-if shows what each would change before it does."
    >
      <dl className="settings-facts">
        <Fact name="Convention">{named(convention)}</Fact>
        <Fact name="Settlement basis">{named(settlementBasis)}</Fact>
        <Fact name="Tolerance">{formatAmount(tolerance, settings.decimals)}</Fact>
        <Fact name="Cut-off">{formatCount(cutoffDays, "day")}</Fact>
        <Fact name="One chain for each">{chainScope}</Fact>
      </dl>
      {hasWhatIf ? (
        <p>
          <a href={hrefOf("what-if")}>Try others in What-if</a>
        </p>
      ) : null}
    </SettingsSection>
  );
}

function named(
  option: KeptSettings["options"]["convention"] | KeptSettings["options"]["settlementBasis"],
): string {
  return option === "auto" ? "as the records show" : option;
}
