/** What a command may use of its surroundings: streams, environment, clock; and writing to them. Tests pass their own. */
import { once } from "node:events";
import { styleText } from "node:util";
import packageJson from "../../../package.json" with { type: "json" };
import type { JsonValue } from "../../core/canonical.ts";
import { formatAmount } from "../../core/money.ts";
import type { Progress, ServiceContext } from "../../main/services/shared/thread-messages.ts";
import { statSync } from "node:fs";

/** So many findings are listed at most: more than anybody reads in a terminal, and JSON has them all. */
export const MOST_LISTED = 1000;

export interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds UTC. */
  now(): number;
}

export function processTerminal(): Terminal {
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    now: () => Date.now(),
  };
}

/** Writes to the result stream and waits while the reader is slower; a reader that left is not waited for. */
export async function print({ stdout }: Terminal, text: string): Promise<void> {
  if (!stdout.writable || stdout.write(text)) return;
  const done = new AbortController();
  const { signal } = done;
  await Promise.race([once(stdout, "drain", { signal }), once(stdout, "close", { signal })]).catch(() => {});
  done.abort();
}

export type TextTone = "bold" | "dim" | "red" | "yellow" | "green";

/** Colours a text where the stream is a terminal that wants colour; elsewhere the text as it is. */
export function tinted(stream: NodeJS.WriteStream, tone: TextTone, text: string): string {
  return styleText(tone, text, { stream, validateStream: true });
}

/** A text of the service for a terminal: signs that steer it or turn the reading direction are U+FFFD. */
export function harmless(text: string): string {
  return text.replaceAll(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, "\ufffd");
}

/** Says above what is printed of which moment it is. @param shows such as `As signed 2026-09-02 by Ben Cole` */
export async function printMoment(terminal: Terminal, shows: string): Promise<void> {
  await print(terminal, `\n${tinted(terminal.stdout, "bold", harmless(shows))}\n`);
}

/** A note line by line, as a terminal may show it. */
export function noteLines(note: string): string[] {
  return note.split(/\r\n|[\n\r\u2028\u2029]/u).map(harmless);
}

/** A document whose times are texts, see `withInstant`: at no depth a key ends in `Ms`. What may be any JSON is as it was sent. */
type TimesAsTexts<T> = JsonValue[] extends T
  ? T
  : T extends string
    ? T
    : T extends Iterable<infer Item> | AsyncIterable<infer Item>
      ? Iterable<TimesAsTexts<Item>> | AsyncIterable<TimesAsTexts<Item>>
      : T extends object
        ? { readonly [K in keyof T]: K extends `${string}Ms` ? never : TimesAsTexts<T[K]> }
        : T;

export async function writeJson<T extends object>(
  terminal: Terminal,
  document: T & TimesAsTexts<T>,
): Promise<void> {
  await print(terminal, `${JSON.stringify(document, null, 2)}\n`);
}

/**
 * Writes a document with a list that may be long, item by item as they come.
 *
 * @param name of the list; what else the document has is before it, in its order
 * @param tail what is after the list, requested when it has ended
 */
export async function writeJsonList<
  Name extends string,
  D extends Readonly<Record<Name, Iterable<unknown> | AsyncIterable<unknown>>>,
>(
  terminal: Terminal,
  document: D & TimesAsTexts<D>,
  name: Name & keyof D,
  tail: () => Readonly<Record<string, unknown>> = () => ({}),
): Promise<void> {
  const { [name]: listed, ...head }: D = document;
  const items: Iterable<unknown> | AsyncIterable<unknown> = listed;
  const lines = memberLines(head).map((line) => `${line},\n`);
  await print(terminal, `{\n${lines.join("")}  ${JSON.stringify(name)}: [`);
  let separator = "\n";
  for await (const item of items) {
    await print(terminal, `${separator}    ${JSON.stringify(item)}`);
    separator = ",\n";
  }
  const last = memberLines(tail()).map((line) => `,\n${line}`);
  await print(terminal, `${separator === "\n" ? "]" : "\n  ]"}${last.join("")}\n}\n`);
}

function memberLines(members: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(members).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
}

/** The version that workbooks and audit links name. */
export const APP_VERSION: string = packageJson.version;

const FRAME_MS = 100;
const BAR_WIDTH = 24;

interface ProgressLine {
  update(progress: Progress): void;
  /** Takes the line off the screen again. */
  clear(): void;
}

function progressLine(terminal: Terminal): ProgressLine {
  if (!terminal.stderr.isTTY) return { update: () => {}, clear: () => {} };
  let shownAtMs = 0;
  /** Phases that were shown already: where several take turns, each is shown when it is due. */
  const known = new Set<string>();
  return {
    update(progress) {
      const nowMs = terminal.now();
      const phase = phaseOf(progress);
      if (known.has(phase) && nowMs - shownAtMs < FRAME_MS) return;
      shownAtMs = nowMs;
      known.add(phase);
      terminal.stderr.write(`\r\u001b[K${harmless(describeProgress(progress))}`);
    },
    clear() {
      terminal.stderr.write("\r\u001b[K");
    },
  };
}

