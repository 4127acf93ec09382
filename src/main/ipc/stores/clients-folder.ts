/** The folder of the clients' ledgers that a person chose, and whether it is listed. */
import { join } from "node:path";
import { z } from "zod";
import { StoredFile } from "./stored-file.ts";

const schema = z.object({ folder: z.string().nullable(), shows: z.enum(["recent", "folder"]) });
type Kept = z.infer<typeof schema>;

export class ClientsFolder {
  readonly #file: StoredFile<Kept>;

  constructor(dataFolder: string) {
    this.#file = new StoredFile(join(dataFolder, "clients.json"), schema, { folder: null, shows: "recent" });
  }

  /** Its path is null where none was chosen. */
  get value(): Readonly<Kept> {
    return this.#file.value;
  }

  /** Lists a folder from now on. */
  async choose(folder: string): Promise<void> {
    await this.#file.change(() => ({ folder, shows: "folder" }));
  }

  async show(shows: Kept["shows"]): Promise<void> {
    await this.#file.change((before) => ({ ...before, shows }));
  }
}
