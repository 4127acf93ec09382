/** What the app remembers for its windows: preferences, ledgers that were open, the clients' folder, what was shown. */
import { randomUUID } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import { type FileFacts, json } from "../../../ipc/values.ts";
import { placeInWords } from "./connections.ts";
import { existsSync } from "node:fs";
import { z } from "zod";
import type { JsonValue } from "../../../core/canonical.ts";
import { withoutUndefined } from "../../../core/given.ts";
import { CONTRACT, type Output, type Parsed, type Preferences } from "../../../ipc/contract.ts";
import { StoredFile } from "./stored-file.ts";

// Handles stand for files: a page gets and gives them, and never learns or names a path. Only a path that a
// person chose, or that main made itself, has one; they are random, and worth nothing to another run.

/** What a handle allows: reading what is there, or writing there as well, which a person was asked about. */
type Use = "read" | "write";

export class Handles {
  readonly #issued = new Map<string, { readonly path: string; readonly use: Use }>();
  /** By use and path, so that one file has one handle however often it is listed. */
  readonly #known = new Map<string, string>();

  /** The handle of a path, with what is shown of it. */
  issue(path: string, use: Use): FileFacts {
    const key = `${use} ${path}`;
    const handle = this.#known.get(key) ?? randomUUID();
    this.#known.set(key, handle);
    this.#issued.set(handle, { path, use });
    return { handle, name: basename(path), where: placeInWords(dirname(path)) };
  }

  /** @throws TieoutError IPC_FORBIDDEN for a text that is no handle, or one that allows less */
  path(handle: string, use: Use): string {
    const issued = this.#issued.get(handle);
    if (issued === undefined) throw forbidden("The window named a file that nobody chose");
    if (use === "write" && issued.use !== "write") {
      throw forbidden("The window tried to write to a file that was chosen for reading");
    }
    return issued.path;
  }

  /** The path that a handle stands for, null for a text that is none. */
  find(handle: string): string | null {
    return this.#issued.get(handle)?.path ?? null;
  }
}

function forbidden(sentence: string): TieoutError {
  return new TieoutError("IPC_FORBIDDEN", sentence);
}

/** How the window looks, and who decides in it. */
export class PreferencesFile {
  readonly #file: StoredFile<Preferences>;

  constructor(dataFolder: string) {
    const schema = CONTRACT["preferences.change"].output;
    const first = schema.parse({ theme: "system", contrast: "system", reviewer: "" });
    this.#file = new StoredFile(join(dataFolder, "preferences.json"), schema, first);
  }

  get value(): Preferences {
    return this.#file.value;
  }

  /** Changes what is given and keeps the rest. */
  async change(given: Parsed<"preferences.change">): Promise<Preferences> {
    await this.#file.change((before) => ({ ...before, ...withoutUndefined(given) }));
    return this.#file.value;
  }
}

const MOST_RECENT = 12;

const recentSchema = z.object({ ledgers: z.array(z.object({ path: z.string(), openedAtMs: z.number() })) });

/** The ledgers that were open last, newest first. */
export class Recent {
  readonly #file: StoredFile<z.infer<typeof recentSchema>>;

  constructor(dataFolder: string) {
    this.#file = new StoredFile(join(dataFolder, "recent.json"), recentSchema, { ledgers: [] });
  }

  /** @param atMs milliseconds UTC */
  async add(path: string, atMs: number): Promise<void> {
    await this.#file.change(({ ledgers }) => {
      const others = ledgers.filter((one) => one.path !== path);
      return { ledgers: [{ path, openedAtMs: atMs }, ...others].slice(0, MOST_RECENT) };
    });
  }

  async forget(path: string): Promise<void> {
    await this.#file.change(({ ledgers }) => ({ ledgers: ledgers.filter((one) => one.path !== path) }));
  }

  /** Newest first, whether they are there or not. */
  paths(): string[] {
    return this.#file.value.ledgers.map(({ path }) => path);
  }

  list(handles: Handles): Output<"ledger.recent"> {
    const ledgers = this.#file.value.ledgers.map(({ path, openedAtMs }) => ({
      ...handles.issue(path, "read"),
      openedAtMs,
      isThere: existsSync(path),
    }));
    return { ledgers };
  }
}

const clientsSchema = z.object({ folder: z.string().nullable(), shows: z.enum(["recent", "folder"]) });
type KeptClients = z.infer<typeof clientsSchema>;

/** The folder of the clients' ledgers that a person chose, and whether it is listed. */
export class ClientsFolder {
  readonly #file: StoredFile<KeptClients>;

  constructor(dataFolder: string) {
    this.#file = new StoredFile(join(dataFolder, "clients.json"), clientsSchema, {
      folder: null,
      shows: "recent",
    });
  }

  /** Its path is null where none was chosen. */
  get value(): Readonly<KeptClients> {
    return this.#file.value;
  }

  /** Lists a folder from now on. */
  async choose(folder: string): Promise<void> {
    await this.#file.change(() => ({ folder, shows: "folder" }));
  }

  async show(shows: KeptClients["shows"]): Promise<void> {
    await this.#file.change((before) => ({ ...before, shows }));
  }
}

/** So many of all ledgers, the newest last. */
const MOST_SHOWN = 24;
/** In characters of JSON. A conclusion of thousands of wallets is found out again. */
const LONGEST_SHOWN = 200_000;

const shownSchema = z.object({
  checks: z.array(
    z.object({
      ledger: z.string(),
      /** Hash of the trail's newest link. */
      head: z.string(),
      /** What was asked for, in the window's words. */
      request: z.string(),
      shown: json,
    }),
  ),
});
type ShownCheck = z.infer<typeof shownSchema>["checks"][number];

/**
 * What windows showed last: conclusions on ledgers as they stand, so that opening it again shows that at
 * once. It holds as long as the audit trail ends with the same link; the window checks again all the same.
 */
export class ShownChecks {
  readonly #file: StoredFile<z.infer<typeof shownSchema>>;

  constructor(dataFolder: string) {
    this.#file = new StoredFile(join(dataFolder, "shown-checks.json"), shownSchema, { checks: [] });
  }

  /** null where nothing is known of it as it stands. */
  find({ ledger, head, request }: Omit<ShownCheck, "shown">): JsonValue {
    const { checks } = this.#file.value;
    const known = checks.find((one) => one.ledger === ledger && one.head === head && one.request === request);
    return known?.shown ?? null;
  }

  /** @throws TieoutError OUTPUT_LOST when it cannot be written */
  async keep(check: ShownCheck): Promise<void> {
    if (JSON.stringify(check.shown).length > LONGEST_SHOWN) return;
    await this.#file.change(({ checks }) => {
      const others = checks.filter(
        ({ ledger, head, request }) =>
          ledger !== check.ledger || (head === check.head && request !== check.request),
      );
      return { checks: [...others, check].slice(-MOST_SHOWN) };
    });
  }
}
