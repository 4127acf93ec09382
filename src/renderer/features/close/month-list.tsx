/**
 * The months, newest first, each with how it stands in words; each is a link that chooses it for all places.
 */
import type { MonthFacts } from "../../../core/review/close/months.ts";
import { hrefOf, hrefOfMonth } from "../../app/use-route.ts";
import { MonthMark } from "../../ui/marks.tsx";
import { REGISTER } from "../../shared/months/addresses.ts";
import { monthName } from "../../shared/months/close-words.ts";

interface MonthListProps {
  readonly months: readonly MonthFacts[];
  /** The month that is shown beside; null while the register is. */
  readonly shown: string | null;
  readonly isRegister: boolean;
}

export function MonthList({ months, shown, isRegister }: MonthListProps) {
  return (
    <nav className="stack gap-3 scrolls month-list" aria-label="Months">
      <ul>
        {months.map((facts) => (
          <li key={facts.month}>
            <a
              className="month-line"
              href={hrefOfMonth("close", facts.month)}
              aria-current={facts.month === shown ? "true" : undefined}
            >
              <span className="month-name">{monthName(facts.month)}</span>
              <MonthMark state={facts.state} />
              {facts.restatements === 0 ? null : (
                <span className="small medium tone-warning month-changed">changed since</span>
              )}
            </a>
          </li>
        ))}
      </ul>
      <a
        className="month-line month-register"
        href={hrefOf("close", REGISTER)}
        aria-current={isRegister ? "true" : undefined}
      >
        What later pulls changed
      </a>
    </nav>
  );
}
