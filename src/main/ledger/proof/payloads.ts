/** The payloads of the audit trail's links, by kind. */
import type { Business, User } from "../../../core/business.ts";
import { MOST_CUTOFF_DAYS, type KeptOptions, SETTLEMENT_BASES } from "../../../core/options.ts";
import { type CloseStep, CLOSE_STEPS, type Month } from "../../../core/review/close/close.ts";
import {
  DECISION_STATUSES,
  type DecidedFinding,
  type Decision,
} from "../../../core/review/decisions/decision.ts";
import type { ManualMatch } from "../../../core/review/match/manual-match.ts";
import { EXPORT_FORMATS } from "../../../core/report/format.ts";
import { monthDays } from "../../../core/time.ts";
import type { LinkKind } from "../trail/audit.ts";
import { BODY_ENDPOINTS } from "../pulls/body.ts";
import { isBusiness, isUser } from "../pulls/caller.ts";
import { isDecidedFinding } from "../people/decision.ts";
import type { ExportRecord } from "../people/export.ts";
import { isFrozenMonth } from "../people/frozen-month.ts";
import type { IntakeCounts } from "../pulls/intake.ts";
import { isMatched } from "../people/manual-match.ts";
import type { RowsDigest } from "../trail/row-digests.ts";
import type { SettingsChange } from "../people/settings.ts";
import {
  type Shape,
  exactly,
  isInteger,
  isObject,
  isText,
  listOf,
  objectOf,
  oneOf,
  orAbsent,
  orNull,
  recordOf,
} from "../people/stored-document.ts";

/** Ids from … to − 1, with their rows. */
export interface TextRange extends RowsDigest {
  readonly from: number;
  readonly to: number;
}

interface BodyPayload {
  readonly endpoint: (typeof BODY_ENDPOINTS)[number];
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
}

type EntriesPayload = IntakeCounts & {
  readonly range: { readonly from: number; readonly to: number } | null;
};

/** The payload of a pull's link, as `publish` writes it. */
export interface PullPayload {
  readonly pull: number;
  readonly source: "service" | "files";
  readonly startedAtMs: number;
  readonly finishedAtMs: number | null;
  readonly baseUrl: string | null;
  readonly limit: number | null;
  readonly user: User | null;
  readonly businesses: readonly Business[];
  readonly bodies: readonly BodyPayload[];
  readonly entries: EntriesPayload | null;
  readonly transactions: IntakeCounts | null;
  readonly rows: Readonly<Record<string, RowsDigest>>;
  readonly texts: Readonly<Record<"payref" | "label", TextRange>>;
}

/** What each kind of link says. The first schemas wrote settings without options. */
export interface Payloads {
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
  readonly decision: Omit<Decision, "id" | "atMs" | "finding"> & {
    readonly decision: number;
    readonly finding: DecidedFinding;
  };
  readonly match: Omit<ManualMatch, "id" | "atMs"> & { readonly match: number };
  readonly close: Omit<CloseStep, "id" | "atMs"> & { readonly close: number };
  readonly restore: { readonly from: string; readonly head: string; readonly replaced: string | null };
}

/** Milliseconds UTC that a date can have. */
export const isMoment: Shape<number> = (read): read is number => isInteger(read) && Math.abs(read) <= LAST_MS;
const LAST_MS = 8_640_000_000_000_000;

/** Where a service can be asked. */
const isAddress: Shape<string> = (read): read is string =>
  isText(read) && URL.canParse(read) && /^https?:$/u.test(new URL(read).protocol);

/** A name as it is stored, without blanks around it; that there is one is asked by the rules of what it signs. */
const isName: Shape<string> = (read): read is string =>
  isText(read) && (read === read.trim() || read.trim() === "");

/** A file's name without its folder. Every other sign can be part of one on some system. */
const isFileName: Shape<string> = (read): read is string =>
  isText(read) && !/[/\0]/u.test(read) && !/^\.{0,2}$/u.test(read);

/** What an export is called: its file, or for tables their folder with the list of their checksums. */
const isExportName: Shape<string> = (read): read is string =>
  isText(read) && isFileName(read.replace(/\/(?:csv|json)\.sha256$/u, ""));

const isHash: Shape<string> = (read): read is string => isText(read) && /^[0-9a-f]{64}$/u.test(read);
const isCount: Shape<number> = (read): read is number => isInteger(read) && read >= 0;
const isId: Shape<number> = (read): read is number => isInteger(read) && read > 0;
const isMonth: Shape<Month> = (read): read is Month => isText(read) && monthDays(read) !== null;

