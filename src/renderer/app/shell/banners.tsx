/** What holds for the whole window: it is read-only, main cannot be reached, the system is offline. */
import { type ReactNode, useSyncExternalStore } from "react";
import type { LedgerFacts } from "../../../ipc/contract.ts";
import type { Fault } from "../../../ipc/envelope.ts";
import { readOnlyWords, shownFault } from "../../ui/faults.tsx";
import { Button } from "../../ui/button.tsx";
import { useLost } from "../../bridge/api-provider.tsx";
import { useReopen } from "../use-reopen.ts";
import "./shell.css";
import { formatAmount } from "../../../core/money.ts";
import { Icon } from "../../ui/icon.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { PLACES } from "../period-picker.tsx";
import type { PlaceName } from "../../../ipc/events.ts";
import { useCommands } from "../use-commands.ts";
import { hrefOf } from "../use-route.ts";
import { ownerName } from "../../../core/words/wallet.ts";

export function Banners({ ledger }: { readonly ledger: LedgerFacts | null }) {
  const lost = useLost();
  const isOnline = useSyncExternalStore(listenOnline, () => navigator.onLine);
  const readOnly = ledger?.readOnly ?? null;
  return (
    <>
      {lost === null ? null : (
        // The bridge tries again by itself; loading the page where nobody serves it would only lose it.
        <Banner tone="error" {...shownFault(lost)} />
      )}
      {ledger === null || readOnly === null || readOnly.code === "LEDGER_PAST" ? null : (
        <Banner tone="warning" lead="Read-only. " code={readOnly.code} {...readOnlyWords(readOnly)}>
          <OpenAgain ledger={ledger} />
        </Banner>
      )}
      {isOnline || ledger?.connection !== "service" ? null : (
        <output className="banner tone-warning">
          <span>
            <strong>Offline.</strong> You can check and decide. To pull, wait for the connection.
          </span>
        </output>
      )}
    </>
  );
}

interface BannerProps {
  readonly tone: "error" | "warning";
  /** What it means for the window, before what happened. */
  readonly lead?: string;
  readonly title: string;
  readonly remedy: string;
  readonly code: Fault["code"];
  /** What can be done about it here. */
  readonly children?: ReactNode;
}

function Banner({ tone, lead = "", title, remedy, code, children }: BannerProps) {
  return (
    <div className={`banner tone-${tone}`} role="alert">
      <p>
        <strong>
          {lead}
          {title}.
        </strong>{" "}
        {remedy} <code className="fault-code">{code}</code>
      </p>
      {children}
    </div>
  );
}

function OpenAgain({ ledger }: { readonly ledger: LedgerFacts }) {
  const { isReopening, reopen } = useReopen();
  return (
    <Button size="s" isDisabled={isReopening} onPress={() => void reopen(ledger)}>
      Open again
    </Button>
  );
}

function listenOnline(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

interface RailProps {
  readonly ledger: LedgerFacts;
  readonly place: PlaceName;
  /** Exceptions that wait for a decision; null while that is not known. */
  readonly open: number | null;
}

/** The left edge: whose ledger this is, and its places. */
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
