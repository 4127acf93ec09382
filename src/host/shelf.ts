/**
 * Where files lie that come from the page or go to it. A browser's page knows no paths: what it hands over and what it will
 * fetch rests in a private folder until the program ends; a ledger, which is to last, in the app's own folder.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { TieoutError } from "../core/errors.ts";
import type { SavePurpose } from "../main/ipc/platform.ts";

/** What a temporary folder's name begins with; the number of the program that it is of follows. */
const TRANSIT = "tieout-host-";
const LEDGER = ".tieout";
/** Longer names are cut: some systems take no more than 255 bytes. */
const LONGEST_NAME = 60;

export class Shelf {
  readonly #transit: string;
  readonly #ledgers: string;
  readonly #promised = new Set<string>();
  readonly #toFetch = new Set<string>();
  #files = 0;

  /**
   * @param dataFolder the app's own
   * @throws TieoutError EXPORT_TARGET when it or the temporary one cannot be made
   */
  constructor(dataFolder: string) {
    this.#ledgers = join(dataFolder, "ledgers");
    this.#transit = making(tmpdir(), () => mkdtempSync(join(tmpdir(), `${TRANSIT}${process.pid}-`)));
    removeAbandoned();
  }

  /** A path that nothing stands at, for a file that the page hands over. */
  placeForUpload(name: string): string {
    const plain = plainName(name);
    return extname(plain).toLowerCase() === LEDGER
      ? this.#placeForLedger(plain)
      : this.#placeInTransit(plain);
  }

  /** A path that nothing stands at, for what is about to be written. All but a ledger can be fetched from there. */
  placeFor(purpose: SavePurpose, suggestedName: string): string {
    const plain = plainName(suggestedName);
    if (purpose === "ledger") return this.#placeForLedger(plain);
    // Tables are a folder, which is fetched as one file and bears that file's name from the first.
    const path = this.#placeInTransit(purpose === "tables" ? `${plain}.zip` : plain);
    this.#toFetch.add(path);
    return path;
  }

  /** Whether a path was given out for the page to fetch: of other files it gets none, whatever handle it has. */
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
    making(folder, () => mkdirSync(folder, { mode: 0o700 }));
    return join(folder, name);
  }

  #placeForLedger(name: string): string {
    making(this.#ledgers, () => mkdirSync(this.#ledgers, { recursive: true, mode: 0o700 }));
    const stem = extname(name).toLowerCase() === LEDGER ? name.slice(0, -LEDGER.length) : name;
    for (let number = 1; ; number += 1) {
      const path = join(this.#ledgers, `${stem}${number === 1 ? "" : ` ${number}`}${LEDGER}`);
      if (existsSync(path) || this.#promised.has(path)) continue;
      this.#promised.add(path);
      return path;
    }
  }
}

/** Removes what programs left behind that could not end in good order: it holds somebody's records. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = /^(\d+)-/u.exec(name.startsWith(TRANSIT) ? name.slice(TRANSIT.length) : "") ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // Another user's; it is theirs to remove.
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

function making<T>(folder: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? "unknown";
    throw new TieoutError("EXPORT_TARGET", `A folder cannot be made: ${why}`, { file: folder }, error);
  }
}

/** Names that Windows gives to devices, whatever follows a dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;

/**
 * A name that is nothing but a name in any folder of any system.
 *
 * @example `../a:b.json` → `a b.json`
 */
export function plainName(name: string): string {
  const last = name.split(/[/\\]/u).at(-1) ?? "";
  const kept = last
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]+/gu, " ")
    .replaceAll(/^[\s.]+|[\s.]+$/gu, "");
  const ending = extname(kept).length <= 12 ? extname(kept) : "";
  const stem = kept
    .slice(0, kept.length - ending.length)
    .slice(0, LONGEST_NAME)
    .replace(/[\ud800-\udbff]$/u, "")
    .trimEnd();
  if (stem === "") return `file${ending}`;
  return DEVICE.test(stem) ? `_${stem}${ending}` : `${stem}${ending}`;
}
