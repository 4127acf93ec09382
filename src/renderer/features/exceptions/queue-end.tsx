/** Once every exception is decided: what is next of the month. */
import { formatAmount } from "../../../core/money.ts";
import { monthOfPeriod } from "../../../core/words/month.ts";
import type { ReviewProgress } from "../../../core/review/decisions/review.ts";
import { raisedWords } from "../../../core/review/letters/letter-words.ts";
import { CLOSE_ACTIONS, PLACE_ACTIONS, runThere } from "../../app/place-actions.ts";
import { useAnswer } from "../../app/use-answer.ts";
import { hrefOf } from "../../app/use-route.ts";
import { useCheck } from "../../rows/check-provider.tsx";
import { monthName } from "../../shared/months/close-words.ts";
import { Button } from "../../ui/button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { useKeys } from "../../ui/use-keys.ts";

export interface EndOfQueue {
  readonly words: string;
  readonly next: string;
  /** What is raised, and in no letter; '' until it is known. */
  readonly raised: string;
  readonly mayWrite: boolean;
  readonly close: string;
}

/** @returns null while anything waits, and where there is nothing to decide */
export function useQueueEnd({ reviewed, total }: ReviewProgress): EndOfQueue | null {
  const { period } = useCheck();
  const month = monthOfPeriod(period);
  const isOver = total > 0 && reviewed === total;
  const { data: report } = useAnswer("close.read", isOver && month !== null ? { month } : null);
  if (!isOver) return null;
  const raised = report === undefined ? "" : raisedWords(report.raised);
  const mayPrepare = report?.facts.state === "open";
  const close = month !== null && mayPrepare ? `Prepare ${monthName(month)}` : "Go to Close";
  const sentences = [raised, mayPrepare ? `${close} on Close` : "Close says what is next"];
  return {
    words: `All ${formatAmount(total)} decided`,
    next: sentences.flatMap((one) => (one === "" ? [] : [`${one}.`])).join(" "),
    raised,
    mayWrite: (report?.raised.unasked ?? 0) > 0,
    close,
  };
}

interface QueueEndProps {
  readonly end: EndOfQueue;
  readonly canWrite: boolean;
}

export function QueueEnd({ end: { words, raised, mayWrite, close }, canWrite }: QueueEndProps) {
  const { letter } = CLOSE_ACTIONS;
  const write = () => {
    const there = PLACE_ACTIONS.find(({ place }) => place === "close");
    if (there !== undefined) runThere(there, letter);
  };
  const isAsked = mayWrite && canWrite;
  useKeys({ [letter.keys]: { does: letter.does, run: write } }, { group: "Exceptions", enabled: isAsked });
  return (
    <section
      className="cluster rigid across-3 gap-1 rule-above washed tone-good inked pad-x-4 pad-y-2"
      aria-label="All decided"
    >
      <b>{words}.</b>
      {raised === "" ? null : <span>{raised}.</span>}
      {isAsked ? <Button size="s" words="Write letter…" keys={letter.keys} onPress={write} /> : null}
      <a className="button button-s" href={hrefOf("close")}>
        {close} <Kbd keys="g c" />
      </a>
    </section>
  );
}
