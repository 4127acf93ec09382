/** The one ledger that is open. */
import { basename, dirname } from "node:path";
import { TieoutError } from "../../core/errors.ts";
import type { LedgerFacts } from "../../ipc/contract.ts";
import type { Connections } from "./connections.ts";
import { placeInWords } from "./place-in-words.ts";
import type { Threads } from "./threads.ts";

export interface OpenLedgerSettings {
  readonly threads: Threads;
  readonly connections: Connections;
  /** Told whenever another one is open, or when what is known of it may have changed. */
  readonly onChange: (ledger: LedgerFacts | null) => void;
}

interface Held {
  readonly path: string;
  facts: LedgerFacts;
}

export class OpenLedger {
  readonly #settings: OpenLedgerSettings;
  #held: Held | null = null;

  constructor(settings: OpenLedgerSettings) {
    this.#settings = settings;
  }

  /** null while none is open. */
  get facts(): LedgerFacts | null {
    return this.#held?.facts ?? null;
  }

  /** @throws TieoutError LEDGER_NOT_OPEN */
  get path(): string {
    return this.#need().path;
  }

  /**
   * The path, to write there.
   *
   * @throws TieoutError LEDGER_NOT_OPEN; LEDGER_READONLY or LEDGER_LOCKED where it cannot be written
   */
  get writablePath(): string {
    const { path, facts } = this.#need();
    if (facts.readOnly === null) return path;
    throw new TieoutError(
      facts.readOnly.code === "LEDGER_LOCKED" ? "LEDGER_LOCKED" : "LEDGER_READONLY",
      facts.readOnly.sentence,
      { file: path },
    );
  }

  /** @throws TieoutError LEDGER_NOT_OPEN */
  get id(): string {
    return this.#need().facts.id;
  }

  /**
   * Opens a ledger in the place of the one that is open; where that fails, that one stays.
   *
   * @throws TieoutError LEDGER_NOT_FOUND, LEDGER_EMPTY, LEDGER_FOREIGN, LEDGER_CORRUPT, LEDGER_FROM_FUTURE, FILE_UNREADABLE
   */
  async open(path: string): Promise<LedgerFacts> {
    const facts = await this.#read(path);
    this.#held = { path, facts };
    this.#settings.onChange(facts);
    return facts;
  }

  async close(): Promise<void> {
    this.#held = null;
    this.#settings.onChange(null);
    await Promise.resolve();
  }

  /** Reads again what is known of it, after something was written. */
  async refresh(): Promise<LedgerFacts> {
    const held = this.#need();
    held.facts = await this.#read(held.path);
    this.#settings.onChange(held.facts);
    return held.facts;
  }

  async #read(path: string): Promise<LedgerFacts> {
    const facts = await this.#settings.threads.quick.call("readFacts", { ledger: path });
    return {
      ...facts,
      name: basename(path),
      where: placeInWords(dirname(path)),
      readOnly: null,
      connection: this.#settings.connections.kindOf(facts.id),
    };
  }

  #need(): Held {
    if (this.#held !== null) return this.#held;
    throw new TieoutError("LEDGER_NOT_OPEN", "No ledger is open");
  }
}
