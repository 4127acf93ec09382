/**
 * The app without a window: one open ledger, jobs, preferences, connections, and a handler for every method
 * of the contract. Electron and the browser host only carry calls to it and events from it.
 */
import type { z } from "zod";
import { TieoutError } from "../../core/errors.ts";
import { uncapitalised } from "../../core/sentence.ts";
import { CONTRACT, type MethodName, type Fixed, type LedgerFacts } from "../../ipc/contract.ts";
import { METHODS } from "../../ipc/methods.ts";
import type { Envelope } from "../../ipc/envelope.ts";
import { type JobResult, job as jobShape } from "../../ipc/jobs.ts";
import { CALLS } from "./calls/all.ts";
import type { ThreadCall } from "./calls/call.ts";
import { type HandlerContext, type HostContext, openLedger, takeFiles } from "./calls/desk.ts";
import { faultInWords, Connections, makeFolder } from "./stores/connections.ts";
import { OwnKeys } from "./stores/own-keys.ts";
import { setTimeout as wait } from "node:timers/promises";
import { alwaysWrites, takeMeantFor } from "../../ipc/meant-for.ts";
import type { FileFacts } from "../../ipc/values.ts";
import { removeOpenedCopies } from "../services/review/save-evidence.ts";
import { removeAbandonedFolders } from "../services/shared/abandoned-folders.ts";
import { CheckedClients } from "./stores/checked-clients.ts";
import { Handles, ClientsFolder, PreferencesFile, Recent, ShownChecks } from "./stores/remembered.ts";
import { DefectLog } from "./stores/stored-file.ts";
import { BACKUP_TIMES, BackupSchedule, type BackupTimes } from "./threads/backup-schedule.ts";
import { Jobs } from "./threads/jobs.ts";
import { OpenLedger } from "./threads/open-ledger.ts";
import { FEW_YOUNG_OBJECTS, workerFile } from "../services/shared/places.ts";
import { Thread, type ThreadSettings } from "../services/shared/thread.ts";
import type { ServiceContext } from "../services/shared/thread-messages.ts";
import type { Threads } from "./threads/services.ts";

// Every call of a page comes through here: its size is looked at, its input is parsed, it runs, its output is parsed,
// and the reply says which it is.

/**
 * Runs one call. Never throws: what failed is a fault, IPC_INVALID with the failing key for input that is not
 * as the contract says, DEFECT without a text for what nobody expected.
 *
 * @param onDefect called with each error that nobody expected
 */
export async function dispatch(
  handlers: Handlers,
  method: string,
  input: unknown,
  onDefect: (error: unknown) => void,
): Promise<Envelope<unknown>> {
  try {
    const name = methodOf(method);
    const value = await handlers[name](parseInput(name, input) as never);
    return { ok: true, value: CONTRACT[name].output.parse(value) };
  } catch (error) {
    return failed(error, onDefect);
  }
}

function failed(error: unknown, onDefect: (error: unknown) => void): Envelope<never> {
  if (!(error instanceof TieoutError)) onDefect(error);
  return { ok: false, fault: faultInWords(error) };
}

function methodOf(method: string): MethodName {
  if (typeof method === "string" && Object.hasOwn(CONTRACT, method)) return method as MethodName;
  throw new TieoutError("IPC_INVALID", "Unknown method", { field: "method" });
}

function parseInput(method: MethodName, input: unknown): unknown {
  const oversize = findOversize(input);
  if (oversize !== null) throw invalid(method, oversize.sentence, oversize.field);
  const parsed = CONTRACT[method].input.safeParse(input);
  if (parsed.success) return parsed.data;
  const { sentence, field } = firstOf(parsed.error.issues);
  throw invalid(method, sentence, field);
}

function invalid(method: MethodName, sentence: string, field: string | null): TieoutError {
  const place = field === null ? {} : { field };
  return new TieoutError(
    "IPC_INVALID",
    `The window sent an invalid call of ${method}: ${uncapitalised(sentence)}`,
    place,
  );
}

/** What is wrong in words of our own: the parser's could quote the value, and the value could be a secret. */
function firstOf(issues: readonly z.core.$ZodIssue[]): {
  readonly sentence: string;
  readonly field: string | null;
} {
  const [issue] = issues;
  if (issue === undefined) return { sentence: "The value cannot be read", field: null };
  let field: string | null = null;
  for (const key of issue.path) field = nameIn(field, String(key));
  if (issue.code === "unrecognized_keys") {
    return { sentence: "Unknown key", field: nameIn(field, issue.keys[0] ?? "") };
  }
  if (issue.code === "too_big") return { sentence: "The value is too large", field };
  if (issue.code === "too_small") return { sentence: "The value is too small", field };
  return { sentence: "The value is invalid", field };
}

/** Each call is typed where it is declared; whoever runs one does not know which. */
type Handler = (input: never) => unknown;
export type Handlers = Readonly<Record<MethodName, Handler>>;

function handlerOf(method: MethodName, app: HandlerContext): Handler {
  const call = CALLS[method];
  if (call.on === "here") return (input) => call.run(input, app);
  return call.on === "quick" ? quickHandler(method, call, app) : jobHandler(method, call, app);
}

function quickHandler(method: MethodName, call: ThreadCall, app: HandlerContext): Handler {
  return async (input) => {
    const request = call.ask(input, app, method);
    const result = await app.threads.quick.call(method, request);
    return answerTo(method, call, { request, result }, app);
  };
}

