/** Scanning XML: the same tags and texts in whatever pieces it comes, and nothing that is not well-formed. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { XmlError, XmlScanner } from "../../../src/main/excel/read/package/xml-scan.ts";

/** What is told of a document that comes in pieces; pieces of one text as one. */
function told(pieces: readonly string[], longest = 1000): string[] {
  const all: string[] = [];
  let text = "";
  const add = (what: string) => {
    if (text !== "") all.push(`text ${text}`);
    text = "";
    all.push(what);
  };
  const scanner = new XmlScanner(
    {
      instruction: (name, body) => add(`instruction ${name} ${body}`),
      attribute: (name, value) => add(`attribute ${name} ${value}`),
      open: (name, attributes) => add(`open ${name} ${JSON.stringify(attributes)}`),
      close: (name) => add(`close ${name}`),
      text: (piece) => (text += piece),
    },
    longest,
  );
  for (const piece of pieces) scanner.write(piece);
  if (!scanner.hasEnded) throw new XmlError("it is cut off");
  return all;
}

const WHOLE = `<?xml version="1.0"?>
<!-- a comment - with > and <tags> --><x:a b = 'it"s > &lt;' c:d="&#x1F600;&#10;"\t>te]]xt &amp; ]&gt;<é/>
<b>1]]</b ><![CDATA[<raw> & ]] ]]]></x:a>
<?after it?> `;

describe("a document", () => {
  test("is told in its order, with references resolved", () => {
    expect(told([WHOLE])).toEqual([
      'instruction xml version="1.0"',
      `attribute b it"s > <`,
      "attribute c:d \u{1f600}\n",
      `open x:a ${JSON.stringify({ b: `it"s > <`, "c:d": "\u{1f600}\n" })}`,
      "text te]]xt & ]>",
      "open é {}",
      "close é",
      "text \n",
      "open b {}",
      "text 1]]",
      "close b",
      "text <raw> & ]] ]",
      "close x:a",
      "instruction after it",
    ]);
  });

  test("is the same in whatever pieces it comes", () => {
    const whole = told([WHOLE]);
    expect(told(WHOLE.split(""))).toEqual(whole);
    fc.assert(
      fc.property(fc.array(fc.nat(WHOLE.length)), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), WHOLE.length];
        const pieces = places.slice(1).map((to, at) => WHOLE.slice(places[at], to));
        expect(told(pieces)).toEqual(whole);
      }),
    );
  });
});

describe("refuses", () => {
  test.each([
    "",
    "text",
    "<a>",
    "</a>",
    "<a></b>",
    "<a></a",
    "<ab></a>",
    "<a></ab>",
    "<a/><a/>",
    "<a/>text",
    "<a/>&#32;",
    "<![CDATA[x]]><a/>",
    "< a/>",
    "<a></ a>",
    "<1/>",
    "<a b/>",
    "<a b=1/>",
    "<a b='1/>",
    "<a b='1'c='2'/>",
    "<a b='1' b='2'/>",
    "<a b='<'/>",
    "<a / >",
    "<a <b/>",
    "<a>]]></a>",
    "<a>&</a>",
    "<a>& amp;</a>",
    "<a>&nbsp;</a>",
    "<a>&AMP;</a>",
    "<a b='&x;'/>",
    "<a>&#0;</a>",
    "<a>&#1;</a>",
    "<a>&#xD800;</a>",
    "<a>&#xFFFF;</a>",
    "<a>&#x110000;</a>",
    "<a>&#X41;</a>",
    "<a>&#65</a>",
    "<!-- -- --><a/>",
    "<!DOCTYPE a><a/>",
    "<!doctype a><a/>",
    "<!ELEMENT a ANY><a/>",
    "<a/><?xml version='1.0'?>",
    " <?xml version='1.0'?><a/>",
    "<?XML version='1.0'?><a/>",
    "<? xml?><a/>",
    "<?a=b?><a/>",
    `<a b="${"x".repeat(70_000)}"/>`,
  ])("%s", (xml) => {
    expect(() => told([xml], 1_000_000)).toThrow(XmlError);
    expect(() => told(xml.length > 1000 ? [xml] : xml.split(""), 1_000_000)).toThrow(XmlError);
  });

  test.each(["<a>", "<!--", "<?a ", "<a><![CDATA[", "</a"])(
    "markup without end, and holds no more of it than allowed: %s",
    (start) => {
      expect(() => told([start.replace(">", " "), " ".repeat(600), " ".repeat(600)])).toThrow("too long");
    },
  );

  test("a reference without end", () => {
    expect(() => told(["<a>&", "x".repeat(100)])).toThrow(XmlError);
  });
});
