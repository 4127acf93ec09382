/** `/__sandbox/*`: controls for tests, outside the interface and for programs on this machine only. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { z } from "zod";
import { RefusedRequest } from "./refusal.ts";
import { parseRequestBody } from "./request-body.ts";
import type { SandboxService } from "./service.ts";
import { type WirePlan, wirePlanSchema } from "./wire/wire-plan.ts";
import type { World } from "./world.ts";

const PREFIX = "/__sandbox";
const LOOPBACK_PEER = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/u;
const LOOPBACK_HOST = /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])(?::\d+)?$/iu;

export function addControl(app: FastifyInstance, service: SandboxService): void {
  app.get(`${PREFIX}/faults`, (request) => {
    assertFromHere(request);
    return truthOf(service.world);
  });
  app.post(`${PREFIX}/advance`, (request) => {
    assertFromHere(request);
    service.world = service.world.advance();
    return truthOf(service.world);
  });
  app.post(`${PREFIX}/wire`, (request) => {
    assertFromHere(request);
    const plan = parseWirePlan(parseRequestBody(request.body));
    service.wire.switchTo(plan);
    return plan;
  });
}

/** The world's last month, and what was planted or went wrong in it and before. */
function truthOf({ month, faults, incidents }: World): Pick<World, "month" | "faults" | "incidents"> {
  return { month, faults, ...(incidents === undefined ? {} : { incidents }) };
}

/**
 * Refuses other machines, names that were made to point here, and pages of a browser.
 *
 * @throws Refusal 403
 */
function assertFromHere({ socket, headers }: FastifyRequest): void {
  const near = LOOPBACK_PEER.test(socket.remoteAddress ?? "") && LOOPBACK_HOST.test(headers.host ?? "");
  if (near && headers.origin === undefined) return;
  throw new RefusedRequest(403, "The sandbox's controls are for programs on this machine only.");
}

/** @throws Refusal 422 that names the path of what is wrong */
function parseWirePlan(body: unknown): WirePlan {
  const parsed = wirePlanSchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new RefusedRequest(
    422,
    `The plan is wrong at ${placeOf(issue)}: ${issue?.message ?? "it cannot be read"}.`,
  );
}

function placeOf(issue: z.core.$ZodIssue | undefined): string {
  const path = issue?.path.join(".") ?? "";
  return path === "" ? "its root" : path;
}
