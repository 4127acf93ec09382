/**
 * The restatement register: what later pulls changed of entries and transactions, listed, and counted by the signed
 * months that it touches.
 */
import { shownNow } from "../shared/shown-now.ts";
import type { Month, CloseStep } from "../../../core/review/close/close.ts";
import type { Restatement, RestatementRegister } from "../../../core/review/restate/restatements.ts";
import type { LastLooks } from "../../../core/review/restate/last-looks.ts";
import { type SignedChange, SignedChanges } from "../../../core/review/restate/register-timeline.ts";
import { isInForce, standsAt } from "../../../core/review/restate/signatures.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { listFrozenDecimals } from "../../ledger/acts/run.ts";
import { readSettings } from "../../ledger/acts/settings.ts";
import { readSignatures } from "../../ledger/acts/run-document.ts";
import type { LedgerAt } from "../../ledger/trail/as-of.ts";
import { readProven } from "../shared/use-ledger.ts";
import { countRestated } from "./records-of-month.ts";
import { walkRegister, readLastLooks } from "../../ledger/pulls/restatements.ts";

/** How many are listed by default. */
const MOST = 2000;

interface RestatementRequest {
  /** Limits it to changes that touch the month; null lists all. */
  readonly month: Month | null;
  /** How many are listed, the newest first; `total` counts them all. */
  readonly most?: number;
}

/**
 * Lists what later pulls changed of entries and paid transactions, as of one moment.
 *
 * @param tell is called with every one of them, listed or not
 * @throws TieoutError LEDGER_CORRUPT, LEDGER_BUSY; SUM_OVERFLOW
 */
export function listRestatements(
  db: ReadableLedger,
  { month, most = MOST }: RestatementRequest,
  tell?: (restatement: Restatement) => void,
): RestatementRegister {
  const newest = new Newest(most);
  const closings = walkRegister(db, (restatement) => {
    tell?.(restatement);
    if (month === null || touches(restatement, month)) newest.add(restatement);
  });
  return {
    restatements: newest.finish(),
    total: newest.total,
    closings: closings.filter((closing) => month === null || closing.month === month),
  };
}

/** The register of a ledger file, with what it is read by. */
export interface LedgerRegister extends RestatementRegister {
  /** What became of each signed month that something touches, in all. */
  readonly signedChanges: readonly SignedChange[];
  /** How far back pulls looked. */
  readonly lastLooks: LastLooks;
  /** Of which moment what is now is, as `nowTitle`. */
  readonly shows: string;
  /** Digits after the point that the ledger's settings show amounts with. */
  readonly decimals: number;
  /** Those of prepared and signed months, by month. */
  readonly frozenDecimals: Readonly<Record<Month, number>>;
  /** The ledger's. */
  readonly timeZone: string;
}

/** As `listRestatements`, of a ledger file, with how far back pulls looked; for one month alone if asked. */
export function readRestatements(ledger: LedgerAt, request: RestatementRequest): LedgerRegister {
  const { month } = request;
  const isAsked = (one: { readonly month: Month }) => month === null || one.month === month;
  return readProven(ledger, (db) => {
    const { decimals, timeZone } = readSettings(db);
    const { newest, months } = readLastLooks(db);
    const changes = new SignedChanges();
    const register = listRestatements(db, request, (restatement) => changes.add(restatement));
    const lastLooks = { newest, months: months.filter(isAsked) };
    const counts = countRestated(db);
    const signedChanges = changes
      .finish()
      .filter(isAsked)
      .map((one) => ({ ...one, changes: counts.get(one.month) ?? 0 }));
    const frozenDecimals = listFrozenDecimals(db);
    return {
      ...register,
      signedChanges,
      lastLooks,
      shows: shownNow(db),
      decimals,
      frozenDecimals,
      timeZone,
    };
  });
}

/** What one pull changed of the months whose signatures are in force; only those it touches. */
export function changedByPull(db: ReadableLedger, pullId: number): SignedChange[] {
  const changes = new SignedChanges();
  if (!readSignatures(db).some(isInForce)) return [];
  walkRegister(db, (restatement) => {
    if (restatement.pullId === pullId && restatement.step === undefined) changes.add(restatement);
  });
  return changes.finish();
}

function touches({ months, signature }: Restatement, month: Month): boolean {
  return signature === null ? months.includes(month) : signature.month === month;
}

/** The newest of many that come oldest pull first: whole pulls, as few as hold enough. */
class Newest {
  readonly #most: number;
  readonly #pulls: Restatement[][] = [];
  #held = 0;
  total = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(restatement: Restatement): void {
    this.total += 1;
    this.#held += 1;
    const last = this.#pulls.at(-1);
    if (last?.[0]?.pullId === restatement.pullId) {
      // Of one pull the first are listed first.
      if (last.length < this.#most) last.push(restatement);
      else this.#held -= 1;
    } else this.#pulls.push([restatement]);
    const oldest = this.#pulls[0]?.length ?? 0;
    if (this.#pulls.length > 1 && this.#held - oldest >= this.#most) {
      this.#pulls.shift();
      this.#held -= oldest;
    }
  }

  finish(): Restatement[] {
    return this.#pulls.toReversed().flat().slice(0, this.#most);
  }
}

/**
 * How many entries that later pulls brought are dated in each month whose signature is in force, and count in
 * another: the register lists them, and they change nothing of what was signed. Months without any are not in it.
 *
 * @param steps of the close
 * @throws TieoutError LEDGER_CORRUPT, LEDGER_BUSY; SUM_OVERFLOW
 */
export function countElsewhere(db: ReadableLedger, steps: readonly CloseStep[]): ReadonlyMap<Month, number> {
  const counts = new Map<Month, number>();
  const all = readSignatures(db, steps);
  const signatures = all.filter(isInForce);
  if (signatures.length === 0) return counts;
  const tell = ({ dated, pullId }: Restatement) => {
    const datedIn = signatures.find((one) => one.month === dated?.month && standsAt(one, pullId));
    if (datedIn !== undefined) counts.set(datedIn.month, (counts.get(datedIn.month) ?? 0) + 1);
  };
  walkRegister(db, tell, () => all);
  return counts;
}