function phaseOf({ phase, ledger }: Progress): string {
  return ledger === undefined ? phase : `${ledger}: ${phase}`;
}

function describeProgress(progress: Progress): string {
  const { done, total, unit } = progress;
  const phase = phaseOf(progress);
  const count = `${formatAmount(done)}${total === null ? "" : ` of ${formatAmount(total)}`} ${unit}`;
  if (total === null || total === 0) return `${phase}  ${count}`;
  const filled = Math.min(BAR_WIDTH, Math.floor((done / total) * BAR_WIDTH));
  return `${phase}  ${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)}  ${count}`;
}

/** Like a linter's: done, done with something to say, could not do it. */
export const EXIT = { done: 0, found: 1, failed: 2 } as const;
export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];

export interface Session {
  readonly terminal: Terminal;
  readonly progress: ProgressLine;
  /** Aborted by SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  /** With the key that signs, once its file was opened. */
  context: ServiceContext;
  exitStatus: ExitStatus;
  /** Whether the result cannot be written any more, which was said. */
  isOutputLost: boolean;
}

/** @param signal aborted when the user wants to stop */
export function openSession(terminal: Terminal, signal: AbortSignal): Session {
  const progress = progressLine(terminal);
  return {
    terminal,
    progress,
    signal,
    context: {
      now: () => terminal.now(),
      appVersion: APP_VERSION,
      signal,
      onProgress: (at) => {
        progress.update(at);
      },
    },
    exitStatus: EXIT.done,
    isOutputLost: false,
  };
}

/** Waiting for Ctrl-C or a termination signal, for commands that run until then. */
export async function interruption(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Sets it for the whole process, the threads that run already too. Loads the module for it here: most commands set none. */
function setV8Flag(flag: string): void {
  process.getBuiltinModule("node:v8").setFlagsFromString(flag);
}

const NO_GROWTH = "--semi-space-growth-factor=1";

/** Both halves of the space for young objects: with these a long import or an export is as fast as with all that V8 would let it have. */
const MOST_YOUNG_BYTES = 8 * 2 ** 20;

/** About 300,000 entries with their payments. */
const LONG_IMPORT_BYTES = 300_000_000;

/** `boundYoungSpace` for a long import. A short one would take a tenth longer. @param bytes what is imported */
export function boundLongImport(context: ServiceContext, bytes: number): ServiceContext {
  return bytes <= LONG_IMPORT_BYTES ? context : boundYoungSpace(context);
}

/**
 * For work that makes many objects: told how far it is, V8 lets the space for young ones grow until that of this thread is large
 * enough, and then no other thread's grows either. An export's rows are of no use once they are written: memory that is new takes it
 * longer to get than what is there takes to look through.
 */
export function boundYoungSpace(context: ServiceContext): ServiceContext {
  const { getHeapSpaceStatistics } = process.getBuiltinModule("node:v8");
  let isBounded = false;
  return {
    ...context,
    onProgress: (progress) => {
      context.onProgress?.(progress);
      if (isBounded) return;
      const young = getHeapSpaceStatistics().find((space) => space.space_name === "new_space");
      isBounded = (young?.space_size ?? 0) >= MOST_YOUNG_BYTES;
      if (isBounded) setV8Flag(NO_GROWTH);
    },
  };
}

/**
 * From here on V8 lets no thread's space for young objects grow, and sooner moves what lives on.
 * For work that makes few objects: the numbers of a check are in columns. V8 reads the space's limit only as it
 * starts, but this each time that it would let it grow. Of a large ledger it looks sooner, too, for what is of no use any more: a small
 * one it would cost a tenth of its time.
 */
export function keepHeapSmall(ledger: string): void {
  setV8Flag(NO_GROWTH);
  if (bytesOf(ledger) > SMALL_LEDGER_BYTES) setV8Flag("--optimize-for-size");
}

/** About 200,000 entries. */
const SMALL_LEDGER_BYTES = 100_000_000;

/**
 * From here on V8 leaves its slowest compiler out where a ledger is small: in a run of a second or two, all threads together, it takes
 * longer than the code that it makes saves. And a loop that is running waits for its better code, which comes sooner than what it would
 * do meanwhile is worth.
 */
export function compileLittle(ledger: string): void {
  if (bytesOf(ledger) <= SMALL_LEDGER_BYTES) setV8Flag("--no-turbofan --no-concurrent-osr");
}

function bytesOf(ledger: string): number {
  try {
    return statSync(ledger).size;
  } catch {
    // Whoever opens it says why it cannot be read.
    return Number.NaN;
  }
}
