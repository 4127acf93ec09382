/** Writes a month's binder: the workbook's sheets for a partner, on paper. */
import type { CellKind, Row, Sheet, SheetTable, Workbook } from "../../../core/report/sheet/model.ts";
import { formatAmount, formatCount } from "../../../core/money.ts";
import { cleanText } from "../../../core/clean-text.ts";
import { ZoneClock } from "../../../core/time.ts";
import { markupText } from "../output/markup.ts";
import { cellValue } from "./tables.ts";
import { headerLine } from "../workbook/styles.ts";
import { accessSync, constants, createWriteStream } from "node:fs";
import { delimiter, join } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import { Readable, type Writable } from "node:stream";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { pathToFileURL } from "node:url";
import { withoutOurs } from "../../../core/environment.ts";
import { rm, mkdir, readFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { WriteOptions } from "../output/progress.ts";
import { type WrittenFile, publishOrDiscard, writePending } from "../output/pending.ts";
import { makeOwnFolder } from "../output/own-folder.ts";

// What Chromium writes of its own into a PDF, taken out: the time of its clock, and the numbers of its cells.

/** When it was made and changed, as PDF 1.7 (7.9.4) writes a time. */
const DATES = /\/(CreationDate|ModDate) \(D:\d{14}(?:[+-]\d\d'\d\d'|Z)?\)/gu;
/** The names of table cells for screen readers. The browser numbers them as it happens to lay them out. */
const CELLS = /\(node\d{8}\)/gu;
/** All of them in order, each with where it lies. */
const INDEX = /\/Names \[((?:\(node\d{8}\) \d+ 0 R ?)+)\]/gu;

/** The first and the last of them. */
const LIMITS = /\/Limits \[\(node\d{8}\) \(node\d{8}\)\]/gu;

/**
 * The same PDF with the given time, its cells numbered in the order in which they lie in the file. All of
 * this is uncompressed, and keeps its length, because the file says where each piece begins.
 */
function settled(pdf: Buffer, atMs: number): Buffer {
  const digits = new Date(atMs).toISOString().replaceAll(/\D/gu, "").slice(0, 14);
  const names = new Map<string, string>();
  const text = pdf
    .toString("latin1")
    .replaceAll(DATES, (date, name: string) => {
      const zone = date.includes("'") ? "+00'00'" : date.endsWith("Z)") ? "Z" : "";
      return `/${name} (D:${digits}${zone})`;
    })
    .replaceAll(CELLS, (cell) => {
      const name = names.get(cell) ?? `(node${String(names.size + 1).padStart(8, "0")})`;
      names.set(cell, name);
      return name;
    })
    .replaceAll(INDEX, (_, index: string) => {
      const places = index.match(/\(node\d{8}\) \d+ 0 R/gu) ?? [];
      return `/Names [${places.toSorted().join(" ")}${index.endsWith(" ") ? " " : ""}]`;
    })
    .replaceAll(LIMITS, () => `/Limits [(node00000001) (node${String(names.size).padStart(8, "0")})]`);
  return Buffer.from(text, "latin1");
}

// The sheets of a workbook that a partner reads on paper, as one page of HTML for a browser to print.

/** All but the records themselves: the workbook has those. */
const LEFT_OUT = /^B/u;

/** Longer words, such as hashes, may break anywhere; others stay whole, and their column as wide. */
const LONG_WORD = /\S{25,}/gu;

/** What is longer is cut, and says so: a browser holds a whole page at once. */
const MOST_ROWS = 5000;

/** So many characters of 7 pt stand beside each other on A4 across; wider sheets are printed on A3. */
const FITS_A4 = 240;

const STYLE = `
@page { size: A4 landscape; margin: 12mm 10mm 14mm; }
@page wide { size: A3 landscape; margin: 12mm 10mm 14mm; }
body { margin: 0; font: 7.5pt/1.3 Calibri, Carlito, "Segoe UI", "Helvetica Neue", Arial, sans-serif; color: #1f2933; }
section { break-before: page; }
section:first-of-type { break-before: auto; }
section.wide { page: wide; }
h1 { margin: 0; font-size: 14pt; }
h2 { margin: 1pt 0 2pt; font-size: 11pt; color: #1f4e68; }
h3 { margin: 10pt 0 3pt; font-size: 8.5pt; color: #1f4e68; break-after: avoid; }
p { margin: 1pt 0; }
.scope, .empty, .more { color: #66727f; }
.signatures { margin: 4pt 0 8pt; }
table { width: 100%; margin-bottom: 8pt; border-collapse: collapse; }
tr { break-inside: avoid; }
th { padding: 2pt 3pt; background: #1f4e68; color: #fff; text-align: left; vertical-align: bottom; }
td { padding: 1.5pt 3pt; border-bottom: 0.5pt solid #dde3e8; vertical-align: top; white-space: pre-line; }
.long { overflow-wrap: anywhere; }
tbody tr:first-child { break-after: avoid; }
tbody tr:last-child { break-before: avoid; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.mark { text-align: center; }
.time { white-space: nowrap; }
.wide th, .wide td { padding-left: 2pt; padding-right: 2pt; }
.wide .time { white-space: pre; }
.wide th { white-space: normal; }
.flag { background: #fff3d6; }
.break { background: #fbdcd7; }
.total { font-weight: bold; border-top: 0.75pt solid #1f2933; }
.opening { background: #eef3f6; }
.good { color: #1b6b3a; }
.bad { color: #a1261b; font-weight: bold; }
.quiet { color: #66727f; }
`;

/** The binder piece by piece; rows are asked of the workbook one at a time. */
export function* binderHtml(workbook: Workbook): Generator<string> {
  const { title, footer } = workbook;
  const side = `"${inCss(footer)}"`;
  const foot = `@page { @bottom-left { content: ${side}; font-size: 7pt; color: #66727f; } @bottom-right { content: counter(page) " / " counter(pages); font-size: 7pt; color: #66727f; } }`;
  // Nothing in it may run or be fetched, whatever the service wrote.
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`;
  yield `<!doctype html><html lang="en"><head><meta charset="utf-8">${policy}<title>${inHtml(title)}</title><style>${STYLE}${foot}</style></head><body>`;
  const left = workbook.sheets.filter(({ ref }) => LEFT_OUT.test(ref));
  const elsewhere = `In the workbook only: ${left.map(({ ref, name }) => `${ref} ${name}`).join(", ")}.`;
  for (const sheet of workbook.sheets) {
    if (!LEFT_OUT.test(sheet.ref)) yield* sectionOf(sheet, workbook, left.length === 0 ? "" : elsewhere);
  }
  yield "</body></html>\n";
}

/** @param elsewhere where the sheets are that the binder leaves out; '' where it has all */
function* sectionOf(sheet: Sheet, workbook: Workbook, elsewhere: string): Generator<string> {
  const { ref, title, tables, widths, printed } = sheet;
  const characters = widths.slice(0, printed).reduce((sum, width) => sum + width, 0);
  yield `<section${characters > FITS_A4 ? ' class="wide"' : ""}>`;
  yield `<h1>${inHtml(workbook.title)}</h1><h2>${inHtml(`${ref}   ${title}`)}</h2>`;
  yield `<p class="scope">${inHtml(workbook.scope)}</p><p class="scope">${inHtml(workbook.source)}</p>`;
  if (elsewhere !== "") yield `<p class="scope">${inHtml(elsewhere)}</p>`;
  yield `<p class="signatures">${inHtml(workbook.signatures.value)}</p>`;
  const clock = new ZoneClock(workbook.timeZone);
  for (const table of tables) yield* tableOf(table, printed, clock, workbook.decimals);
  yield "</section>";
}

function* tableOf(table: SheetTable, printed: number, clock: ZoneClock, decimals: number): Generator<string> {
  if (table.title !== null) yield `<h3>${inHtml(table.title)}</h3>`;
  if (table.count === 0) {
    yield `<p class="empty">${inHtml(table.empty)}</p>`;
    return;
  }
  const columns = table.columns.slice(0, printed);
  const headers = columns.map(({ header, kind }) => `<th class="${sideOf(kind)}">${inHtml(header)}</th>`);
  yield `<table><thead><tr>${headers.join("")}</tr></thead><tbody>`;
  let rows = 0;
  for (const row of table.rows()) {
    if (rows === MOST_ROWS) break;
    yield rowOf(row, columns, clock, decimals);
    rows += 1;
  }
  yield "</tbody></table>";
  if (table.count > rows)
    yield `<p class="more">${formatCount(table.count - rows, "more row")} in the workbook.</p>`;
}

function rowOf(
  { cells, tone: ofRow }: Row,
  columns: SheetTable["columns"],
  clock: ZoneClock,
  decimals: number,
): string {
  const shown = columns.map((column, at) => {
    const cell = cells[at];
    const { value, kind } = cellValue(cell, column.kind);
    const tone = (cell !== null && typeof cell === "object" ? cell.tone : undefined) ?? ofRow;
    const text = value === null ? "" : wordOf(value, kind, clock, decimals);
    return `<td class="${sideOf(typeof value === "string" && kind !== "instant" && kind !== "mark" ? "text" : kind)} ${tone}">${brokenHtml(text)}</td>`;
  });
  return `<tr>${shown.join("")}</tr>`;
}

/** As the workbook shows it; a time stands below its day where the sheet is wide. */
function wordOf(
  value: string | number | boolean,
  kind: CellKind,
  clock: ZoneClock,
  decimals: number,
): string {
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "string") return value;
  if (kind === "instant") return new Date(clock.wallMs(value)).toISOString().slice(0, 19).replace("T", "\n");
  if (kind === "amount" || kind === "integer")
    return value === 0 ? "–" : formatAmount(value, kind === "amount" ? decimals : 0);
  return String(value);
}

function sideOf(kind: CellKind): string {
  if (kind === "instant" || kind === "day") return "time";
  const line = headerLine(kind);
  return line === "headerRight" ? "number" : line === "headerMark" ? "mark" : "text";
}

function brokenHtml(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(LONG_WORD)) {
    parts.push(inHtml(text.slice(from, index)), `<span class="long">${inHtml(word)}</span>`);
    from = index + word.length;
  }
  return [...parts, inHtml(text.slice(from))].join("");
}

function inHtml(text: string): string {
  return markupText(cleanText(text));
}

/** Within quotes of a style sheet: what could end them or the sheet is written as its number. */
function inCss(text: string): string {
  return cleanText(text).replaceAll(/["\\<\n\r\f]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `);
}

