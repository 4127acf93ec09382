/** Clients whose months were checked while the app runs, so that a second look at all of them is there at once. */
import { dueClient } from "../../../core/review/clients/client.ts";
import type { LedgerClient } from "../../services/practice/clients.ts";

export class CheckedClients {
  readonly #byPath = new Map<string, LedgerClient>();

  /** @param line with its check; one that failed is forgotten */
  keep(line: LedgerClient): void {
    if (line.client === null) this.#byPath.delete(line.path);
    else this.#byPath.set(line.path, line);
  }

  /** The line with the check of the same, unchanged ledger; else as given. @param dueDay as of `dueClient` */
  recall(line: LedgerClient, dueDay: number | null): LedgerClient {
    const known = this.#byPath.get(line.path);
    if (known === undefined || known.client === null || known.fingerprint !== line.fingerprint) return line;
    return { ...known, client: dueClient(known.client, dueDay) };
  }
}
