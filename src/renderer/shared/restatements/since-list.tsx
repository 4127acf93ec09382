/** Which records and findings of a month are different now, as links to then or to now. */
import { formatAmount } from "../../../core/money.ts";
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

interface SinceLine {
  readonly title: string;
  readonly links: readonly { readonly key: string; readonly words: string; readonly href: string }[];
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
    <dl className="stack scrolls bounded">
      {lines.map(({ title, links, total, phrases = [] }) => (
        <div key={title} className="wrap baseline across-3 since-line">
          <dt className="medium unbroken">
            {title}
            {total === 0 ? "" : ` (${formatAmount(total)})`}
          </dt>
          {links.map(({ key, words, href }) => (
            <dd key={key} className="unbroken">
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

function recordLines({ entries, transactions }: ChangedSince): SinceLine[] {
  const lines = [
    recordLine("Entries changed", "wallet", "walletID", entries.changed, hrefOf),
    recordLine("Entries vanished", "wallet", "walletID", entries.vanished, hrefThen),
    recordLine("New entries, as of now", "wallet", "walletID", entries.appeared, hrefNow),
    recordLine("Transactions changed", "transactions", "payID", transactions.changed, hrefOf),
    recordLine("Transactions vanished", "transactions", "payID", transactions.vanished, hrefThen),
    recordLine("New transactions, as of now", "transactions", "payID", transactions.appeared, hrefNow),
  ];
  return lines.filter(({ total }) => total > 0);
}

function findingLines(findings: FindingsSince): SinceLine[] {
  const lines = [
    findingLine("Findings that are gone now", findings.gone, hrefOf),
    findingLine("New findings, as of now", findings.appeared, hrefNow),
    findingLine("Findings with another status now", findings.redecided, hrefOf),
  ];
  return lines.filter(({ total }) => total > 0);
}

/** What is no record, in words. */
function phraseLines(changed: ChangedSince): SinceLine[] {
  return changedKinds(changed)
    .filter(({ phrases }) => phrases !== changed.records)
    .map(({ title, phrases }) => ({ title, phrases, links: [], total: 0 }));
}

type Href = (place: PlaceName, subject: string | number) => string;

function recordLine(
  title: string,
  place: PlaceName,
  idName: string,
  ids: readonly number[],
  href: Href,
): SinceLine {
  const links = ids.slice(0, NAMED).map((id) => ({
    key: String(id),
    words: `${idName} ${id}`,
    href: href(place, id),
  }));
  return { title, links, total: ids.length };
}

function findingLine(title: string, findings: readonly FindingSince[], href: Href): SinceLine {
  const links = findings.slice(0, NAMED).map((finding) => ({
    key: finding.fingerprint,
    words: `${ruleName(finding.rule)}, ${findingSubject(finding)}`,
    href: href("exceptions", finding.fingerprint),
  }));
  return { title, links, total: findings.length };
}
