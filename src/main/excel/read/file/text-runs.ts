/** Parts of a text that are shown in a way of their own: Tieout exports none. */

type Attributes = Readonly<Record<string, string>>;

/** How a part of a text is shown; null for what it leaves to its cell. */
export interface FormattedRun {
  readonly color: Attributes | null;
  /** In points. */
  readonly size: string | null;
  readonly font: string | null;
}

const PLAIN: FormattedRun = { color: null, size: null, font: null };

export const NO_RUNS: readonly FormattedRun[] = [];

/** So many parts of a text are kept; whoever wrote more has shown enough. */
const MOST_RUNS = 100;

/** Collects the parts of one text after the other. */
export class RunCollector {
  #runs: FormattedRun[] = [];
  #run: FormattedRun | null = null;

  open(name: string, attributes: Attributes): void {
    if (name === "rPr") this.#run = PLAIN;
    if (this.#run === null) return;
    if (name === "color") this.#run = { ...this.#run, color: attributes };
    else if (name === "sz") this.#run = { ...this.#run, size: attributes["val"] ?? "" };
    else if (name === "rFont") this.#run = { ...this.#run, font: attributes["val"] ?? "" };
  }

  close(name: string): void {
    if (name !== "rPr" || this.#run === null) return;
    if (this.#run !== PLAIN && this.#runs.length < MOST_RUNS) this.#runs.push(this.#run);
    this.#run = null;
  }

  /** Those that came since they were last taken. */
  take(): readonly FormattedRun[] {
    if (this.#runs.length === 0) return NO_RUNS;
    const runs = this.#runs;
    this.#runs = [];
    return runs;
  }
}
