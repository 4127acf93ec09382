/** A service of a few records on loopback, as much of the interface as a pull needs; what it serves can change. */
import { type IncomingMessage, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Entry } from "../../src/core/records/entry.ts";
import type { Transaction } from "../../src/core/records/transaction.ts";
import { atEnd } from "./at-end.ts";
import { transactionsBody, userBody, walletBody } from "./bodies.ts";

export const CANARY = {
  secretKey: "canary-key-11",
  appId: "app-1",
  phone: "+2348000000001",
  password: "canary-pass-22",
  token: "canary-token-33",
};

/** Where the command line looks for them. */
export const CANARY_ENV = {
  TIEOUT_SECRET_KEY: CANARY.secretKey,
  TIEOUT_APP_ID: CANARY.appId,
  TIEOUT_PHONE: CANARY.phone,
  TIEOUT_PASSWORD: CANARY.password,
};

export interface ServedRecords {
  entries: readonly Entry[];
  transactions: readonly Transaction[];
}

export interface SmallService {
  readonly baseUrl: string;
  readonly records: ServedRecords;
  /** Method, path and query of each request, in order. */
  readonly requests: string[];
  /** Paths answered with this status instead. */
  readonly refusals: Map<string, number>;
  /** The time that its responses state, milliseconds UTC; none until it is set. */
  readonly stated: { atMs: number | null };
  /** The time that its next success states instead, milliseconds UTC. */
  readonly statedOnce: { atMs: number | null };
}

/** Starts the service; it stops when the test ends. */
export async function startService(records: ServedRecords): Promise<SmallService> {
  const requests: string[] = [];
  const stated: SmallService["stated"] = { atMs: null };
  const statedOnce: SmallService["stated"] = { atMs: null };
  const refusals = new Map<string, number>([["/user/fetch", 404]]);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://service");
    const path = pathname.replace("/sandbox/index", "");
    requests.push(`${request.method} ${path}${new URL(request.url ?? "", "http://service").search}`);
    const status = refusals.get(path) ?? (authorised(request) ? 200 : 401);
    response.sendDate = false;
    const statedAtMs = (status === 200 ? statedOnce.atMs : null) ?? stated.atMs;
    if (status === 200) statedOnce.atMs = null;
    if (statedAtMs !== null) response.setHeader("Date", new Date(statedAtMs).toUTCString());
    response.writeHead(status, { "Content-Type": "application/json" });
    if (status !== 200)
      response.end(JSON.stringify({ status, message: `Refused ${request.headers.authorization}` }));
    else response.end(bodyOf(path, records, searchParams.get("limit")));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    records,
    requests,
    refusals,
    stated,
    statedOnce,
  };
}

function authorised(request: IncomingMessage): boolean {
  const { authorization, appid } = request.headers;
  return (
    authorization === CANARY.secretKey &&
    appid === CANARY.appId &&
    request.headers["content-type"] === "application/json"
  );
}

function bodyOf(path: string, records: ServedRecords, limit: string | null): string {
  const { entries, transactions } = records;
  if (path === "/wallet/history") return walletBody(limit === null ? entries : entries.slice(-Number(limit)));
  if (path === "/transaction/fetch/all") return transactionsBody(transactions);
  if (path === "/business/fetch") return businessBody();
  return userBody(CANARY.token);
}

function businessBody(): string {
  const none = Object.fromEntries(
    "businessemail businessphone businessaddress businesslogo businesswebsite supportemail chargebackemail facebookurl twitterurl instagramurl linkedinurl"
      .split(" ")
      .map((field) => [field, null]),
  );
  const verification = Object.fromEntries(
    ["documentType", "documentNumber", "dateOfCompanybirth", "dateSubmited", "dateApproved"].map((field) => [
      field,
      null,
    ]),
  );
  const business = {
    businessID: 7,
    userID: 1,
    businessname: "Ada's shop",
    ...none,
    businessbio: "",
    businesscurrency: "NGN",
    hash: "h",
    is_verified: 1,
    is_default: 1,
    send_verrequest: 0,
    is_live: 1,
    dateCreated: "2 years ago",
    verification,
  };
  return JSON.stringify({ status: 200, data: { business } });
}
