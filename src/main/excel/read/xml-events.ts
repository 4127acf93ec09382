/** A part of a workbook as XML events: strict, without document types or own entities, of bounded depth. */
import { TextDecoder } from "node:util";
import { SaxesParser } from "saxes";
import { type PackageParts, notAWorkbook, tooLarge } from "./package-parts.ts";
import { posix } from "node:path";

/** Version 1.1 has other line breaks, which no program writes. Positions are for unseen messages. */
const STRICT = { xmlns: false, forceXMLVersion: true, defaultXMLVersion: "1.0", position: false } as const;

/** UTF-16 units of one attribute: the longest that programs write are formulas. */
const LONGEST_ATTRIBUTE = 65_536;

/** The attributes of an element, by name. */
export type Attributes = Readonly<Record<string, string>>;

/**
 * What a reader of a part is told. Names come without the prefix that the part's own namespace has; those of
 * another namespace, which a program may pass over, with theirs and a colon.
 */
export interface XmlReader {
  /** @param depth 1 for the root */
  open(name: string, attributes: Attributes, depth: number): void;
  close?(name: string): void;
  text?(text: string): void;
  /**
   * Whether an element of the part's own namespace may stand within one of another, outside an `extLst`.
   * Programs differ in which of these they pass over with all that they hold, so such a part is refused
   * unless its reader can tell.
   */
  takesAlternative?(name: string): boolean;
}

/**
 * Reads a part, and gives control back after each piece of it, so that whoever reads rows can take them.
 *
 * @throws TieoutError IMPORT_FORMAT when it is no such XML; IMPORT_TOO_LARGE when it has more elements or
 *   attributes than programs write; otherwise as `PackageParts.read`
 */
export async function* readXml(parts: PackageParts, part: string, reader: XmlReader): AsyncGenerator<void> {
  const { file, limits } = parts;
  const refuse = (sentence: string, cause?: unknown) => notAWorkbook(file, sentence, part, cause);
  const refuseSize = () => tooLarge(file, "A part of the workbook holds too much", part);
  const mostElements = limits.elements + limits.elementsPerByte * parts.compressedBytes(part);
  let elements = 0;
  let attributes = 0;
  let tagUnits = 0;
  let depth = 0;
  /** How deep the outermost element stands that a program may pass over, and its name; 0 outside of any. */
  let optional = 0;
  let optionalName = "";
  let root: Namespace | null = null;
  const prefixes = new Prefixes();
  /** UTF-16 units since something was told: those of the tag or text that is being read. */
  let untold = 0;
  let isAtEnd = false;
  const onText = (text: string) => {
    untold = 0;
    reader.text?.(text);
  };
  // With more than seven listeners V8 keeps the parser as a dictionary, and reading takes four times as long.
  const parser = new SaxesParser(STRICT);
  parser.on("error", (error) => {
    throw refuse(isAtEnd ? "A part of the workbook is cut off" : UNREADABLE, error);
  });
  parser.on("doctype", () => {
    throw refuse("A part of the workbook has a document type of its own");
  });
  parser.on("attribute", ({ name, value }) => {
    attributes += 1;
    tagUnits += name.length + value.length;
    if (attributes > limits.attributes || tagUnits > limits.tag) throw refuseSize();
    if (value.length > LONGEST_ATTRIBUTE) throw refuse(UNREADABLE);
    if (name.startsWith("xmlns")) prefixes.declare(name, value);
  });
  parser.on("opentag", ({ name, attributes: given }) => {
    untold = 0;
    attributes = 0;
    tagUnits = 0;
    elements += 1;
    if (elements > mostElements) throw refuseSize();
    depth += 1;
    if (depth > limits.depth) throw refuse("A part of the workbook is nested too deeply");
    if (root === null) {
      // Other programs would go by it, and show other characters than were compared.
      if (!/^utf-?(?:8|16)$/iu.test(parser.xmlDecl.encoding ?? "utf-8"))
        throw refuse("A part of the workbook states an encoding that workbooks do not use");
      root = namespaceOf(name, given);
    }
    if ((given[root.declaredAs] ?? root.uri) !== root.uri) {
      throw refuse("A part of the workbook gives one prefix two meanings");
    }
    if (prefixes.isSecond(name, root)) {
      throw refuse("A part of the workbook gives two prefixes one meaning");
    }
    const own = ownName(name, root);
    if (optional === 0) {
      optionalName = own;
      if (own.includes(":") || own === "extLst") optional = depth;
    } else if (optionalName !== "extLst" && !own.includes(":") && reader.takesAlternative?.(own) !== true) {
      throw refuse("A part of the workbook holds something that only some programs show");
    }
    reader.open(own, given, depth);
  });
  parser.on("closetag", ({ name }) => {
    untold = 0;
    if (depth === optional) optional = 0;
    depth -= 1;
    reader.close?.(root === null ? name : ownName(name, root));
  });
  parser.on("text", onText);
  parser.on("cdata", onText);

  let decoder: TextDecoder | null = null;
  const decode = (bytes?: Buffer): string => {
    try {
      return decoder?.decode(bytes, { stream: bytes !== undefined }) ?? "";
    } catch (error) {
      throw refuse("A part of the workbook is not readable text", error);
    }
  };
  for await (const bytes of parts.read(part)) {
    decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
    const text = decode(bytes);
    untold += text.length;
    parser.write(text);
    if (untold > limits.tag) throw refuseSize();
    yield;
  }
  parser.write(decode());
  isAtEnd = true;
  parser.close();
  yield;
}

const UNREADABLE = "A part of the workbook is not readable XML";

/** Whether an attribute of yes or no can be read as yes: some programs take `on`, or any number but 0. */
export function isTrue(attribute: string | undefined): boolean {
  return attribute !== undefined && attribute !== "0" && attribute !== "false";
}

