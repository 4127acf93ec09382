/** A JSON document with one long list, one item a line, written piece by piece so that it never stands whole in memory. */
import { type Terminal, print } from "./terminal.ts";

/**
 * @param head what stands before the list, in this order
 * @param name the list's key
 */
export async function writeJsonList(
  terminal: Terminal,
  head: Readonly<Record<string, unknown>>,
  name: string,
  items: Iterable<unknown>,
): Promise<void> {
  const lines = Object.entries(head).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`,
  );
  await print(terminal, `{\n${lines.join("")}  ${JSON.stringify(name)}: [`);
  let separator = "\n";
  for (const item of items) {
    await print(terminal, `${separator}    ${JSON.stringify(item)}`);
    separator = ",\n";
  }
  await print(terminal, separator === "\n" ? "]\n}\n" : "\n  ]\n}\n");
}
