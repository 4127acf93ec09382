/** Files on their way to and from the browser host. */
import { TieoutError } from "../core/errors.ts";
import { decodeMessage } from "../ipc/codec.ts";
import { type Envelope, type Fault, faultOf } from "../ipc/envelope.ts";
import {
  SIGNED,
  FILES_PATH,
  FILE_NAME_HEADER,
  MAX_UPLOAD_BYTES,
  RECORDS_PATH,
  UPLOAD_TYPE,
} from "../ipc/socket.ts";
import type { FileFacts } from "../ipc/values.ts";
import { ApiError } from "./api.ts";
import { pageMac } from "./mac.ts";
import type { KeptSession } from "./entrance.ts";

/** How a page reaches its host over HTTP. */
export interface HttpWay {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  readonly session: KeptSession;
}

/** Hands one file over. */
export async function upload(file: File, way: HttpWay): Promise<Envelope<readonly FileFacts[]>> {
  if (file.size > MAX_UPLOAD_BYTES) {
    return failed(new TieoutError("IMPORT_TOO_LARGE", "The file is too large", { file: file.name }));
  }
  const response = await answerTo(FILES_PATH, way, {
    method: "POST",
    headers: {
      "Content-Type": UPLOAD_TYPE,
      [FILE_NAME_HEADER]: encodeURIComponent(file.name.toWellFormed()),
    },
    body: file,
  });
  if (response.status === 200) return (await response.json()) as Envelope<readonly FileFacts[]>;
  return failed(refusal(response.status, file.name));
}

/**
 * Fetches a written file.
 *
 * @throws ApiError
 */
export async function fetchWritten(handle: string, way: HttpWay): Promise<Blob> {
  const response = await answerTo(`${FILES_PATH}/${handle}`, way, {});
  if (response.status === 200) return response.blob();
  throw new ApiError(faultOf(refusal(response.status)));
}

/** Fetches a batch of records, which a socket would take longer to bring. */
export async function fetchRecords(
  input: Readonly<Record<string, string | number>>,
  way: HttpWay,
): Promise<Envelope<unknown>> {
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
  const response = await answerTo(`${RECORDS_PATH}?${query.toString()}`, way, {});
  const answer = response.status === 200 ? await envelopeOf(response) : null;
  if (answer !== null) return answer;
  if (response.status === 401) return failed(refusal(401));
  return failed(new TieoutError("HOST_LOST", "The connection to Tieout is lost"));
}

/** null where its bytes were cut off. */
async function envelopeOf(response: Response): Promise<Envelope<unknown> | null> {
  try {
    return decodeMessage(new Uint8Array(await response.arrayBuffer())) as Envelope<unknown>;
  } catch {
    return null;
  }
}

/** The host's answer; status 0 where there is none. A browser does not say why. */
async function answerTo(path: string, { fetch, session }: HttpWay, init: RequestInit): Promise<Response> {
  // The session itself is told to nobody.
  const key = await pageMac(session.read() ?? "none", SIGNED.files);
  const headers = {
    ...(init.headers as Record<string, string> | undefined),
    Authorization: `Bearer ${key}`,
  };
  return fetch(path, { ...init, headers, redirect: "error" }).catch(() => Response.error());
}

function refusal(status: number, file?: string): TieoutError {
  if (status === 401) return new TieoutError("SESSION_ENDED", "The session of this window has ended");
  if (status !== 0) return new TieoutError("FILE_UNREADABLE", "File not found or not readable");
  // A file that was moved or changed while it was read ends the request without a word as well.
  const facts = file === undefined ? {} : { file };
  return new TieoutError("HOST_LOST", "The file could not be transferred", facts);
}

function failed(error: TieoutError): { readonly ok: false; readonly fault: Fault } {
  return { ok: false, fault: faultOf(error) };
}
