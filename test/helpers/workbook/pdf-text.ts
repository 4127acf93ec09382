/** The text of a PDF that a browser of the Chromium family printed, as it is painted. */
import { inflateSync } from "node:zlib";

interface PdfObject {
  readonly head: string;
  /** Inflated; '' where there is none. */
  readonly stream: string;
}

/** The text of each page, in the order in which it is painted, without any white space. */
export function pdfPages(bytes: Buffer): string[] {
  const objects = objectsOf(bytes);
  const of = (id: string | undefined) => objects.get(Number(id)) ?? { head: "", stream: "" };
  return [...objects.values()]
    .filter(({ head }) => /\/Type\s*\/Page\b/u.test(head))
    .map(({ head }) => {
      const [, fonts = ""] = /\/Font\s*<<(.*?)>>/su.exec(head) ?? [];
      const maps = new Map(
        Array.from(fonts.matchAll(/\/(\w+) (\d+) 0 R/gu), ([, name = "", id]) => {
          const [, unicode] = /\/ToUnicode (\d+) 0 R/u.exec(of(id).head) ?? [];
          return [name, unicodeOf(of(unicode).stream)] as const;
        }),
      );
      const [, contents] = /\/Contents (\d+) 0 R/u.exec(head) ?? [];
      return paintedText(of(contents).stream, maps).replaceAll(/\s/gu, "");
    });
}

function objectsOf(bytes: Buffer): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>();
  const text = bytes.toString("latin1");
  for (const found of text.matchAll(/^(\d+) 0 obj\b(.*?)^endobj/gmsu)) {
    const [, id = "", body = ""] = found;
    const at = body.search(/stream\r?\n/u);
    const head = at === -1 ? body : body.slice(0, at);
    const [, length] = /\/Length (\d+)\b/u.exec(head) ?? [];
    if (at === -1 || length === undefined) objects.set(Number(id), { head, stream: "" });
    else {
      const from = body.indexOf("\n", at) + 1;
      const raw = Buffer.from(body.slice(from, from + Number(length)), "latin1");
      const stream = head.includes("/FlateDecode") && !head.includes("/Image") ? inflateSync(raw) : raw;
      objects.set(Number(id), { head, stream: stream.toString("latin1") });
    }
  }
  return objects;
}

/** Characters by the number of their glyph. */
function unicodeOf(map: string): ReadonlyMap<number, string> {
  const characters = new Map<number, string>();
  const point = (hex: string) => Buffer.from(hex, "hex").swap16().toString("utf16le");
  for (const [, lines = ""] of map.matchAll(/beginbfchar(.*?)endbfchar/gsu)) {
    for (const [, glyph = "", hex = ""] of lines.matchAll(/<(\w+)>\s*<(\w+)>/gu))
      characters.set(Number.parseInt(glyph, 16), point(hex));
  }
  for (const [, lines = ""] of map.matchAll(/beginbfrange(.*?)endbfrange/gsu)) {
    for (const [, from = "", to = "", hex = ""] of lines.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/gu)) {
      const first = Number.parseInt(from, 16);
      for (let glyph = first; glyph <= Number.parseInt(to, 16); glyph += 1)
        characters.set(glyph, String.fromCodePoint(Number.parseInt(hex, 16) + glyph - first));
    }
  }
  return characters;
}

function paintedText(content: string, maps: ReadonlyMap<string, ReadonlyMap<number, string>>): string {
  let font: ReadonlyMap<number, string> = new Map();
  let text = "";
  for (const [, name, array, single] of content.matchAll(
    /\/(\w+) [\d.]+ Tf|\[([^\]]*)\]\s*TJ|(<[0-9A-Fa-f]*>)\s*Tj/gu,
  )) {
    if (name !== undefined) font = maps.get(name) ?? new Map();
    for (const [, hex = ""] of (array ?? single ?? "").matchAll(/<([0-9A-Fa-f]*)>/gu)) {
      for (let at = 0; at < hex.length; at += 4)
        text += font.get(Number.parseInt(hex.slice(at, at + 4), 16)) ?? "";
    }
  }
  return text;
}
