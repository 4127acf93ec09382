/** What to resolve before preparing a month, each with the way to where it is dealt with. */
import { Section } from "../../ui/layout/part.tsx";
import type { Month, Obstacle, ObstacleKind } from "../../../core/review/close/close.ts";
import { hrefOfMonth } from "../../app/use-route.ts";
import { WAY_WORDS } from "../../shared/months/close-words.ts";
import { ended } from "../../words/faults.ts";

/** As filters of the queue. */
const WAYS: Readonly<Record<ObstacleKind, string>> = {
  "undecided-errors": "status=waiting&severity=error",
  "not-over": "",
  "opening-not-carried": "rule=opening-not-carried",
};

interface ObstacleListProps {
  readonly month: Month;
  readonly obstacles: readonly Obstacle[];
}

export function ObstacleList({ month, obstacles }: ObstacleListProps) {
  if (obstacles.length === 0) return null;
  return (
    <Section title="To resolve first" level={3}>
      <Obstacles month={month} obstacles={obstacles} />
    </Section>
  );
}

/** The obstacles alone, for where something else names them. */
export function Obstacles({ month, obstacles }: ObstacleListProps) {
  return (
    <ul className="obstacles">
      {obstacles.map(({ kind, sentence }) => (
        <li key={kind}>
          <span className="sign tone-warning obstacle-sign" aria-hidden="true">
            !
          </span>
          <span>{ended(sentence)}</span>
          {WAY_WORDS[kind] === null ? null : (
            <a href={hrefOfMonth("exceptions", month, WAYS[kind])}>{WAY_WORDS[kind]}</a>
          )}
        </li>
      ))}
    </ul>
  );
}
