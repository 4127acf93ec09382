/** Packages of Office Open XML (ECMA-376, part 2): XML in a zip file. The same parts give the same bytes. */
import type { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { TIMELESS_ENTRY } from "../../../core/zip-entry.ts";

export const PACKAGE_NAMESPACE = "http://schemas.openxmlformats.org/package/2006";
export const OFFICE_RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** @param parts the XML of each without its declaration, by its name, in the order of the file */
export function officePackage(parts: Readonly<Record<string, string>>): Readable {
  const zip = new ZipFile();
  for (const [name, xml] of Object.entries(parts)) {
    zip.addBuffer(Buffer.from(`${DECLARATION}${xml}`), name, TIMELESS_ENTRY);
  }
  zip.end();
  return zip.outputStream as Readable;
}