// Finds a browser of the Chromium family on this machine, to print with.

const ON_MAC = ["Google Chrome", "Microsoft Edge", "Chromium"].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);
const ON_WINDOWS = [
  ["Google", "Chrome", "Application", "chrome.exe"],
  ["Microsoft", "Edge", "Application", "msedge.exe"],
];
const ON_PATH = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "microsoft-edge"];

/** @param env may have TIEOUT_CHROMIUM @returns its path @throws TieoutError PRINT_FAILED without */
export function findBrowser(env: NodeJS.ProcessEnv, platform = process.platform): string {
  const { TIEOUT_CHROMIUM: named } = env;
  const found = (named === undefined ? placesOn(platform, env) : [named]).find(isProgram);
  if (found !== undefined) return found;
  throw new TieoutError(
    "PRINT_FAILED",
    named === undefined ? "There is no browser to print with" : "TIEOUT_CHROMIUM names no program",
  );
}

function placesOn(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string[] {
  if (platform === "darwin") return ON_MAC;
  if (platform === "win32") {
    const roots = [env["ProgramFiles"], env["ProgramFiles(x86)"], env["LOCALAPPDATA"]];
    return roots.flatMap((root) =>
      root === undefined || root === "" ? [] : ON_WINDOWS.map((parts) => join(root, ...parts)),
    );
  }
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder.startsWith("/"));
  return ON_PATH.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

// Talks to a browser over the DevTools protocol: messages of JSON through two pipes, each ended by a NUL.

interface Reply {
  readonly id?: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

interface PipeReply {
  readonly resolve: (result: Readonly<Record<string, unknown>>) => void;
  readonly reject: (error: Error) => void;
}

class BrowserPipe {
  readonly #to: Writable;
  readonly #waiting = new Map<number, PipeReply>();
  #pieces: string[] = [];
  #last = 0;

  /** @param from UTF-8; when it ends, all that was asked fails */
  constructor(to: Writable, from: Readable) {
    this.#to = to;
    // A browser that is gone is noticed by what ends.
    to.on("error", () => {});
    from.setEncoding("utf8").on("data", (text: string) => this.#take(text));
    from.on("close", () => this.#fail("the browser ended"));
  }

  /** @returns an answer of no certain shape @throws Error when refused, ended, or given no message */
  async ask(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
    sessionId?: string,
  ): Promise<Readonly<Record<string, unknown>>> {
    const id = (this.#last += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#to.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  #take(text: string): void {
    const [first = "", ...more] = text.split("\0");
    this.#pieces.push(first);
    for (const following of more) {
      this.#read(this.#pieces.join(""));
      this.#pieces = [following];
    }
  }

  /** A program that is no browser may write anything. */
  #read(message: string): void {
    try {
      this.#hear(JSON.parse(message) as Reply);
    } catch {
      this.#fail("the browser sent no message");
    }
  }

  #fail(why: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(why));
    this.#waiting.clear();
  }

  #hear({ id, result, error }: Reply): void {
    // An event, which nobody waits for.
    if (id === undefined) return;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result ?? {});
    else waiting?.reject(new Error(error.message));
  }
}

// Prints a page of HTML as PDF, by a browser of the Chromium family without a window.

/** Printing thousands of rows takes a browser some seconds. */
const PATIENCE_MS = 120_000;

interface Printing {
  /** The browser's path. */
  readonly browser: string;
  /** A private folder for what the browser keeps. */
  readonly folder: string;
  /** Written into the PDF in place of the clock's time, milliseconds UTC. */
  readonly atMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** The same HTML gives the same bytes by the same browser. @throws TieoutError PRINT_FAILED, CANCELLED */
async function printPdf(page: string, { browser, folder, atMs, signal }: Printing): Promise<Buffer> {
  const given = [
    "--headless",
    "--disable-gpu",
    "--disable-extensions",
    "--disable-background-networking",
    "--no-first-run",
    "--no-default-browser-check",
    "--remote-debugging-pipe",
    `--user-data-dir=${folder}`,
    // Chromium's own sandbox refuses root. The page runs nothing and fetches nothing.
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ];
  const child = spawn(browser, given, {
    // The browser reads from the fourth and writes to the fifth.
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    env: withoutOurs(process.env),
    signal: stopping(signal),
    killSignal: "SIGKILL",
  });
  const ended = once(child, "close");
  const failed = ended.then(() => {
    throw new Error("the browser ended");
  });
  try {
    const pipe = new BrowserPipe(child.stdio[3] as Writable, child.stdio[4] as Readable);
    return settled(await Promise.race([printThrough(pipe, page), failed]), atMs);
  } catch (error) {
    if (signal?.aborted === true) throw cancelled(error);
    throw new TieoutError("PRINT_FAILED", "The browser did not print the binder", { file: browser }, error);
  } finally {
    child.kill("SIGKILL");
    await ended.catch(() => {});
  }
}

/** Asked of the page that was navigated to: an event of loading could be that of the empty page before it. */
const WHEN_LOADED = `new Promise((resolve) => {
  if (document.readyState === "complete") resolve();
  else addEventListener("load", () => resolve());
})`;

async function printThrough(pipe: BrowserPipe, page: string): Promise<Buffer> {
  const { targetId } = await pipe.ask("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await pipe.ask("Target.attachToTarget", { targetId, flatten: true });
  const ask = async (method: string, params = {}) => pipe.ask(method, params, String(sessionId));
  await ask("Page.navigate", { url: pathToFileURL(page).href });
  await ask("Runtime.evaluate", { expression: WHEN_LOADED, awaitPromise: true });
  const { data } = await ask("Page.printToPDF", { printBackground: true, preferCSSPageSize: true });
  return Buffer.from(String(data), "base64");
}

/**
 * Writes a binder as PDF. It takes its place at once when whole; until then, and when it fails or is
 * cancelled, the file that was there stays as it is.
 *
 * @param atMs the run's time, milliseconds UTC: the only time in the file that is not data
 * @throws TieoutError PRINT_FAILED without a printer or browser, or when it does not print; EXPORT_TARGET,
 *   CANCELLED; what `beforePublishing` throws
 */
export async function writeBinder(
  workbook: Workbook,
  path: string,
  { atMs, signal, printer, beforePublishing }: WriteOptions & { readonly atMs: number },
): Promise<WrittenFile> {
  const browser = printer === undefined ? findBrowser(process.env) : null;
  const folder = makeOwnFolder("binder");
  try {
    const page = join(folder, "binder.html");
    await writePage(workbook, page, signal);
    const printing = { folder: join(folder, "browser"), atMs, signal };
    const pdf =
      browser === null
        ? await printByApp(page, { ...printing, printer: printer ?? [] })
        : await printPdf(page, { ...printing, browser });
    const pending = await writePending(path, (sink) => pipeline(Readable.from([pdf]), sink));
    return await publishOrDiscard(pending, beforePublishing);
  } finally {
    // Helpers of the browser may write a moment longer than it runs.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

async function writePage(workbook: Workbook, page: string, signal: AbortSignal | undefined): Promise<void> {
  try {
    await pipeline(Readable.from(binderHtml(workbook)), createWriteStream(page, { mode: 0o600 }), { signal });
  } catch (error) {
    throw signal?.aborted === true ? cancelled(error) : error;
  }
}

/** Ends a browser that nobody waits for any more, or that takes too long. */
function stopping(signal: AbortSignal | undefined): AbortSignal {
  const tooLong = AbortSignal.timeout(PATIENCE_MS);
  return signal === undefined ? tooLong : AbortSignal.any([tooLong, signal]);
}

function cancelled(cause: unknown): TieoutError {
  return new TieoutError("CANCELLED", "The export was cancelled", {}, cause);
}

// Prints a page of HTML as PDF by the program that Tieout runs in, which starts once more for that alone.

/** The same HTML gives the same bytes by the same program. @throws TieoutError PRINT_FAILED, CANCELLED */
async function printByApp(
  page: string,
  { printer, folder, atMs, signal }: Omit<Printing, "browser"> & { readonly printer: readonly string[] },
): Promise<Buffer> {
  const [program = "", ...first] = printer;
  await mkdir(folder, { mode: 0o700, recursive: true });
  const to = join(folder, "binder.pdf");
  const child = spawn(program, [...first, `--print-page=${page}`, `--print-to=${to}`], {
    stdio: "ignore",
    env: withoutOurs(process.env),
    signal: stopping(signal),
    killSignal: "SIGKILL",
  });
  try {
    const [status] = (await once(child, "close")) as [number | null];
    if (status !== 0) throw new Error(`it ended with ${status}`);
    return settled(await readFile(to), atMs);
  } catch (error) {
    if (signal?.aborted === true) throw cancelled(error);
    throw new TieoutError("PRINT_FAILED", "The binder was not printed", { file: program }, error);
  }
}
