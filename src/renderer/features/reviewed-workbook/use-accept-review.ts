/**
 * Accepting what a reviewer typed: what is chosen, what was decided on it meanwhile, and taking it in with
 * its way back.
 */
import { useMemo, useState } from "react";
import type { Decision } from "../../../core/review/decisions/decision.ts";
import { nameOf } from "../../../core/review/decisions/note-rules.ts";
import type { Fault } from "../../../ipc/envelope.ts";
import type { ReviewRead } from "../../../ipc/jobs.ts";
import { useApi } from "../../app/api-provider.tsx";
import { faultIn } from "../../app/fault-in.ts";
import { useCheck } from "../../check/check-provider.tsx";
import { showToast } from "../../ui/overlays/toast.tsx";
import { decidedMeanwhile } from "../../shared/decide/history.ts";
import { useUndo } from "../../shared/decide/use-undo.ts";
import { wordingFault } from "../../shared/decide/note/wording-fault.ts";
import { chosenAtFirst, chosenOf, seenOf, takenWords, withNoted } from "./review-proposals.ts";

export interface AcceptingReview {
  /** Fingerprints. */
  readonly chosen: ReadonlySet<string>;
  readonly isSaving: boolean;
  readonly fault: Fault | null;
  /** What is wrong with the name, null while nothing is. */
  readonly nameFault: string | null;
  /** What was decided on chosen findings since the workbook was read. */
  readonly meanwhile: readonly Decision[];
  readonly choose: (fingerprints: ReadonlySet<string>) => void;
  /** Keeps those in that were decided on meanwhile, having seen it. */
  readonly takeNote: () => void;
  readonly leaveOut: () => void;
  /** Forgets what was wrong. */
  readonly forget: () => void;
  /** Takes in what is chosen under a name. */
  readonly accept: (by: string) => Promise<void>;
}

export function useAcceptReview(read: ReviewRead, onAccepted: () => void): AcceptingReview {
  const api = useApi();
  const { decisions } = useCheck();
  const { undoThese } = useUndo();
  const [chosen, setChosen] = useState(() => chosenAtFirst(read.items));
  const [noted, setNoted] = useState<ReadonlyMap<string, number>>(() => new Map());
  const [fault, setFault] = useState<Fault | null>(null);
  const [nameFault, setNameFault] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const items = useMemo(
    () => chosenOf(read.items, chosen).map((typed) => ({ ...typed, seen: seenOf(typed, noted) })),
    [read.items, chosen, noted],
  );
  const meanwhile = useMemo(() => decidedMeanwhile(items, decisions ?? []), [items, decisions]);
  const forget = () => {
    setFault(null);
    setNameFault(null);
  };
  const take = async (by: string) => {
    setSaving(true);
    try {
      const { first, count } = await api["workbook.acceptReview"]({
        run: read.run,
        by,
        items: items.map(({ fingerprint, seen, proposed }) => ({ fingerprint, seen, ...proposed })),
      });
      onAccepted();
      // Ids follow each other in the order of the items.
      const taken = items.map(({ fingerprint }, at) => ({ fingerprint, seen: first + at }));
      showToast({
        tone: "good",
        words: takenWords(count, by),
        action: { label: "Undo", run: () => void undoThese(taken) },
        topic: "review",
      });
    } catch (error) {
      setFault(faultIn(error));
    } finally {
      setSaving(false);
    }
  };
  return {
    chosen,
    isSaving,
    fault,
    nameFault,
    meanwhile,
    choose: (next) => {
      forget();
      setChosen(next);
    },
    takeNote: () => {
      forget();
      setNoted(withNoted(noted, meanwhile));
    },
    leaveOut: () => {
      forget();
      const left = new Set(meanwhile.map(({ fingerprint }) => fingerprint));
      setChosen(new Set([...chosen].filter((fingerprint) => !left.has(fingerprint))));
    },
    forget,
    accept: async (name) => {
      forget();
      const wrong = wordingFault(() => nameOf(name));
      setNameFault(wrong);
      if (wrong === null) await take(nameOf(name));
    },
  };
}
