/** A thread's memory of the open ledger: its newest records and checks, so that none is made again. */
import { canonicalJson } from "../../../core/canonical.ts";
import type { CheckOptions } from "../../../core/options.ts";
import type { CloseStep } from "../../../core/review/close/close.ts";
import type { Decision } from "../../../core/review/decisions/decision.ts";
import type { CheckInput, Judgements } from "../../../core/reconcile/input/input.ts";
import type { CheckResult } from "../../../core/reconcile/input/result.ts";
import type { Period } from "../../../core/time.ts";
import { type OnRead, type WholeInput, readWholeInput } from "../../ledger/records/check-input.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { auditHead } from "../../ledger/file/audit.ts";
import { readJudgements } from "../../ledger/acts/judgements.ts";
import { recordsId } from "../../ledger/trail/counting.ts";

/**
 * The records of one moment, with what people decided for their check. They stay readable when the ledger is
 * closed and when later pulls come in.
 */
export interface HeldRecords {
  /** The same for the same records, see `recordsId`, whatever people decide. */
  readonly id: string;
  readonly input: WholeInput;
}

/** What people did that a check of a month goes by, in the order in which it was done. */
export interface HeldActs {
  readonly steps: readonly CloseStep[];
  readonly decisions: readonly Decision[];
}

/** The check of a period and that of the whole history, which deciding falls back on. */
const MOST_RESULTS = 2;

export class CheckMemory {
  #held: HeldRecords | null = null;
  /** The trail's newest link by which `#held` was up to date. */
  #heldHead = "";
  #acts: HeldActs | null = null;
  #actsHead = "";
  /** By what was asked for; the newest last. */
  readonly #results = new Map<string, CheckResult>();

  /**
   * The records as they are in the ledger, read only when they are others than those remembered; what people
   * decided is read each time, and where it is the same so is the input.
   *
   * @throws TieoutError LEDGER_CORRUPT, LEDGER_BUSY
   */
  recordsOf(db: ReadableLedger, onRead?: OnRead): HeldRecords {
    const read = () => {
      const recalled = this.recallRecords(db);
      const head = auditHead(db).hash;
      if (recalled !== null && head === this.#heldHead) return recalled;
      const held =
        recalled === null ? this.#keep(holdRecords(db, onRead)) : this.#under(readJudgements(db), recalled);
      this.#heldHead = head;
      return held;
    };
    return db.transaction(read).deferred();
  }

  /** What people did, read only when anything was done since. */
  actsOf(db: ReadableLedger, read: (db: ReadableLedger) => HeldActs): HeldActs {
    const head = auditHead(db).hash;
    if (this.#acts === null || head !== this.#actsHead) this.#acts = read(db);
    this.#actsHead = head;
    return this.#acts;
  }

  #under(human: CheckInput["human"], held: HeldRecords): HeldRecords {
    if (idOf(human) === idOf(held.input.human)) return held;
    return this.#keep({ ...held, input: { ...held.input, human } });
  }

  /** What is remembered of others is no longer useful. */
  #keep(records: HeldRecords): HeldRecords {
    this.#results.clear();
    this.#held = records;
    return records;
  }

  /** What is remembered, if the ledger's records are still the same; nothing is read. */
  recallRecords(db: ReadableLedger): HeldRecords | null {
    return this.#held !== null && this.#held.id === recordsId(db) ? this.#held : null;
  }

  /** The check of remembered records, made when it is not remembered itself; of other records just made. */
  resultOf(
    input: CheckInput,
    options: CheckOptions,
    period: Period | null,
    decimals: number,
    check: () => CheckResult,
  ): CheckResult {
    if (input !== this.#held?.input) return check();
    const asked = canonicalJson([
      { ...options },
      period === null ? null : [period.from, period.to],
      decimals,
    ]);
    const result = this.#results.get(asked) ?? check();
    this.#results.delete(asked);
    this.#results.set(asked, result);
    for (const key of [...this.#results.keys()].slice(0, -MOST_RESULTS)) this.#results.delete(key);
    return result;
  }

  /** Gives the memory back, when the ledger is closed say. */
  forget(): void {
    this.#held = null;
    this.#acts = null;
    this.#results.clear();
  }
}

/** The statements of a bank are told by their id: they may have very many lines. */
function idOf({ bank, ...judgements }: Judgements): string {
  return JSON.stringify([judgements, bank?.id, bank?.ties]);
}

/** Reads the records of one moment, texts too. @throws TieoutError LEDGER_CORRUPT, LEDGER_BUSY */
export function holdRecords(db: ReadableLedger, onRead?: OnRead): HeldRecords {
  return db.transaction(() => ({ id: recordsId(db), input: readWholeInput(db, onRead) })).deferred();
}
