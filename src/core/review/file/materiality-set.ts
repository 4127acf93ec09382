/** Who set a month's materiality, when, and whether its findings could be known by then. */
import type { ZoneClock } from "../../time.ts";
import { type Materiality, materialityWords } from "./materiality.ts";
import type { TermsVersion } from "./terms.ts";

interface SetGround {
  /** Up to the one that the month goes by, oldest first. */
  readonly versions: readonly TermsVersion[];
  /** The link of the audit trail that records a version, by its number. */
  readonly linkOf: (version: number) => number;
  /** The link of the first pull or import recorded after the month's end; null before there is one. */
  readonly knownAt: number | null;
  readonly clock: ZoneClock;
  /** 0 to 6; display only. */
  readonly decimals: number;
}

/**
 * One materiality with its basis, and who set it: the version of the terms since which it is as it is.
 *
 * @example 'NGN 100,000. Basis: 5% of inflows. Set by Ada Obi on 2026-11-28 (link 12), before the findings of the month were known.'
 */
export function materialitySetWords(one: Materiality, ground: SetGround): string {
  const { linkOf, knownAt, clock, decimals } = ground;
  const set = setIn(one, ground.versions);
  const stated = materialityWords(one, decimals).replace(/[.\s]+$/u, "");
  const words = one.basis === "" ? `${stated}. No basis is given` : stated;
  if (set === null) return `${words}.`;
  const link = linkOf(set.id);
  const when = knownAt === null || link < knownAt ? "before" : "after";
  return `${words}. Set by ${set.by} on ${clock.day(set.atMs)} (link ${link}), ${when} the findings of the month were known.`;
}

/** The version since which a currency's materiality is as it is. */
function setIn(one: Materiality, versions: readonly TermsVersion[]): TermsVersion | null {
  let set: TermsVersion | null = null;
  for (const version of versions) {
    const isSame = version.terms.materiality.some((other) => isEqual(one, other));
    set = isSame ? (set ?? version) : null;
  }
  return set;
}

function isEqual(one: Materiality, other: Materiality): boolean {
  return (
    one.currency === other.currency &&
    one.amount === other.amount &&
    one.performance === other.performance &&
    one.trivial === other.trivial &&
    one.basis === other.basis
  );
}
