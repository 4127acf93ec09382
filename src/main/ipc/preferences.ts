/** How the window looks, and who decides in it. */
import { join } from "node:path";
import { CONTRACT, type Parsed, type Preferences } from "../../ipc/contract.ts";
import { StoredFile } from "./stored-file.ts";

const FIRST: Preferences = { theme: "system", contrast: "system", reviewer: "" };

export class PreferencesFile {
  readonly #file: StoredFile<Preferences>;

  constructor(dataFolder: string) {
    const schema = CONTRACT["preferences.change"].output;
    this.#file = new StoredFile(join(dataFolder, "preferences.json"), schema, FIRST);
  }

  get value(): Preferences {
    return this.#file.value;
  }

  /** Changes what is given and keeps the rest. */
  async change({ theme, contrast, reviewer }: Parsed<"preferences.change">): Promise<Preferences> {
    await this.#file.change((before) => ({
      theme: theme ?? before.theme,
      contrast: contrast ?? before.contrast,
      reviewer: reviewer ?? before.reviewer,
    }));
    return this.#file.value;
  }
}
