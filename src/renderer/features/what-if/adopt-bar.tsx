/** What differs from the ledger's options, and the way to keep it or to let it go. */
import type { CheckOptions } from "../../../core/options.ts";
import type { LedgerFacts } from "../../../ipc/contract.ts";
import { readOnlyWords } from "../../words/faults.ts";
import { Button } from "../../ui/button.tsx";
import { Kbd } from "../../ui/keys/kbd.tsx";
import { ADOPT_KEYS } from "./use-adopt-key.ts";
import type { Adopting } from "./use-adopt.ts";
import { OPTION_NAMES, optionWords } from "../../../core/words/options.ts";

interface AdoptBarProps {
  readonly ledger: LedgerFacts;
  readonly options: CheckOptions;
  readonly ledgers: CheckOptions;
  readonly changed: readonly (keyof CheckOptions)[];
  /** Why the options are doubtful; null where nothing speaks against them. */
  readonly warning: string | null;
  readonly adopt: Adopting;
  readonly onReset: () => void;
}

export function AdoptBar({ ledger, options, ledgers, changed, warning, adopt, onReset }: AdoptBarProps) {
  const { decimals } = ledger.settings;
  const isSame = changed.length === 0;
  return (
    <section className="stack gap-2 adopt" aria-label="Use these options">
      {isSame ? (
        <p className="quiet">These are the ledger's options. Change one to see its effect.</p>
      ) : (
        <ul>
          {changed.map((key) => (
            <li key={key}>
              {OPTION_NAMES[key]}: <s>{optionWords(ledgers, key, decimals)}</s>{" "}
              <b>{optionWords(options, key, decimals)}</b>
            </li>
          ))}
        </ul>
      )}
      {warning === null || isSame ? null : <p className="adopt-not">{warning}</p>}
      {ledger.readOnly === null ? null : (
        <p className="adopt-not">They cannot be saved. {readOnlyWords(ledger.readOnly).why}</p>
      )}
      <div className="wrap gap-2">
        <Button
          variant="primary"
          size="s"
          isDisabled={isSame || ledger.readOnly !== null}
          onPress={adopt.ask}
        >
          Use these options… <Kbd keys={ADOPT_KEYS} />
        </Button>
        <Button variant="quiet" size="s" isDisabled={isSame} onPress={onReset}>
          Back to the ledger's options <Kbd keys="b" />
        </Button>
      </div>
    </section>
  );
}
