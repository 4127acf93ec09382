/** Over every place while it shows an earlier state: which, what is different now, and the way back. */
import { useState } from "react";
import { differsWords } from "../../../core/review/close/differences.ts";
import { type Since, isSameNow, sinceSentence } from "../../../core/review/close/since.ts";
import { Button } from "../../ui/button.tsx";
import { sentenceOf } from "../../words/faults.ts";
import { faultIn } from "../fault-in.ts";
import { type Past, useMoments } from "./moment-provider.tsx";
import { SinceList } from "./since-list.tsx";
import "./moment.css";

export function MomentBanner() {
  const { past, choose } = useMoments();
  const [isOpen, setOpen] = useState(false);
  if (past === null) return null;
  const { since } = past.since;
  return (
    <section className="banner tone-accent moment-banner" aria-label="Earlier state">
      <div className="stack gap-2 shrinks">
        <p>
          <strong>{past.title}.</strong> You can view it, not change it.{" "}
          <output>{differenceWords(past)}</output>
        </p>
        {isOpen && since !== null ? <SinceList since={since} /> : null}
      </div>
      <div className="wrap gap-2 rigid">
        {since === null || isSameNow(since) ? null : (
          <Button size="s" variant="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {isOpen ? "Hide the list" : "List what differs"}
          </Button>
        )}
        <Button size="s" onPress={() => choose(null)}>
          Back to now
        </Button>
      </div>
    </section>
  );
}

function differenceWords({ since: { since, error } }: Past): string {
  if (error !== null) return `What is different now is not known: ${sentenceOf(faultIn(error))}`;
  if (since === null) return "Comparing with now…";
  return `${signedWords(since)}${sinceSentence(since)}`;
}

/** Whether the check is what was signed; '' of a pull, which was not. */
function signedWords({ unlikeSigned }: Since): string {
  if (unlikeSigned === null) return "";
  if (unlikeSigned.length === 0) return "The check is the one that was signed. ";
  return `The check ${differsWords("signed-off", unlikeSigned)}. `;
}
