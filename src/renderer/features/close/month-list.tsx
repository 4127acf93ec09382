/**
 * The months, newest first, each with how it stands in words; each is a link that chooses it for all places.
 */
import type { Month } from "../../../core/review/close/close.ts";
import type { MonthFacts } from "../../../core/review/close/months.ts";
import { hrefOf, hrefOfMonth } from "../../app/use-route.ts";
import { MonthMark } from "../../ui/marks.tsx";
import { REGISTER, YEAR } from "../../shared/months/addresses.ts";
import { monthName } from "../../shared/months/close-words.ts";

/** What is about all months. */
const PAGES = [
  { subject: YEAR, title: "The year" },
  { subject: REGISTER, title: "What later pulls changed" },
] as const;

interface MonthListProps {
  readonly months: readonly MonthFacts[];
  /** Signed ones of which anything changed since. */
  readonly changed: readonly Month[];
  /** What is shown beside: a month, or the subject of one of the pages about all months. */
  readonly shown: string;
}

export function MonthList({ months, changed, shown }: MonthListProps) {
  return (
    <nav className="stack gap-3 scrolls month-list" aria-label="Months">
      <ul>
        {months.map((facts) => (
          <li key={facts.month}>
            <a
              className="edge-below month-line"
              href={hrefOfMonth("close", facts.month)}
              aria-current={facts.month === shown ? "true" : undefined}
            >
              <span className="month-name">{monthName(facts.month)}</span>
              <MonthMark state={facts.state} />
              {changed.includes(facts.month) ? (
                <span className="small medium tone-warning month-changed">changed since</span>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
      <ul className="edge-above">
        {PAGES.map(({ subject, title }) => (
          <li key={subject}>
            <a
              className="edge-below month-line"
              href={hrefOf("close", subject)}
              aria-current={subject === shown ? "true" : undefined}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
