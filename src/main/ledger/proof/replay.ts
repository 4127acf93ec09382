/**
 * Replays the audit trail: each link must have a valid payload, and must be one that Tieout would have
 * written after the links before it. What it says about rows is passed on for comparison with the tables.
 */
import { TEXTS_OF_NEW_LEDGER } from "../tables/numbering.ts";
import { canonicalJson, type JsonValue, sameJson } from "../../../core/canonical.ts";
import { OPTION_NAMES } from "../../../core/words/options.ts";
import { uncapitalised } from "../../../core/sentence.ts";
import {
  type LedgerSettings,
  type SettingsChange,
  differingIn,
  FIRST_SETTINGS,
  settingRow,
} from "../acts/settings.ts";
import { ENTRY_TABLE, PAYMENT_TABLE } from "../tables/record-table.ts";
import { TABLE_SUFFIXES, type RowsDigest } from "../trail/row-digests.ts";
import type { PullPayload, TextRange } from "../trail/pull-payload.ts";
import { settingWords } from "../../../core/review/decisions/note-rules.ts";
import { acceptedWords } from "../../../core/review/restate/vanishing.ts";
import { type ActKind, SIGNATURE_FIELD, isActKind, recordedAct } from "../../../schema/acts.ts";
import { type LinkSignature, keyFingerprint } from "../../../core/review/close/keys.ts";
import { type Link, type LinkKind, linkHash } from "../file/audit.ts";
import { isSignatureOf } from "../file/signature.ts";
import { SCHEMA_VERSION, OPTIONS_BEFORE } from "../file/schema.ts";
import { isStored } from "../../../schema/stored.ts";
import { moment } from "../../../schema/values.ts";
import { type Payloads, askRule, isSaid, PeopleReplay } from "./people.ts";
import { wrongNumber, type OnRow } from "./small-tables.ts";
import type { ToldCounts } from "./pull-counts.ts";

// A change of settings that states other settings before it than those that were in force.

type Stated = SettingsChange["before"];

const NAMES: Readonly<Record<keyof Stated, string>> = { ...OPTION_NAMES, decimals: "Decimals" };

/**
 * Names each setting that a change states otherwise than it was.
 *
 * @param stated what the change says that each setting was which it changed
 * @param now the settings that it puts in force
 * @param then those in force before it, and before the change that came before it
 * @returns one sentence; null where it states them as they were
 */
function staleWords(
  stated: Stated,
  now: LedgerSettings,
  then: { readonly before: LedgerSettings; readonly earlier: LedgerSettings },
): string | null {
  const was = differingIn(then.before, now);
  const wrong = (Object.keys(NAMES) as (keyof Stated)[]).flatMap((name) => wrongWords(name, was, stated));
  if (wrong.length === 0) return null;
  const sentence = `The change of settings does not state the settings before it: ${wrong.join("; ")}`;
  const isOfTwoAtOnce = sameJson(stated, differingIn(then.earlier, now));
  return isOfTwoAtOnce
    ? `${sentence}. Earlier versions wrote this when two changes were saved at once`
    : sentence;
}

function wrongWords(name: keyof Stated, was: Stated, stated: Stated): string[] {
  if (was[name] === stated[name]) return [];
  const words = uncapitalised(NAMES[name]);
  if (was[name] === undefined) return [`${words}, which it does not change`];
  const how = stated[name] === undefined ? "which it does not state" : `which it states as ${stated[name]}`;
  return [`${words} ${was[name]}, ${how}`];
}

// Checks that the link of a pull follows from the links before it.

/** What earlier links record that a pull's link depends on. */
interface PullGround {
  /** The user whose ledger it is; null while none was pulled. */
  readonly owner: number | null;
  /** The ids that the next texts get. */
  readonly nextText: Readonly<Record<"payref" | "label", number>>;
}

