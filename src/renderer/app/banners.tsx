/** What holds for the whole window: it cannot be written to, main cannot be reached, the system is offline. */
import { useSyncExternalStore } from "react";
import type { LedgerFacts } from "../../ipc/contract.ts";
import type { Fault } from "../../ipc/envelope.ts";
import { wordsFor } from "../messages.ts";
import { useLost } from "./api-provider.tsx";
import "./banners.css";

export function Banners({ ledger }: { readonly ledger: LedgerFacts | null }) {
  const lost = useLost();
  const isOnline = useSyncExternalStore(listenOnline, () => navigator.onLine);
  const readOnly = ledger?.readOnly ?? null;
  return (
    <>
      {lost === null ? null : (
        // The bridge tries again by itself; loading the page where nobody serves it would only lose it.
        <Banner tone="error" fault={lost} />
      )}
      {readOnly === null ? null : <Banner tone="warning" lead="Open for reading only. " fault={readOnly} />}
      {isOnline || ledger?.connection !== "service" ? null : (
        <output className="banner banner-warning">
          <span>
            <strong>Offline.</strong> All that is in the ledger can be checked and decided; pulling waits for
            the connection.
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
  readonly fault: Fault;
}

function Banner({ tone, lead = "", fault }: BannerProps) {
  const { title, remedy } = wordsFor(fault);
  return (
    <div className={`banner banner-${tone}`} role="alert">
      <p>
        <strong>
          {lead}
          {title}.
        </strong>{" "}
        {remedy} <code className="fault-code">{fault.code}</code>
      </p>
    </div>
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
