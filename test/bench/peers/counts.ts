/** The five counts that Tieout and its peers work out, named after Tieout's rules. */

const CHECKS = [
  "chain-break",
  "orphan-payref",
  "paid-without-entry",
  "amount-mismatch",
  "duplicate-entry",
] as const;

type Check = (typeof CHECKS)[number];

export type Counts = Readonly<Record<Check, number>>;

/** What a peer prints. */
export function peerCounts(stdout: string): Counts {
  return JSON.parse(stdout) as Counts;
}

/** Of Tieout's own result; a payment that is in transit has no entry yet. */
export function tieoutCounts(stdout: string): Counts {
  const { counts } = JSON.parse(stdout) as { counts: { findings: Counts & { "in-transit": number } } };
  const { findings } = counts;
  return { ...findings, "paid-without-entry": findings["paid-without-entry"] + findings["in-transit"] };
}

/** Throws where a peer's counts are not Tieout's: then both did not do the same work. */
export function requireSame(name: string, counts: Counts, expected: Counts): void {
  const wrong = CHECKS.filter((check) => counts[check] !== expected[check]);
  if (wrong.length === 0) return;
  const differences = wrong.map((check) => `${check} ${counts[check]} instead of ${expected[check]}`);
  throw new Error(`${name} does not agree with Tieout: ${differences.join(", ")}`);
}
