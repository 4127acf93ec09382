/**
 * Uploads from the page, downloads of written files, and where both are kept: the page knows no paths. Its files
 * are in a private folder until the program ends, and an uploaded ledger, which must last, is in the app's own
 * folder.
 */
import { createReadStream, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import { ZipFile } from "yazl";
import { TieoutError } from "../../../core/errors.ts";
import { TIMELESS_ENTRY } from "../../../core/zip-entry.ts";
import { type Envelope, faultOf } from "../../../ipc/envelope.ts";
import { FILES_PATH, FILE_NAME_HEADER, UPLOAD_TYPE } from "../../../ipc/socket.ts";
import type { FileFacts } from "../../../ipc/values.ts";
import type { SavePurpose } from "../calls/desk.ts";
import { LEDGER_ENDING, makeFolder, making, placeForLedger } from "../stores/connections.ts";
import { removeAbandonedFolders } from "../../services/shared/abandoned-folders.ts";
import { plainName } from "../../services/shared/places.ts";
import { type Access, refuseRequest } from "./access.ts";

/** The prefix of temporary folders' names, followed by the process's number. */
const TRANSIT = "tieout-host-";

/** Where uploads and downloads are kept. */
export class Shelf {
  readonly #transit: string;
  readonly #dataFolder: string;
  readonly #promised = new Set<string>();
  readonly #toFetch = new Set<string>();
  #files = 0;

  /**
   * @param dataFolder the app's own
   * @throws TieoutError EXPORT_TARGET when it or the temporary one cannot be made
   */
  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder;
    this.#transit = making(tmpdir(), () => mkdtempSync(join(tmpdir(), `${TRANSIT}${process.pid}-`)));
    removeAbandonedFolders();
  }

  /** A path that nothing is at, for a file that the page hands over. */
  placeForUpload(name: string): string {
    const plain = plainName(name);
    return extname(plain).toLowerCase() === LEDGER_ENDING ? this.#placeForLedger(plain) : this.ownFile(plain);
  }

  /** A free path for what is to be written; all but a ledger can be fetched. @param plain a name alone */
  placeFor(purpose: SavePurpose, plain: string): string {
    if (purpose === "ledger") return this.#placeForLedger(plain);
    // A folder is fetched as one file and bears that file's name from the first.
    const isFolder = purpose === "workbooks";
    const path = this.ownFile(isFolder ? `${plain}.zip` : plain);
    this.#toFetch.add(path);
    return path;
  }

  /** Whether a path was given out for the page to fetch: it gets no others, whatever handle it has. */
  isToFetch(path: string): boolean {
    return this.#toFetch.has(path);
  }

  /** Removes what was only passing through. */
  dispose(): void {
    rmSync(this.#transit, { recursive: true, force: true });
  }

  /** A new file of our own, in a folder of its own, so that a name is kept and never met twice. */
  ownFile(name: string): string {
    this.#files += 1;
    const folder = join(this.#transit, String(this.#files));
    makeFolder(folder);
    return join(folder, name);
  }

  #placeForLedger(name: string): string {
    const path = placeForLedger(this.#dataFolder, name, (taken) => this.#promised.has(taken));
    this.#promised.add(path);
    return path;
  }
}

export interface FileSettings {
  readonly access: Access;
  readonly shelf: Shelf;
  readonly take: (paths: readonly string[]) => Promise<Envelope<readonly FileFacts[]>>;
  readonly pathOf: (handle: string) => string | null;
  readonly maxUploadBytes: number;
}

export function serveFiles(app: FastifyInstance, settings: FileSettings): void {
  // The one kind of body there is stays a stream; fastify would otherwise read JSON and text by itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(UPLOAD_TYPE, (_request, body, done) => done(null, body));
  const onRequest = onlyWithFilesKey(settings.access);
  app.post(FILES_PATH, { onRequest }, (request, reply) => takeUpload(request, reply, settings));
  app.get<{ Params: { handle: string } }>(`${FILES_PATH}/:handle`, { onRequest }, (request, reply) =>
    giveOut(request.params.handle, reply, settings),
  );
}

/** Lets through who proves a session, by a header that no form can set. */
export function onlyWithFilesKey(access: Access): onRequestHookHandler {
  return ({ headers }, reply, done) => {
    const [, key = ""] = /^Bearer ([\w-]+)$/u.exec(headers.authorization ?? "") ?? [];
    if (access.isFilesKey(key)) done();
    else refuseRequest(reply, 401, "Open Tieout first.");
  };
}

async function takeUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  { shelf, take, maxUploadBytes }: FileSettings,
): Promise<Envelope<readonly FileFacts[]>> {
  try {
    const path = shelf.placeForUpload(fileName(request));
    // A file of no bytes comes without a body.
    await keep((request.body as Readable | null) ?? Readable.from([]), path, maxUploadBytes);
    return await take([path]);
  } catch (error) {
    // What else it sends is not waited for.
    void reply.header("Connection", "close");
    return { ok: false, fault: faultOf(error) };
  }
}

function fileName({ headers }: FastifyRequest): string {
  const given = headers[FILE_NAME_HEADER];
  try {
    return decodeURIComponent(typeof given === "string" ? given : "");
  } catch {
    return "";
  }
}

/**
 * @throws TieoutError IMPORT_TOO_LARGE, LEDGER_DISK_FULL, FILE_UNREADABLE; nothing is left of the file then
 */
async function keep(body: Readable, path: string, maxBytes: number): Promise<void> {
  const file = basename(path);
  let bytes = 0;
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new TieoutError("IMPORT_TOO_LARGE", "The file is too large", { file });
      yield chunk;
    }
  };
  // What another program put there meanwhile is its own, and is not removed below.
  const opened = await open(path, "wx", 0o600).catch((error: unknown) => {
    throw keepingError(error, file);
  });
  try {
    await pipeline(body, counted, opened.createWriteStream({ flush: true }));
  } catch (error) {
    rmSync(path, { force: true });
    throw error instanceof TieoutError ? error : keepingError(error, file);
  }
}

function keepingError(error: unknown, file: string): TieoutError {
  const why = (error as NodeJS.ErrnoException).code ?? "unknown";
  const code = why === "ENOSPC" || why === "EDQUOT" ? "LEDGER_DISK_FULL" : "FILE_UNREADABLE";
  return new TieoutError(code, `The file could not be read completely: ${why}`, { file }, error);
}

const TYPES: Readonly<Record<string, string>> = {
  ".zip": "application/zip",
  ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

function giveOut(handle: string, reply: FastifyReply, { shelf, pathOf }: FileSettings): FastifyReply {
  const path = pathOf(handle);
  const found =
    path !== null && shelf.isToFetch(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (path === null || found === undefined) {
    reply.callNotFound();
    return reply;
  }
  const name = encodeURIComponent(basename(path)).replaceAll(/['()*]/gu, escape);
  void reply.header("Content-Disposition", `attachment; filename*=UTF-8''${name}`);
  if (found.isDirectory()) return reply.type("application/zip").send(zipOf(path));
  return reply
    .type(TYPES[extname(path).toLowerCase()] ?? UPLOAD_TYPE)
    .header("Content-Length", found.size)
    .send(createReadStream(path));
}

/** Marks that encodeURIComponent leaves and a header's name may not have. */
function escape(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** A folder's files as a zip file, by name, without its folders; an unreadable one breaks the stream. */
function zipOf(folder: string): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on("error", (error) => output.destroy(error));
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name } of files.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    zip.addFile(join(folder, name), name, { ...TIMELESS_ENTRY, compressionLevel: 1 });
  }
  zip.end();
  return output;
}