/** Whether an attribute that says yes or no can be read as no; one that is missing says nothing. */
export function isNo(attribute: string | undefined): boolean {
  return attribute !== undefined && attribute !== "1" && attribute !== "true";
}

const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)?\s*$/iu;

/** A number as all programs read it; NaN of all else, `0x10` say, 16 to some, 0 to others. */
export function numberIn(text: string): number {
  return NUMBER.test(text) ? Number(text) : Number.NaN;
}

/** A number that counts, of a style or a text; NaN of anything else. */
export function indexIn(text: string): number {
  return /^\d+$/u.test(text) ? Number(text) : Number.NaN;
}

export async function readWholeXml(parts: PackageParts, part: string, reader: XmlReader): Promise<void> {
  for await (const _ of readXml(parts, part, reader));
}

/** Workbooks are UTF-8, or say by their first bytes that they are UTF-16. */
function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
}

/** The namespace of a part's root, which is that of all that counts in it. */
interface Namespace {
  /** With its colon; '' where there is none. */
  readonly prefix: string;
  /** The attribute that says what the prefix stands for. */
  readonly declaredAs: string;
  readonly uri: string;
  /** The same as programs take it. */
  readonly standard: string;
}

function namespaceOf(root: string, attributes: Attributes): Namespace {
  const prefix = root.slice(0, root.indexOf(":") + 1);
  const declaredAs = prefix === "" ? "xmlns" : `xmlns:${prefix.slice(0, -1)}`;
  const uri = attributes[declaredAs] ?? "";
  return { prefix, declaredAs, uri, standard: standardUri(uri) };
}

/** What prefixes were said to stand for anywhere in a part. */
class Prefixes {
  /** Those of each namespace, with their colon. */
  readonly #byUri = new Map<string, Set<string>>();

  /** @param attribute `xmlns`, or `xmlns:x` */
  declare(attribute: string, uri: string): void {
    const prefix = attribute === "xmlns" ? "" : `${attribute.slice("xmlns:".length)}:`;
    const standard = standardUri(uri);
    const known = this.#byUri.get(standard) ?? new Set();
    this.#byUri.set(standard, known.add(prefix));
  }

  /** Whether an element is of the part's own namespace by another prefix than its root. */
  isSecond(name: string, root: Namespace): boolean {
    const own = this.#byUri.get(root.standard);
    if (own === undefined || own.size === 1) return false;
    const prefix = name.slice(0, name.indexOf(":") + 1);
    return prefix !== root.prefix && own.has(prefix);
  }
}

/** A namespace of the strict form of workbooks is that of the common one to programs. */
function standardUri(uri: string): string {
  return uri
    .replace("http://schemas.openxmlformats.org/", "http://purl.oclc.org/ooxml/")
    .replace("/2006/", "/");
}

/** `v` of `x:v` in a part whose root is `x:worksheet`; `:v` of one without a prefix there. */
function ownName(name: string, { prefix }: Namespace): string {
  if (prefix === "") return name;
  if (name.startsWith(prefix)) return name.slice(prefix.length);
  return name.includes(":") ? name : `:${name}`;
}

// Which parts a part of a workbook refers to, as the package's relations say.

export interface Relation {
  /** The last word of its type, `worksheet` say. */
  readonly kind: string;
  /** The part's path in the package. */
  readonly target: string;
}

/** Parts that hold what is shown. */
const WORKBOOK_PARTS: ReadonlySet<string> = new Set([
  "officeDocument",
  "worksheet",
  "sharedStrings",
  "styles",
  "theme",
]);
/** How the types of their relations begin, in the common and in the strict form of workbooks. */
const KNOWN =
  /^http:\/\/(?:schemas\.openxmlformats\.org\/officeDocument\/2006|purl\.oclc\.org\/ooxml\/officeDocument)\/relationships\/[A-Za-z]+$/u;

/** Relations of a part ('': the package) by their ids. @throws TieoutError IMPORT_FORMAT, IMPORT_TOO_LARGE */
export async function relationsOf(parts: PackageParts, part: string): Promise<Map<string, Relation>> {
  const found = new Map<string, Relation>();
  await readRelations(parts, part, (id, { Type: type = "", Target: target = "", TargetMode: mode }) => {
    if (mode === "External") return;
    // Programs differ in which of them they go by.
    if (found.has(id)) throw notAWorkbook(parts.file, "Two relations of a part have the same id", part);
    const path = target.startsWith("/") ? target.slice(1) : posix.join(posix.dirname(part), target);
    const kind = type.slice(type.lastIndexOf("/") + 1).trim();
    const isOfWorkbook = WORKBOOK_PARTS.has(kind);
    if (isOfWorkbook && (!KNOWN.test(type) || /[%#?\\]/u.test(target))) {
      throw notAWorkbook(
        parts.file,
        "Programs would follow a relation of the workbook to different parts",
        part,
      );
    }
    found.set(id, { kind, target: posix.normalize(path) });
  });
  return found;
}

/** Targets outside, by relation id. @throws TieoutError IMPORT_FORMAT, IMPORT_TOO_LARGE */
export async function outsideTargets(parts: PackageParts, part: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  await readRelations(parts, part, (id, { Target: target = "" }) => found.set(id, target));
  return found;
}

async function readRelations(
  parts: PackageParts,
  part: string,
  take: (id: string, attributes: Attributes) => void,
): Promise<void> {
  const name = posix.join(posix.dirname(part), "_rels", `${posix.basename(part)}.rels`);
  if (!parts.has(name)) return;
  await readWholeXml(parts, name, {
    open(element, attributes, depth) {
      const id = attributes["Id"];
      if (element === "Relationship" && depth === 2 && id !== undefined) take(id, attributes);
    },
  });
}
