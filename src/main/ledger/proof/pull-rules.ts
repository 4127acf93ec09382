/** Checks that the link of a pull follows from the links before it. */
import { ENTRY_TABLE } from "../records/entry-table.ts";
import { PAYMENT_TABLE } from "../records/payment-table.ts";
import { TABLE_SUFFIXES } from "../trail/row-digests.ts";
import type { PullPayload } from "../pulls/pull-payload.ts";

/** Before the first pull there is the empty payref, and no label. */
export const FIRST_TEXT = { payref: 1, label: 0 } as const;

/** What earlier links record that a pull's link depends on. */
interface PullGround {
  /** The user whose ledger it is; null while none was pulled. */
  readonly owner: number | null;
  /** The ids that the next texts get. */
  readonly nextText: Readonly<Record<"payref" | "label", number>>;
}

/** Why a pull may not be where it is, one sentence each; its counts are compared with its rows elsewhere. */
export function* pullRefusals(said: PullPayload, { owner, nextText }: PullGround): Generator<string> {
  const { source, finishedAtMs, baseUrl, limit, user, texts, providedBy, bodies } = said;
  if (source === "files" && (finishedAtMs !== null || baseUrl !== null || limit !== null))
    yield "A pull from files has no clock, address or limit";
  if (source === "service" && baseUrl === null) yield "A pull from a service has an address";
  if (
    source === "files" &&
    (said.torn === true || said.accepted !== undefined || said.entries?.cut !== undefined)
  )
    yield "A pull from files is neither cut nor torn, and nobody accepts what it lacks";
  const stated = bodies.flatMap(({ provenance }) => provenance?.serverAtMs ?? []);
  if (bodies.length > 0 && said.serverAtMs !== (stated.length === 0 ? undefined : Math.max(...stated)))
    yield "The pull states another time of the service than its responses";
  const cameFrom = bodies.flatMap(({ provenance }) => provenance?.origin ?? []);
  if (source === "service" ? providedBy !== undefined : cameFrom.length > 0)
    yield "Files are provided by somebody, responses by a service";
  if (baseUrl !== null && cameFrom.some((origin) => origin !== new URL(baseUrl).origin))
    yield "A response of the pull came from another address than the pull";
  if (user !== null && owner !== null && user.userID !== owner)
    yield `The ledger belongs to user ${owner}, but this pull to user ${user.userID}`;
  yield* countRefusals(said);
  for (const name of ["payref", "label"] as const) {
    const { from, to, rows: count } = texts[name];
    if (from !== nextText[name] || to - from !== count)
      yield `The pull's ${name}s do not follow those before it`;
  }
}

function* countRefusals({ entries, transactions, rows }: PullPayload): Generator<string> {
  const kinds = [
    ...(entries === null ? [] : [ENTRY_TABLE.name]),
    ...(transactions === null ? [] : [PAYMENT_TABLE.name]),
  ];
  const tables = kinds.flatMap((name) => TABLE_SUFFIXES.map((suffix) => `${name}${suffix}`));
  const isNamed =
    Object.keys(rows).length === tables.length && tables.every((table) => Object.hasOwn(rows, table));
  const areCounted =
    isNamed &&
    (entries === null || rows["entry"]?.rows === entries.inserted) &&
    (transactions === null || rows["payment"]?.rows === transactions.inserted);
  if (!areCounted) yield "The pull's counts differ from its rows";
  const range = entries?.range ?? null;
  const isRange = range === null || range.from <= range.to;
  if (!isRange || (entries !== null && (range === null) !== (entries.received === 0)))
    yield "The pull's walletIDs differ from those of its entries";
  const unsure = entries?.cut?.unsure ?? [];
  if (unsure.some((id, at) => range === null || id < range.from || id <= (unsure[at - 1] ?? -Infinity)))
    yield "The entries that the pull may have cut off are not in its range";
}
