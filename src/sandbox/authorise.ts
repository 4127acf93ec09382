/** The three headers that every request carries (the interface, "Authentication"). */
import type { IncomingHttpHeaders } from "node:http";
import type { MadeUpCredentials } from "./credentials.ts";
import { sameText } from "./password.ts";
import { RefusedRequest } from "./refusal.ts";

/**
 * @throws Refusal 400 when the Content-Type is not `application/json`; 401 when Authorization or Appid is
 *   missing or not the caller's
 */
export function authorise(headers: IncomingHttpHeaders, known: MadeUpCredentials): void {
  const mediaType = (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/json") {
    throw new RefusedRequest(400, "The header Content-Type must be application/json.");
  }
  const { authorization, appid } = headers;
  if (authorization === undefined) throw new RefusedRequest(401, "The header Authorization is missing.");
  if (typeof appid !== "string") throw new RefusedRequest(401, "The header Appid is missing.");
  const right = [sameText(appid, known.appId), sameText(keyIn(authorization), known.secretKey)];
  if (right.includes(false)) throw new RefusedRequest(401, "The secret key or the app id is not known.");
}

/**
 * The secret key in an Authorization value: as it is, after `Bearer`, or as the user of a `Basic` pair
 * without a password. The interface leaves the form open, so all three are taken.
 */
function keyIn(authorization: string): string {
  const [, scheme = "", value = ""] = /^(Basic|Bearer) +(\S+)$/iu.exec(authorization) ?? [];
  if (scheme.toLowerCase() === "bearer") return value;
  if (scheme === "") return authorization;
  const pair = Buffer.from(value, "base64").toString("utf8");
  return pair.endsWith(":") ? pair.slice(0, -1) : "";
}
