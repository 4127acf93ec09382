/** What is chosen on both sides, written out as a sum, and what it leaves. */
import { Facts } from "../../ui/layout/facts.tsx";
import { useDisplayFormat } from "../../ui/values/display-format.tsx";
import { type TiedByPayref, tiedWords } from "../../../core/review/match/tied-by-payref.ts";
import { type Chosen, chosenArithmetic, remainderWords } from "../../shared/match/match-words.ts";
import "./match-arithmetic.css";

interface MatchArithmeticProps {
  readonly id: string;
  readonly chosen: Chosen;
  /**
   * Which of the chosen transactions have entries by their payrefs already: another one may pay them twice.
   */
  readonly tied: readonly TiedByPayref[];
  /** Of the check, in the service's unit. */
  readonly tolerance: number;
}

export function MatchArithmetic({ id, chosen, tied, tolerance }: MatchArithmeticProps) {
  const { decimals } = useDisplayFormat();
  const remainder = remainderWords(chosen, { decimals, tolerance });
  return (
    <section
      id={id}
      className="cluster baseline ends rigid gap-2 across-5 sunken match-arithmetic"
      aria-label="The arithmetic"
    >
      <Facts
        look="inline"
        facts={chosenArithmetic(chosen, decimals).map(({ name, words, isOff }) => [
          name,
          <span key={name} className={isOff ? "tone-error" : undefined}>
            {words}
          </span>,
        ])}
      />
      <output className="quiet match-remainder">
        <span>{remainder === "" ? "Choose records on both sides to see whether they tie." : remainder}</span>
        {tied.map((one) => (
          <span key={one.payID}>{`${tiedWords(one)}.`}</span>
        ))}
      </output>
    </section>
  );
}
