/** A dictionary's texts as somebody needs them: a few, or all. */
import type { TextColumn } from "../../../../core/reconcile/input.ts";
import type { ReadableLedger } from "../../file/connection.ts";
import type { DictionaryName } from "./dictionary.ts";
import { type PackedTexts, measureTexts, readPackedTexts, storedText } from "./packed-texts.ts";

/** Up to this many texts, or an eighth of all, are fetched one by one: all of them cost time and memory. */
const FEW = 1000;

/** All texts of a dictionary by id. Read when the first is needed: most checks need few or none. */
export function readTexts(db: ReadableLedger, name: DictionaryName): TextColumn {
  const get = db.prepare<[number]>(`SELECT text FROM ${name} WHERE id = ?`).pluck();
  let all: PackedTexts | null = null;
  let asked = 0;
  let measured: ReturnType<typeof measureTexts> | null = null;
  // Who walks a million rows asks it for each of them.
  const size = () => (measured ??= measureTexts(db, name));
  const length = () => size().count;
  const isMany = () => asked > FEW && asked > length() / 8;
  const packed = () => (all ??= readPackedTexts(db, name, size()));
  return {
    get length() {
      return length();
    },
    at(id) {
      asked += 1;
      if (isMany()) packed();
      const isPacked = all !== null && id >= 0 && id < all.length;
      return isPacked ? (all as PackedTexts).at(id) : storedText(db, name, id, get.get(id));
    },
    bytesOf: (id) => packed().bytesOf(id),
  };
}
