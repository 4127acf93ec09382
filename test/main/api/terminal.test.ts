/** What a failed pull shows in a terminal, and leaves on the disk: one line, no secret, nothing. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, tieoutProcess } from "../../helpers/cli.ts";
import { histories, wireEntry } from "../../helpers/wire-records.ts";
import { always, serve, serviceWith, writes } from "./asking.ts";
import { CANARY, ECHO, expectNoSecret } from "./secrecy.ts";

const ENV = {
  TIEOUT_SECRET_KEY: CANARY.secretKey,
  TIEOUT_APP_ID: CANARY.appId,
  TIEOUT_PHONE: CANARY.phone,
  TIEOUT_PASSWORD: CANARY.password,
};

const echo = JSON.stringify({ status: 401, message: ECHO });

test.each<[string, Parameters<typeof serviceWith>[0], string]>([
  ["8: a redirect", { business: always(302, ECHO, { Location: "/elsewhere" }) }, "NET_REDIRECT"],
  ["11: a login of unknown outcome", { login: always(500, echo) }, "LOGIN_UNKNOWN"],
  ["12: an order to wait", { wallet: always(429, echo, { "Retry-After": "86400" }) }, "NET_RATE_LIMITED"],
  ["13: credentials that expired", { transactions: always(401, echo) }, "AUTH_EXPIRED"],
  ["14: a page", { user: always(200, `<html>${ECHO}`) }, "PAYLOAD_NOT_JSON"],
  ["5: no HTTP", { wallet: writes(ECHO) }, "NET_PROTOCOL"],
  ["16: an echo in a record", { wallet: histories([wireEntry({ balance: ECHO })]) }, "PAYLOAD_SECRET"],
  ["28: another status inside", { wallet: echo }, "AUTH_EXPIRED"],
])("case %s", async (_what, others, code) => {
  const server = await serve(serviceWith(others));
  const folder = temporaryFolder();
  const pull = ["pull", join(folder, "wallet.tieout"), "--base-url", server.url];
  const run = await tieoutProcess(pull, { env: { ...ENV, TMPDIR: folder } });
  expect(run.status).toBe(2);
  expect(run.stderr).toMatch(new RegExp(`^${code}: [^\\n]+\\n$`, "u"));
  expectNoSecret(run.stdout + run.stderr);
  expect(readdirSync(folder)).toEqual([]);
});
