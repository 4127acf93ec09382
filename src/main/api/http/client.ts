/** The service's client: every call of the interface, with a typed response or one clear error. */
import { isIPv4 } from "node:net";
import { type TieoutError, usageError } from "../../../core/errors.ts";
import { type Bytes, gather, spoolList } from "../intake.ts";
import { type Origin, payloadError, redacted } from "../origin.ts";
import type { NamedSecret, AuthorizationForm, Credentials } from "./secret.ts";
import type { Business, User } from "../../../core/records/business.ts";
import {
  ENDPOINTS,
  type Endpoint,
  type EndpointName,
  type ServiceResponse,
  type Request,
} from "./exchange.ts";
import { DEFAULT_CAPS, DEFAULT_TIMING, type SizeCaps, type Timing } from "../encoding.ts";
import type { ListBody, ListEndpoint } from "../list-body.ts";
import type { Provenance } from "../../../core/review/restate/provenance.ts";
import { type RecordBody, readBusinessBody, readUserBody } from "../record-body.ts";
import { Redactor } from "../redactor.ts";
import { Spool } from "../spool.ts";
import { DEFAULT_PATIENCE, type Patience, Transport, loginUnknown } from "./transport.ts";
import { SERVICE_FAILED_REMEDY } from "../../../core/remedies.ts";
import { meaningOf, messageAfter } from "../envelope.ts";

// The service's address: base URL and path prefix.

/** The only prefix the interface knows. */
const DEFAULT_PATH_PREFIX = "/sandbox/index";

interface ServiceAddress {
  /** Scheme, host and port. */
  readonly origin: string;
  /** What is before an endpoint's path; begins with a slash or is empty. */
  readonly basePath: string;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || (isIPv4(host) && host.startsWith("127."));
}

function parseBaseUrl(baseUrl: string): URL {
  if (!URL.canParse(baseUrl)) throw usageError("Enter an address such as https://service.example");
  const url = new URL(baseUrl);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw usageError("Start the address with https://");
  }
  if (url.username !== "" || url.password !== "") {
    throw usageError("Leave user and password out of the address. Credentials have their own fields");
  }
  if (url.search !== "" || url.hash !== "")
    throw usageError("Leave everything from ? or # on out of the address");
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw usageError(
      "Start the address with https://. Plain http sends the key unencrypted and is for this computer only",
    );
  }
  return url;
}

