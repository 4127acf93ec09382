/** `<ShowMore shown={count} of={all.length} onMore={…} />` under a long list of which the first part is drawn. */
import { formatAmount } from "../../core/money.ts";
import { Button } from "./button.tsx";

interface ShowMoreProps {
  readonly shown: number;
  readonly of: number;
  readonly onMore: () => void;
}

export function ShowMore({ shown, of, onMore }: ShowMoreProps) {
  if (of <= shown) return null;
  return (
    <p>
      <Button size="s" onPress={onMore}>
        Show more
      </Button>{" "}
      <span className="quiet">
        The first {formatAmount(shown)} of {formatAmount(of)}
      </span>
    </p>
  );
}
