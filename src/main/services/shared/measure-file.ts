/** How long a file is, and its SHA-256. */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { open } from "node:fs/promises";

export interface FileMeasure {
  readonly bytes: number;
  /** Of all of its bytes, 64 hex digits. */
  readonly sha256: string;
}

/** Reads a file whole, piece by piece: its length and its SHA-256. */
export async function measureFile(path: string): Promise<FileMeasure> {
  const hash = createHash("sha256");
  const file = await open(path);
  try {
    for await (const chunk of file.createReadStream({ highWaterMark: 1024 * 1024 })) {
      hash.update(chunk as Uint8Array);
    }
  } finally {
    await file.close();
  }
  return { bytes: statSync(path).size, sha256: hash.digest("hex") };
}
