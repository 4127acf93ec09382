/**
 * Copies that only a passphrase opens, in the format of age (age-encryption.org/v1). Everything of the ledger is
 * encrypted; what remains to be seen is the file's name and its size.
 */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { TieoutError } from "../../../core/errors.ts";
import { goOn } from "../shared/pacing.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";

/** Fewer characters are guessed offline, whatever the key is derived with. */
const SHORTEST_PASSPHRASE = 12;

/** The first line of the format. */
const FIRST_LINE = "age-encryption.org/v1\n";
/** What the lines before the encrypted bytes end with. One recipient takes 150 bytes. */
const END_OF_HEADER = "\n--- ";
const LONGEST_HEADER = 4096;

const PIECE_BYTES = 1024 * 1024;

/** @throws TieoutError PASSPHRASE_INVALID */
export function assertPassphrase(passphrase: string): void {
  if (Array.from(passphrase).length >= SHORTEST_PASSPHRASE) return;
  throw new TieoutError(
    "PASSPHRASE_INVALID",
    `The passphrase has fewer than ${SHORTEST_PASSPHRASE} characters, and could be guessed`,
  );
}

/** Whether a file begins as one that age has encrypted. False also of what cannot be read. */
export function isSealed(path: string): boolean {
  try {
    return headOf(path, FIRST_LINE.length) === FIRST_LINE;
  } catch {
    return false;
  }
}

function headOf(path: string, bytes: number): string {
  const handle = openSync(path, "r");
  try {
    const head = Buffer.alloc(bytes);
    return head.toString("latin1", 0, readSync(handle, head, 0, bytes, 0));
  } finally {
    closeSync(handle);
  }
}

/**
 * Encrypts a file piece by piece into a new one, readable by its owner alone.
 *
 * @throws TieoutError CANCELLED; the system's errors as they are
 */
export async function sealFile(
  plain: string,
  sealed: string,
  passphrase: string,
  context: ServiceContext,
): Promise<void> {
  const encrypter = await encrypterWith(passphrase);
  const pieces = await encrypter.encrypt(piecesOf(plain, "Encrypting", context));
  await writeAll(pieces, sealed);
}

async function encrypterWith(passphrase: string) {
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  return encrypter;
}

/** Encrypts a text for whoever has the passphrase, in the same format. */
export async function sealText(text: string, passphrase: string): Promise<Uint8Array> {
  return (await encrypterWith(passphrase)).encrypt(text);
}

/** The errors of something encrypted: that the passphrase does not open, and that is cut short or was changed. */
export interface SealRefusals {
  readonly unopened: (cause: unknown) => TieoutError;
  readonly damaged: (cause?: unknown) => TieoutError;
}

/** Decrypts what `sealText` made. @throws TieoutError as `refusals` makes it */
export async function unsealText(
  sealed: Uint8Array,
  passphrase: string,
  refusals: SealRefusals,
): Promise<string> {
  const head = Buffer.from(sealed.subarray(0, LONGEST_HEADER)).toString("latin1");
  if (!head.startsWith(FIRST_LINE) || !head.includes(END_OF_HEADER)) throw refusals.damaged();
  const decrypter = await decrypterWith(passphrase);
  return decrypter.decrypt(sealed, "text").catch((error: unknown) => {
    throw isUnopened(error) ? refusals.unopened(error) : refusals.damaged(error);
  });
}

async function decrypterWith(passphrase: string) {
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  return decrypter;
}

/** Whether the library says that the passphrase is another one. */
function isUnopened(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("no identity matched");
}

/**
 * Decrypts a file piece by piece into a new one, readable by its owner alone.
 *
 * @throws TieoutError BACKUP_SEALED when the passphrase does not open it; BACKUP_CUT when it is cut short or was
 *   changed; CANCELLED; the system's errors as they are
 */
export async function unsealFile(
  sealed: string,
  plain: string,
  passphrase: string,
  context: ServiceContext,
): Promise<void> {
  if (!headOf(sealed, LONGEST_HEADER).includes(END_OF_HEADER)) throw cutShort(sealed);
  const decrypter = await decrypterWith(passphrase);
  const pieces = await decrypter.decrypt(piecesOf(sealed, "Decrypting", context)).catch((error: unknown) => {
    throw isUnopened(error)
      ? new TieoutError("BACKUP_SEALED", "The passphrase does not open this backup", { file: sealed }, error)
      : damaged(error, sealed);
  });
  try {
    await writeAll(pieces, plain);
  } catch (error) {
    throw damaged(error, sealed);
  }
}

/** The library's own errors are all of bytes that do not authenticate; others are the system's or ours. */
function damaged(error: unknown, sealed: string): unknown {
  const isOthers =
    error instanceof TieoutError || (error instanceof Error && "code" in error && "syscall" in error);
  return isOthers ? error : cutShort(sealed, error);
}

function cutShort(sealed: string, cause?: unknown): TieoutError {
  const sentence = "The encrypted backup is cut short, or was changed";
  return new TieoutError("BACKUP_CUT", sentence, { file: sealed }, cause);
}

function piecesOf(path: string, phase: string, context: ServiceContext): ReadableStream<Uint8Array> {
  const { size: total } = statSync(path);
  async function* pieces(): AsyncGenerator<Uint8Array> {
    const file = await open(path);
    try {
      for (let done = 0; ;) {
        context.onProgress?.({ phase, done, total, unit: "bytes" });
        await goOn(context);
        const piece = Buffer.alloc(Math.min(PIECE_BYTES, Math.max(total - done, 1)));
        const { bytesRead } = await file.read(piece, 0, piece.length);
        if (bytesRead === 0) return;
        done += bytesRead;
        yield piece.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
  }
  return ReadableStream.from(pieces());
}

async function writeAll(pieces: ReadableStream<Uint8Array>, path: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    for await (const piece of pieces) await file.writeFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}
