/**
 * Where uploads and downloads are kept. The page knows no paths: its files are in a private folder until the
 * program ends, and an uploaded ledger, which must last, is in the app's own folder.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { makeFolder, making } from "../main/ipc/stores/make-folder.ts";
import { LEDGER_ENDING, placeForLedger } from "../main/ipc/stores/own-ledgers.ts";
import { plainName } from "../main/services/shared/places.ts";
import type { SavePurpose } from "../main/ipc/platform.ts";
import { removeAbandonedFolders } from "../main/services/shared/leftovers.ts";

/** The prefix of temporary folders' names, followed by the process's number. */
const TRANSIT = "tieout-host-";

export class Shelf {
  readonly #transit: string;
  readonly #dataFolder: string;
  readonly #promised = new Set<string>();
  readonly #toFetch = new Set<string>();
  #files = 0;

  /**
   * @param dataFolder the app's own
   * @throws TieoutError EXPORT_TARGET when it or the temporary one cannot be made
   */
  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder;
    this.#transit = making(tmpdir(), () => mkdtempSync(join(tmpdir(), `${TRANSIT}${process.pid}-`)));
    removeAbandonedFolders();
  }

  /** A path that nothing is at, for a file that the page hands over. */
  placeForUpload(name: string): string {
    const plain = plainName(name);
    return extname(plain).toLowerCase() === LEDGER_ENDING
      ? this.#placeForLedger(plain)
      : this.#placeInTransit(plain);
  }

  /**
   * A path that nothing is at, for what is about to be written. All but a ledger can be fetched from there.
   *
   * @param plain a name alone
   */
  placeFor(purpose: SavePurpose, plain: string): string {
    if (purpose === "ledger") return this.#placeForLedger(plain);
    // A folder is fetched as one file and bears that file's name from the first.
    const isFolder = purpose === "workbooks";
    const path = this.#placeInTransit(isFolder ? `${plain}.zip` : plain);
    this.#toFetch.add(path);
    return path;
  }

  /** Whether a path was given out for the page to fetch: it gets no others, whatever handle it has. */
  isToFetch(path: string): boolean {
    return this.#toFetch.has(path);
  }

  /** A new file of our own, which no browser names. */
  ownFile(name: string): string {
    return this.#placeInTransit(name);
  }

  /** Removes what was only passing through. */
  dispose(): void {
    rmSync(this.#transit, { recursive: true, force: true });
  }

  /** In a folder of its own, so that a name is kept and never met twice. */
  #placeInTransit(name: string): string {
    this.#files += 1;
    const folder = join(this.#transit, String(this.#files));
    makeFolder(folder);
    return join(folder, name);
  }

  #placeForLedger(name: string): string {
    const path = placeForLedger(this.#dataFolder, name, (taken) => this.#promised.has(taken));
    this.#promised.add(path);
    return path;
  }
}
