/** The service's client: every call of the interface, with a typed response or one clear error. */
import type { Business, User } from "../../../core/business.ts";
import { TieoutError } from "../../../core/errors.ts";
import { type ServiceAddress, serviceAddress } from "./address.ts";
import { ENDPOINTS, type Endpoint, type EndpointName } from "./endpoints.ts";
import type { ServiceResponse, Request } from "./exchange.ts";
import { type Bytes, gather, spoolList } from "../json/intake.ts";
import { DEFAULT_CAPS, DEFAULT_TIMING, type SizeCaps, type Timing } from "../limits.ts";
import type { ListBody, ListEndpoint } from "../json/list-body.ts";
import type { Provenance } from "../../../core/review/pulls/provenance.ts";
import { type Origin, redacted } from "../origin.ts";
import { type RecordBody, readBusinessBody, readUserBody } from "../json/record-body.ts";
import { Redactor } from "./redactor.ts";
import { refusalError } from "./refusal.ts";
import type { AuthorizationForm, Credentials } from "./secret.ts";
import { SecretWatch } from "./secret-watch.ts";
import { Spool } from "../json/spool.ts";
import { DEFAULT_PATIENCE, type Patience, Transport } from "./transport.ts";

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
  /**
   * Whether calls after the login carry the user token, in a header `Usertoken` (a name of ours: the
   * interface does not say whether or how it is sent back). Default: no.
   */
  readonly sendUserToken?: boolean | undefined;
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
export interface ServiceClient {
  /** @throws TieoutError LOGIN_REFUSED, LOGIN_UNKNOWN, SECRET_MISSING besides. Never sent twice. */
  login(signal?: AbortSignal): Promise<RecordBody<User>>;
  fetchUser(signal?: AbortSignal): Promise<RecordBody<User>>;
  fetchBusiness(signal?: AbortSignal): Promise<RecordBody<Business>>;
  /** @param limit caps the number of entries, newest first; null asks for all */
  downloadWallet(limit: number | null, signal?: AbortSignal): Promise<ListBody>;
  downloadTransactions(signal?: AbortSignal): Promise<ListBody>;
  /** Closes connections and removes the downloads' files. */
  dispose(): Promise<void>;
}

/** @throws TieoutError USAGE when the address cannot be used */
export function createClient(settings: ClientSettings): ServiceClient {
  return new Client(settings);
}

class Client implements ServiceClient {
  readonly #settings: ClientSettings;
  readonly #address: ServiceAddress;
  readonly #caps: SizeCaps;
  readonly #transport: Transport;
  readonly #spool = new Spool();
  readonly #redactor = new Redactor();
  /** Of what is quoted, and not stored: a user's record holds the phone. */
  readonly #quoting = new Redactor();
  #userToken = "";

  constructor(settings: ClientSettings) {
    this.#settings = settings;
    this.#address = serviceAddress(settings.baseUrl, settings.pathPrefix);
    this.#caps = { ...DEFAULT_CAPS, ...settings.caps };
    const timing = { ...DEFAULT_TIMING, ...settings.timing };
    this.#transport = new Transport(timing, { ...DEFAULT_PATIENCE, ...settings.patience }, settings.ca);
    for (const { text } of settings.credentials.secrets()) this.#redactor.add(text);
    for (const name of settings.credentials.names()) this.#quoting.add(name);
  }

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

  async downloadWallet(limit: number | null, signal?: AbortSignal): Promise<ListBody> {
    if (limit !== null && !(Number.isSafeInteger(limit) && limit > 0)) {
      throw new TieoutError("USAGE", "The limit must be an integer above zero");
    }
    return this.#download("wallet", signal, limit === null ? "" : `?limit=${limit}`);
  }

  async downloadTransactions(signal?: AbortSignal): Promise<ListBody> {
    return this.#download("transactions", signal, "");
  }

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
    if (endpoint.name === "login") this.#userToken = token;
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
    const { credentials, authorization = "key", sendUserToken = false } = this.#settings;
    return {
      "Content-Type": "application/json",
      Accept: "application/json",
      Authorization: credentials.authorization(authorization),
      Appid: credentials.appId,
      ...(sendUserToken && this.#userToken !== "" ? { Usertoken: this.#userToken } : {}),
    };
  }
}
