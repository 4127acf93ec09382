/** Labels of the interface's fields, and sentences for how a field changed. */
import type { JsonValue } from "../../canonical.ts";
import { LABELLED_ENTRY } from "../../records/entry.ts";
import type { Field, Fields, Holds } from "../../records/fields.ts";
import { formatAmount } from "../../money.ts";
import type { FieldChange } from "./findings.ts";
import { type ZoneClock, formatInstant, parseServiceTime, sayInstant } from "../../time.ts";
import { LABELLED_DATA, labelledTransaction } from "../../records/transaction.ts";

/** Every field of the interface by its path, `#` for a place in a list. */
const FIELDS: ReadonlyMap<string, Field> = new Map([
  ...Object.values(LABELLED_DATA).flatMap((data) => pathsOf(labelledTransaction(data), "")),
  ...pathsOf(LABELLED_ENTRY, ""),
]);

function pathsOf(fields: Fields, above: string): (readonly [path: string, field: Field])[] {
  return Object.entries(fields).flatMap(([name, field]) => below(field, `${above}${name}`));
}

function below(field: Field, path: string): (readonly [path: string, field: Field])[] {
  if ("holds" in field) return [[path, field]];
  if ("items" in field) return [[path, field], ...below(field.items, `${path}.#`)];
  return [[path, field], ...pathsOf(field.fields, `${path}.`)];
}

function fieldAt(path: string): Field | undefined {
  return FIELDS.get(path.replaceAll(/\.\d+(?=\.|$)/gu, ".#"));
}

function holds(path: string, what: Holds): boolean {
  const field = fieldAt(path);
  return field !== undefined && "holds" in field && field.holds === what;
}

/** A task by its place in the list, and what of it. */
const TASK = /^data\.list\.(\d+)(?:\.(.+))?$/u;

/**
 * A field as screens, the workbook and the terminal name it. One without a label keeps the service's name.
 *
 * @example fieldLabel("fee.taxfee") // 'Tax'
 * @example fieldLabel("data.list.1.taskamount") // 'Task 2: amount'
 */
export function fieldLabel(field: string): string {
  const task = TASK.exec(field);
  if (task === null) return fieldAt(field)?.label ?? field;
  const [, at, name] = task;
  const which = `Task ${Number(at) + 1}`;
  return name === undefined ? which : `${which}: ${fieldAt(field)?.label ?? name}`;
}

export function isMoney(field: string): boolean {
  return holds(field, "money");
}

/** An instant as the engine writes it: RFC 3339 in UTC. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/u;

/** The instant of a field, as the service or the engine writes it, milliseconds UTC; null without time. */
export function instantIn(field: string, value: JsonValue | undefined): number | null {
  if (typeof value !== "string" || !holds(field, "time")) return null;
  return INSTANT.test(value) ? Date.parse(value) : parseServiceTime(value);
}

export interface ValueWording {
  readonly decimals: number;
  readonly sayTime: (atMs: number) => string;
  /** How a text of the service is quoted; one without visible characters is shown as `empty`. */
  readonly sayText?: (text: string) => string;
}

/** How a change is put in a sentence, where texts are always quoted. */
export type ChangeWording = Omit<ValueWording, "sayText">;

/** Amounts with a ledger's decimals, times on its clock. */
export function wordingOf(decimals: number, clock: ZoneClock): ChangeWording {
  return { decimals, sayTime: (atMs) => sayInstant(atMs, clock) };
}

/** What a field says: nothing where it is not there, `not set` where the service sends null. */
export function valueWords(
  field: string,
  value: JsonValue | undefined,
  { decimals, sayTime, sayText = (text) => text || "empty" }: ValueWording,
): string {
  if (value === undefined) return "nothing";
  if (value === null) return "not set";
  const atMs = instantIn(field, value);
  if (atMs !== null) return sayTime(atMs);
  if (typeof value === "string") return sayText(value);
  if (holds(field, "flag") && (value === 0 || value === 1)) return value === 1 ? "yes" : "no";
  if (Number.isSafeInteger(value) && isMoney(field)) return formatAmount(Number(value), decimals);
  return JSON.stringify(value);
}

/** Both sides of a change. Where the usual short words would be the same, times have their milliseconds. */
export function sidesOf(
  { field, before, after }: FieldChange,
  wording: ValueWording,
): readonly [before: string, after: string] {
  const sides = (own: ValueWording) =>
    [valueWords(field, before, own), valueWords(field, after, own)] as const;
  const told = sides(wording);
  return told[0] === told[1] ? sides({ ...wording, sayTime: formatInstant }) : told;
}

/** A change in a sentence, e.g. `Stated balance from 1,450.00 to 1,460.00`. */
export function changeWords(change: FieldChange, wording: ChangeWording): string {
  const [before, after] = sidesOf(change, { ...wording, sayText: (text) => JSON.stringify(text) });
  const label = fieldLabel(change.field);
  if (change.before === undefined) return `${label} added as ${after}`;
  if (change.after === undefined) return `${label} removed, it was ${before}`;
  return `${label} from ${before} to ${after}`;
}
