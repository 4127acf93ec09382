/** A response's body: decompressed while it arrives, and limited in size. */
import { type Readable, type Transform, pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { TieoutError } from "../../../core/errors.ts";

/** What we say we understand. */
export const ACCEPTED_ENCODINGS = "gzip, br";

const DECOMPRESSORS: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

function tooLarge(maxBytes: number, path: string): TieoutError {
  return new TieoutError("NET_TOO_LARGE", `The response is larger than ${maxBytes} bytes`, { file: path });
}

async function* capped(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  path: string,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes, path);
    yield chunk;
  }
}

/**
 * The bytes of a body.
 *
 * @param encoding the Content-Encoding header, '' when there is none
 * @param length the Content-Length header, '' when there is none
 * @param maxBytes cap before and after decompression
 * @throws TieoutError NET_TOO_LARGE, NET_PROTOCOL for an encoding we did not ask for
 */
export function readContent(
  body: Readable,
  encoding: string,
  length: string,
  maxBytes: number,
  path: string,
): AsyncIterable<Uint8Array> {
  if (Number(length) > maxBytes) throw tooLarge(maxBytes, path);
  const name = encoding.trim().toLowerCase();
  const raw = capped(body, maxBytes, path);
  if (name === "" || name === "identity") return raw;
  const decompressor = DECOMPRESSORS.get(name)?.();
  if (decompressor === undefined) {
    throw new TieoutError("NET_PROTOCOL", "The response uses a compression that Tieout did not request", {
      file: path,
    });
  }
  // A failure of the source ends the decompressor with the same error, which its reader then meets.
  pipeline(raw, decompressor, () => undefined);
  return capped(decompressor, maxBytes, path);
}
