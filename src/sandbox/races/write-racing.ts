/** Writes a month as a busy service does: now and then several requests run at once. */
import type { PostingStep } from "../generate/posting.ts";
import type { Random } from "../generate/random.ts";
import type { WalletWriter } from "../generate/wallet.ts";
import type { Incident } from "../world.ts";
import { runAtOnce } from "./at-once.ts";
import { column } from "./column.ts";
import { LAST_ROW } from "./last-row.ts";

interface Racing {
  /** Steps that no other request comes into. */
  readonly alone: ReadonlySet<PostingStep>;
  /** About one row in so many begins an incident. */
  readonly oneIn: number;
  readonly random: Random;
}

/** As many workers as a small service has. */
const MOST_AT_ONCE = 8;

/**
 * Writes steps in their order. Those that run at once wait for the last of them.
 *
 * @returns what went wrong
 */
export function writeRacing(wallet: WalletWriter, steps: readonly PostingStep[], racing: Racing): Incident[] {
  const { alone, oneIn, random } = racing;
  const incidents: Incident[] = [];
  for (let at = 0; at < steps.length;) {
    const race = random.below(oneIn) === 0;
    const together = race ? requestsAt(wallet, steps.slice(at, at + howMany(racing)), alone) : [];
    const last = together.at(-1);
    if (last === undefined || together.length === 1) {
      wallet.write(steps[at] as PostingStep);
      at += 1;
      continue;
    }
    const about = { atMs: last.atMs, random };
    incidents.push(
      ...(random.chance(60)
        ? runAtOnce(wallet, together, LAST_ROW, about)
        : runAtOnce(wallet, together, column(random.chance(50) ? "add" : "read"), about)),
    );
    at += together.length;
  }
  return incidents;
}

/** How many requests run at once: two, and one more as often as requests overlap, or one in ten times where they come in clumps. */
function howMany({ oneIn, random }: Racing): number {
  let count = 2;
  while (count < MOST_AT_ONCE && random.below(10 * oneIn) < oneIn + 10) count += 1;
  return count;
}

/** The first steps that may run at once, each in a wallet whose balance a row states. */
function requestsAt(
  wallet: WalletWriter,
  steps: readonly PostingStep[],
  alone: ReadonlySet<PostingStep>,
): readonly PostingStep[] {
  const end = steps.findIndex(
    (step) =>
      alone.has(step) ||
      step.postings.some(({ businessID }) => wallet.accountOf(businessID).lastWalletID === null),
  );
  return end === -1 ? steps : steps.slice(0, end);
}
