/** Evidence as a list: name, size, who attached it and when, and what can be done with it. */
import { type ReactNode, useState } from "react";
import type { Evidence } from "../../../core/review/attached/attachment.ts";
import { bytesText } from "../../../core/text/size-text.ts";
import { useOpenLedger } from "../../app/ledger/ledger-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { When } from "../../ui/values/when.tsx";
import { useEvidenceFiles } from "./use-evidence.ts";
import { WithdrawDialog } from "./withdraw-dialog.tsx";
import "./evidence.css";

export function EvidenceList({ evidence }: { readonly evidence: readonly Evidence[] }) {
  return (
    <ul className="stack evidence-list" aria-label="Evidence">
      {evidence.map((one) => (
        <li key={one.id} className="edge-below evidence-line">
          <Head evidence={one} />
          <Said by={one.by} note={one.note} atMs={one.atMs} />
          {one.withdrawn === null ? null : (
            <Said {...one.withdrawn}>
              <b>Withdrawn</b>{" "}
            </Said>
          )}
        </li>
      ))}
    </ul>
  );
}

function Head({ evidence }: { readonly evidence: Evidence }) {
  const { id, name, bytes, sha256, withdrawn } = evidence;
  return (
    <p className="cluster across-2">
      <span className="breaks">
        {withdrawn === null ? (
          <strong>
            <bdi>{name}</bdi>
          </strong>
        ) : (
          <s>
            <bdi>{name}</bdi>
          </s>
        )}
      </span>
      <span className="quiet unbroken" title={`SHA-256 ${sha256}`}>
        {bytesText(bytes)}
      </span>
      <span className="tiny faint unbroken">evidence {id}</span>
      <Actions evidence={evidence} />
    </p>
  );
}

interface SaidProps extends Pick<Evidence, "by" | "note" | "atMs"> {
  readonly children?: ReactNode;
}

function Said({ by, note, atMs, children }: SaidProps) {
  return (
    <p className="quiet as-typed">
      {children}by <bdi>{by}</bdi>, <When atMs={atMs} time />
      {note === "" ? null : (
        <>
          : <bdi>{note}</bdi>
        </>
      )}
    </p>
  );
}

function Actions({ evidence }: { readonly evidence: Evidence }) {
  const { readOnly } = useOpenLedger();
  const { canOpen, open, save, saveWords } = useEvidenceFiles();
  const [isAsking, setAsking] = useState(false);
  const { name, withdrawn } = evidence;
  return (
    <span className="beside gap-1 to-end">
      {canOpen(evidence) ? (
        <Button size="s" aria-label={`Open ${name}`} onPress={() => void open(evidence)}>
          Open
        </Button>
      ) : null}
      <Button size="s" aria-label={`${saveWords} ${name}`} onPress={() => void save(evidence)}>
        {saveWords}
      </Button>
      {readOnly === null && withdrawn === null ? (
        <Button size="s" variant="quiet" aria-label={`Withdraw ${name}…`} onPress={() => setAsking(true)}>
          Withdraw…
        </Button>
      ) : null}
      {isAsking ? <WithdrawDialog evidence={evidence} onClose={() => setAsking(false)} /> : null}
    </span>
  );
}
