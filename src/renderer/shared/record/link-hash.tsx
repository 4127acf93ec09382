/** A link's hash: its first digits, and all of it when asked. */
import { useState } from "react";
import { Button } from "../../ui/button.tsx";

export function LinkHash({ hash, sequence }: { readonly hash: string; readonly sequence: number }) {
  const [isWhole, setWhole] = useState(false);
  return (
    <span className="row baseline gap-half quiet breaks id-width link-hash">
      <code>{isWhole ? hash : hash.slice(0, 10)}</code>
      <Button
        variant="quiet"
        size="s"
        aria-expanded={isWhole}
        aria-label={`Full hash of link ${sequence}`}
        onPress={() => setWhole(!isWhole)}
      >
        {isWhole ? "less" : "…"}
      </Button>
    </span>
  );
}
