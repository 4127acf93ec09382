/** A pull from the service: login, user, business, wallet history, then transactions. */
import { type ServiceClient, createClient } from "../../api/http/client.ts";
import { type AuthorizationForm, type CredentialTexts, Credentials } from "../../api/http/secret.ts";
import {
  type VanishingAcceptance,
  VanishingError,
  acceptedWords,
  askedTwiceSentence,
} from "../../../core/review/pulls/vanishing.ts";
import type { ServiceContext } from "../shared/context.ts";
import { countedSummary } from "./counted-summary.ts";
import type { HistoryRequest } from "./pull-history.ts";
import { type Lists, MOST_ROUNDS, downloadAgain, downloadLists, isNewestFirst } from "./pull-lists.ts";
import type { PullReport } from "./pull-report.ts";
import { lookAtTarget, refuseOtherUsers } from "./pull-target.ts";
import { publishIntoFile } from "./publish-answers.ts";
import { type NewestEntry, ServiceClock } from "./service-clock.ts";
import { createdAt } from "../../ledger/records/time-range.ts";
import { listPulls } from "../../ledger/pulls/pull.ts";
import { readLedger } from "../shared/use-ledger.ts";

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
