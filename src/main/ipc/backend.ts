/**
 * The app without a window: one open ledger, jobs, preferences, connections, and a handler for every method
 * of the contract. Electron and the browser host only carry calls to it and events from it.
 */
import { setTimeout as wait } from "node:timers/promises";
import { TieoutError } from "../../core/errors.ts";
import { CONTRACT, type LedgerFacts } from "../../ipc/contract.ts";
import type { Envelope } from "../../ipc/envelope.ts";
import { job as jobShape } from "../../ipc/jobs.ts";
import { takeMeantFor } from "../../ipc/meant-for.ts";
import type { FileFacts } from "../../ipc/values.ts";
import { removeOpenedCopies } from "../services/evidence/open-evidence.ts";
import { removeAbandonedFolders } from "../services/shared/leftovers.ts";
import { type HandlerContext, type HostContext, openLedger, takeFiles } from "./calls/desk.ts";
import { createHandlers, dispatch, failed } from "./dispatch.ts";
import { closeThreads, createThreads } from "./start-threads.ts";
import { Connections } from "./stores/connections.ts";
import { Handles } from "./stores/handles.ts";
import { makeFolder } from "./stores/places.ts";
import { ClientsFolder, PreferencesFile, Recent, ShownChecks } from "./stores/remembered.ts";
import { DefectLog } from "./stores/stored-file.ts";
import { BACKUP_TIMES, BackupSchedule, type BackupTimes } from "./threads/backup-schedule.ts";
import { Jobs } from "./threads/jobs.ts";
import { OpenLedger } from "./threads/open-ledger.ts";

export interface BackendSettings extends HostContext {
  /** When to see whether the open ledger is to be backed up: after some seconds, then every ten minutes. */
  readonly backupTimes?: BackupTimes;
  /** Starts its threads. Tests lend the same ones to one backend after another. */
  readonly threads?: typeof createThreads;
}

export interface Backend {
  /** Runs a method of the contract. Never throws: what fails is a fault. */
  call(method: string, input: unknown): Promise<Envelope<unknown>>;
  /** Gives handles for files that a person chose outside the contract: dropped, uploaded. */
  take(paths: readonly string[]): Promise<Envelope<readonly FileFacts[]>>;
  /** The path a handle stands for, for a host that serves what was written; null for no handle. */
  pathOf(handle: string): string | null;
  /** Opens a ledger that was named outside the window: an argument, a file's association. */
  openPath(path: string): Promise<Envelope<LedgerFacts>>;
  /**
   * Starts the thread that a window waits for, with all that its calls need. For hosts whose window is still
   * to come.
   */
  warmUp(): void;
  /** Whether a job is running. */
  isBusy(): boolean;
  /** Cancels what runs, lets the ledger go and ends the threads. */
  close(): Promise<void>;
}

/** How long a job may take to end once the app closes. */
const PATIENCE_MS = 10_000;

/** @throws TieoutError EXPORT_TARGET when its folder can neither be found nor made */
export async function createBackend(settings: BackendSettings): Promise<Backend> {
  makeFolder(settings.dataFolder);
  removeAbandonedFolders();
  const defects = new DefectLog(settings.dataFolder, settings.now);
  const onDefect = (error: unknown) => defects.add(error);
  const app = createDesk(settings, onDefect);
  const handlers = createHandlers(app);
  const enveloped = async <T>(work: () => Promise<T>): Promise<Envelope<T>> => {
    try {
      return { ok: true, value: await work() };
    } catch (error) {
      return failed(error, onDefect);
    }
  };
  return {
    call: async (method, given) => {
      const { input, ledger } = takeMeantFor(given);
      if (ledger !== null && ledger !== app.ledger.facts?.key) return failed(otherLedger(), onDefect);
      return dispatch(handlers, method, input, onDefect);
    },
    take: async (paths) => enveloped(async () => takeFiles(app, paths)),
    pathOf: (handle) => app.handles.find(handle),
    openPath: async (path) => enveloped(async () => openLedger(app, path)),
    warmUp: () => {
      // Whoever calls next learns what failed.
      app.threads.quick.call("loadQuickCalls", undefined).catch(() => undefined);
    },
    isBusy: () => app.jobs.isBusy(),
    close: async () => {
      // A job that hears nothing ends with its thread.
      await Promise.race([app.jobs.close(), wait(PATIENCE_MS, undefined, { ref: false })]);
      await Promise.race([app.backups.close(), wait(PATIENCE_MS, undefined, { ref: false })]);
      await app.ledger.close();
      await closeThreads(app.threads);
      removeOpenedCopies();
    },
  };
}

function createDesk(settings: BackendSettings, onDefect: (error: unknown) => void): HandlerContext {
  const { platform, dataFolder, appVersion, now, send, backupTimes = BACKUP_TIMES } = settings;
  const startThreads = settings.threads ?? createThreads;
  const threads = startThreads(
    { now, appVersion, printer: platform.printer, onDefect, opened: () => ledger.opened },
    () => {
      ledger.retake().catch(onDefect);
    },
  );
  const connections = new Connections(dataFolder, platform.secrets);
  const ledger = new OpenLedger({
    threads,
    connections,
    // Events are parsed as replies are: what is not declared never crosses.
    onChange: (facts) => {
      backups.follow();
      send({ event: "ledger.changed", value: CONTRACT["ledger.current"].output.parse(facts) });
    },
  });
  const preferences = new PreferencesFile(dataFolder);
  const jobs = new Jobs({
    now,
    onDefect,
    onStart: () => backups.giveWay(),
    onChange: (job) => send({ event: "job.changed", value: jobShape.parse(job) }),
  });
  const backups = new BackupSchedule({
    times: backupTimes,
    threads,
    jobs,
    ledger,
    preferences: () => preferences.value.backups,
    onChange: (fault) => send({ event: "backups.changed", value: { fault } }),
    onDefect,
  });
  return {
    platform,
    dataFolder,
    appVersion,
    now,
    send,
    threads,
    connections,
    handles: new Handles(),
    preferences,
    recent: new Recent(dataFolder),
    clientsFolder: new ClientsFolder(dataFolder),
    shownChecks: new ShownChecks(dataFolder),
    jobs,
    ledger,
    backups,
  };
}

function otherLedger(): TieoutError {
  return new TieoutError("LEDGER_OTHER", "Another ledger is open now than the one this was meant for");
}
