/** How the link of a pull differs from the link that its stored responses give. */
import { type JsonValue, canonicalJson } from "../../../core/canonical.ts";
import { type Problem, mismatch } from "../../ledger/proof/problem.ts";
import type { PullPayload } from "../../ledger/pulls/pull-payload.ts";

export interface PullDifferences {
  /** Tables of records whose rows are others. */
  readonly tables: readonly string[];
  /** Dictionaries whose new texts are others. */
  readonly texts: readonly ("payref" | "label")[];
  /** Of user, businesses and counts. */
  readonly facts: readonly Problem[];
}

/** @param given what the stored responses give */
export function pullDifferences(said: PullPayload, given: PullPayload): PullDifferences {
  const tables = new Set([...Object.keys(said.rows), ...Object.keys(given.rows)]);
  return {
    tables: [...tables].filter((table) => !isSame(said.rows[table], given.rows[table])),
    texts: (["payref", "label"] as const).filter((name) => !isSame(said.texts[name], given.texts[name])),
    facts: differingFields(factsOf(said), factsOf(given)).map(({ field, here, there }) =>
      mismatch(
        `The link of the pull has ${differenceValue(here)}, but its stored responses give ${differenceValue(there)}`,
        `pull ${said.pull}, ${field}`,
      ),
    ),
  };
}

function factsOf({ user, businesses, entries, transactions }: PullPayload): JsonValue {
  return { user, businesses, entries, transactions } as unknown as JsonValue;
}

interface DifferingField {
  readonly field: string;
  readonly here: JsonValue;
  readonly there: JsonValue;
}

/** The smallest differing parts, as `entries.changed`. */
function differingFields(here: JsonValue, there: JsonValue, path: readonly string[] = []): DifferingField[] {
  if (!isHolder(here) || !isHolder(there))
    return isSame(here, there) ? [] : [{ field: path.join("."), here, there }];
  const names = new Set([...Object.keys(here), ...Object.keys(there)]);
  return [...names].flatMap((name) =>
    differingFields(here[name] ?? null, there[name] ?? null, [...path, name]),
  );
}

function isHolder(value: JsonValue): value is { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null;
}

function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson((a ?? null) as JsonValue) === canonicalJson((b ?? null) as JsonValue);
}

const SHOWN = 80;

/** A value as JSON, cut where it is long. */
export function differenceValue(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
