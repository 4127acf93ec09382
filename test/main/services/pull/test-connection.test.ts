import { expect, test } from "vitest";
import { testConnection } from "../../../../src/main/services/pull/pull.ts";
import { failureOf } from "../../../helpers/workbook/saved-files.ts";
import { PulledLedger } from "../../../helpers/ledgers/pulled-ledger.ts";
import { CANARY } from "../../../helpers/service.ts";

const open = async () => PulledLedger.open({ entries: [], transactions: [] });

test("a good connection names the caller, with one login and no list request", async () => {
  const { connection, context, service } = await open();
  expect(await testConnection(connection, context)).toMatchObject({ userID: 1, business: "Ada's shop" });
  expect(service.requests).toEqual([
    "POST /user/auth/login",
    "GET /user/fetch",
    "GET /user/fetch/single",
    "GET /business/fetch",
  ]);
});

test("does not log in without phone and password", async () => {
  const { connection, context, service } = await open();
  const credentials = { secretKey: CANARY.secretKey, appId: CANARY.appId };
  await testConnection({ ...connection, credentials }, context);
  expect(service.requests).not.toContain("POST /user/auth/login");
});

test("a wrong key, a refused login, no server and an interruption give one error each, without a secret", async () => {
  const { connection, context, service } = await open();
  const wrong = { ...CANARY, secretKey: "canary-wrong-44", phone: "", password: "" };
  const refused = await failureOf(testConnection({ ...connection, credentials: wrong }, context));
  service.refusals.set("/user/auth/login", 401);
  const login = await failureOf(testConnection(connection, context));
  const baseUrl = "http://127.0.0.1:9";
  const nobody = await failureOf(
    testConnection({ ...connection, service: { ...connection.service, baseUrl } }, context),
  );
  const signal = AbortSignal.abort();
  const interrupted = await failureOf(testConnection(connection, { ...context, signal }));
  expect([refused, login, nobody, interrupted].map(({ code }) => code)).toEqual([
    "AUTH_EXPIRED",
    "LOGIN_REFUSED",
    "NET_UNREACHABLE",
    "CANCELLED",
  ]);
  for (const { message, facts } of [refused, login, nobody, interrupted]) {
    expect(JSON.stringify([message, facts])).not.toContain("canary");
  }
});
