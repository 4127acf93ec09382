/** Errors of the connection to the service, by the codes of the network's own errors. */
import { TieoutError } from "../../../core/errors.ts";
import type { ErrorCode } from "../../../core/error-codes.ts";

const CODES: readonly { readonly test: RegExp; readonly code: ErrorCode; readonly sentence: string }[] = [
  {
    test: /^UND_ERR_CONNECT_TIMEOUT$|^ETIMEDOUT$/u,
    code: "NET_TIMEOUT",
    sentence: "The service did not accept the connection in time",
  },
  {
    test: /^UND_ERR_HEADERS_TIMEOUT$/u,
    code: "NET_TIMEOUT",
    sentence: "The service did not respond in time",
  },
  {
    test: /^UND_ERR_BODY_TIMEOUT$/u,
    code: "NET_TIMEOUT",
    sentence: "The service stopped sending in the middle of its response",
  },
  {
    test: /^ECONNREFUSED$|^ENOTFOUND$|^EAI_|^EHOSTUNREACH$|^ENETUNREACH$|^EADDRNOTAVAIL$|^EHOSTDOWN$|^ENETDOWN$/u,
    code: "NET_UNREACHABLE",
    sentence: "The service could not be reached",
  },
  {
    test: /^ECONNRESET$|^EPIPE$|^ECONNABORTED$|^UND_ERR_SOCKET$|^Z_BUF_ERROR$/u,
    code: "NET_TRUNCATED",
    sentence: "The connection ended before the response was complete",
  },
  {
    test: /CERT|^UNABLE_TO_|SELF_SIGNED|^ERR_TLS_|^ERR_SSL_|^EPROTO$|^HOSTNAME_MISMATCH$/u,
    code: "NET_TLS",
    sentence: "Tieout could not make a trusted, encrypted connection to the service",
  },
  {
    test: /^HPE_|^UND_ERR_HEADERS_OVERFLOW$|^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$|^ERR_HTTP|^Z_|^ERR__ERROR_FORMAT|^ERR_BROTLI|^ERR__/u,
    code: "NET_PROTOCOL",
    sentence: "The service's response breaks the rules of HTTP",
  },
];

function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === "string" ? code : "";
}

/**
 * The error for a request that failed, without the network's own error: that may hold what was sent.
 *
 * @param path the endpoint's path
 */
export function networkError(error: unknown, path: string): TieoutError {
  if (error instanceof TieoutError) return error;
  const code = codeOf(error);
  const known = CODES.find(({ test }) => test.test(code));
  if (known !== undefined) {
    return new TieoutError(known.code, `${known.sentence} (${code})`, { file: path });
  }
  const name = error instanceof Error ? error.name : typeof error;
  return new TieoutError("NET_PROTOCOL", `The request failed (${code === "" ? name : code})`, { file: path });
}

/** Whether the request never left: then even a login can be said not to have happened. */
export function neverSent(error: unknown): boolean {
  const code = codeOf(error);
  return code === "UND_ERR_CONNECT_TIMEOUT" || networkError(error, "").code === "NET_UNREACHABLE";
}
