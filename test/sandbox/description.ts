/** resources/openapi.yaml as a judge of answers. */
import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { parse } from "yaml";

const FILE = new URL("../../resources/openapi.yaml", import.meta.url);
const SCHEMAS = "#/components/schemas/";

type Node = Readonly<Record<string, unknown>>;

/** The description as data; its references as they stand. */
export const description = parse(readFileSync(FILE, "utf8")) as {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Node>>>>;
  readonly components: Readonly<Record<"schemas" | "responses" | "examples", Readonly<Record<string, Node>>>>;
};

/** @throws Error when a reference leads nowhere */
export function resolve(reference: string): unknown {
  let found: unknown = description;
  for (const key of reference.replace("#/", "").split("/")) found = (found as Node | undefined)?.[key];
  if (found === undefined) throw new Error(`${reference} leads nowhere`);
  return found;
}

const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false });
// The dialect of a bare JSON Schema: the same schemas, kept where such a document keeps them.
const definitions = JSON.stringify(description.components.schemas).replaceAll(SCHEMAS, "openapi#/$defs/");
ajv.addSchema({ $id: "openapi", $defs: JSON.parse(definitions) as Node });

const validators = new Map<string, ValidateFunction>();

/** What is wrong with a value by a schema of the description, `path: complaint` each; none when it fits. */
export function complaints(schema: string, value: unknown): string[] {
  let validate = validators.get(schema);
  if (validate === undefined) {
    validate = ajv.compile({ $ref: `openapi#/$defs/${schema}` });
    validators.set(schema, validate);
  }
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
}

/** The name of the schema that the description gives an answer, or null when it allows no such answer. */
export function schemaOf(path: string, method: string, status: number): string | null {
  const responses = description.paths[path]?.[method]?.["responses"] as Node | undefined;
  const response = follow(responses?.[String(status)] ?? responses?.["default"]);
  const media = (response?.["content"] as Node | undefined)?.["application/json"] as Node | undefined;
  const reference = (media?.["schema"] as Node | undefined)?.["$ref"];
  return typeof reference === "string" ? reference.replace(SCHEMAS, "") : null;
}

function follow(node: unknown): Node | undefined {
  const reference = (node as Node | undefined)?.["$ref"];
  return (typeof reference === "string" ? resolve(reference) : node) as Node | undefined;
}
