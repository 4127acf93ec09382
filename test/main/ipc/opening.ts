/** The backend as a host opens it, driven for real: real ledgers, threads and sandbox, and a platform whose answers a test gives. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { TieoutError } from "../../../src/core/errors.ts";
import type { Input, MethodName, Output } from "../../../src/ipc/contract.ts";
import type { Envelope, Fault } from "../../../src/ipc/envelope.ts";
import type { EventMessage } from "../../../src/ipc/events.ts";
import type { Job } from "../../../src/ipc/jobs.ts";
import { type Backend, createBackend } from "../../../src/main/backend/backend.ts";
import type { BackupTimes } from "../../../src/main/backend/threads/backup-schedule.ts";
import type { Platform } from "../../../src/main/backend/calls/desk.ts";
import type { SecretKeeper } from "../../../src/main/backend/stores/connections.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { builtThreads } from "../../helpers/built-threads.ts";
import { lendThreads } from "../../helpers/window/lent-threads.ts";

/** The hour every test begins at, milliseconds UTC. */
export const NOW_MS = Date.UTC(2026, 10, 21, 12);

/** The options of a check as they are at first. */
export const OPTIONS = {
  convention: "auto",
  settlementBasis: "auto",
  tolerance: 0,
  cutoffDays: 3,
  chainScope: "user",
  timeZone: "UTC",
} as const;

/** A keychain that really encrypts; another one's texts it cannot read. */
export function keychain(): SecretKeeper {
  const key = randomBytes(32);
  return {
    protect: async (text) => {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, iv);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Promise.resolve(Buffer.concat([iv, cipher.getAuthTag(), body]));
    },
    reveal: async (bytes) => {
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
        decipher.setAuthTag(bytes.subarray(12, 28));
        const body = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
        return await Promise.resolve(body.toString("utf8"));
      } catch {
        throw new TieoutError("SECRET_UNREADABLE", "The keychain cannot read it");
      }
    },
  };
}

/** Where the system offers no keychain. */
export const NO_KEYCHAIN: SecretKeeper = {
  protect: async () => Promise.reject(unprotected()),
  reveal: async () => Promise.reject(unprotected()),
};

function unprotected(): TieoutError {
  return new TieoutError("SECRET_UNPROTECTED", "This system offers no protection for secrets");
}

/** Waits for something that is sure to come. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
}

export interface DeskSettings {
  /** Of a program before, which starts anew with threads of its own. */
  readonly dataFolder?: string;
  readonly secrets?: SecretKeeper;
  readonly host?: "electron" | "browser";
  /** Never, unless a test is about it. */
  readonly backupTimes?: BackupTimes;
}

const NO_BACKUPS: BackupTimes = { firstMs: 2 ** 30, thenMs: 2 ** 30 };

/** A backend with a person before it. */
export class Person {
  readonly folder: string;
  readonly dataFolder: string;
  readonly events: EventMessage[] = [];
  /** All that the window was ever answered. */
  readonly replies: unknown[] = [];
  readonly revealed: string[] = [];
  readonly viewed: string[] = [];
  readonly recent: string[] = [];
  /** What the next dialogs answer. */
  chooses: string[] = [];
  saves: string | null = null;
  /** Told which name the save dialog begins with. */
  suggested: (name: string) => void = () => undefined;
  /** How much later than `NOW_MS` it is, milliseconds. */
  laterMs = 0;
  backend!: Backend;

  private constructor(folder: string, dataFolder: string) {
    this.folder = folder;
    this.dataFolder = dataFolder;
  }

  static async open(settings: DeskSettings = {}): Promise<Person> {
    const { dataFolder, secrets, host = "electron", backupTimes = NO_BACKUPS } = settings;
    const folder = temporaryFolder();
    const person = new Person(folder, dataFolder ?? join(folder, "app"));
    const platform: Platform = {
      host,
      os: "linux",
      chooseToOpen: async () => Promise.resolve(person.chooses),
      chooseToSave: async (_purpose, name) => {
        person.suggested(name);
        return Promise.resolve(person.saves);
      },
      reveal: async (path) => {
        person.revealed.push(path);
        return Promise.resolve();
      },
      view:
        host === "browser"
          ? null
          : async (path) => {
              person.viewed.push(path);
              return Promise.resolve();
            },
      noteRecent: (path) => {
        person.recent.push(path);
      },
      secrets: secrets ?? keychain(),
    };
    person.backend = await createBackend({
      platform,
      dataFolder: person.dataFolder,
      appVersion: "test",
      now: () => NOW_MS + person.laterMs,
      backupTimes,
      threads: dataFolder === undefined ? lendThreads : builtThreads,
      send: (message) => person.events.push(message),
    });
    onTestFinished(async () => person.backend.close());
    return person;
  }

  /** Calls a method that is to succeed. */
  async call<M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>> {
    const reply = (await this.backend.call(method, input)) as Envelope<Output<M>>;
    this.replies.push(reply);
    if (!reply.ok) throw new Error(`${method}: ${JSON.stringify(reply.fault)}`);
    return reply.value;
  }

  /** Calls a method that is to be refused. */
  async refused(method: string, input: unknown): Promise<Fault> {
    const reply = await this.backend.call(method, input);
    this.replies.push(reply);
    if (reply.ok) throw new Error(`${method} succeeded`);
    return reply.fault;
  }

  /** A handle as the file dialog gives it. */
  async choose(...paths: string[]): Promise<string> {
    this.chooses = paths;
    const { files } = await this.call("files.chooseToOpen", { purpose: "ledger" });
    return files[0]!.handle;
  }

  /** A handle as the save dialog gives it. */
  async save(path: string): Promise<string> {
    this.saves = path;
    const { file } = await this.call("files.chooseToSave", { purpose: "workbook", suggestedName: "x" });
    return file!.handle;
  }

  /** How a job ends. */
  async end({ id }: Job): Promise<Job> {
    for (;;) {
      const { jobs } = await this.call("jobs.list", {});
      const job = jobs.find((one) => one.id === id);
      if (job === undefined) throw new Error("no such job");
      if (job.state !== "running") return job;
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
    }
  }

  /** Has a job done that is to succeed. */
  async done(begun: Job): Promise<Job> {
    const ended = await this.end(begun);
    if (ended.state !== "done") throw new Error(JSON.stringify(ended.fault));
    return ended;
  }

  /** A ledger from the sandbox, opened. */
  async fill(entries = 300): Promise<Job> {
    return this.done(await this.call("sandbox.fill", { entries }));
  }
}
