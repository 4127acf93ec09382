/**
 * The backups of a ledger: their folder, their names, their times. Scheduled ones are in `NAME backups`, a
 * folder beside the ledger; those made before an update or a restore are beside the ledger itself.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import { DAY_MS, formatInstant } from "../../../core/time.ts";
import { realLedgerPath } from "../../ledger/file/lock.ts";
import { BEFORE_RESTORE, NAMED_AT, isTwin } from "../../ledger/file/names.ts";

type BackupKind = "scheduled" | "before-update" | "before-restore";

/** How often a ledger that is open is backed up. */
export type BackupInterval = "never" | "day" | "week";

export interface Backup {
  readonly path: string;
  readonly kind: BackupKind;
  /** When it was made, milliseconds UTC: by its name, else by its file. */
  readonly atMs: number;
  readonly bytes: number;
}

const ENDING = ".tieout";
/** What the name of one has beyond that, which only a passphrase opens. */
const SEALED_ENDING = ".age";
export const SEALED_LEDGER_ENDING = `${ENDING}${SEALED_ENDING}`;

/** One ledger's place, by whatever name it is opened. */
export interface LedgerPlace {
  readonly path: string;
  readonly folder: string;
  /** Its name without its ending. */
  readonly stem: string;
  /** Where backups on a schedule go; made with the first of them. */
  readonly backups: string;
}

/**
 * @param ledger a ledger, also one that is damaged or gone
 * @throws TieoutError LEDGER_NOT_FOUND where not even its folder is there
 */
export function ledgerPlace(ledger: string): LedgerPlace {
  const path = truePath(ledger);
  const name = basename(path);
  const stem = name.endsWith(ENDING) ? name.slice(0, -ENDING.length) : name;
  const folder = dirname(path);
  return { path, folder, stem, backups: join(folder, `${stem} backups`) };
}

function truePath(ledger: string): string {
  try {
    return realLedgerPath(ledger);
  } catch (error) {
    throw new TieoutError("LEDGER_NOT_FOUND", "There is no such folder", { file: ledger }, error);
  }
}

/** The backups beside a ledger, newest first, by their names: whether one is whole shows when restored. */
export function listBackups(ledger: string): Backup[] {
  const place = ledgerPlace(ledger);
  return listNamed(place).filter(({ path }) => !isTwin(path, place.path));
}

/** What a restore left that was killed before its end: the ledger itself under a second name. */
export function listTwins(ledger: string): string[] {
  const place = ledgerPlace(ledger);
  return listNamed(place).flatMap(({ path }) => (isTwin(path, place.path) ? [path] : []));
}

function listNamed(place: LedgerPlace): Backup[] {
  const beside = filesIn(place.folder).flatMap((name) => {
    const kind = kindOf(name, place);
    return kind === null || kind === "scheduled" ? [] : [lookAtBackup(join(place.folder, name), kind)];
  });
  const scheduled = filesIn(place.backups).flatMap((name) =>
    kindOf(name, place) === "scheduled" ? [lookAtBackup(join(place.backups, name), "scheduled")] : [],
  );
  return [...beside, ...scheduled]
    .filter((backup) => backup !== null)
    .toSorted((a, b) => b.atMs - a.atMs || (a.path < b.path ? 1 : -1));
}

/** Whether a file is named as a backup of that ledger, or as the ledger itself, in any folder. */
export function isNamedAfter(file: string, ledger: string): boolean {
  const place = ledgerPlace(ledger);
  const name = basename(file);
  return name === basename(place.path) || kindOf(name, place) !== null;
}

/** Whether a name in a ledger's folder is of what a restore kept: no ledger that anybody works with. */
export function isKeptBeforeRestore(name: string): boolean {
  const at = name.lastIndexOf(BEFORE_RESTORE);
  return at > 0 && stampIn(name.slice(at), BEFORE_RESTORE) !== null;
}

/** The first free name of a backup made then, in the folder of those on a schedule. */
export function freeBackupPath({ backups, stem }: LedgerPlace, atMs: number, ending = ENDING): string {
  return freePath(backups, `${stem} ${stampOf(atMs)}`, ending);
}

/** The first free name, beside a ledger, of what is there before a restore. */
export function freeKeptPath({ folder, stem }: LedgerPlace, atMs: number): string {
  return freePath(folder, `${stem}${BEFORE_RESTORE}${stampOf(atMs)}`);
}

