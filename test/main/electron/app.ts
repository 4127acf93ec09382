/** Starts the built app under the stand-in, and acts on it from a test. */
import { type ChildProcess, fork } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, onTestFinished, vi } from "vitest";
import type { Envelope } from "../../../src/ipc/envelope.ts";
import type { Acts } from "../../helpers/children/electron-child.ts";
import { builtFolder } from "../../helpers/built.ts";
import { COMPILED, temporaryFolder } from "../../helpers/cli.ts";
import type { Setting, seen } from "./stand-in/rules.ts";

const CHILD = join(import.meta.dirname, "../../helpers/children/electron-child.ts");

type Result<K extends keyof Acts> = Awaited<ReturnType<Acts[K]>>;
type Reply = { readonly id: number; readonly value?: unknown; readonly error?: string };
type Exiting = { readonly exiting: { readonly code: number; readonly seen: typeof seen } };

export interface RunningApp {
  readonly folder: string;
  readonly act: <K extends keyof Acts>(name: K, ...given: Parameters<Acts[K]>) => Promise<Result<K>>;
  /** Calls a method of the contract from the page. */
  readonly call: <T>(method: string, input?: unknown) => Promise<Envelope<T>>;
  /** @returns what it exits with, and what was seen of it until then */
  readonly exit: Promise<Exiting["exiting"]>;
}

export interface Starting {
  /** What was built, where it is not the whole of it. */
  readonly built?: string;
  /** The app's own folder, where it is not the one of the setting. */
  readonly home?: string;
  /** Not when it is the second one, or gives up. */
  readonly waitsForWindow?: boolean;
}

/** Starts it for one test, and waits until its page hears. */
export async function startApp(told: Partial<Setting> = {}, starting: Starting = {}): Promise<RunningApp> {
  const folder = told.userData ?? temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const child = await forked(folder, told, starting);
  onTestFinished(() => void child.kill("SIGKILL"));
  return hearing(child, folder, starting);
}

/**
 * One app for the tests of a file that change nothing about it; called where the file's tests are. It starts as `startApp` starts it.
 *
 * @returns gives the app to a test
 */
export function appOfFile(): () => RunningApp {
  const folder = mkdtempSync(join(tmpdir(), "tieout-app-"));
  let child: ChildProcess | null = null;
  let app: RunningApp | null = null;
  beforeAll(async () => {
    child = await forked(folder, {}, {});
    app = await hearing(child, folder, {});
  });
  afterAll(() => {
    child?.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    if (app === null) throw new Error("the app of the file did not start");
    return app;
  };
}

async function forked(
  folder: string,
  told: Partial<Setting>,
  { built, home }: Starting,
): Promise<ChildProcess> {
  const setting: Setting = {
    userData: folder,
    platform: "linux",
    argv: ["electron", "."],
    isPackaged: false,
    isSecond: false,
    keychain: "works",
    prefersDark: false,
    ...told,
  };
  const child = fork(CHILD, [], {
    serialization: "advanced",
    // Not those of the worker, whose memory is laid out for thousands of tests: an app starts a fifth faster without.
    execArgv: [],
    env: {
      PATH: process.env["PATH"],
      HOME: folder,
      NODE_COMPILE_CACHE: COMPILED,
      TIEOUT_HOME: home ?? folder,
      TIEOUT_BUILT: built ?? (await builtFolder()),
    },
  });
  child.send({ setting });
  return child;
}

async function hearing(
  child: ChildProcess,
  folder: string,
  { waitsForWindow = true }: Starting,
): Promise<RunningApp> {
  const app = driven(child, folder);
  if (waitsForWindow) {
    await vi.waitFor(async () => app.act("window"), { timeout: 20_000, interval: 20 });
    await vi.waitFor(async () => app.act("listen"), { timeout: 20_000, interval: 20 });
  }
  return app;
}

function driven(child: ChildProcess, folder: string): RunningApp {
  const waiting = new Map<number, (reply: Reply) => void>();
  let next = 0;
  let last: Exiting["exiting"] | null = null;
  const ended = Promise.withResolvers<Exiting["exiting"]>();
  child.on("message", (message: Reply | Exiting) => {
    if ("exiting" in message) last = message.exiting;
    else waiting.get(message.id)?.(message);
  });
  child.once("exit", (code) => {
    const error = `the app ended with ${code} and did not mean to`;
    for (const [id, answer] of waiting) answer({ id, error });
    if (last === null) ended.reject(new Error(error));
    else ended.resolve({ ...last, code: code ?? -1 });
  });
  ended.promise.catch(() => {});
  const act = async (name: string, ...given: readonly unknown[]): Promise<unknown> => {
    const id = (next += 1);
    const reply = await new Promise<Reply>((resolve) => {
      waiting.set(id, resolve);
      child.send({ id, act: name, given });
    });
    waiting.delete(id);
    if (reply.error !== undefined) throw new Error(reply.error);
    return reply.value;
  };
  return {
    folder,
    act: act as RunningApp["act"],
    call: async (method, input = {}) => (await act("call", method, input)) as never,
    exit: ended.promise,
  };
}
