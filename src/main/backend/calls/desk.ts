/** What all calls share: what a host gives the backend, and what the backend keeps. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import type { LedgerFacts, Parsed } from "../../../ipc/contract.ts";
import type { EventMessage } from "../../../ipc/events.ts";
import type { FileFacts } from "../../../ipc/values.ts";
import type { Connections, SecretKeeper } from "../stores/connections.ts";
import type { OwnKeys } from "../stores/own-keys.ts";
import type { CheckedClients } from "../stores/checked-clients.ts";
import type { Handles, ClientsFolder, PreferencesFile, Recent, ShownChecks } from "../stores/remembered.ts";
import { asFarAsItCan } from "../stores/stored-file.ts";
import type { BackupSchedule } from "../threads/backup-schedule.ts";
import type { Jobs } from "../threads/jobs.ts";
import type { OpenLedger } from "../threads/open-ledger.ts";
import type { Threads } from "../threads/services.ts";

/** `clients` is a folder of ledgers. */
export type OpenPurpose = Parsed<"files.chooseToOpen">["purpose"] | "clients";
/** `workbooks` is a folder. */
export type SavePurpose = Parsed<"files.chooseToSave">["purpose"];

/** What differs between the hosts: Electron with its dialogs and keychain, or a browser on this machine. */
export interface Platform {
  readonly host: "electron" | "browser";
  readonly os: "darwin" | "win32" | "linux";
  /** As of `ServiceContext`. */
  readonly printer?: readonly string[];
  /** Asks for files, or a folder; paths, none when nothing was chosen. */
  readonly chooseToOpen: (purpose: OpenPurpose) => Promise<readonly string[]>;
  /** Asks where to write. null when nothing was chosen. */
  readonly chooseToSave: (purpose: SavePurpose, suggestedName: string) => Promise<string | null>;
  /** Shows a file in the system's file manager. */
  readonly reveal: (path: string) => Promise<void>;
  /**
   * Opens a copy of evidence with the system's viewer; null where only the page can give it out.
   *
   * @throws TieoutError EVIDENCE_NOT_OPENED where the system has none
   */
  readonly view: ((path: string) => Promise<void>) | null;
  /** Tells the system which ledger was opened, for its own list of recent documents. */
  readonly noteRecent: (path: string) => void;
  readonly secrets: SecretKeeper;
}

export function ownSystem(): Platform["os"] {
  const { platform } = process;
  return platform === "darwin" || platform === "win32" ? platform : "linux";
}

export interface HostContext {
  readonly platform: Platform;
  /** The app's own: preferences, recent ledgers, connections, the sandbox's ledgers. Made if absent. */
  readonly dataFolder: string;
  readonly appVersion: string;
  /** Milliseconds UTC. */
  readonly now: () => number;
  /** Tells every window. */
  readonly send: (message: EventMessage) => void;
}

/** What the backend keeps, and gives to every call. */
export interface HandlerContext extends HostContext {
  readonly threads: Threads;
  readonly handles: Handles;
  readonly jobs: Jobs;
  readonly ledger: OpenLedger;
  readonly preferences: PreferencesFile;
  readonly recent: Recent;
  readonly clientsFolder: ClientsFolder;
  readonly checkedClients: CheckedClients;
  readonly shownChecks: ShownChecks;
  readonly connections: Connections;
  readonly ownKeys: OwnKeys;
  readonly backups: BackupSchedule;
}

/** Opens a ledger in place of the open one, which stays where that fails. @throws TieoutError JOB_RUNNING */
export async function openLedger(app: HandlerContext, path: string): Promise<LedgerFacts> {
  return app.jobs.aside(async () => openFilled(app, resolve(path)));
}

/** Opens a ledger that a job has filled, at the end of that job. */
export async function openFilled(app: HandlerContext, path: string): Promise<LedgerFacts> {
  const facts = await app.ledger.open(path);
  await asFarAsItCan(app.recent.add(path, app.now()));
  app.platform.noteRecent(path);
  return facts;
}

/** Handles for files that a person chose. @throws TieoutError FILE_UNREADABLE for what is no file */
export function takeFiles({ handles }: HandlerContext, paths: readonly string[]): FileFacts[] {
  return paths.map((path) => {
    refuseOther(path);
    return handles.issue(resolve(path), "read");
  });
}

function refuseOther(path: string): void {
  let isFile: boolean;
  try {
    isFile = statSync(path).isFile();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const what = code === "ENOENT" ? "There is no such file" : "The file cannot be read";
    throw new TieoutError("FILE_UNREADABLE", what, { file: path }, error);
  }
  if (!isFile) throw new TieoutError("FILE_UNREADABLE", "This is not a file", { file: path });
}

/** What is asked of the open ledger to be written where a person chose. */
export function intoPlace<T extends { readonly target: string }>(
  { target, ...request }: T,
  app: HandlerContext,
) {
  return { ...request, ledger: app.ledger.writablePath, ...placeToWrite(target, app) };
}

/** What a job has written, as its window hears of it. @param said what is known of what it holds */
export function writtenTo(
  out: string,
  { bytes, sha256 }: { readonly bytes: number; readonly sha256: string },
  { verdict = null, compared }: { readonly verdict?: string | null; readonly compared: string },
  { handles }: HandlerContext,
) {
  return { is: "written", file: handles.issue(out, "read"), bytes, sha256, verdict, compared } as const;
}

/** Where a person chose to write: they were asked whether what stands there may be replaced. */
export function placeToWrite(
  target: string,
  { handles }: HandlerContext,
): { readonly out: string; readonly replace: true } {
  return { out: handles.path(target, "write"), replace: true };
}
