/** How the window looks, and who decides in it. */
import { join } from "node:path";
import { CONTRACT, type Parsed, type Preferences } from "../../../ipc/contract.ts";
import { StoredFile } from "./stored-file.ts";

const FIRST: Preferences = {
  theme: "system",
  contrast: "system",
  reviewer: "",
  filters: [],
  columns: [],
  noteTemplates: [],
  backups: { every: "day", keep: 14 },
  dueDay: null,
  csv: { separator: "comma", decimalMark: "point" },
};

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
  async change(given: Parsed<"preferences.change">): Promise<Preferences> {
    const { theme, contrast, reviewer, filters, columns, noteTemplates, backups, dueDay, csv } = given;
    await this.#file.change((before) => ({
      theme: theme ?? before.theme,
      contrast: contrast ?? before.contrast,
      reviewer: reviewer ?? before.reviewer,
      filters: filters ?? before.filters,
      columns: columns ?? before.columns,
      noteTemplates: noteTemplates ?? before.noteTemplates,
      backups: backups ?? before.backups,
      dueDay: dueDay === undefined ? before.dueDay : dueDay,
      csv: csv ?? before.csv,
    }));
    return this.#file.value;
  }
}
