/** Reads bytes from any source: scans a list (and spools it when it has no file), or collects a record. */
import { asObject, parseBody, readEnvelope, saying } from "./envelope.ts";
import { type Hashing, hashHere, type SpoolFile } from "./spool.ts";
import type { ListBody, ListEndpoint } from "./list-body.ts";
import { type Origin, payloadError, tooLargeCode } from "./origin.ts";
import { ListScanner, type ScannedList } from "./scan.ts";

export type Bytes = AsyncIterable<Uint8Array>;

export const LIST_TITLES: Readonly<Record<ListEndpoint, string>> = {
  wallet: "wallet history",
  transactions: "transactions",
};

/**
 * Scans a list as it comes and keeps it in a spool file, which is removed when anything is wrong with the
 * body. Until the list begins nothing is written: what has none may be an error that echoes a secret.
 *
 * @param onBytes is called with how many bytes came so far
 * @throws TieoutError PAYLOAD_*, SERVICE_ERROR, NET_TRUNCATED, IMPORT_FORMAT, LEDGER_DISK_FULL
 */
export async function spoolList(
  content: Bytes,
  endpoint: ListEndpoint,
  origin: Origin,
  spool: SpoolFile,
  onBytes: (bytes: number) => void,
): Promise<ListBody> {
  const held: Uint8Array[] = [];
  try {
    const scanned = await scanList(content, endpoint, origin, hashHere(), (chunk, bytes, listBegun) => {
      // The source may use the chunk's memory again.
      if (!listBegun) held.push(Uint8Array.from(chunk));
      else for (const piece of [...held.splice(0), chunk]) spool.write(piece);
      onBytes(bytes);
    });
    // A bare list without records never begins one.
    for (const piece of held) spool.write(piece);
    return { ...scanned, endpoint, origin, file: spool.path, writtenAtMs: spool.finish() };
  } catch (error) {
    spool.discard();
    throw error;
  }
}

/** Scans a list as it comes; see `spoolList`. */
export async function scanList(
  content: Bytes,
  endpoint: ListEndpoint,
  origin: Origin,
  hashing: Hashing,
  onChunk: (chunk: Uint8Array, bytes: number, listBegun: boolean) => void,
): Promise<Pick<ListBody, "bytes" | "sha256" | "records" | "blocks">> {
  const scan = new ListScanner(origin);
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    hashing.update(chunk);
    scan.push(chunk);
    onChunk(chunk, bytes, scan.listBegun);
  }
  const { records, blocks, ...around } = scan.finish();
  assertList(around, endpoint, origin);
  return { bytes, sha256: await hashing.digest(), records, blocks };
}

/** Refuses a body that holds no list where the interface has one, saying what it holds instead. */
function assertList(
  around: Pick<ScannedList, "envelope" | "listFound">,
  endpoint: ListEndpoint,
  origin: Origin,
): void {
  const body = parseBody(around.envelope, origin);
  if (Array.isArray(body) && origin.kind === "file") return;
  if (origin.kind === "file" && !around.listFound) assertEnvelope(body, endpoint, origin);
  const data = readEnvelope(body, origin);
  if (around.listFound) return;
  if (origin.kind === "file") {
    const other = ["user", "business"].find((key) => asObject(data[key]) !== null);
    const found =
      other === undefined ? "no list data.histories" : `a ${other} record, not ${LIST_TITLES[endpoint]}`;
    throw payloadError("IMPORT_FORMAT", `The body holds ${found}`, origin);
  }
  const error = payloadError("PAYLOAD_SCHEMA", "The field data.histories must be a list", origin, {
    field: "data.histories",
  });
  throw saying(error, body, origin);
}

/** Refuses a file of JSON that is not a response of the service. */
function assertEnvelope(body: unknown, endpoint: ListEndpoint, origin: Origin): void {
  const envelope = asObject(body);
  if (envelope !== null && "status" in envelope) return;
  const title = LIST_TITLES[endpoint];
  throw payloadError(
    "IMPORT_FORMAT",
    `The file is JSON, but not the service's response with ${title}`,
    origin,
  );
}

/** Gathers a body that is small. @throws TieoutError NET_TOO_LARGE or IMPORT_TOO_LARGE */
export async function gather(
  content: Bytes,
  maxBytes: number,
  origin: Origin,
  onBytes: (bytes: number) => void,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      throw payloadError(tooLargeCode(origin), `The body is larger than ${maxBytes} bytes`, origin);
    }
    // The source may use the chunk's memory again.
    chunks.push(Uint8Array.from(chunk));
    onBytes(bytes);
  }
  return Buffer.concat(chunks);
}
