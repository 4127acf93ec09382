/**
 * Where each ledger's records come from, by the ledger's id: the sandbox, or a service with the caller's
 * secrets. A secret rests as the keychain's ciphertext; where the system offers no keychain it is in memory
 * until the program ends, and nothing of it is written.
 */
import { lstatSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { extname, join, sep } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import { type Fault, faultOf } from "../../../ipc/envelope.ts";
import { inspect } from "node:util";
import { z } from "zod";
import type { ConnectionFacts, ConnectionInput } from "../../../ipc/contract.ts";
import { isSameService } from "../../services/pull/same-service.ts";
import { StoredFile } from "./stored-file.ts";

// Where files and folders of the app's own lie, and how a place is told.

/** A path with the person's own folder as `~`; any other text as it is. */
export function placeInWords(path: string, home: string = homedir()): string {
  if (home.length <= 1) return path;
  if (path === home) return "~";
  return path.startsWith(`${home}${sep}`) ? `~${path.slice(home.length)}` : path;
}

/** An error as a fault that names a file as people say it. */
export function faultInWords(error: unknown): Fault {
  const fault = faultOf(error);
  return fault.file === null ? fault : { ...fault, file: placeInWords(fault.file) };
}

/** Makes a folder for the person alone, with those around it, if absent. @throws TieoutError EXPORT_TARGET */
export function makeFolder(folder: string): void {
  making(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
}

/** What `make` returns; @throws TieoutError EXPORT_TARGET naming the folder when the system refuses. */
export function making<T>(folder: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? "unknown";
    throw new TieoutError("EXPORT_TARGET", `The folder cannot be created: ${why}`, { file: folder }, error);
  }
}

export const LEDGER_ENDING = ".tieout";

/** The folder that they are in; it need not be there. */
export function ownLedgers(dataFolder: string): string {
  return join(dataFolder, "ledgers");
}

/**
 * The first free place of a name among them; the folder is made when absent.
 *
 * @param name a name alone, with or without the ending
 * @param isPromised whether a path was given away already that nothing stands at yet
 * @throws TieoutError EXPORT_TARGET
 */
export function placeForLedger(
  dataFolder: string,
  name: string,
  isPromised: (path: string) => boolean = () => false,
): string {
  const folder = ownLedgers(dataFolder);
  makeFolder(folder);
  const stem = extname(name).toLowerCase() === LEDGER_ENDING ? name.slice(0, -LEDGER_ENDING.length) : name;
  for (let number = 1; ; number += 1) {
    const path = join(folder, `${stem}${number === 1 ? "" : ` ${number}`}${LEDGER_ENDING}`);
    // The log of a ledger that is gone would be played back onto a new one of its name.
    if (!isPromised(path) && !stands(path) && !stands(`${path}-wal`)) return path;
  }
}

/** A link that leads nowhere stands, too: nothing can be made in its place. */
function stands(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

const SECRETS = ["secretKey", "appId", "phone", "password"] as const;
const secretsSchema = z.record(z.enum(SECRETS), z.string());
/** '' where there is none. */
type Secrets = Readonly<z.infer<typeof secretsSchema>>;
const NO_SECRETS = ofEachSecret(() => "");

function ofEachSecret<T>(of: (name: keyof Secrets) => T) {
  return Object.fromEntries(SECRETS.map((name) => [name, of(name)])) as Readonly<Record<keyof Secrets, T>>;
}

/** Where a service is, and how the key stands in its header. */
type ServicePlace = Pick<ConnectionInput, "baseUrl" | "pathPrefix" | "authForm">;

/** Holds the secrets so that no printing, logging or serialising shows them. */
export class ServiceConnection {
  readonly place: ServicePlace;
  readonly #secrets: Secrets;

  constructor({ baseUrl, pathPrefix, authForm }: ServicePlace, secrets: Secrets) {
    this.place = { baseUrl, pathPrefix, authForm };
    this.#secrets = secrets;
  }

  /** For the one who asks the service, and for the keychain; nobody else. */
  secrets(): Secrets {
    return this.#secrets;
  }

  toJSON(): object {
    return { ...this.place, secrets: "[redacted]" };
  }

  [inspect.custom](): object {
    return this.toJSON();
  }
}

/** Who keeps secrets: the system's keychain where there is one. */
export interface SecretKeeper {
  /** @throws TieoutError SECRET_UNPROTECTED where the system offers no keychain */
  readonly protect: (text: string) => Promise<Uint8Array>;
  /** @throws TieoutError SECRET_UNREADABLE, SECRET_UNPROTECTED */
  readonly reveal: (protectedText: Uint8Array) => Promise<string>;
}

/** Which sandbox: the same plan gives the same records. */
export interface SandboxPlan {
  readonly entries: number;
  readonly seed: number;
  /** How often it was moved on a month since. */
  readonly months: number;
}

const kept = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("service"),
    baseUrl: z.string(),
    pathPrefix: z.string(),
    authForm: z.enum(["key", "basic", "bearer"]),
    /** The keychain's ciphertext of all secrets, base64; null where nothing may be written. */
    protected: z.string().nullable(),
  }),
  z.object({
    kind: z.literal("sandbox"),
    entries: z.number(),
    seed: z.number(),
    months: z.number(),
  }),
]);
type KeptConnection = z.infer<typeof kept>;
type KeptService = Extract<KeptConnection, { readonly kind: "service" }>;

