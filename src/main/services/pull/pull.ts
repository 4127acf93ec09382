/** A pull from the service: login, user, business, wallet history, then transactions. */
import {
  type Vanishing,
  type VanishingAcceptance,
  VanishingError,
  acceptedWords,
  askedTwiceSentence,
} from "../../../core/review/restate/vanishing.ts";
import { type ServiceClient, createClient } from "../../api/http/client.ts";
import type { ListBody } from "../../api/list-body.ts";
import { outerWalletIDs, readEntries } from "../../api/records.ts";
import { type HeldHistory, listPulls } from "../../ledger/trail/pull.ts";
import { formatCount, formatAmount } from "../../../core/money.ts";
import { isBelieved } from "../../../core/reconcile/input/pull-clocks.ts";
import type { Provenance } from "../../../core/review/restate/provenance.ts";
import { DAY_MS, sayInstant } from "../../../core/time.ts";
import { type AuthorizationForm, type CredentialTexts, Credentials } from "../../api/http/secret.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { countedSummary } from "../import/counted-summary.ts";
import type { PullReport } from "../import/pull-report.ts";
import { lookAtTarget, refuseOtherUsers, publishIntoFile } from "../import/publish-answers.ts";
import { createdAt } from "../../ledger/records/time-range.ts";
import { readLedger } from "../shared/use-ledger.ts";
import type { Entry } from "../../../core/records/entry.ts";
import { CUT_BY_SERVICE } from "../../../core/words/evidence.ts";

// Both lists of a pull, wallet history and transactions, asked for again while records move between them.

interface Lists {
  readonly history: History;
  readonly transactions: ListBody;
  /** Whether records moved while it asked, each time. */
  readonly isTorn: boolean;
}

/** How often both are asked for where records move. */
const MOST_ROUNDS = 3;
/** How many of the newest entries are asked for in the end: a list begins with all of them, or ends with them. */
const NEWEST = 20;

/** Asks for both, transactions last, until the newest entries afterwards are those of before. */
async function downloadLists(
  client: ServiceClient,
  request: HistoryRequest,
  held: HeldHistory | null,
  signal: AbortSignal | undefined,
): Promise<Lists> {
  for (let round = 1; ; round += 1) {
    const history = await downloadHistory(client, request, held, signal);
    const transactions = await client.downloadTransactions(signal);
    const isTorn = await hasMoved(client, history, signal);
    if (!isTorn || round === MOST_ROUNDS) return { history, transactions, isTorn };
  }
}

/** Asks once more for those lists that lack what the ledger holds: for the wallet's with the largest limit. */
async function downloadAgain(
  client: ServiceClient,
  first: Lists,
  vanishing: readonly Vanishing[],
  held: HeldHistory | null,
  signal: AbortSignal | undefined,
): Promise<Lists> {
  const isLacking = (kind: Vanishing["kind"]) => vanishing.some((one) => one.kind === kind);
  const asksWallet = isLacking("entries") && !first.history.isSecond;
  const history = asksWallet ? await downloadWholeHistory(client, held, signal) : first.history;
  const asksTransactions = asksWallet || isLacking("transactions");
  const transactions = asksTransactions ? await client.downloadTransactions(signal) : first.transactions;
  if (!asksTransactions) return first;
  return { history, transactions, isTorn: await hasMoved(client, history, signal) };
}

/** Whether the service now lists entries that a wallet history lacks. */
async function hasMoved(
  client: ServiceClient,
  { body, limit }: History,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const most = Math.min(NEWEST, limit ?? NEWEST);
  const newest = outerWalletIDs(await client.downloadWallet(most, signal)).slice(0, most);
  const listed = new Set(outerWalletIDs(body));
  return newest.length === 0 ? listed.size > 0 : newest.some((id) => !listed.has(id));
}

/** Whether a wallet history begins with its newest entry. */
function isNewestFirst(body: ListBody): boolean {
  const ids = outerWalletIDs(body);
  return ids.length < 2 || (ids[0] ?? 0) > (ids.at(-1) ?? 0);
}