/** No more digits than the service has. */
const isDecimals: Shape<number> = (read): read is number => isCount(read) && read <= 6;
const isCutoff: Shape<number> = (read): read is number => isCount(read) && read <= MOST_CUTOFF_DAYS;

const isKeptOptions = exactly<KeptOptions>({
  convention: oneOf(["auto", "asset", "bank"]),
  settlementBasis: oneOf(["auto", ...SETTLEMENT_BASES]),
  tolerance: isCount,
  cutoffDays: isCutoff,
  chainScope: oneOf(["user", "business"]),
});

const COUNTS = {
  received: isCount,
  inserted: isCount,
  changed: isCount,
  vanished: isCount,
  repeated: isCount,
};

const isBody = exactly<BodyPayload>({
  endpoint: oneOf(BODY_ENDPOINTS),
  name: isText,
  sha256: isHash,
  bytes: isCount,
});

const isDigest = exactly<RowsDigest>({ rows: isCount, digest: isText });
const isTextRange = exactly<TextRange>({ from: isCount, to: isCount, rows: isCount, digest: isText });

type Fields<T extends object> = { readonly [K in keyof T]-?: Shape<T[K]> | Shape<T[K] | undefined> };

const FIELDS: { readonly [K in LinkKind]: Fields<Payloads[K]> } = {
  created: { ledgerId: isText, schema: isId },
  setting: {
    // Which zones there are depends on the runtime; the one in force is looked at in the end.
    timeZone: isText,
    decimals: isDecimals,
    options: orAbsent(isKeptOptions),
    by: orAbsent(isName),
    note: orAbsent(isText),
    before: orAbsent(isObject as Shape<SettingsChange["before"]>),
  },
  pull: {
    pull: isId,
    source: oneOf(["service", "files"]),
    startedAtMs: isMoment,
    finishedAtMs: orNull(isMoment),
    baseUrl: orNull(isAddress),
    limit: orNull(isId),
    user: orNull(isUser),
    businesses: listOf(isBusiness),
    bodies: listOf(isBody),
    entries: orNull(
      exactly<EntriesPayload>({ ...COUNTS, range: orNull(exactly({ from: isInteger, to: isInteger })) }),
    ),
    transactions: orNull(exactly<IntakeCounts>(COUNTS)),
    rows: recordOf(isDigest),
    texts: exactly<PullPayload["texts"]>({ payref: isTextRange, label: isTextRange }),
  },
  run: { run: isId, sha256: isHash },
  export: {
    file: isExportName,
    sha256: isHash,
    bytes: isCount,
    run: isId,
    format: orAbsent(oneOf(EXPORT_FORMATS)),
    decimals: orAbsent(isDecimals),
    appVersion: orAbsent(isText),
    layout: orAbsent(isId),
  },
  prune: {
    keep: isCount,
    bodies: listOf(exactly({ id: isId, sha256: isHash })),
  },
  decision: {
    decision: isId,
    fingerprint: isHash,
    status: oneOf(DECISION_STATUSES),
    note: isText,
    by: isName,
    undoes: orNull(isId),
    finding: isDecidedFinding,
  },
  match: {
    match: isId,
    note: isText,
    by: isName,
    undoes: orNull(isId),
    records: isMatched,
  },
  close: {
    close: isId,
    month: isMonth,
    step: oneOf(CLOSE_STEPS),
    by: isName,
    note: isText,
    frozen: orNull(isFrozenMonth),
  },
  restore: { from: isText, head: isHash, replaced: orNull(isHash) },
};

/** Every field that a link of some kind has. */
const NAMES = new Set(Object.values(FIELDS).flatMap((fields) => Object.keys(fields)));

/**
 * Whether something read from a link of a kind is what such a link says. A later version may say more; but no link has a field of
 * another kind's, for links are looked up by these.
 */
export function isSaid(kind: LinkKind, said: unknown): said is Payloads[LinkKind] {
  if (!Object.hasOwn(FIELDS, kind) || !isObject(said)) return false;
  const fields = FIELDS[kind] as Fields<Payloads[LinkKind]>;
  const isForeign = (name: string) => !Object.hasOwn(fields, name) && NAMES.has(name);
  return objectOf<Payloads[LinkKind]>(fields)(said) && !Object.keys(said).some(isForeign);
}
