/** `const [first, more] = useFirst(items, 200)`: the part of a long list that is drawn, and `more` under it. */
import { type ReactNode, useState } from "react";
import { formatAmount } from "../../core/money.ts";
import { Button } from "./button.tsx";

/** @param page how many are drawn at first, and more of them each time */
export function useFirst<T>(items: readonly T[], page: number): readonly [readonly T[], ReactNode] {
  const [count, setCount] = useState(page);
  if (items.length <= count) return [items, null];
  return [
    items.slice(0, count),
    <p key="more">
      <Button size="s" onPress={() => setCount(count + page)}>
        Show more
      </Button>{" "}
      <span className="quiet">
        The first {formatAmount(count)} of {formatAmount(items.length)}
      </span>
    </p>,
  ];
}
