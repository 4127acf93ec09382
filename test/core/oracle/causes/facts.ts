/** What causes explain: some of the findings, with the records behind them. */
import type { Entry } from "../../../../src/core/records/entry.ts";
import type { Transaction } from "../../../../src/core/records/transaction.ts";
import { type Diagnosis, diagnose } from "../breaks/diagnosis.ts";
import type { OracleFinding } from "../terms.ts";
import { type Wallet, movementOf } from "../wallets.ts";
import { type World, paidAt } from "../world.ts";

/** The rules whose findings are facts. */
export const FACTS: ReadonlySet<string> = new Set([
  "chain-break",
  "orphan-payref",
  "paid-without-entry",
  "duplicate-entry",
  "amount-mismatch",
]);

export interface Fact {
  /** Among the findings. */
  readonly place: number;
  readonly finding: OracleFinding;
  /** The user, or the user and the business, whose chain it is of. */
  readonly owner: string;
  /** Milliseconds UTC; null for a payment without dates. */
  readonly atMs: number | null;
  /** Of an entry; of a link its newer one. */
  readonly entry: Entry | null;
  readonly movement: bigint;
  /** Of a chain-break: its chain as at the check's end, its place there, and why it broke. */
  readonly link: { readonly wallet: Wallet; readonly k: number; readonly diagnosis: Diagnosis } | null;
  readonly payment: Transaction | null;
  /** What a payment is expected to move, or still misses. */
  readonly missing: bigint;
}

export function factsOf(world: World, findings: readonly OracleFinding[]): Fact[] {
  const diagnoses = new Map(world.wallets.map((wallet) => [wallet, diagnose(world, wallet)]));
  return findings.flatMap((finding, place) => {
    if (!FACTS.has(finding.rule)) return [];
    const { userID, businessID, walletID, payID, rule, difference = 0 } = finding;
    const owner = world.given.options.chainScope === "user" ? `${userID}` : `${userID}/${businessID}`;
    const entry = walletID === null ? null : world.dated.entries.get(walletID)!;
    const payment = payID === null ? null : world.dated.transactions.get(payID)!;
    const wallet = world.wallets.find(({ entries }) => entry !== null && entries.includes(entry))!;
    const k = entry === null ? -1 : wallet.entries.indexOf(entry);
    return [
      {
        place,
        finding,
        owner,
        atMs: entry?.dateCreatedAtMs ?? paidAt(world.given, payment!) ?? payment!.dateCreatedAtMs,
        entry,
        movement: entry === null ? 0n : movementOf(entry, world.convention.used),
        link: rule === "chain-break" ? { wallet, k, diagnosis: diagnoses.get(wallet)![k]! } : null,
        payment,
        missing: payment === null ? 0n : -BigInt(difference),
      },
    ];
  });
}