// Compares this computer's clock with the service's, as its responses state the time.

/** Two clocks that are less than this apart agree. */
const AGREE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** An entry's own time, which no right clock can be before. */
interface NewestEntry {
  readonly walletID: number;
  /** Milliseconds UTC. */
  readonly createdAtMs: number;
}

interface Heard {
  readonly serviceAtMs: number;
  readonly hereAtMs: number;
}

class ServiceClock {
  #latest: Heard | null = null;
  /** Whether any response agrees with this computer's clock. */
  #isAgreed = false;

  /** Takes the time that a response states. One that was kept on its way states an old one: the latest counts. */
  hear({ serverAtMs: serviceAtMs, answeredAtMs: hereAtMs }: Provenance): void {
    if (serviceAtMs === null) return;
    const heard = { serviceAtMs, hereAtMs };
    if (apart(heard) < AGREE_MS) this.#isAgreed = true;
    if (this.#latest === null || ahead(heard) > ahead(this.#latest)) this.#latest = heard;
  }

  /**
   * Whose clock is off, as far as the response shows it, and by how much; null where they agree, or the service
   * stated no time.
   *
   * @param newest finds the newest entry received; null without any
   */
  note(newest: () => NewestEntry | null): string | null {
    if (this.#latest === null || apart(this.#latest) < AGREE_MS) return null;
    const { serviceAtMs, hereAtMs } = this.#latest;
    const side = hereAtMs > serviceAtMs ? "ahead of" : "behind";
    return [
      `This computer's clock is ${lengthWords(apart(this.#latest))} ${side} the service's: it shows ${sayInstant(hereAtMs)}, the service's ${sayInstant(serviceAtMs)}.`,
      this.#isAgreed ? OTHERS_AGREE : whoseWords(this.#latest, newest()),
      goesByWords(this.#latest),
    ].join(" ");
  }
}

const OTHERS_AGREE =
  "Other responses agree with this computer's clock: the service's is wrong, or that of one of its servers.";

function goesByWords({ serviceAtMs, hereAtMs }: Heard): string {
  if (!isBelieved(serviceAtMs, hereAtMs))
    return "Checks go by this computer's clock: a response dated more than a day later is not believed.";
  const later = hereAtMs > serviceAtMs ? "this computer's clock" : "the service's time";
  return `Checks go by ${later}, which is later.`;
}

/** Nothing is entered before it happens: a clock that an entry's time is ahead of is slow, or that time is wrong. */
function whoseWords({ serviceAtMs, hereAtMs }: Heard, newest: NewestEntry | null): string {
  const isBetween =
    newest !== null &&
    newest.createdAtMs > Math.min(serviceAtMs, hereAtMs) &&
    newest.createdAtMs <= Math.max(serviceAtMs, hereAtMs);
  if (!isBetween)
    return "The response does not show whose is off. Correct this one if it is wrong, then pull again.";
  const entry = `walletID ${newest.walletID}, the newest entry received, is dated ${sayInstant(newest.createdAtMs)}`;
  return hereAtMs < serviceAtMs
    ? `This computer's is slow: ${entry}. Correct it, then pull again.`
    : `The service's is slow: ${entry}.`;
}

function apart(heard: Heard): number {
  return Math.abs(ahead(heard));
}

function ahead({ serviceAtMs, hereAtMs }: Heard): number {
  return serviceAtMs - hereAtMs;
}

/** @example lengthWords(7_200_000) // '2 hours' */
function lengthWords(ms: number): string {
  if (ms < HOUR_MS) return formatCount(Math.floor(ms / AGREE_MS), "minute");
  return ms < 2 * DAY_MS
    ? formatCount(Math.floor(ms / HOUR_MS), "hour")
    : formatCount(Math.floor(ms / DAY_MS), "day");
}

export interface PullRequest {
  /** The ledger's path; made when absent. */
  readonly ledger: string;
  readonly service: {
    /** Without the path prefix. */
    readonly baseUrl: string;
    readonly pathPrefix: string;
    readonly authForm: AuthorizationForm;
  };
  readonly credentials: CredentialTexts;
  readonly history: HistoryRequest;
  /**
   * Who accepts that many records vanished, and why; they are asked for twice all the same, and more than was
   * accepted is refused.
   */
  readonly accepted?: VanishingAcceptance | undefined;
}

/**
 * Pulls into a ledger. Transactions come last, so that a payment made in between looks in transit, not
 * orphaned. A ledger that cannot take the pull is refused before the service is asked, another caller's
 * before anything large is downloaded.
 *
 * @throws TieoutError NET_*, LOGIN_*, AUTH_EXPIRED, SERVICE_ERROR, PAYLOAD_*, SECRET_*, CANCELLED, LEDGER_*
 *   (LEDGER_BUSY also when another pull came in meanwhile), PULL_VANISHING when more would vanish than is
 *   believed, DECISION_INVALID for an acceptance without words; nothing of the pull is kept then
 */
export async function pullIntoLedger(request: PullRequest, context: ServiceContext): Promise<PullReport> {
  const { client, canLogIn, clock } = openClient(request, context);
  try {
    const report = await pullWith(client, canLogIn, request, context);
    const note = clock.note(() => newestOf(request.ledger, report.pullId));
    return note === null ? report : { ...report, notes: [...report.notes, note] };
  } finally {
    await client.dispose();
  }
}

/** The newest entry that a pull brought. */
function newestOf(ledger: string, pullId: number): NewestEntry | null {
  return readLedger(ledger, (db) => {
    const walletID = listPulls(db).find(({ id }) => id === pullId)?.highestWalletID ?? null;
    const createdAtMs = walletID === null ? null : createdAt(db, walletID);
    return walletID === null || createdAtMs === null ? null : { walletID, createdAtMs };
  });
}

/**
 * The service's client, which reports the progress of each request, and what the clocks say. Its opener
 * disposes it.
 *
 * @throws TieoutError SECRET_*, USAGE
 */
export function openClient(
  { service, credentials: texts }: Pick<PullRequest, "service" | "credentials">,
  context: ServiceContext,
): { readonly client: ServiceClient; readonly canLogIn: boolean; readonly clock: ServiceClock } {
  const credentials = new Credentials(texts);
  const { baseUrl, pathPrefix, authForm } = service;
  const clock = new ServiceClock();
  const client = createClient({
    baseUrl,
    pathPrefix,
    credentials,
    authorization: authForm,
    patience: { now: context.now },
    onAnswered: (provenance) => clock.hear(provenance),
    onProgress: ({ endpoint, attempt, bytes }) => {
      const again = attempt === 1 ? "" : ` (attempt ${attempt})`;
      context.onProgress?.({
        phase: `Requesting ${endpoint}${again}`,
        done: bytes,
        total: null,
        unit: "bytes",
      });
    },
  });
  return { client, canLogIn: credentials.canLogIn, clock };
}

async function pullWith(
  client: ServiceClient,
  logIn: boolean,
  request: PullRequest,
  context: ServiceContext,
): Promise<PullReport> {
  const { accepted: given } = request;
  const accepted = given === undefined ? undefined : { ...acceptedWords(given), shown: given.shown };
  const startedAtMs = context.now();
  const { signal } = context;
  const target = await lookAtTarget(request.ledger, context);
  const users = logIn ? [await client.login(signal)] : [];
  users.push(await client.fetchUser(signal));
  refuseOtherUsers(
    target,
    users.map(({ record }) => record),
  );
  const business = await client.fetchBusiness(signal);
  const publish = async ({ history, transactions, isTorn }: Lists, acceptance?: VanishingAcceptance) =>
    publishIntoFile(
      request.ledger,
      {
        source: "service",
        startedAtMs,
        finishedAtMs: context.now(),
        baseUrl: request.service.baseUrl,
        limit: history.limit,
        isCut: history.isCut,
        torn: isTorn,
        newestPull: target.newestPull,
        doubts: true,
        accepted: acceptance,
      },
      { users, businesses: [business], wallet: [history.body], transactions: [transactions] },
      // Downloading takes minutes, in which the file may be another.
      { ...context, opened: target.opened },
    );
  let lists = await downloadLists(client, request.history, target.held, signal);
  let note: string | null = null;
  let summary: Awaited<ReturnType<typeof publish>>;
  try {
    summary = await publish(lists);
  } catch (error) {
    if (!(error instanceof VanishingError)) throw error;
    lists = await downloadAgain(client, lists, error.vanishing, target.held, signal);
    summary = await publish(lists, accepted);
    note = askedTwiceSentence(error.vanishing, summary.vanishing, accepted);
  }
  const { history, isTorn } = lists;
  const notes = [
    ...history.notes,
    ...(note === null ? [] : [note]),
    ...(summary.inOrder && isNewestFirst(history.body) ? [] : [OUT_OF_ORDER]),
    ...(isTorn ? [TORN] : []),
  ];
  return { ...countedSummary(request.ledger, summary), notes };
}

const OUT_OF_ORDER =
  "The wallet history is not listed by falling walletID, as the service's interface says: of a history that is cut by a limit, other entries than the newest may be missing. Ask the provider.";
const TORN = `Records moved while the pull ran, each of the ${MOST_ROUNDS} times that it asked: what was paid or completed after the newest entry, and what crowd-pays raised since the pull before, counts as in transit. Pull again when it is quieter.`;

// How much of the wallet history a pull requests.

export type HistoryRequest =
  | { readonly kind: "routine" }
  | { readonly kind: "full" }
  | { readonly kind: "limit"; readonly limit: number };

interface History {
  readonly body: ListBody;
  /** The limit it was asked with; null without one. */
  readonly limit: number | null;
  /** Whether it may have been cut within its oldest second. */
  readonly isCut: boolean;
  /** Whether it was asked again with the largest limit because the answer before was empty. */
  readonly isSecond: boolean;
  /** Remarks, one sentence each. */
  readonly notes: readonly string[];
}

/** One response. */
interface Answered {
  readonly body: ListBody;
  readonly limit: number | null;
  /** null for an empty history. */
  readonly oldest: Entry | null;
  /** See `History`. */
  readonly isCut: boolean;
  /** The lowest walletID from which on no entry is left out; Infinity where none is known. */
  readonly wholeFrom: number;
}

const FIRST_LIMIT = 500;
const GROWTH = 4;
/** The largest limit that any service reads as an integer. */
const LARGEST_LIMIT = 2_147_483_647;

type Ask = (limit: number | null) => Promise<Answered>;

/**
 * @param held what the ledger holds; null when it holds nothing, so that a routine pull asks for everything
 */
async function downloadHistory(
  client: ServiceClient,
  request: HistoryRequest,
  held: HeldHistory | null,
  signal: AbortSignal | undefined,
): Promise<History> {
  const ask = asking(client, signal);
  const first = await (request.kind === "limit"
    ? ask(request.limit)
    : askBackTo(anchorOf(request, held), ask));
  if (first.oldest !== null || first.limit === LARGEST_LIMIT) return historyOf(first, request, held, false);
  const second = await ask(LARGEST_LIMIT);
  const { records } = second.body;
  const note =
    records === 0
      ? "The service gave an empty wallet history, was asked again with the largest limit, and gave an empty one again."
      : `The service gave an empty wallet history, was asked again with the largest limit, and gave ${formatCount(records, "entry")}.`;
  const history = historyOf(second, request, held, true);
  return { ...history, notes: [note, ...history.notes] };
}

/** Asks again for all that there is, where the first answer is not believed. */
async function downloadWholeHistory(
  client: ServiceClient,
  held: HeldHistory | null,
  signal: AbortSignal | undefined,
): Promise<History> {
  return historyOf(await asking(client, signal)(LARGEST_LIMIT), { kind: "full" }, held, true);
}

function historyOf(
  answered: Answered,
  request: HistoryRequest,
  held: HeldHistory | null,
  isSecond: boolean,
): History {
  const { body, limit, isCut } = answered;
  return { body, limit, isCut, isSecond, notes: notesOn(answered, request, held) };
}

function asking(client: ServiceClient, signal: AbortSignal | undefined): Ask {
  return async (limit) => {
    const body = await client.downloadWallet(limit, signal);
    const [batch = []] = readEntries(body);
    const oldest = batch.reduce<Entry | null>(
      (low, entry) => (low !== null && low.walletID < entry.walletID ? low : entry),
      null,
    );
    const isCut = oldest !== null && ((limit !== null && body.records >= limit) || !startsAtZero({ oldest }));
    return { body, limit, oldest, isCut, wholeFrom: wholeFromIn(batch, isCut) };
  };
}

/** Of the oldest entries of an answer, the first from which on none is left out. */
function wholeFromIn(batch: readonly Entry[], isCut: boolean): number {
  const cutAtMs = isCut ? Math.min(...batch.map(({ dateCreatedAtMs }) => dateCreatedAtMs)) : -Infinity;
  return batch.reduce(
    (from, { walletID, dateCreatedAtMs }) => (dateCreatedAtMs > cutAtMs ? Math.min(from, walletID) : from),
    Infinity,
  );
}

function anchorOf({ kind }: HistoryRequest, held: HeldHistory | null): number | null {
  return kind === "full" || held === null ? null : held.anchor;
}

/** Asks for more and more until a response reaches back to a walletID; for all if null or none does. */
async function askBackTo(anchor: number | null, ask: Ask): Promise<Answered> {
  if (anchor === null) return askForAll(ask);
  for (let limit = FIRST_LIMIT; limit < LARGEST_LIMIT; limit *= GROWTH) {
    const answered = await ask(limit);
    if (reachesBackTo(anchor, answered)) return answered;
    // Fewer than asked for, and still no overlap: a larger limit would bring no more.
    if (answered.body.records < limit) break;
  }
  return askForAll(ask);
}

/**
 * Asks without a limit, and where the history does not start at zero once more with the largest, in case that
 * brings more.
 */
async function askForAll(ask: Ask): Promise<Answered> {
  const answered = await ask(null);
  if (startsAtZero(answered)) return answered;
  const largest = await ask(LARGEST_LIMIT);
  return largest.body.records > answered.body.records ? largest : answered;
}

function notesOn(answered: Answered, { kind }: HistoryRequest, held: HeldHistory | null): string[] {
  const { body, limit } = answered;
  const notes: string[] = [];
  const isAll = limit === null || limit === LARGEST_LIMIT;
  if (kind !== "limit" && isAll && !startsAtZero(answered)) {
    notes.push(CUT_BY_SERVICE);
  }
  if (held === null || reachesBackTo(held.wholeUpTo, answered)) return notes;
  const received = body.records === 1 ? "1 entry" : `${formatAmount(body.records)} entries`;
  const reach = `do not reach back to walletID ${held.wholeUpTo}, up to which the ledger holds it whole: a gap remains`;
  notes.push(
    kind === "limit"
      ? `The newest ${received} ${reach}. Pull without a limit to close it.`
      : `The service gave ${received} at most, and they ${reach}.`,
  );
  return notes;
}

/** An empty history leaves nothing out. */
function reachesBackTo(walletID: number, { oldest, wholeFrom }: Answered): boolean {
  return oldest === null || wholeFrom <= walletID;
}

function startsAtZero({ oldest }: Pick<Answered, "oldest">): boolean {
  return oldest === null || Math.abs(oldest.balance) === Math.abs(oldest.credit - oldest.debit);
}
