/** The payloads of the audit trail's links, by kind. */
import type { KeptOptions } from "../../../core/options.ts";
import type { LinkKind } from "../trail/audit.ts";
import { EXPORT_FIELDS, type ExportRecord } from "../people/export.ts";
import type { SettingsChange } from "../people/settings.ts";
import { ACT_KINDS, type ActKind, linkShapeOf, signer } from "../../../schema/acts.ts";
import {
  type Schema,
  type ShapeOf,
  anyObject,
  count,
  exactly,
  id,
  listOf,
  objectOf,
  text,
} from "../../../schema/parts.ts";
import { isStored } from "../../../schema/stored.ts";
import { decimals, keptOptions, sha256Text } from "../../../schema/values.ts";
import { type PullPayload, PULL_FIELDS } from "../pulls/pull-payload.ts";

/** What each kind of link says. The first schemas wrote settings without options. */
export interface Payloads extends Readonly<Record<ActKind, Readonly<Record<string, unknown>>>> {
  readonly created: { readonly ledgerId: string; readonly schema: number };
  readonly setting: {
    readonly timeZone: string;
    readonly decimals: number;
    readonly options?: KeptOptions | undefined;
    /** All three where somebody was named, else none. */
    readonly by?: string | undefined;
    readonly note?: string | undefined;
    readonly before?: SettingsChange["before"] | undefined;
  };
  readonly pull: PullPayload;
  readonly run: { readonly run: number; readonly sha256: string };
  readonly export: ExportRecord;
  readonly prune: {
    readonly keep: number;
    readonly bodies: readonly { readonly id: number; readonly sha256: string }[];
  };
  readonly restore: { readonly from: string; readonly head: string; readonly replaced: string | null };
}

const OWN_FIELDS: { readonly [K in Exclude<LinkKind, ActKind>]: ShapeOf<Payloads[K]> } = {
  created: { ledgerId: text, schema: id },
  setting: {
    // Which zones there are depends on the runtime; the one in force is looked at in the end.
    timeZone: text,
    decimals,
    options: keptOptions.optional(),
    by: signer.optional(),
    note: text.optional(),
    before: anyObject.optional(),
  },
  pull: PULL_FIELDS,
  run: { run: id, sha256: sha256Text },
  export: EXPORT_FIELDS,
  prune: {
    keep: count,
    bodies: listOf(exactly<Payloads["prune"]["bodies"][number]>({ id, sha256: sha256Text })),
  },
  restore: { from: text, head: sha256Text, replaced: sha256Text.nullable() },
};

const FIELDS = {
  ...OWN_FIELDS,
  ...Object.fromEntries(ACT_KINDS.map((kind) => [kind, linkShapeOf(kind)])),
} as { readonly [K in LinkKind]: ShapeOf<Payloads[K]> };

const SCHEMAS = Object.fromEntries(
  Object.entries(FIELDS).map(([kind, fields]) => [kind, objectOf(fields as ShapeOf<Payloads[LinkKind]>)]),
) as Readonly<Record<LinkKind, Schema<Payloads[LinkKind]>>>;

/** Every field that a link of some kind has. */
const NAMES = new Set(Object.values(FIELDS).flatMap((fields) => Object.keys(fields)));

/**
 * Whether something read from a link of a kind is what such a link says. A later version may say more; but no
 * link has a field of another kind's, for links are looked up by these.
 */
export function isSaid<K extends LinkKind>(kind: K, said: unknown): said is Payloads[K] {
  if (!Object.hasOwn(FIELDS, kind) || !isStored(anyObject, said)) return false;
  const fields = FIELDS[kind];
  const isForeign = (field: string) => !Object.hasOwn(fields, field) && NAMES.has(field);
  return isStored(SCHEMAS[kind], said) && !Object.keys(said).some(isForeign);
}
