/** Writes a JSON document with one long list, an item per line, so that it is never whole in memory. */
import { type Terminal, print } from "../terminal.ts";

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
  const lines = linesOf(head).map((line) => `${line},\n`);
  await print(terminal, `{\n${lines.join("")}  ${JSON.stringify(name)}: [`);
  let separator = "\n";
  for await (const item of items) {
    await print(terminal, `${separator}    ${JSON.stringify(item)}`);
    separator = ",\n";
  }
  const last = linesOf(tail()).map((line) => `,\n${line}`);
  await print(terminal, `${separator === "\n" ? "]" : "\n  ]"}${last.join("")}\n}\n`);
}

function linesOf(members: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(members).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
}