/** A base URL without the path prefix, and the prefix. @throws TieoutError USAGE; http only for loopback */
function serviceAddress(baseUrl: string, pathPrefix: string = DEFAULT_PATH_PREFIX): ServiceAddress {
  const url = parseBaseUrl(baseUrl);
  const prefix = pathPrefix.replace(/\/+$/u, "");
  if (!/^(?:\/[\w.~!$&'()*+,;=:@%-]+)*$/u.test(prefix) || /(?:^|\/)\.{1,2}(?:\/|$)/u.test(prefix)) {
    throw usageError("Start the path prefix with /, such as /sandbox/index");
  }
  const base = url.pathname.replace(/\/+$/u, "");
  if (prefix !== "" && base.endsWith(prefix)) {
    throw usageError(`Leave the path prefix ${prefix} out of the address`);
  }
  return { origin: url.origin, basePath: `${base}${prefix}` };
}

// Refuses a list that holds the caller's own key or password: lists are stored exactly as they come.

/** A shorter secret, or one of digits alone, could be a part of any word or amount. */
const TELLING_LENGTH = 8;

/** Looks for secrets in one response while it comes. */
export class SecretWatch {
  readonly #forms: readonly Form[];
  /** How many bytes of a piece the next one may continue. */
  readonly #reach: number;
  #found: Form | null = null;

  constructor(secrets: readonly NamedSecret[]) {
    this.#forms = secrets.flatMap(formsOf);
    // Each character may be written by its code.
    this.#reach = Math.max(0, ...this.#forms.map(({ bytes }) => bytes.length * CODE.length));
  }

  /** The same bytes, as they come. */
  async *over(content: Bytes): AsyncGenerator<Uint8Array> {
    let before = Buffer.alloc(0);
    for await (const chunk of content) {
      const piece = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      this.#look(Buffer.concat([before, piece.subarray(0, this.#reach)]));
      this.#look(piece);
      const end = Buffer.concat([before, piece.subarray(Math.max(0, piece.length - this.#reach))]);
      before = end.subarray(Math.max(0, end.length - this.#reach));
      yield chunk;
    }
  }

  #look(piece: Buffer): void {
    const find = (text: Buffer) => this.#forms.find(({ bytes }) => text.includes(bytes)) ?? null;
    this.#found ??= find(piece) ?? (piece.includes(ASCII_CODE) ? find(withoutCodes(piece)) : null);
  }

  /** @throws TieoutError PAYLOAD_SECRET where one was seen */
  assertNone(origin: Origin): void {
    if (this.#found === null) return;
    throw payloadError("PAYLOAD_SECRET", `The response holds your ${this.#found.name}`, origin);
  }
}

/** How JSON writes any character by its code; a service may write a plus or an ampersand so. */
const CODE = String.raw`\u002b`;
const ASCII_CODE = String.raw`\u00`;

function withoutCodes(piece: Buffer): Buffer {
  const text = piece.toString("latin1");
  const plain = text.replaceAll(/\\u00([2-7][0-9a-f])/giu, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return Buffer.from(plain, "latin1");
}

/** A secret's bytes as JSON writes it. */
interface Form {
  readonly name: string;
  readonly bytes: Buffer;
}

function formsOf({ name, text }: NamedSecret): Form[] {
  if (text.length < TELLING_LENGTH || /^\d+$/u.test(text)) return [];
  const plain = JSON.stringify(text).slice(1, -1);
  const ascii = plain.replaceAll(/[^\0-\u007f]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
  const forms = [plain, ascii, text].flatMap((form) => [form, form.replaceAll("/", String.raw`\/`)]);
  return [...new Set(forms)].map((form) => ({ name, bytes: Buffer.from(form, "utf8") }));
}

/** How far a call is. */
interface ClientProgress {
  readonly endpoint: EndpointName;
  /** Counted from 1. */
  readonly attempt: number;
  /** Of the body, decompressed, in this attempt. */
  readonly bytes: number;
}

export interface ClientSettings {
  /** Without the path prefix. */
  readonly baseUrl: string;
  /** Default: the one prefix the interface knows. */
  readonly pathPrefix?: string | undefined;
  readonly credentials: Credentials;
  /** Default: the key as it is. */
  readonly authorization?: AuthorizationForm | undefined;
  readonly timing?: Partial<Timing> | undefined;
  readonly caps?: Partial<SizeCaps> | undefined;
  readonly patience?: Partial<Patience> | undefined;
  /** Certificates to trust beside the runtime's own, PEM. */
  readonly ca?: string | undefined;
  readonly onProgress?: ((progress: ClientProgress) => void) | undefined;
  /** Told what each successful response came from. */
  readonly onAnswered?: ((provenance: Provenance) => void) | undefined;
}

/** All calls raise TieoutError: NET_*, AUTH_EXPIRED, SERVICE_ERROR, PAYLOAD_*, CANCELLED. */
export class ServiceClient {
  readonly #settings: ClientSettings;
  readonly #address: ServiceAddress;
  readonly #caps: SizeCaps;
  readonly #transport: Transport;
  readonly #spool = new Spool();
  readonly #redactor = new Redactor();
  /** Of what is quoted, and not stored: a user's record holds the phone. */
  readonly #quoting = new Redactor();

  /** @throws TieoutError USAGE when the address cannot be used */
  constructor(settings: ClientSettings) {
    this.#settings = settings;
    this.#address = serviceAddress(settings.baseUrl, settings.pathPrefix);
    this.#caps = { ...DEFAULT_CAPS, ...settings.caps };
    const timing = { ...DEFAULT_TIMING, ...settings.timing };
    this.#transport = new Transport(timing, { ...DEFAULT_PATIENCE, ...settings.patience }, settings.ca);
    for (const { text } of settings.credentials.secrets()) this.#redactor.add(text);
    for (const name of settings.credentials.names()) this.#quoting.add(name);
  }

  /** @throws TieoutError LOGIN_REFUSED, LOGIN_UNKNOWN, SECRET_MISSING besides. Never sent twice. */
  async login(signal?: AbortSignal): Promise<RecordBody<User>> {
    const body = this.#settings.credentials.loginBody();
    return this.#readUser(ENDPOINTS.login, signal, body);
  }

  async fetchUser(signal?: AbortSignal): Promise<RecordBody<User>> {
    return this.#readUser(ENDPOINTS.user, signal);
  }

  async fetchBusiness(signal?: AbortSignal): Promise<RecordBody<Business>> {
    const { value, provenance } = await this.#call(
      ENDPOINTS.business,
      async (content, origin, attempt) =>
        readBusinessBody(
          await this.#gather(content, ENDPOINTS.business, origin, attempt),
          origin,
          this.#redactor,
        ),
      signal,
    );
    return { ...value, provenance };
  }

  /** @param limit caps the number of entries, newest first; null asks for all */
  async downloadWallet(limit: number | null, signal?: AbortSignal): Promise<ListBody> {
    if (limit !== null && !(Number.isSafeInteger(limit) && limit > 0)) {
      throw usageError("The limit must be an integer above zero");
    }
    return this.#download("wallet", signal, limit === null ? "" : `?limit=${limit}`);
  }

  async downloadTransactions(signal?: AbortSignal): Promise<ListBody> {
    return this.#download("transactions", signal, "");
  }

  /** Closes connections and removes the downloads' files. */
  async dispose(): Promise<void> {
    await this.#transport.close();
    this.#spool.dispose();
  }

  async #readUser(
    endpoint: Endpoint & { readonly name: "login" | "user" },
    signal?: AbortSignal,
    requestBody?: string,
  ): Promise<RecordBody<User>> {
    const accept = async (content: Bytes, origin: Origin, attempt: number) => {
      const bytes = await this.#gather(content, endpoint, origin, attempt);
      return readUserBody(bytes, endpoint.name, origin, this.#redactor);
    };
    const { value, provenance } = await this.#call(endpoint, accept, signal, { body: requestBody });
    const { body, token } = value;
    this.#redactor.add(token);
    return { ...body, provenance };
  }

  async #gather(content: Bytes, endpoint: Endpoint, origin: Origin, attempt: number): Promise<Uint8Array> {
    return gather(content, this.#caps.recordBytes, origin, (bytes) => {
      this.#settings.onProgress?.({ endpoint: endpoint.name, attempt, bytes });
    });
  }

  async #download(name: ListEndpoint, signal: AbortSignal | undefined, query: string): Promise<ListBody> {
    const accept = async (content: Bytes, origin: Origin, attempt: number) => {
      const watch = new SecretWatch(this.#settings.credentials.secrets());
      const list = await spoolList(watch.over(content), name, origin, this.#spool.newFile(), (bytes) => {
        this.#settings.onProgress?.({ endpoint: name, attempt, bytes });
      });
      watch.assertNone(origin);
      return list;
    };
    const { value, provenance } = await this.#call(ENDPOINTS[name], accept, signal, { query });
    return { ...value, provenance };
  }

  /** Tries the endpoint's paths in turn, the next one when the service does not know the one before. */
  async #call<T>(
    endpoint: Endpoint,
    accept: (content: Bytes, origin: Origin, attempt: number) => Promise<T>,
    signal?: AbortSignal,
    extra: { readonly query?: string; readonly body?: string | undefined } = {},
  ): Promise<{ readonly value: T; readonly provenance: Provenance }> {
    const [first, ...others] = endpoint.paths;
    let path = first;
    let answer = await this.#send(endpoint, path, accept, signal, extra);
    for (const other of others) {
      if (answer.accepted || answer.status !== 404) break;
      path = other;
      answer = await this.#send(endpoint, path, accept, signal, extra);
    }
    if (answer.accepted) {
      this.#settings.onAnswered?.(answer.provenance);
      return { value: answer.value, provenance: answer.provenance };
    }
    throw refusalError(endpoint, answer, this.#origin(path));
  }

  async #send<T>(
    endpoint: Endpoint,
    path: string,
    accept: (content: Bytes, origin: Origin, attempt: number) => Promise<T>,
    signal: AbortSignal | undefined,
    extra: { readonly query?: string; readonly body?: string | undefined },
  ): Promise<ServiceResponse<T>> {
    const origin = this.#origin(path);
    const request: Request<T> = {
      endpoint,
      origin: this.#address.origin,
      path: `${origin.name}${extra.query ?? ""}`,
      headers: this.#headers(),
      ...(extra.body === undefined ? {} : { body: extra.body }),
      maxBytes: endpoint.answers === "list" ? this.#caps.listBytes : this.#caps.recordBytes,
      // Said before anything comes: a service that does not respond is the one that people wonder about.
      onAttempt: (attempt) => this.#settings.onProgress?.({ endpoint: endpoint.name, attempt, bytes: 0 }),
      redact: (text) => redacted(text, origin),
      accept: (content, attempt) => accept(content, origin, attempt),
    };
    return this.#transport.send(request, signal);
  }

  #origin(path: string): Origin {
    return {
      name: `${this.#address.basePath}${path}`,
      kind: "answer",
      redact: (text) => this.#quoting.redact(this.#redactor.redact(text)),
    };
  }

  #headers(): Record<string, string> {
    const { credentials, authorization = "key" } = this.#settings;
    return {
      "Content-Type": "application/json",
      Accept: "application/json",
      Authorization: credentials.authorization(authorization),
      Appid: credentials.appId,
    };
  }
}

// Errors for failed responses, by status.

type RefusedResponse = Extract<ServiceResponse<unknown>, { readonly accepted: false }>;

/** The error for a response that is no success, with the service's message if it has one. */
function refusalError(endpoint: Endpoint, refusal: RefusedResponse, origin: Origin): TieoutError {
  const { status, isStated } = refusal;
  const said = `(${isStated ? "status" : "HTTP"} ${status})${messageAfter(": ", refusal.body, origin)}`;
  const means = meaningOf(status);
  if (means === "too-many") {
    return payloadError("NET_RATE_LIMITED", `The service received too many requests ${said}`, origin);
  }
  const isOther = status < 400;
  if (endpoint.name === "login") {
    if ([400, 401, 403, 422].includes(status)) {
      return payloadError("LOGIN_REFUSED", `The service refused the login ${said}`, origin);
    }
    if (means === "failed" || isOther) return loginUnknown(`The service failed ${said}`, origin.name);
  }
  if (means === "credentials") {
    return payloadError("AUTH_EXPIRED", `The service no longer accepts the credentials ${said}`, origin);
  }
  const sentence = isOther
    ? `The service responded with HTTP ${status}, but only 200 is a success`
    : `The service responded with an error ${said}`;
  return payloadError(
    "SERVICE_ERROR",
    sentence,
    origin,
    means === "failed" ? { remedy: SERVICE_FAILED_REMEDY } : {},
  );
}
