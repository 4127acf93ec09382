/** The service's address: base URL and path prefix. */
import { isIPv4 } from "node:net";
import { TieoutError } from "../../../core/errors.ts";

/** The only prefix the interface knows. */
const DEFAULT_PATH_PREFIX = "/sandbox/index";

export interface ServiceAddress {
  /** Scheme, host and port. */
  readonly origin: string;
  /** What is before an endpoint's path; begins with a slash or is empty. */
  readonly basePath: string;
}

function usage(sentence: string): TieoutError {
  return new TieoutError("USAGE", sentence);
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || (isIPv4(host) && host.startsWith("127."));
}

function parseBaseUrl(baseUrl: string): URL {
  if (!URL.canParse(baseUrl)) throw usage("Enter an address such as https://service.example");
  const url = new URL(baseUrl);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw usage("Start the address with https://");
  }
  if (url.username !== "" || url.password !== "") {
    throw usage("Leave user and password out of the address. Credentials have their own fields");
  }
  if (url.search !== "" || url.hash !== "") throw usage("Leave everything from ? or # on out of the address");
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw usage(
      "Start the address with https://. Plain http sends the key unencrypted and is for this computer only",
    );
  }
  return url;
}

/**
 * Takes a base URL without the path prefix, and the prefix.
 *
 * @throws TieoutError USAGE when either cannot be used; plain http is for loopback alone
 */
export function serviceAddress(baseUrl: string, pathPrefix: string = DEFAULT_PATH_PREFIX): ServiceAddress {
  const url = parseBaseUrl(baseUrl);
  const prefix = pathPrefix.replace(/\/+$/u, "");
  if (!/^(?:\/[\w.~!$&'()*+,;=:@%-]+)*$/u.test(prefix) || /(?:^|\/)\.{1,2}(?:\/|$)/u.test(prefix)) {
    throw usage("Start the path prefix with /, such as /sandbox/index");
  }
  const base = url.pathname.replace(/\/+$/u, "");
  if (prefix !== "" && base.endsWith(prefix)) {
    throw usage(`Leave the path prefix ${prefix} out of the address`);
  }
  return { origin: url.origin, basePath: `${base}${prefix}` };
}
