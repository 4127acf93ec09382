/** How much of the causes' amounts is explained, the same wherever the review is shown. */
import type { CauseProgress } from "../../check/protocol.ts";
import { Defined } from "../../ui/overlays/defined.tsx";
import { useDisplayFormat } from "../../ui/values/display-format.tsx";
import { explainedMeaning, explainedWords } from "./cause-texts.ts";

/** Each currency by itself: amounts of unlike ones are never added up. */
export function Explained({ causes }: { readonly causes: readonly CauseProgress[] }) {
  const { decimals } = useDisplayFormat();
  return causes.map((one) => (
    <span key={one.currency} className="unbroken">
      <Defined meaning={explainedMeaning(one)}>{explainedWords(one, decimals)}</Defined>
    </span>
  ));
}
