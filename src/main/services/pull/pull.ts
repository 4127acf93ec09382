/** A pull from the service: login, user, business, wallet history, then transactions. */
import { HOUR_MS, DAY_MS, sayInstant } from "../../../core/time.ts";
import {
  type Vanishing,
  type VanishingAcceptance,
  VanishingError,
  acceptedWords,
  askedTwiceSentence,
} from "../../../core/review/restate/vanishing.ts";
import { ServiceClient } from "../../api/http/client.ts";
import type { ListBody } from "../../api/list-body.ts";
import { outerWalletIDs, readTransactions } from "../../api/records.ts";
import { type HeldHistory, listPulls } from "../../ledger/trail/pull.ts";
import { type History, type HistoryRequest, downloadHistory, downloadWholeHistory } from "./pull-history.ts";
import { TieoutError } from "../../../core/errors.ts";
import { formatCount } from "../../../core/money.ts";
import { type RaisedInPull, isBelieved } from "../../../core/reconcile/input/pull-clocks.ts";
import type { Provenance } from "../../../core/review/restate/provenance.ts";
import { type AuthorizationForm, type CredentialTexts, Credentials } from "../../api/http/secret.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { countedSummary } from "../import/counted-summary.ts";
import type { PullReport } from "../import/pull-report.ts";
import { lookAtTarget, refuseOtherUsers, publishIntoFile } from "../import/publish-answers.ts";
import { createdAt } from "../../ledger/records/time-range.ts";
import { readLedger } from "../shared/use-ledger.ts";

// Both lists of a pull, wallet history and transactions, asked for again while records move between them.

interface Lists {
  readonly history: History;
  readonly transactions: ListBody;
  /** Whether they were asked for twice because the answer before was empty, and what came of it; else null. */
  readonly emptyNote: string | null;
  /** The transactions as they were before the wallet history was asked for; null where that was the first time. */
  readonly before: ListBody | null;
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
  let before: ListBody | null = null;
  for (let round = 1; ; round += 1) {
    const history = await downloadHistory(client, request, held, signal);
    const { transactions, emptyNote } = await downloadTransactions(client, signal);
    const isTorn = await hasMoved(client, history, signal);
    if (!isTorn || round === MOST_ROUNDS) return { history, transactions, emptyNote, before, isTorn };
    before = transactions;
  }
}

