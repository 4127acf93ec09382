/** What an earlier decision proposes for the finding on screen. */
import { memo } from "react";
import { formatAmount } from "../../../core/money.ts";
import { originWords, sameWords } from "../../../core/review/standing/standing-words.ts";
import { STATUS_WORDS } from "../../shared/decide/finding-words.ts";
import { changeWording } from "../../shared/record/changes-table.tsx";
import { Button } from "../../ui/button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { StatusMark } from "../../ui/marks.tsx";
import { useSteady } from "../../ui/use-steady.ts";
import { useDisplayFormat } from "../../ui/values.tsx";
import { type Accepting, type Proposed, isOneKind } from "./use-proposals.ts";
import { QUEUE_KEYS } from "./use-queue-keys.ts";

interface ProposalNoteProps extends Pick<Accepting, "shown" | "whyNot" | "acceptOne" | "acceptAlike"> {
  /** Whether the keys that decide cover a group here: what is proposed is for one finding. */
  readonly isInGroup: boolean;
}

/** What is proposed for the finding on screen, where it comes from, and the keys that accept it. */
export function ProposalNote({ shown, whyNot, isInGroup, ...on }: ProposalNoteProps) {
  const onOne = useSteady(on.acceptOne);
  const onAll = useSteady(on.acceptAlike);
  if (shown !== null) return <Proposal of={shown} {...{ isInGroup, onOne, onAll }} />;
  return whyNot === "" ? null : <p className="small quiet">{whyNot}</p>;
}

interface ProposalProps extends Pick<ProposalNoteProps, "isInGroup"> {
  readonly of: Proposed;
  readonly onOne: () => void;
  readonly onAll: () => void;
}

const Proposal = memo(function Proposal({ of, isInGroup, onOne, onAll }: ProposalProps) {
  const { proposal, alike } = of;
  const { status, words, same } = proposal;
  const { decimals, timeZone } = useDisplayFormat();
  return (
    <section className="stack gap-1 edge-below pad-under-2" aria-label="Proposal">
      <p className="cluster baseline gap-2">
        <span className="label-caps">Proposed</span>
        <StatusMark status={status} bare />
        <b>{STATUS_WORDS[status]}</b>
        {words === "" ? <span className="quiet">without a note</span> : null}
      </p>
      {words === "" ? null : <p className="as-typed">{words}</p>}
      <p className="small quiet breaks">
        {originWords(proposal, changeWording({ decimals, timeZone }).sayTime)}. Same as then:{" "}
        {sameWords(same, decimals)}.{isInGroup ? " It is proposed for this finding alone." : ""}
      </p>
      <div className="wrap gap-2">
        <Button size="s" variant="primary" onPress={onOne}>
          Accept proposal <Kbd keys={QUEUE_KEYS.acceptProposal.keys} />
        </Button>
        {alike.length < 2 ? null : (
          <Button size="s" onPress={onAll}>
            {`Accept all ${formatAmount(alike.length)} alike${isOneKind(of) ? "" : "…"}`}{" "}
            <Kbd keys={QUEUE_KEYS.acceptAlike.keys} />
          </Button>
        )}
      </div>
    </section>
  );
});
