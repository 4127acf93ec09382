/** The interface's endpoints: their paths, and what they return. */
import { z } from "zod";
import { type SuccessBody, listAnswer, recordBody } from "./answer.ts";
import { parseRequestBody } from "./request-body.ts";
import {
  presentBusiness,
  presentEntry,
  presentLoginUser,
  presentTransaction,
  presentUser,
} from "./present.ts";
import { RefusedRequest } from "./refusal.ts";
import type { SandboxService } from "./service.ts";
import type { FaultyEndpoint } from "./wire/wire-plan.ts";

/** What a request brings beside its headers. */
interface RequestParts {
  readonly query: unknown;
  readonly body: unknown;
}

export interface SandboxEndpoint {
  readonly name: FaultyEndpoint;
  readonly method: "GET" | "POST";
  /** Under the path prefix. */
  readonly paths: readonly string[];
  /** @throws Refusal */
  readonly answer: (service: SandboxService, asked: RequestParts) => SuccessBody;
}

export const SANDBOX_ENDPOINTS: readonly SandboxEndpoint[] = [
  {
    name: "login",
    method: "POST",
    paths: ["/user/auth/login"],
    answer: (service, { body }) => {
      service.login.check(parseRequestBody(body));
      return recordBody("user", presentLoginUser(service.world, service.credentials.token));
    },
  },
  {
    name: "user",
    method: "GET",
    // The interface's text has the first, its sample request the second.
    paths: ["/user/fetch", "/user/fetch/single"],
    answer: ({ world, credentials }) => recordBody("user", presentUser(world, credentials.token)),
  },
  {
    name: "business",
    method: "GET",
    paths: ["/business/fetch"],
    answer: ({ world, now }) => recordBody("business", presentBusiness(world, now())),
  },
  {
    name: "wallet",
    method: "GET",
    paths: ["/wallet/history"],
    answer: ({ world, now }, { query }) => {
      const nowMs = now();
      return listAnswer(newestFirst(world.entries, limitIn(query), (entry) => presentEntry(entry, nowMs)));
    },
  },
  {
    name: "transactions",
    method: "GET",
    paths: ["/transaction/fetch/all"],
    answer: ({ world, now }) => {
      const nowMs = now();
      const present = (transaction: (typeof world.transactions)[number]) =>
        presentTransaction(transaction, nowMs);
      return listAnswer(newestFirst(world.transactions, Infinity, present));
    },
  },
];

const limitQuery = z.looseObject({
  limit: z.string().regex(/^\d+$/u).transform(Number).pipe(z.int().min(1)).optional(),
});

/** @throws Refusal 422 for a limit that is no integer above zero */
function limitIn(query: unknown): number {
  const parsed = limitQuery.safeParse(query);
  if (!parsed.success) throw new RefusedRequest(422, "The parameter limit must be an integer above zero.");
  return parsed.data.limit ?? Infinity;
}

/** The last `limit` records of a list, the last one first. */
function* newestFirst<T, U>(
  records: readonly T[],
  limit: number,
  present: (record: T) => U,
): Generator<U, void, void> {
  const end = Math.max(0, records.length - limit);
  for (let at = records.length - 1; at >= end; at -= 1) yield present(records[at] as T);
}
