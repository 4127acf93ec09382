/** SHA-256 of a body: of its bytes as they arrive, or of a large file in a separate thread. */
import { createHash } from "node:crypto";
import { Worker } from "node:worker_threads";
import { type OpenFile, unreadable } from "./list-body.ts";

export interface Hashing {
  /** Takes the next bytes. */
  readonly update: (chunk: Uint8Array) => void;
  /** Ends it: 64 hex digits. */
  readonly digest: () => Promise<string>;
  /** Ends it early, or does nothing any more. */
  readonly stop: () => Promise<void>;
}

/** Hashes the bytes it is given. */
export function hashHere(): Hashing {
  const hash = createHash("sha256");
  return {
    update: (chunk) => {
      hash.update(chunk);
    },
    digest: () => Promise.resolve(hash.digest("hex")),
    stop: () => Promise.resolve(),
  };
}

/** From this size on, in bytes, a thread has started and hashed a file sooner than this one hashes it. */
export const WORTH_A_THREAD = 128 * 1024 * 1024;

/** What the thread does. It is a text, because a file would have to be found again in every build. */
const WORK = `
  const { createHash } = require("node:crypto");
  const { readSync } = require("node:fs");
  const { parentPort, workerData: descriptor } = require("node:worker_threads");
  const hash = createHash("sha256");
  const buffer = Buffer.alloc(1024 * 1024);
  for (let position = 0; ; ) {
    const bytes = readSync(descriptor, buffer, 0, buffer.length, position);
    if (bytes === 0) break;
    hash.update(buffer.subarray(0, bytes));
    position += bytes;
  }
  parentPort.postMessage(hash.digest("hex"));
`;

/**
 * Hashes a whole file by itself; what it is given it ignores.
 *
 * @param file a regular one, which must stay open until this is stopped
 * @param name what an error calls it
 */
export function hashBeside(file: Pick<OpenFile, "descriptor">, name: string): Hashing {
  const worker = new Worker(WORK, { eval: true, workerData: file.descriptor });
  const done = new Promise<string>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", (error) => {
      reject(unreadable(error, name));
    });
  });
  // A scan that fails first has no use for it.
  done.catch(() => undefined);
  return {
    update: () => undefined,
    digest: () => done,
    stop: async () => {
      await worker.terminate();
    },
  };
}
