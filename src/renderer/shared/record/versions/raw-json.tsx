/** A record as the service sent it. */
import { useMemo, useState } from "react";
import { putOnClipboard } from "../../../grid/selection/use-copying.ts";
import { Button } from "../../../ui/button.tsx";
import { SwitchField } from "../../../ui/fields/switch-field.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { escapeHidden, indentJson } from "./indent-json.ts";
import "../record.css";

/** More is not drawn, only copied. */
const MOST_DRAWN = 100_000;

export function RawJson({ raw }: { readonly raw: string | null }) {
  const [isIndented, setIndented] = useState(true);
  const toast = useToast();
  const drawn = useMemo(() => {
    if (raw === null) return "";
    const text = escapeHidden(isIndented ? indentJson(raw) : raw);
    return text.length > MOST_DRAWN ? `${text.slice(0, MOST_DRAWN)}…` : text;
  }, [raw, isIndented]);
  if (raw === null) {
    return <p className="quiet">Its response was pruned. The hash is still in the audit trail.</p>;
  }
  const copy = () => {
    putOnClipboard(raw);
    toast({ tone: "good", words: "Copied as sent" });
  };
  return (
    <div className="stack gap-1">
      <div className="row ends small">
        <SwitchField isSelected={isIndented} onChange={setIndented}>
          Formatted
        </SwitchField>
        <Button size="s" variant="quiet" onPress={copy}>
          Copy as sent
        </Button>
      </div>
      {/* It scrolls by itself, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className="raw-text" dir="ltr" tabIndex={0} aria-label="JSON as the service sent it">
        {drawn}
      </pre>
    </div>
  );
}