const schema = z.object({ ledgers: z.record(z.string(), kept) });

/** Secrets as far as they can be had, and what must be said of them. */
interface Revealed {
  readonly secrets: Secrets;
  readonly kept: ConnectionFacts["kept"];
  readonly failure: TieoutError | null;
}

export class Connections {
  readonly #file: StoredFile<z.infer<typeof schema>>;
  readonly #keeper: SecretKeeper;
  /** Secrets that the system would not protect, by ledger id. */
  readonly #inMemory = new Map<string, { readonly secrets: Secrets; readonly failure: TieoutError }>();

  constructor(dataFolder: string, keeper: SecretKeeper) {
    this.#file = new StoredFile(join(dataFolder, "connections.json"), schema, { ledgers: {} });
    this.#keeper = keeper;
  }

  /** Where a pull into this ledger would go. */
  kindOf(ledgerId: string): "sandbox" | "service" | "none" {
    return this.#find(ledgerId)?.kind ?? "none";
  }

  /** The sandbox that filled this ledger; null for any other. */
  sandboxOf(ledgerId: string): SandboxPlan | null {
    const found = this.#find(ledgerId);
    if (found?.kind !== "sandbox") return null;
    const { entries, seed, months } = found;
    return { entries, seed, months };
  }

  async keepSandbox(ledgerId: string, plan: SandboxPlan): Promise<void> {
    await this.#keep(ledgerId, { kind: "sandbox", ...plan });
  }

  /** What may be told of a ledger's service; null while none is set up. Never a secret. */
  async describe(ledgerId: string): Promise<ConnectionFacts | null> {
    const found = this.#find(ledgerId);
    if (found?.kind !== "service") return null;
    const { baseUrl, pathPrefix, authForm } = found;
    const { secrets, kept: where, failure } = await this.#reveal(ledgerId, found);
    const has = ofEachSecret((name) => secrets[name] !== "");
    const fault = failure === null ? null : faultInWords(failure);
    return { baseUrl, pathPrefix, authForm, has, kept: where, fault };
  }

  /** @throws TieoutError CONNECTION_MISSING, SECRET_UNREADABLE, SECRET_UNPROTECTED */
  async serviceOf(ledgerId: string): Promise<ServiceConnection> {
    const found = this.#find(ledgerId);
    if (found?.kind !== "service") {
      throw new TieoutError("CONNECTION_MISSING", "No connection to a service is set up for this ledger");
    }
    const { secrets, kept: where, failure } = await this.#reveal(ledgerId, found);
    if (failure !== null && where !== "memory") throw failure;
    if (where === "nowhere") {
      throw new TieoutError("CONNECTION_MISSING", "The credentials were kept in memory only and are gone");
    }
    return new ServiceConnection(found, secrets);
  }

  /**
   * A service as a person described it, with the secrets that are kept already for its address where none was
   * typed.
   *
   * @param ledgerId null for a ledger that is still to be made
   * @throws TieoutError SECRET_UNREADABLE where one of those kept is needed and cannot be read;
   *   CONNECTION_MISSING where they were given for another address and none was typed for this one
   */
  async complete(ledgerId: string | null, input: ConnectionInput): Promise<ServiceConnection> {
    const found = ledgerId === null ? null : this.#find(ledgerId);
    const before =
      ledgerId === null || found?.kind !== "service"
        ? NO_SECRETS
        : await this.#before(ledgerId, found, input);
    return new ServiceConnection(
      input,
      ofEachSecret((name) => input[name] ?? before[name]),
    );
  }

