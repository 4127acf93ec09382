/** Asking a time-stamp authority, RFC 3161 over HTTP: one request, and the response as it came. */
import { TieoutError, usageError } from "../../../core/errors.ts";
import { DEFAULT_TIMING, type Timing } from "../encoding.ts";
import { DEFAULT_PATIENCE, Transport } from "./transport.ts";

const THE_AUTHORITY = "The time-stamp authority";
const NOT_KEPT = "Nothing was kept. Check --tsa and the connection, or try again later.";

/** A token with several certificates has 10 KB. */
const MOST_BYTES = 64 * 1024;

/** The address of an authority. Plain http is common and does no harm: what is sent is a hash, what comes back is signed. */
function authorityAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:"))
    throw usageError("--tsa takes the address of a time-stamp authority, such as https://tsa.example/tsr.");
  if (url.username !== "" || url.password !== "")
    throw usageError("Leave user and password out of the address: secrets are never taken from arguments.");
  if (url.search !== "" || url.hash !== "")
    throw usageError("Leave everything from ? or # on out of the address of the time-stamp authority.");
  return url;
}

/**
 * Sends a request to an authority, once. No redirect is followed.
 *
 * @param request DER
 * @returns the response, DER unless the authority sent something else
 * @throws TieoutError USAGE for an address that cannot be used; NET_*; TIME_STAMP_REFUSED for HTTP's own refusals; CANCELLED
 */
export async function askAuthority(
  address: string,
  request: Uint8Array,
  { signal, timing = {} }: { readonly signal?: AbortSignal | undefined; readonly timing?: Partial<Timing> },
): Promise<Uint8Array> {
  const { origin, pathname } = authorityAddress(address);
  const transport = new Transport({ ...DEFAULT_TIMING, ...timing }, DEFAULT_PATIENCE);
  try {
    const response = await transport.send(
      {
        endpoint: { name: "time stamp", method: "POST", answers: "record" },
        whom: THE_AUTHORITY,
        origin,
        path: pathname,
        headers: { "Content-Type": "application/timestamp-query", Accept: "application/timestamp-reply" },
        body: request,
        contentType: "application/timestamp-reply",
        maxBytes: MOST_BYTES,
        onAttempt: () => {},
        redact: (text) => text,
        accept: gathered,
      },
      signal,
    );
    if (response.accepted) return response.value;
    const sentence = `${THE_AUTHORITY} responded with HTTP ${response.status}`;
    throw new TieoutError("TIME_STAMP_REFUSED", sentence, { file: pathname });
  } catch (error) {
    if (!(error instanceof TieoutError) || !error.code.startsWith("NET_")) throw error;
    throw new TieoutError(error.code, error.message, { ...error.facts, remedy: NOT_KEPT });
  } finally {
    await transport.close();
  }
}

async function gathered(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(Uint8Array.from(piece));
  return Buffer.concat(pieces);
}