/** Why a pull may not be where it is, one sentence each; its counts are compared with its rows elsewhere. */
function* pullRefusals(said: PullPayload, { owner, nextText }: PullGround): Generator<string> {
  const { source, finishedAtMs, baseUrl, limit, user, texts, providedBy, bodies } = said;
  if (source === "files" && (finishedAtMs !== null || baseUrl !== null || limit !== null))
    yield "A pull from files has no clock, address or limit";
  if (source === "service" && baseUrl === null) yield "A pull from a service has an address";
  if (
    source === "files" &&
    (said.torn === true || said.accepted !== undefined || said.entries?.cut !== undefined)
  )
    yield "A pull from files is neither cut nor torn, and nobody accepts what it lacks";
  if (said.tornRaised !== undefined && said.torn !== true)
    yield "Nothing is raised while a pull runs that is not torn";
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

/** Texts that one pull added. */
export interface PullTexts extends TextRange {
  readonly pull: number;
}

export class Replay {
  /** Digests per table of records and pull. */
  readonly rows = new Map<string, Map<number, RowsDigest>>();
  readonly texts: Record<"payref" | "label", PullTexts[]> = { payref: [], label: [] };
  /** What pulls count of each kind of record, oldest first. */
  readonly counts: Record<"entry" | "payment", ToldCounts[]> = { entry: [], payment: [] };
  /** SHA-256 of each run's document, by its number. */
  readonly runs = new Map<number, string>();
  /** Remarks on links that break no rule, one sentence each. */
  readonly notes: string[] = [];
  readonly #onRow: OnRow;
  readonly people: PeopleReplay;
  readonly #bodies: { readonly pull: number; readonly sha256: string; isPruned: boolean }[] = [];
  readonly #exported = new Set<number>();
  #settings = 0;
  #inForce = FIRST_SETTINGS;
  /** What was in force before the newest change. */
  #beforeLast = FIRST_SETTINGS;
  #settingLink = 0;
  #pulls = 0;
  #owner: number | null = null;
  #previous = "";
  #ledgerId = "";
  #refusal: string | null = null;

  constructor(onRow: OnRow) {
    this.#onRow = onRow;
    this.people = new PeopleReplay(onRow, (sentence) => this.#refuse(sentence));
  }

  /** The time zone in force, and the link that set it; 0 while none did. */
  get zone(): { readonly name: string; readonly link: number } {
    return { name: this.#inForce.timeZone, link: this.#settingLink };
  }

  /** Whether a response was dropped on purpose. */
  isPruned(body: number): boolean {
    return this.#bodies[body - 1]?.isPruned === true;
  }

  /** Goes on with the next link. @returns why it may not be here, in one sentence; null when it may */
  take(link: Link): string | null {
    this.#refusal = null;
    const said = saidBy(link);
    if (said === undefined || !isStored(moment, link.atMs))
      this.#refuse("The link holds something that Tieout never writes");
    else if ((link.kind === "created") !== (link.sequence === 1))
      this.#refuse("Only the first link creates the ledger");
    else if (isActKind(link.kind)) this.takeAct(link.kind, said as Payloads[ActKind], link);
    else TAKERS[link.kind](this, said as never, link);
    this.#previous = link.hash;
    return this.#refusal;
  }

  takeCreated({ ledgerId, schema }: Payloads["created"], { atMs, sequence }: Link): void {
    if (schema > SCHEMA_VERSION) this.#refuse("The ledger was made by a newer version");
    this.#ledgerId = ledgerId;
    this.#onRow("ledger", [1, ledgerId, atMs], sequence);
  }

  takeSetting(said: Payloads["setting"], { sequence }: Link): void {
    const { timeZone, decimals, options = OPTIONS_BEFORE } = said;
    const now = { timeZone, decimals, options };
    this.#checkChange(said, now);
    this.#beforeLast = this.#inForce;
    this.#inForce = now;
    this.#settingLink = sequence;
    this.#settings += 1;
    this.#onRow("setting", [this.#settings, ...settingRow(now)], sequence);
  }

  /** Who changed settings says why, and what each was before. */
  #checkChange({ by, note, before }: Payloads["setting"], now: LedgerSettings): void {
    if (by === undefined && note === undefined && before === undefined) return;
    this.#admit(() => settingWords({ by: by ?? "", note: note ?? "" }));
    if (before === undefined)
      return this.#refuse("The change of settings does not state the settings before it");
    const stale = staleWords(before, now, { before: this.#inForce, earlier: this.#beforeLast });
    if (stale !== null) this.#refuse(stale);
  }

  takePull(said: PullPayload, { sequence }: Link): void {
    const { pull, entries, transactions, user, businesses } = said;
    if (!this.#isNext("pull", pull, this.#pulls)) return;
    this.#pulls = pull;
    this.#checkPull(said);
    this.#onRow(
      "pull",
      [
        pull,
        said.source,
        said.startedAtMs,
        said.finishedAtMs,
        said.baseUrl,
        said.limit,
        entries?.received ?? null,
        entries?.range?.from ?? null,
        entries?.range?.to ?? null,
        transactions?.received ?? null,
      ],
      sequence,
    );
    if (user !== null) this.#onRow("caller", [pull, 0, "user", canonicalJson({ ...user })], sequence);
    businesses.forEach((business, at) => {
      this.#onRow("caller", [pull, at + 1, "business", canonicalJson({ ...business })], sequence);
    });
    for (const { endpoint, name, sha256, bytes } of said.bodies) {
      this.#bodies.push({ pull, sha256, isPruned: false });
      this.#onRow("body", [this.#bodies.length, pull, endpoint, name, sha256, bytes], sequence);
    }
    for (const [table, digest] of Object.entries(said.rows)) {
      const byPull = this.rows.get(table) ?? new Map<number, RowsDigest>();
      this.rows.set(table, byPull.set(pull, digest));
    }
    if (entries !== null) this.counts.entry.push({ pull, ...entries });
    if (transactions !== null) this.counts.payment.push({ pull, ...transactions });
    for (const name of ["payref", "label"] as const) this.texts[name].push({ pull, ...said.texts[name] });
  }

  takeRun({ run, sha256 }: Payloads["run"], { atMs, sequence }: Link): void {
    if (!this.#isNext("run", run, this.runs.size)) return;
    this.runs.set(run, sha256);
    this.#onRow("run", [run, atMs], sequence);
  }

  takeExport({ run }: Payloads["export"]): void {
    if (!this.runs.has(run)) this.#refuse(`The export shows run ${run}, which no earlier link keeps`);
    if (this.#exported.has(run))
      this.#refuse(`Run ${run} was exported before, but each export has its own run`);
    if (this.people.prepared.has(run))
      this.#refuse(`A month was prepared on run ${run}, but each export has its own run`);
    this.#exported.add(run);
  }

  takePrune({ keep, bodies }: Payloads["prune"]): void {
    const dropped = new Map(bodies.map(({ id, sha256 }) => [id, sha256]));
    const newest = this.#pulls - keep;
    const isWhole = this.#bodies.every(({ pull, sha256, isPruned }, at) =>
      isPruned || pull > newest ? !dropped.has(at + 1) : dropped.get(at + 1) === sha256,
    );
    if (
      dropped.size === 0 ||
      dropped.size !== bodies.length ||
      bodies.some(({ id }) => id > this.#bodies.length)
    )
      this.#refuse("The pruning drops responses that no pull received");
    else if (!isWhole)
      this.#refuse(`The pruning does not drop the responses of all but the newest pulls (${keep} kept)`);
    for (const { id } of bodies) {
      const body = this.#bodies[id - 1];
      if (body !== undefined) body.isPruned = true;
    }
  }

  takeAct(kind: ActKind, said: Payloads[ActKind], link: Link): void {
    const ground = { pulls: this.#pulls, runs: this.runs, settings: this.#inForce };
    const { sequence } = link;
    const signedBy = this.#signedBy(said, link);
    this.people.take(kind, recordedAct(kind, said, link.atMs), { sequence, signedBy }, ground);
  }

  /** The key that a link says signed it; one whose signature is not of it is refused. */
  #signedBy({ [SIGNATURE_FIELD]: signed, ...unsigned }: Payloads[ActKind], link: Link): string | null {
    if (signed === undefined) return null;
    const signature = signed as LinkSignature;
    // An evidence pack may withhold the hash before, without which a signature cannot be checked.
    if (this.#previous === "" && link.sequence > 1) return signature.key;
    const payload = canonicalJson(unsigned as JsonValue);
    if (!isSignatureOf(linkHash(this.#ledgerId, this.#previous, { ...link, payload }), signature))
      this.#refuse(
        `The signature is not one of the key ${keyFingerprint(signature.key)} for what this link says at this place`,
      );
    return signature.key;
  }

  takeRestore({ from, head }: Payloads["restore"], { sequence }: Link): void {
    if (!isPlainName(from)) this.#refuse("The backup that was restored has no name");
    if (head !== this.#previous) {
      this.notes.push(
        `Link ${sequence} records a restored backup whose trail did not end with the link before it`,
      );
    }
  }

  /** That its token is one of that link is proven by who verifies: it takes time. */
  takeAnchor({ link, hash }: Payloads["anchor"], { sequence }: Link): void {
    // An evidence pack may withhold the hash before.
    const isOfLinkBefore = hash === this.#previous || this.#previous === "";
    if (link !== sequence - 1 || !isOfLinkBefore)
      this.#refuse("The time stamp is not one of the link before");
  }

  #checkPull(said: PullPayload): void {
    const nextOf = (name: "payref" | "label") => this.texts[name].at(-1)?.to ?? TEXTS_OF_NEW_LEDGER[name];
    const ground = { owner: this.#owner, nextText: { payref: nextOf("payref"), label: nextOf("label") } };
    for (const sentence of pullRefusals(said, ground)) this.#refuse(sentence);
    const { accepted } = said;
    if (accepted !== undefined) this.#admit(() => acceptedWords(accepted));
    this.#owner = said.user?.userID ?? this.#owner;
  }

  /** Whether a number is the one after the last; a higher one's row is compared all the same. */
  #isNext(kind: string, number: number, last: number): boolean {
    if (number !== last + 1) this.#refuse(wrongNumber(kind, number, last));
    return number > last;
  }

  #admit(rule: () => unknown): void {
    askRule(rule, (sentence) => this.#refuse(sentence));
  }

  /** The first refusal of a link counts. */
  #refuse(sentence: string): void {
    this.#refusal ??= sentence;
  }
}

type OwnKind = Exclude<LinkKind, ActKind>;
type Taker<K extends OwnKind> = (replay: Replay, said: Payloads[K], link: Link) => void;

const TAKERS: { readonly [K in OwnKind]: Taker<K> } = {
  created: (replay, said, link) => replay.takeCreated(said, link),
  setting: (replay, said, link) => replay.takeSetting(said, link),
  pull: (replay, said, link) => replay.takePull(said, link),
  run: (replay, said, link) => replay.takeRun(said, link),
  export: (replay, said) => replay.takeExport(said),
  prune: (replay, said) => replay.takePrune(said),
  restore: (replay, said, link) => replay.takeRestore(said, link),
  anchor: (replay, said, link) => replay.takeAnchor(said, link),
};

/** What a link says; undefined where that is not what a link of its kind says, to the letter. */
function saidBy({ kind, payload }: Link): unknown {
  try {
    const said = JSON.parse(payload) as JsonValue;
    // Another spelling of the same could be read in two ways: of two fields of one name each reader takes
    // another one.
    return isSaid(kind, said) && canonicalJson(said) === payload ? said : undefined;
  } catch {
    return undefined;
  }
}

/** A file's name without a folder. */
function isPlainName(name: string): boolean {
  return name !== "" && !/[/\\]/u.test(name);
}
