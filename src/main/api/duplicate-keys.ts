/** Finds a key that stands twice in one object, which JSON.parse silently lets the last one win. */
import type { TieoutError } from "../../core/errors.ts";
import { type Origin, payloadError } from "./origin.ts";
import { oneLine, shorten } from "./quote.ts";
import { jsonTokens } from "./tokens.ts";

interface Level {
  /** Keys seen, for an object; null for a list. */
  readonly keys: Set<string> | null;
  readonly path: string;
  /** The path of the member at hand. */
  member: string;
  items: number;
}

/**
 * The path of the first key that stands twice, or null.
 *
 * @param text valid JSON
 * @example findDuplicateKey('{"fee":{"taxfee":1,"taxfee":2}}') // 'fee.taxfee'
 */
export function findDuplicateKey(text: string): string | null {
  const levels: Level[] = [];
  let lastString = "";
  for (const { text: token } of jsonTokens(text)) {
    const level = levels.at(-1);
    if (token.startsWith('"')) lastString = token;
    else if (token === "{" || token === "[") {
      levels.push({ keys: token === "{" ? new Set() : null, path: pathOf(level), member: "", items: 0 });
    } else if (token === "}" || token === "]") levels.pop();
    else if (token === ",") {
      if (level !== undefined) level.items += 1;
    } else if (level?.keys) {
      const key = String(JSON.parse(lastString));
      level.member = key;
      if (level.keys.has(key)) return pathOf(level);
      level.keys.add(key);
    }
  }
  return null;
}

function pathOf(level: Level | undefined): string {
  if (level === undefined) return "";
  const member = level.keys === null ? String(level.items) : level.member;
  return level.path === "" ? member : `${level.path}.${member}`;
}

/**
 * The error for a key that stands twice.
 *
 * @param path as `findDuplicateKey` found it
 * @param record which record it is in, where there are several
 */
export function duplicateKeyError(path: string, origin: Origin, record?: string): TieoutError {
  const sentence = `The key ${shorten(oneLine(path))} stands twice`;
  return payloadError("PAYLOAD_DUPLICATE_KEY", sentence, origin, {
    ...(record === undefined ? {} : { record }),
    field: path,
  });
}
