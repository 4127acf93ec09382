/** The routes that serve the page. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { PAGE_PATH, type Page, pageWithNonce, policyFor } from "../main/ipc/page.ts";

/** A route for each file that is known; everything else is left to be not found. */
export function addPageRoutes(app: FastifyInstance, page: Page): void {
  for (const [path, { body, type }] of page) {
    if (path === PAGE_PATH) continue;
    app.get(path, (request, reply) => {
      const policy = policyFor({ nonce: null, connect: socketOf(request) });
      return reply.type(type).header("Content-Security-Policy", policy).send(body);
    });
  }
  const giveOut = (request: FastifyRequest, reply: FastifyReply) => {
    const { html, nonce } = pageWithNonce(page);
    const policy = policyFor({ nonce, connect: socketOf(request) });
    return reply.type("text/html; charset=utf-8").header("Content-Security-Policy", policy).send(html);
  };
  app.get("/", giveOut);
  app.get(PAGE_PATH, giveOut);
}

/** Not every browser counts a socket of the same host as `'self'`. The host was checked before. */
function socketOf(request: FastifyRequest): string[] {
  return [`ws://${request.host}`];
}
