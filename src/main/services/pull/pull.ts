/** A pull from the service: login, user, business, wallet history, then transactions. */
import { type ServiceClient, createClient } from "../../api/http/client.ts";
import { type AuthorizationForm, type CredentialTexts, Credentials } from "../../api/http/secret.ts";
import type { ServiceContext } from "../shared/context.ts";
import { countedSummary } from "./counted-summary.ts";
import { type HistoryRequest, downloadHistory } from "./pull-history.ts";
import type { PullReport } from "./pull-report.ts";
import { lookAtTarget, refuseOtherUsers } from "./pull-target.ts";
import { publishIntoFile } from "./publish-answers.ts";
import { type NewestEntry, ServiceClock } from "./service-clock.ts";
import { createdAt } from "../../ledger/records/entry-dates.ts";
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
}

/**
 * Pulls into a ledger. Transactions come last, so that a payment made in between looks in transit, not
 * orphaned. A ledger that cannot take the pull is refused before the service is asked, another caller's
 * before anything large is downloaded.
 *
 * @throws TieoutError NET_*, LOGIN_*, AUTH_EXPIRED, SERVICE_ERROR, PAYLOAD_*, SECRET_*, CANCELLED, LEDGER_*
 *   (LEDGER_BUSY also when another pull came in meanwhile); nothing of the pull is kept then
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
  const history = await downloadHistory(client, request.history, target.held, signal);
  const transactions = await client.downloadTransactions(signal);
  const summary = await publishIntoFile(
    request.ledger,
    {
      source: "service",
      startedAtMs,
      finishedAtMs: context.now(),
      baseUrl: request.service.baseUrl,
      limit: history.limit,
      newestPull: target.newestPull,
    },
    { users, businesses: [business], wallet: [history.body], transactions: [transactions] },
    // Downloading takes minutes, in which the file may be another.
    { ...context, opened: target.opened },
  );
  return { ...countedSummary(request.ledger, summary), notes: history.notes };
}
