/** Finds a key that occurs twice in one object. JSON.parse would silently keep the last one. */
import type { TieoutError } from "../../../core/errors.ts";
import { type Origin, payloadError, redacted } from "../origin.ts";
import { excerpt } from "../../../core/text/excerpt.ts";
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  END,
  JsonTokens,
  OPEN_LIST,
  OPEN_OBJECT,
  STRING,
} from "./tokens.ts";

interface Level {
  /** Keys seen, for an object; null for a list. */
  readonly keys: Set<string> | null;
  /** The key of the member at hand. */
  key: string;
  /** Items passed, for a list. */
  items: number;
}

/**
 * The path of the first key that occurs twice, or null.
 *
 * @param text valid JSON
 * @example findDuplicateKey('{"fee":{"taxfee":1,"taxfee":2}}') // 'fee.taxfee'
 */
export function findDuplicateKey(text: string): string | null {
  const levels: Level[] = [];
  const tokens = new JsonTokens(text);
  let lastString = "";
  for (let token = tokens.next(); token !== END; token = tokens.next()) {
    const level = levels.at(-1);
    if (token === STRING) lastString = tokens.string;
    else if (token === OPEN_OBJECT) levels.push({ keys: new Set(), key: "", items: 0 });
    else if (token === OPEN_LIST) levels.push({ keys: null, key: "", items: 0 });
    else if (token === CLOSE_OBJECT || token === CLOSE_LIST) levels.pop();
    else if (token === COMMA && level !== undefined) level.items += 1;
    else if (token === COLON && level?.keys) {
      level.key = lastString;
      if (level.keys.has(lastString)) return pathOf(levels);
      level.keys.add(lastString);
    }
  }
  return null;
}

function pathOf(levels: readonly Level[]): string {
  return levels.map(({ keys, key, items }) => (keys === null ? String(items) : key)).join(".");
}

/**
 * The error for a key that occurs twice.
 *
 * @param path as `findDuplicateKey` found it
 * @param record which record it is in, where there are several
 */
export function duplicateKeyError(path: string, origin: Origin, record?: string): TieoutError {
  const key = path === "" ? '""' : excerpt(redacted(path, origin));
  const sentence = `The key ${key} appears twice`;
  return payloadError("PAYLOAD_DUPLICATE_KEY", sentence, origin, {
    ...(record === undefined ? {} : { record }),
    field: path,
  });
}
