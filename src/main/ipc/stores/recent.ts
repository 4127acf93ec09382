/** The ledgers that were open last, newest first. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Output } from "../../../ipc/contract.ts";
import type { Handles } from "./handles.ts";
import { StoredFile } from "./stored-file.ts";

const MOST = 12;

const schema = z.object({ ledgers: z.array(z.object({ path: z.string(), openedAtMs: z.number() })) });

export class Recent {
  readonly #file: StoredFile<z.infer<typeof schema>>;

  constructor(dataFolder: string) {
    this.#file = new StoredFile(join(dataFolder, "recent.json"), schema, { ledgers: [] });
  }

  /** @param atMs milliseconds UTC */
  async add(path: string, atMs: number): Promise<void> {
    await this.#file.change(({ ledgers }) => {
      const others = ledgers.filter((one) => one.path !== path);
      return { ledgers: [{ path, openedAtMs: atMs }, ...others].slice(0, MOST) };
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
