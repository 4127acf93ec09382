/** A ledger that pulls from a small service on loopback, over HTTP and in turn with imports, each a minute after the one before. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { importIntoLedger } from "../../../src/main/services/import/import.ts";
import type { PullReport } from "../../../src/main/services/import/pull-report.ts";
import { type PullRequest, pullIntoLedger } from "../../../src/main/services/pull/pull.ts";
import { temporaryFolder } from "../cli.ts";
import { CANARY, type ServedRecords, type SmallService, startService } from "../service.ts";

export const FIRST_PULL_MS = Date.UTC(2026, 10, 21);
const MINUTE_MS = 60_000;

export class PulledLedger {
  readonly ledger = join(temporaryFolder(), "wallet.tieout");
  readonly service: SmallService;
  #nowMs = FIRST_PULL_MS - MINUTE_MS;

  constructor(service: SmallService) {
    this.service = service;
  }

  static async open(records: ServedRecords): Promise<PulledLedger> {
    return new PulledLedger(await startService(records));
  }

  get connection(): Pick<PullRequest, "service" | "credentials"> {
    const { baseUrl } = this.service;
    return { service: { baseUrl, pathPrefix: "/sandbox/index", authForm: "key" }, credentials: CANARY };
  }

  get context() {
    return { now: () => this.#nowMs, appVersion: "test" };
  }

  /** Pulls all that the service lists now. */
  async pull(): Promise<PullReport> {
    this.#nowMs += MINUTE_MS;
    const history = { kind: "full" } as const;
    return pullIntoLedger({ ledger: this.ledger, ...this.connection, history }, this.context);
  }

  /** Imports answers as they stand, each as a file of its own. */
  async import(wallet: readonly string[], transactions: readonly string[] = []): Promise<PullReport> {
    this.#nowMs += MINUTE_MS;
    const folder = temporaryFolder();
    const saved = (texts: readonly string[], kind: string) =>
      texts.map((text, at) => {
        const path = join(folder, `${kind}-${at}.json`);
        writeFileSync(path, text);
        return path;
      });
    const files = {
      wallet: saved(wallet, "wallet"),
      transactions: saved(transactions, "all"),
      user: null,
      business: [],
    };
    return importIntoLedger({ ledger: this.ledger, files }, this.context);
  }
}
