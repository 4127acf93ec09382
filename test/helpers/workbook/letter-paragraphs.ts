/** The text of a letter's document. */
import { readFileSync } from "node:fs";
import { SaxesParser } from "saxes";
import { partsOf } from "./zip.ts";

/** The paragraphs of a document, as a strict reader of XML finds them. */
export function paragraphsOf(file: string): string[] {
  const document = partsOf(readFileSync(file)).find(({ name }) => name === "word/document.xml");
  const found: string[] = [];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name }) => {
    if (name === "w:p") found.push("");
  });
  parser.on("text", (text) => {
    found[found.length - 1] += text;
  });
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(document?.bytes.toString() ?? "").close();
  return found;
}
