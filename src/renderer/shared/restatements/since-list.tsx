/** Which records and findings of a month are different now, as links to then or to now. */
import { formatAmount } from "../../../core/money.ts";
import { capitalised } from "../../../core/sentence.ts";
import { RECORD_TABLES } from "../../bridge/rows.ts";
import {
  type ChangedSince,
  changedKinds,
  type FindingSince,
  type FindingsSince,
  type Since,
} from "../../../core/review/close/since.ts";
import { ruleName } from "../../../core/words/rule.ts";
import { findingSubject } from "../decide/finding-words.ts";
import type { PlaceName } from "../../../ipc/events.ts";
import { hrefNow, hrefOf, hrefThen } from "../../app/use-route.ts";

/** How many of each kind are named; the places mark all of them. */
const NAMED = 20;

interface SinceLink {
  readonly words: string;
  readonly href: string;
}

interface SinceLine {
  readonly title: string;
  readonly links: readonly SinceLink[];
  readonly total: number;
  /** What is said in words alone. */
  readonly phrases?: readonly string[];
}

/** Of an earlier moment, with its findings. */
export function SinceList({ since }: { readonly since: Since }) {
  const { changed, findings } = since;
  return <LineList lines={[...recordLines(changed), ...findingLines(findings), ...phraseLines(changed)]} />;
}

/** Of a signed month, as of now. */
export function ChangedRecords({ changed }: { readonly changed: ChangedSince }) {
  return <LineList lines={[...recordLines(changed), ...phraseLines(changed)]} />;
}

function LineList({ lines }: { readonly lines: readonly SinceLine[] }) {
  return (
    <dl className="stack scrolls since-lines">
      {lines.map(({ title, links, total, phrases = [] }) => (
        <div key={title} className="wrap baseline across-3 since-line">
          <dt className="medium unbroken">
            {title}
            {total === 0 ? "" : ` (${formatAmount(total)})`}
          </dt>
          {links.map(({ words, href }) => (
            <dd key={href} className="unbroken">
              <a href={href}>{words}</a>
            </dd>
          ))}
          {phrases.map((phrase) => (
            <dd key={phrase}>{phrase}</dd>
          ))}
          {total > links.length ? (
            <dd className="quiet">and {formatAmount(total - links.length)} more</dd>
          ) : null}
        </div>
      ))}
    </dl>
  );
}

function recordLines(changed: ChangedSince): SinceLine[] {
  return (["entries", "transactions"] as const).flatMap((table) => {
    const { place, idName } = RECORD_TABLES[table];
    const { changed: others, vanished, appeared } = changed[table];
    const linkBy = (href: Href) => (id: number) => ({ words: `${idName} ${id}`, href: href(place, id) });
    return [
      ...linesOf(`${capitalised(table)} changed`, others, linkBy(hrefOf)),
      ...linesOf(`${capitalised(table)} vanished`, vanished, linkBy(hrefThen)),
      ...linesOf(`New ${table}, as of now`, appeared, linkBy(hrefNow)),
    ];
  });
}

function findingLines({ gone, appeared, redecided }: FindingsSince): SinceLine[] {
  return [
    ...linesOf("Findings that are gone now", gone, findingBy(hrefOf)),
    ...linesOf("New findings, as of now", appeared, findingBy(hrefNow)),
    ...linesOf("Findings with another status now", redecided, findingBy(hrefOf)),
  ];
}

function findingBy(href: Href): (finding: FindingSince) => SinceLink {
  return (finding) => ({
    words: `${ruleName(finding.rule)}, ${findingSubject(finding)}`,
    href: href("exceptions", finding.fingerprint),
  });
}

/** What is no record, in words. */
function phraseLines(changed: ChangedSince): SinceLine[] {
  return changedKinds(changed)
    .filter(({ phrases }) => phrases !== changed.records)
    .map(({ title, phrases }) => ({ title, phrases, links: [], total: 0 }));
}

type Href = (place: PlaceName, subject: string | number) => string;

/** None where there are none. */
function linesOf<T>(title: string, all: readonly T[], linkOf: (one: T) => SinceLink): SinceLine[] {
  return all.length === 0 ? [] : [{ title, links: all.slice(0, NAMED).map(linkOf), total: all.length }];
}
