/** What a command may use of its surroundings: streams, environment, clock; and writing to them. Tests pass their own. */
import { once } from "node:events";
import { styleText } from "node:util";

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

/**
 * A text of the service for a terminal: signs that would steer it, or turn the reading direction, are shown
 * as U+FFFD.
 */
export function harmless(text: string): string {
  return text.replaceAll(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, "\ufffd");
}

/** A note line by line, as a terminal may show it. */
export function noteLines(note: string): string[] {
  return note.split(/\r\n|[\n\r\u2028\u2029]/u).map(harmless);
}

/**
 * @param head what is before the list, in this order
 * @param name the list's key
 * @param items written as they come
 * @param tail the text after the list, requested when it has ended
 */
export async function writeJsonList(
  terminal: Terminal,
  head: Readonly<Record<string, unknown>>,
  name: string,
  items: Iterable<unknown> | AsyncIterable<unknown>,
  tail: () => Readonly<Record<string, unknown>> = () => ({}),
): Promise<void> {
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
