/**
 * Where one ledger of the corpus is worked on: commands run in this process, by a clock that stands still between them, and what
 * they give is kept as text with its SHA-256.
 */
import { hash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeLedger } from "../../src/main/ledger/file/connection.ts";
import { openForReading } from "../../src/main/ledger/file/open.ts";
import type { Month } from "../../src/core/review/close/close.ts";
import type { ServiceContext } from "../../src/main/services/shared/thread-messages.ts";
import type { Link } from "../../src/main/ledger/file/audit.ts";
import { type CliRun, tieout } from "../helpers/cli.ts";
import { partsOf } from "../helpers/workbook/zip.ts";

/** One output of one world. */
export interface Output {
  readonly world: string;
  /** @example `workbook/xl/worksheets/sheet1.xml` */
  readonly name: string;
  readonly text: string;
  /** SHA-256 of the text as UTF-8; of a link of the audit trail its own hash. */
  readonly digest: string;
}

interface NamedText {
  readonly name: string;
  readonly text: string;
}

const MINUTE_MS = 60_000;

/** Stands in for a printer: the page as it is, where the PDF would be. */
const KEEP_PAGE = `
  const [from, to] = ["page", "to"].map((name) => process.argv.find((one) => one.startsWith("--print-" + name + "=")));
  require("node:fs").copyFileSync(from.slice(from.indexOf("=") + 1), to.slice(to.indexOf("=") + 1));`;

export type LookAtMonth = (desk: Desk, month: Month) => Promise<void>;

export class Desk implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "tieout-golden-"));
  readonly outputs: Output[] = [];
  /** Under whose name outputs are kept. */
  world: string;
  /** Milliseconds UTC. */
  nowMs: number;
  /** What `keepMonth` keeps of a month, for whoever looks at less than everything. */
  ofMonth: "everything" | "places" | "binder" | "nothing" = "everything";
  /** The month that was looked at last; '' before. */
  month = "" as Month;

  readonly #onMonth: LookAtMonth;

  /** @param onMonth looks at the desk once everything of a month was kept */
  constructor(world: string, nowMs: number, onMonth: LookAtMonth = async () => {}) {
    this.world = world;
    this.nowMs = nowMs;
    this.#onMonth = onMonth;
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A path in the desk's folder. */
  path(name: string): string {
    return join(this.folder, name);
  }

  get ledger(): string {
    return this.path("wallet.tieout");
  }

  /** That of its commands: a clock that stands still, and a printer that keeps the page. */
  get context(): ServiceContext {
    return {
      now: () => this.nowMs,
      newId: () => idOf(this.world),
      appVersion: "golden",
      printer: [process.execPath, "-e", KEEP_PAGE, "--"],
    };
  }

  /** Runs a command that works on the ledger, a minute after the one before. A refusal is kept as an output. */
  async act(command: string, ...args: readonly string[]): Promise<string> {
    this.nowMs += MINUTE_MS;
    const { status, stdout, stderr } = await this.#run(command, args);
    if (status === 2)
      this.keepText(
        `refused/${String(this.outputs.length).padStart(3, "0")}-${command}`,
        this.#named(stderr),
      );
    return stdout;
  }

  /** Runs a command that only reads; nothing of it is kept. */
  async say(command: string, ...args: readonly string[]): Promise<string> {
    const { stdout } = await this.#run(command, args);
    return stdout;
  }

  /** Everything that Tieout gives of a month has been kept. */
  async keptMonth(month: Month): Promise<void> {
    await this.#onMonth(this, month);
  }

  /** Runs a command and keeps what it prints; of a refusal that, too. */
  async keep(name: string, command: string, ...args: readonly string[]): Promise<void> {
    this.keepText(name, await this.#printed(command, args));
  }

  /** The same without hashes and sizes of files: those move with every other output. */
  async keepWords(name: string, command: string, ...args: readonly string[]): Promise<void> {
    const printed = await this.#printed(command, args);
    this.keepText(
      name,
      printed.replaceAll(/[0-9a-f]{64}/gu, "(hash)").replaceAll(/[\d,]+ bytes/gu, "(size)"),
    );
  }

  /** Exports a file or folder of tables and keeps what is in it as one text. */
  async keepFile(name: string, out: string, command: string, ...args: readonly string[]): Promise<void> {
    const files = await this.#export(name, out, command, args);
    const [only] = files;
    if (only === undefined) return;
    const isOne = files.length === 1;
    this.keepText(name, isOne ? only.text : files.map((file) => `== ${file.name}\n${file.text}`).join("\n"));
  }

  /** Exports a package of Office and keeps each of its parts. */
  async keepParts(name: string, out: string, command: string, ...args: readonly string[]): Promise<void> {
    for (const file of await this.#export(name, out, command, args)) {
      this.keepText(`${name}/${file.name}`, file.text);
    }
  }

  /** A copy of the ledger, for what its audit trail is not to show. */
  copyFor(name: string): string {
    mkdirSync(this.path(name), { recursive: true });
    const copy = join(this.path(name), `${this.world}.tieout`);
    copyFileSync(this.ledger, copy);
    return copy;
  }

  /** Keeps each link of the audit trail. */
  keepTrail(): void {
    const db = openForReading(this.ledger);
    try {
      const links = db
        .prepare<[], Link>("SELECT sequence, at_ms AS atMs, kind, payload, hash FROM audit ORDER BY sequence")
        .all();
      for (const { sequence, atMs, kind, payload, hash: digest } of links) {
        const name = `trail/${String(sequence).padStart(3, "0")}-${kind}`;
        const text = `${new Date(atMs).toISOString()}\n${pretty(payload)}`;
        this.outputs.push({ world: this.world, name, text, digest });
      }
    } finally {
      closeLedger(db);
    }
  }

  keepText(name: string, text: string): void {
    this.outputs.push({ world: this.world, name, text, digest: hash("sha256", text, "hex") });
  }

  /** The file, the parts of a package, or the files of a folder; none when nothing was written. */
  async #export(name: string, out: string, command: string, args: readonly string[]): Promise<NamedText[]> {
    const path = this.path(out);
    await this.keepWords(`${name}.txt`, command, ...args, "--out", path);
    if (!existsSync(path)) return [];
    if (statSync(path).isDirectory()) {
      const names = readdirSync(path).toSorted();
      return names.map((file) => ({ name: file, text: readFileSync(join(path, file), "utf8") }));
    }
    const bytes = readFileSync(path);
    if (!/\.(?:xlsx|docx|zip)$/u.test(out)) return [{ name: out, text: bytes.toString("utf8") }];
    return partsOf(bytes).map((part) => ({ name: part.name, text: part.bytes.toString("utf8") }));
  }

  async #printed(command: string, args: readonly string[]): Promise<string> {
    const { status, stdout, stderr } = await this.#run(command, args);
    const ending = status === 0 ? stderr : `${stderr}exit status ${status}\n`;
    return this.#named(stdout + ending);
  }

  /** The same wherever the desk's folder lies. */
  #named(text: string): string {
    return text.replaceAll(this.folder, ".");
  }

  async #run(command: string, args: readonly string[]): Promise<CliRun> {
    return tieout([command, ...args], { context: this.context });
  }
}

/** A UUID made from a name. */
function idOf(name: string): string {
  const digits = hash("sha256", name, "hex");
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join("-");
}

function pretty(json: string): string {
  return `${JSON.stringify(JSON.parse(json), null, 2)}\n`;
}
