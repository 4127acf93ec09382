/**
 * Requests that run at once, statement by statement. What goes wrong follows from the order in which their statements came; nothing is
 * changed afterwards.
 */
import type { Posting, PostingStep } from "../generate/posting.ts";
import type { Random } from "../generate/random.ts";
import type { Account, WalletWriter } from "../generate/wallet.ts";
import type { Incident } from "../world.ts";

/** A way in which a service keeps a balance, and what a run of it says of each entry. */
export interface BalanceKeeping<Row> {
  /** The statements that write an entry, apart by the pauses that are yielded. */
  readonly statements: (run: RaceRun<Row>, posting: Posting) => Statements;
  /** What went wrong, of the rows of one run in the order of their ids. */
  readonly incidentsOf: (rows: readonly Row[]) => Incident[];
}

export interface RaceRun<Row> {
  readonly wallet: WalletWriter;
  /** Milliseconds UTC. */
  nowMs: number;
  /** What was written so far, in the order of the ids. */
  readonly rows: Row[];
  /** How many movements reached each wallet so far. */
  readonly added: Map<Account, number>;
}

type Statements = Generator<Pausing, void, void>;

/** `work`: the request does something else, such as asking a bank; `none`: the next statement follows. */
type Pausing = "work" | "none";

/** The shortest and the longest, milliseconds. */
const PAUSES: Readonly<Record<Pausing, readonly [number, number]>> = { work: [20, 900], none: [1, 10] };

/**
 * Runs requests at once and writes their entries.
 *
 * @param atMs when they come in, milliseconds UTC
 * @returns what went wrong
 */
export function runAtOnce<Row>(
  wallet: WalletWriter,
  requests: readonly PostingStep[],
  { statements, incidentsOf }: BalanceKeeping<Row>,
  { atMs, random }: { readonly atMs: number; readonly random: Random },
): Incident[] {
  const run: RaceRun<Row> = { wallet, nowMs: atMs, rows: [], added: new Map() };
  const after = (pause: Pausing) => run.nowMs + random.between(...PAUSES[pause]);
  const running = requests.map(({ postings }) => ({
    program: inTurn(postings, (posting) => statements(run, posting)),
    atMs: after("work"),
  }));
  while (running.length > 0) {
    const next = running.reduce((first, one) => (one.atMs < first.atMs ? one : first));
    run.nowMs = next.atMs;
    const { done, value } = next.program.next();
    if (done === true) running.splice(running.indexOf(next), 1);
    else next.atMs = after(value);
  }
  return incidentsOf(run.rows);
}

function* inTurn(postings: readonly Posting[], statements: (posting: Posting) => Statements): Statements {
  for (const posting of postings) yield* statements(posting);
}
