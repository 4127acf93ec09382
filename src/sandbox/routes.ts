/** The interface's endpoints as routes. */
import { setTimeout as sleepFor } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { piecesOf } from "./answer.ts";
import { alterAnswer } from "./wire/answer-altered.ts";
import { answerInstead } from "./wire/answer-instead.ts";
import { authorise } from "./authorise.ts";
import { deliver, deliverAltered } from "./deliver.ts";
import { SANDBOX_ENDPOINTS, type SandboxEndpoint } from "./endpoints.ts";
import type { SandboxService } from "./service.ts";
import { standsInstead } from "./wire/wire-plan.ts";

/** The path prefix that the interface knows. */
const PATH_PREFIX = "/sandbox/index";

export function addRoutes(app: FastifyInstance, service: SandboxService): void {
  for (const endpoint of SANDBOX_ENDPOINTS) {
    for (const path of endpoint.paths) {
      app.route({
        method: endpoint.method,
        url: `${PATH_PREFIX}${path}`,
        handler: (request, reply) => serve(endpoint, service, request, reply),
      });
    }
  }
}

async function serve(
  endpoint: SandboxEndpoint,
  service: SandboxService,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { delayMs, fault } = service.wire.meet(endpoint.name);
  const waitMs = service.latencyMs + delayMs;
  if (waitMs > 0) await sleepFor(waitMs, undefined, { signal: service.stopping });
  if (fault !== null && standsInstead(fault)) return answerInstead(fault, request, reply);
  authorise(request.headers, service.credentials);
  const answer = endpoint.answer(service, request);
  if (fault === null) return deliver(reply, piecesOf(answer));
  return deliverAltered(reply, alterAnswer(fault, answer, service.stopping));
}
