/** Records that a cause of the check ties together with what is chosen, to choose with one press. */
import { formatAmount } from "../../../core/money.ts";
import { groupSentence, otherGroupsSentence } from "../../../core/review/match/group-words.ts";
import type { MatchGroup } from "../../../core/review/match/match-candidates.ts";
import type { MatchSides } from "../../check/protocol/match.ts";
import { Button } from "../../ui/button.tsx";
import { useDisplayFormat } from "../../ui/values/display-format.tsx";

interface MatchGroupOfferProps {
  readonly group: MatchGroup;
  readonly onChoose: (sides: MatchSides) => void;
}

export function MatchGroupOffer({ group, onChoose }: MatchGroupOfferProps) {
  const { decimals } = useDisplayFormat();
  const { walletIDs, payIDs } = group;
  return (
    <p className="row baseline gap-2">
      <span className="shrinks">
        {groupSentence(group, (amount) => formatAmount(amount, decimals))} {otherGroupsSentence(group)}
      </span>
      <Button size="s" onPress={() => onChoose({ walletIDs, payIDs })}>
        Choose them all
      </Button>
    </p>
  );
}