function freePath(folder: string, name: string, ending = ENDING): string {
  for (let number = 1; ; number += 1) {
    const path = join(folder, `${name}${number === 1 ? "" : ` ${number}`}${ending}`);
    if (!existsSync(path) && !existsSync(`${path}-wal`)) return path;
  }
}

/**
 * Whether the interval is over since the newest of them. One that a clock set ahead once made is ignored.
 *
 * @param nowMs milliseconds UTC
 */
export function isDue(
  newest: Pick<Backup, "atMs"> | undefined,
  every: BackupInterval,
  nowMs: number,
): boolean {
  if (every === "never") return false;
  return newest === undefined || nowMs - newest.atMs >= (every === "day" ? DAY_MS : 7 * DAY_MS);
}

/** A backup with where its trail ends. */
type DatedBackup = Pick<Backup, "path" | "atMs"> & { readonly head: string; readonly sequence: number };

/**
 * Backups of one ledger in the order in which they are kept. A clock that was set ahead leaves names in the
 * future; what they say is ignored then: such a backup is placed right behind the earliest of the others that
 * goes on from where its trail ends, and last of all where the ledger knows nothing of that trail any more.
 *
 * @param isInTrail whether a link is one of the ledger's
 * @param nowMs milliseconds UTC
 */
export function newestFirst<T extends DatedBackup>(
  backups: readonly T[],
  isInTrail: (link: Pick<DatedBackup, "head" | "sequence">) => boolean,
  nowMs: number,
): T[] {
  const past = backups.filter(({ atMs }) => atMs <= nowMs);
  const whenMs = (backup: T) => {
    if (backup.atMs <= nowMs) return backup.atMs;
    if (!isInTrail(backup)) return -Infinity;
    const later = past.filter((one) => one.sequence >= backup.sequence && isInTrail(one));
    return later.reduce((earliest, { atMs }) => Math.min(earliest, atMs), nowMs);
  };
  const dated = backups.map((backup) => ({ backup, whenMs: whenMs(backup) }));
  return dated
    .toSorted(
      (a, b) =>
        (a.whenMs === b.whenMs ? 0 : b.whenMs - a.whenMs) ||
        Number(a.backup.atMs > nowMs) - Number(b.backup.atMs > nowMs) ||
        b.backup.sequence - a.backup.sequence ||
        (a.backup.path < b.backup.path ? 1 : -1),
    )
    .map(({ backup }) => backup);
}

/** The name that a copy would have if it were not encrypted. */
const unsealedName = (name: string) =>
  name.endsWith(SEALED_ENDING) ? name.slice(0, -SEALED_ENDING.length) : name;

const SCHEMA = /^\.schema-\d+\.backup$/u;

/** @example stampOf(0) // '1970-01-01 000000' */
function stampOf(atMs: number): string {
  const [day = "", time = ""] = formatInstant(atMs).split("T");
  return `${day} ${time.slice(0, 8).replaceAll(":", "")}`;
}

/** What a file's name says that it is of that ledger; null when it is none of its backups. */
function kindOf(name: string, { path, stem }: LedgerPlace): BackupKind | null {
  if (name.startsWith(basename(path)) && SCHEMA.test(name.slice(basename(path).length)))
    return "before-update";
  if (stampIn(name, `${stem}${BEFORE_RESTORE}`) !== null) return "before-restore";
  return stampIn(name, `${stem} `) === null ? null : "scheduled";
}

/** When a name says that its file was made, after what it begins with; null when it says nothing such. */
function stampIn(name: string, beginning: string): number | null {
  if (!name.startsWith(beginning)) return null;
  const match = NAMED_AT.exec(unsealedName(name.slice(beginning.length)));
  if (match === null) return null;
  const [, day, hours, minutes, seconds] = match;
  const atMs = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(atMs) ? null : atMs;
}

/** null for one that has gone meanwhile. */
function lookAtBackup(path: string, kind: BackupKind): Backup | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  const stamp = /(\d{4}-\d{2}-\d{2} \d{6}(?: \d+)?\.tieout)$/u.exec(unsealedName(basename(path)))?.[0] ?? "";
  const atMs = kind === "before-update" ? Math.trunc(found.mtimeMs) : (stampIn(stamp, "") ?? 0);
  return { path, kind, atMs, bytes: found.size };
}

/** Names of the files in a folder; links and folders are ignored. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