/** Asks once more where none comes. */
async function downloadTransactions(
  client: ServiceClient,
  signal: AbortSignal | undefined,
): Promise<Pick<Lists, "transactions" | "emptyNote">> {
  const first = await client.downloadTransactions(signal);
  if (first.records > 0) return { transactions: first, emptyNote: null };
  const transactions = await client.downloadTransactions(signal);
  const { records } = transactions;
  const came = records === 0 ? "an empty one again" : formatCount(records, "transaction");
  return {
    transactions,
    emptyNote: `The service gave an empty list of transactions, was asked again, and gave ${came}.`,
  };
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
  if (!asksWallet && !(isLacking("transactions") && first.emptyNote === null)) return first;
  const second = await downloadTransactions(client, signal);
  const before = asksWallet ? first.transactions : first.before;
  return { history, ...second, before, isTorn: await hasMoved(client, history, signal) };
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

/**
 * What came in for crowd-pays after the wallet history was asked for, as far as its entries may be missing there:
 * what was raised before, it has.
 *
 * @returns by payID, ascending; undefined where nothing earlier of this pull says it, or what does is unreadable
 */
function raisedMeanwhile({ before, transactions, isTorn }: Lists): RaisedInPull[] | undefined {
  if (!isTorn || before === null) return undefined;
  const [earlier, now] = [raisedBy(before), raisedBy(transactions)];
  if (earlier === null || now === null) return undefined;
  return [...now]
    .map(([payID, raised]) => {
      const amount = raised - (earlier.get(payID) ?? 0);
      return { payID, amount: Math.min(amount, Number.MAX_SAFE_INTEGER) };
    })
    .filter(({ amount }) => amount > 0)
    .toSorted((a, b) => a.payID - b.payID);
}

/** What each crowd-pay of a list has raised; null of a list that is no answer: only the one that is kept is refused for it. */
function raisedBy(list: ListBody): ReadonlyMap<number, number> | null {
  const raised = new Map<number, number>();
  try {
    for (const batch of readTransactions(list)) {
      for (const { payID, detail } of batch) {
        if (detail.cycle === "crowd-pay") raised.set(payID, detail.currentRaised);
      }
    }
  } catch (error) {
    if (error instanceof TieoutError) return null;
    throw error;
  }
  return raised;
}

/** Whether a wallet history begins with its newest entry. */
function isNewestFirst(body: ListBody): boolean {
  const ids = outerWalletIDs(body);
  return ids.length < 2 || (ids[0] ?? 0) > (ids.at(-1) ?? 0);
}

// Compares this computer's clock with the service's, as its responses state the time.

/** Two clocks that are less than this apart agree. */
const AGREE_MS = 60_000;

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
  /** Who accepts that many records vanished, and why: no more than that, and they are asked for twice. */
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
  const client = new ServiceClient({
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
  const publish = async (lists: Lists, acceptance?: VanishingAcceptance) => {
    const { history, transactions, isTorn } = lists;
    return publishIntoFile(
      request.ledger,
      {
        source: "service",
        startedAtMs,
        finishedAtMs: context.now(),
        baseUrl: request.service.baseUrl,
        limit: history.limit,
        isCut: history.isCut,
        torn: isTorn,
        tornRaised: raisedMeanwhile(lists),
        newestPull: target.newestPull,
        doubts: true,
        accepted: acceptance,
      },
      { users, businesses: [business], wallet: [history.body], transactions: [transactions] },
      // Downloading takes minutes, in which the file may be another.
      { ...context, opened: target.opened },
    );
  };
  let lists = await downloadLists(client, request.history, target.held, signal);
  let note: string | null = null;
  let summary: Awaited<ReturnType<typeof publish>>;
  try {
    summary = await publish(lists);
  } catch (error) {
    if (!(error instanceof VanishingError)) throw error;
    lists = await downloadAgain(client, lists, error.vanishing, target.held, signal);
    summary = await publish(lists, accepted);
    note = askedTwiceSentence(error.vanishing, summary, accepted);
  }
  const { history, emptyNote, isTorn } = lists;
  const notes = [
    ...history.notes,
    ...(emptyNote === null ? [] : [emptyNote]),
    ...(note === null ? [] : [note]),
    ...(summary.inOrder && isNewestFirst(history.body) ? [] : [OUT_OF_ORDER]),
    ...(isTorn ? [TORN] : []),
  ];
  return { ...countedSummary(request.ledger, summary), notes };
}

const OUT_OF_ORDER =
  "The wallet history is not listed by falling walletID, as the service's interface says: of a history that is cut by a limit, other entries than the newest may be missing. Ask the provider.";
const TORN = `Records moved while the pull ran, each of the ${MOST_ROUNDS} times that it asked: what was paid or completed after the newest entry, and what crowd-pays raised meanwhile, counts as in transit. Pull again when it is quieter.`;

/**
 * Tests a connection before the first pull: logs in, where there is a phone and a password, and asks for user
 * and business. Nothing is kept of it.
 *
 * @returns who the service says the caller is, and the business's name
 * @throws TieoutError NET_*, LOGIN_*, AUTH_EXPIRED, SERVICE_ERROR, PAYLOAD_*, SECRET_*, USAGE, CANCELLED;
 *   LEDGER_OTHER_USER when the login is another user than the one the service then responds for
 */
export async function testConnection(
  request: Pick<PullRequest, "service" | "credentials">,
  context: ServiceContext,
) {
  const { client, canLogIn } = openClient(request, context);
  const { signal } = context;
  try {
    const answers = canLogIn ? [await client.login(signal)] : [];
    const fetched = await client.fetchUser(signal);
    const users = [...answers, fetched].map(({ record }) => record);
    refuseOtherUsers({ path: "", users: null }, users);
    const business = await client.fetchBusiness(signal);
    const { userID, name } = fetched.record;
    return { userID, name, business: business.record.name };
  } finally {
    await client.dispose();
  }
}
