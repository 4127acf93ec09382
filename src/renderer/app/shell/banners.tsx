/**
 * What holds for the whole window: it cannot be written to, main cannot be reached, the system is offline.
 */
import { type ReactNode, useSyncExternalStore } from "react";
import type { LedgerFacts } from "../../../ipc/contract.ts";
import type { Fault } from "../../../ipc/envelope.ts";
import { readOnlyWords, shownFault } from "../../words/faults.ts";
import { Button } from "../../ui/button.tsx";
import { useLost } from "../api-provider.tsx";
import { useReopen } from "../ledger/use-reopen.ts";
import "./banners.css";

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