function jobHandler(method: MethodName, call: ThreadCall, app: HandlerContext): Handler {
  const { job, endsWhenAborted } = call;
  if (job === undefined) throw new Error(`${method} names no job`);
  return (input) => {
    const request = call.ask(input, app, method);
    return app.jobs.start(job, async (context) => {
      const result = await app.threads.long.call(method, request, { ...context, endsWhenAborted });
      return (await answerTo(method, call, { request, result }, app)) as Fixed<JobResult>;
    });
  };
}

async function answerTo(
  method: MethodName,
  call: ThreadCall,
  { request, result }: { readonly request: unknown; readonly result: unknown },
  app: HandlerContext,
): Promise<unknown> {
  if (alwaysWrites(method)) await app.ledger.reread();
  return call.answer(result as never, app, request as never);
}

/** No call needs more: the largest is a decision on a hundred thousand findings. */
const MOST_CHARACTERS = 16_000_000;
const MOST_VALUES = 1_000_000;
const MOST_LEVELS = 12;

/** What is wrong with a size, and with what; null when nothing is. */
interface Oversize {
  readonly sentence: string;
  readonly field: string | null;
}

/**
 * What is too large is refused before anything looks into it: it came from a page, and may be anything.
 * Looks at how large a value is and never longer than it takes to know that it is too large.
 *
 * @returns null when it is plain objects, lists, texts, numbers and null, few and flat enough
 */
function findOversize(value: unknown): Oversize | null {
  return visit(value, 0, { characters: 0, values: 0 });
}

interface InputMeasure {
  characters: number;
  values: number;
}

function visit(value: unknown, level: number, measure: InputMeasure): Oversize | null {
  measure.values += 1;
  if (measure.values > MOST_VALUES) return { sentence: "It holds too many values", field: null };
  if (typeof value === "string") {
    measure.characters += value.length;
    return measure.characters > MOST_CHARACTERS ? { sentence: "It is too long", field: null } : null;
  }
  if (typeof value !== "object" || value === null) return null;
  if (level === MOST_LEVELS) return { sentence: "It is nested too deeply", field: null };
  if (Array.isArray(value)) return visitList(value, level, measure);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    return { sentence: "It holds something other than a plain value", field: null };
  }
  for (const key of Object.keys(value)) {
    measure.characters += key.length;
    const found = visit((value as Readonly<Record<string, unknown>>)[key], level + 1, measure);
    if (found !== null) return within(key, found);
  }
  return null;
}

function visitList(list: readonly unknown[], level: number, measure: InputMeasure): Oversize | null {
  if (list.length > MOST_VALUES) return { sentence: "It holds too many values", field: null };
  for (let at = 0; at < list.length; at += 1) {
    const found = visit(list[at], level + 1, measure);
    if (found !== null) return within(String(at), found);
  }
  return null;
}

/** What was found, named from one level up: naming each key beforehand would cost more than looking. */
function within(key: string, { sentence, field }: Oversize): Oversize {
  const shown = nameIn(null, key);
  return { sentence, field: field === null ? shown : `${shown}.${field}` };
}

/** Names may be anything, too. */
const MOST_SHOWN = 60;

/** A key's path as far as a person needs it. */
function nameIn(field: string | null, key: string): string {
  const shown = key.length > MOST_SHOWN ? `${key.slice(0, MOST_SHOWN)}…` : key;
  return field === null ? shown : `${field}.${shown}`;
}

export interface BackendSettings extends HostContext {
  /** When to see whether the open ledger is to be backed up: after some seconds, then every ten minutes. */
  readonly backupTimes?: BackupTimes;
  /** The keys that sign what is done in its windows. */
  readonly keys?: ServiceContext["keys"];
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
  /** Starts the thread that a window waits for, with what its calls need, before the window comes. */
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
  const handlers = Object.fromEntries(METHODS.map((method) => [method, handlerOf(method, app)])) as Handlers;
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
      if (ledger !== null && ledger !== app.ledger.facts?.key) {
        const sentence = "Another ledger is open now than the one this was meant for";
        return failed(new TieoutError("LEDGER_OTHER", sentence), onDefect);
      }
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
  const { platform, dataFolder, appVersion, now, send, keys, backupTimes = BACKUP_TIMES } = settings;
  const startThreads = settings.threads ?? createThreads;
  const threads = startThreads(
    {
      now,
      appVersion,
      printer: platform.printer,
      onDefect,
      opened: () => ledger.opened,
      keys: () => ownKeys.held,
    },
    () => {
      ledger.retake().catch(onDefect);
    },
  );
  const connections = new Connections(dataFolder, platform.secrets);
  const ownKeys = new OwnKeys(dataFolder, platform.secrets, keys);
  ownKeys.unlock().catch(onDefect);
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
    ledger: () => ledger.facts?.key ?? null,
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
    ownKeys,
    handles: new Handles(),
    preferences,
    recent: new Recent(dataFolder),
    clientsFolder: new ClientsFolder(dataFolder),
    checkedClients: new CheckedClients(),
    shownChecks: new ShownChecks(dataFolder),
    jobs,
    ledger,
    backups,
  };
}

// Starting and ending the threads that work for the backend.

/** Threads that start when needed. @param onLost told that the quick one died, which holds the ledger */
export function createThreads(settings: ThreadSettings, onLost: () => void): Threads {
  const services = workerFile("service", import.meta.url);
  return {
    long: new Thread(services, settings),
    quick: new Thread(services, { ...settings, onLost, limits: FEW_YOUNG_OBJECTS }),
    checks: [new Thread(services, settings), new Thread(services, settings)],
    sandbox: new Thread(workerFile("sandbox", import.meta.url), settings),
  };
}

/** Lets all of them end what they do, and ends them. */
export async function closeThreads({ long, quick, checks, sandbox }: Threads): Promise<void> {
  await Promise.all([long, quick, ...checks, sandbox].map(async (thread) => thread.close()));
}
