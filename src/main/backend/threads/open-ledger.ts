/** The one ledger that is open. */
import { basename, dirname } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import type { LedgerFacts } from "../../../ipc/contract.ts";
import type { ServiceContext } from "../../services/shared/thread-messages.ts";
import { type Connections, faultInWords, placeInWords } from "../stores/connections.ts";
import type { Threads } from "./services.ts";

interface OpenLedgerSettings {
  readonly threads: Threads;
  readonly connections: Connections;
  /** Told whenever another one is open, or when what is known of it may have changed. */
  readonly onChange: (ledger: LedgerFacts | null) => void;
}

interface Held {
  readonly path: string;
  readonly facts: LedgerFacts;
  /** Why it can only be read. */
  readonly readOnly: TieoutError | null;
  readonly opened: ServiceContext["opened"];
}

export class OpenLedger {
  readonly #settings: OpenLedgerSettings;
  #held: Held | null = null;
  /** Opening, reading again and closing follow each other, so that the thread holds what is open here. */
  #turn: Promise<unknown> = Promise.resolve();
  #isRetaking = false;

  constructor(settings: OpenLedgerSettings) {
    this.#settings = settings;
  }

  /** null while none is open. */
  get facts(): LedgerFacts | null {
    return this.#held?.facts ?? null;
  }

  /** Which ledger and file it is; undefined while none is open. */
  get opened(): ServiceContext["opened"] {
    return this.#held?.opened;
  }

  /** @throws TieoutError LEDGER_NOT_OPEN */
  get path(): string {
    return this.#need().path;
  }

  /** The path, to write there. @throws TieoutError LEDGER_NOT_OPEN; LEDGER_READONLY, LEDGER_LOCKED */
  get writablePath(): string {
    const { path, readOnly } = this.#need();
    if (readOnly !== null) throw readOnly;
    return path;
  }

  /** @throws TieoutError LEDGER_NOT_OPEN */
  get id(): string {
    return this.#need().facts.id;
  }

  /**
   * Opens a ledger in the place of the one that is open; where that fails, that one stays. Other processes
   * may read it from now on and not write to it; where another has it already, or it is not to be written, it
   * is open for reading alone.
   *
   * @throws TieoutError LEDGER_NOT_FOUND, LEDGER_EMPTY, LEDGER_FOREIGN, LEDGER_CORRUPT, LEDGER_FROM_FUTURE,
   *   LEDGER_BUSY, FILE_UNREADABLE
   */
  async open(path: string): Promise<LedgerFacts> {
    return this.#inTurn(async () => this.#read(path, false));
  }

  async close(): Promise<void> {
    await this.#inTurn(async () => {
      if (this.#held === null) return;
      this.#held = null;
      // Before anything is refused for it.
      this.#settings.onChange(null);
      try {
        await this.#settings.threads.quick.call("closeLedger", undefined);
      } catch {
        // A thread that died holds nothing any more.
      }
    });
  }

  /**
   * Reads again what is known of it, after something was written.
   *
   * @throws TieoutError LEDGER_NOT_OPEN; LEDGER_REPLACED where another ledger has its name now; what opening
   *   raises
   */
  async refresh(): Promise<LedgerFacts> {
    return this.#inTurn(async () => this.#read(this.#need().path, true));
  }

  /**
   * As `refresh`, at the end of what is written already: where it cannot be read right now what was known
   * before stays, so that nobody takes what was written for undone.
   */
  async reread(): Promise<void> {
    try {
      await this.refresh();
    } catch (error) {
      if (!(error instanceof TieoutError)) throw error;
    }
  }

  /** Takes it again after its thread died; once, so that a ledger that kills threads kills no more. */
  async retake(): Promise<void> {
    if (this.#held === null || this.#isRetaking) return;
    this.#isRetaking = true;
    try {
      await this.refresh();
    } finally {
      this.#isRetaking = false;
    }
  }

  async #read(path: string, isAgain: boolean): Promise<LedgerFacts> {
    const { threads, connections, onChange } = this.#settings;
    const taken = await threads.quick.call("openLedger", { ledger: path, isAgain });
    const readOnly =
      taken.readOnly === null
        ? null
        : new TieoutError(taken.readOnly.code, taken.readOnly.sentence, { file: path });
    const name = basename(path);
    const where = placeInWords(dirname(path));
    const facts = {
      ...taken.facts,
      key: `${taken.facts.id} ${where}/${name}`,
      name,
      where,
      readOnly: readOnly === null ? null : faultInWords(readOnly),
      connection: connections.kindOf(taken.facts.id),
    };
    this.#held = { path, facts, readOnly, opened: taken.opened };
    onChange(facts);
    return facts;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  #need(): Held {
    if (this.#held !== null) return this.#held;
    throw new TieoutError("LEDGER_NOT_OPEN", "No ledger is open");
  }
}
