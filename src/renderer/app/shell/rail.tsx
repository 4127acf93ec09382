/** The left edge: whose ledger this is, and its places. */
import type { LedgerFacts } from "../../../ipc/contract.ts";
import { formatAmount } from "../../../core/money.ts";
import { Icon } from "../../ui/icon.tsx";
import { Kbd } from "../../ui/keys/kbd.tsx";
import { PLACES } from "../place-names.ts";
import type { PlaceName } from "../../../ipc/events.ts";
import { useCommands } from "../use-commands.ts";
import { hrefOf } from "../use-route.ts";
import "./rail.css";
import { ownerName } from "../../../core/words/wallet.ts";

interface RailProps {
  readonly ledger: LedgerFacts;
  readonly place: PlaceName;
  /** Exceptions that wait for a decision; null while that is not known. */
  readonly open: number | null;
}

export function Rail({ ledger, place, open }: RailProps) {
  const { owner } = ledger;
  const { ledgers } = useCommands();
  const ownerWords = owner === null ? "No owner yet" : ownerName(owner);
  return (
    <nav className="stack rigid scrolls sunken rail" aria-label="Pages">
      <button
        type="button"
        className="stack centred rail-ledger"
        aria-haspopup="dialog"
        aria-keyshortcuts="g l"
        title={`${ledger.name}, ${ledger.where}. Other ledgers`}
        onClick={ledgers}
      >
        <span className="serif large strong ellipsis rail-name">
          {ledger.name.replace(/\.tieout$/iu, "")} <Icon name="down" />
        </span>
        <span className="ellipsis small quiet">
          {ownerWords}
          {ledger.currency === null ? null : ` · ${ledger.currency}`}
        </span>
      </button>
      <ul className="stack edge-above rail-places">
        {PLACES.map(({ name, label, icon, key }) => (
          <li key={name} className={name === "overview" || name === "activity" ? "rail-apart" : undefined}>
            <a
              className="row holds quiet rail-place"
              href={hrefOf(name)}
              aria-current={place === name ? "page" : undefined}
              aria-keyshortcuts={`g ${key}`}
              title={label}
            >
              <Icon name={icon} />
              <span className="rail-label">{label}</span>
              {name === "exceptions" && open !== null && open > 0 ? (
                <span className="tiny strong rail-count">
                  {formatAmount(open)}
                  <span className="only-spoken"> open</span>
                </span>
              ) : (
                <span className="rail-key" aria-hidden="true">
                  <Kbd keys={`g ${key}`} />
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
      <p className="rail-foot">
        <span className="wordmark">Tieout</span>
      </p>
    </nav>
  );
}
