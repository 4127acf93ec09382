/** What the exceptions come to in money, by what became of them: the same wherever the review is shown. */
import {
  CLASS_MEANING,
  type ClassAmounts,
  classWords,
  toResolveWords,
} from "../../../core/report/exceptions/class-words.ts";
import { Defined } from "../../ui/defined.tsx";
import { useDisplayFormat } from "../../ui/values.tsx";

/** Each currency by itself: amounts of unlike ones are never added up. */
export function ToResolve({ amounts }: { readonly amounts: readonly ClassAmounts[] }) {
  const { decimals } = useDisplayFormat();
  return amounts.map((one) => (
    <span key={one.currency} className="unbroken">
      <Defined meaning={`${classWords(one, decimals)}. ${CLASS_MEANING}`}>
        {toResolveWords(one, decimals)}
      </Defined>
    </span>
  ));
}