  /** The secrets that are kept and serve for what a person described. */
  async #before(ledgerId: string, found: KeptService, input: ConnectionInput): Promise<Secrets> {
    // Whoever names an address would otherwise be sent what a person gave to another one.
    if (URL.canParse(input.baseUrl) && !isSameService(input.baseUrl, found.baseUrl)) {
      if (SECRETS.some((name) => (input[name] ?? "") !== "")) return NO_SECRETS;
      throw new TieoutError(
        "CONNECTION_MISSING",
        "The credentials are for another address. Enter them again for this one",
      );
    }
    const { secrets, failure, kept: where } = await this.#reveal(ledgerId, found);
    // Some of them beside others that nobody can read would be neither the old ones nor the new.
    const isTyped = SECRETS.some((name) => input[name] !== null);
    const isMixed = isTyped && (input.secretKey === null || input.appId === null);
    if (failure !== null && where === "keychain" && isMixed) throw failure;
    return secrets;
  }

  /** Keeps a service, its secrets protected by the system, else in memory. @throws TieoutError OUTPUT_LOST */
  async keepService(ledgerId: string, connection: ServiceConnection): Promise<void> {
    const service = { kind: "service", ...connection.place } as const;
    const secrets = connection.secrets();
    const isEmpty = SECRETS.every((name) => secrets[name] === "");
    const before = this.#find(ledgerId);
    if (isEmpty && before?.kind === "service") {
      // Nothing is known of them that would be better than what rests there, which may be readable another
      // day.
      await this.#keep(ledgerId, { ...service, protected: before.protected });
      return;
    }
    const ciphertext = isEmpty ? null : await this.#protect(ledgerId, secrets);
    await this.#keep(ledgerId, { ...service, protected: ciphertext });
  }

  async forget(ledgerId: string): Promise<void> {
    this.#inMemory.delete(ledgerId);
    await this.#file.change(({ ledgers }) => {
      const { [ledgerId]: _, ...others } = ledgers;
      return { ledgers: others };
    });
  }

  #find(ledgerId: string): KeptConnection | null {
    const { ledgers } = this.#file.value;
    return Object.hasOwn(ledgers, ledgerId) ? (ledgers[ledgerId] ?? null) : null;
  }

  async #keep(ledgerId: string, connection: KeptConnection): Promise<void> {
    await this.#file.change(({ ledgers }) => ({ ledgers: { ...ledgers, [ledgerId]: connection } }));
  }

  /** @returns the ciphertext, base64; null when the secrets stay in memory */
  async #protect(ledgerId: string, secrets: Secrets): Promise<string | null> {
    try {
      const ciphertext = await this.#keeper.protect(JSON.stringify(secrets));
      this.#inMemory.delete(ledgerId);
      return Buffer.from(ciphertext).toString("base64");
    } catch (error) {
      if (!(error instanceof TieoutError) || error.code !== "SECRET_UNPROTECTED") throw error;
      this.#inMemory.set(ledgerId, { secrets, failure: error });
      return null;
    }
  }

  async #reveal(ledgerId: string, service: KeptService): Promise<Revealed> {
    const held = this.#inMemory.get(ledgerId);
    if (held !== undefined) return { ...held, kept: "memory" };
    if (service.protected === null) return { secrets: NO_SECRETS, kept: "nowhere", failure: null };
    try {
      const text = await this.#keeper.reveal(Buffer.from(service.protected, "base64"));
      return { secrets: secretsIn(text), kept: "keychain", failure: null };
    } catch (error) {
      if (!(error instanceof TieoutError)) throw error;
      return { secrets: NO_SECRETS, kept: "keychain", failure: error };
    }
  }
}

/** @throws TieoutError SECRET_UNREADABLE for what is no text of ours */
function secretsIn(text: string): Secrets {
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch {
    // The parser's message would quote a secret.
    throw new TieoutError("SECRET_UNREADABLE", "The stored credentials cannot be read");
  }
}
