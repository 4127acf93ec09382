/** Answers that are no success, and when to ask again: cases 10 to 16. */
import { describe, expect, test } from "vitest";
import { readEntries } from "../../../src/main/api/records.ts";
import { retryAfterMs } from "../../../src/main/api/http/transport.ts";
import { type AuthorizationForm, Credentials } from "../../../src/main/api/http/secret.ts";
import { Loopback, type Reply, answer } from "../../helpers/loopback.ts";
import { histories, wireEntry } from "../../helpers/wire-records.ts";
import { NOW_MS, WALLET, always, ask, clientOf, serve, serviceWith, writes } from "./asking.ts";
import { CANARY, ECHO, expectRefusal } from "./secrecy.ts";

const LOGIN = "/sandbox/index/user/auth/login";
const HISTORY = "/sandbox/index/wallet/history";

describe("trying again", () => {
  test("case 10: 503, 503, 200 is one download, after waits that jitter decides", async () => {
    const server = await serve(({ number }, socket) => {
      if (number < 3) answer(socket, 503, ECHO);
      else answer(socket, 200, WALLET);
    });
    const { client, waits } = ask(server.url);
    const ids = [...readEntries(await client.downloadWallet(null))].flat().map(({ walletID }) => walletID);
    expect(ids).toEqual([1, 2]);
    expect(waits).toEqual([250, 500]);
  });

  test.each([429, 502, 503, 504])("case 10: tries at most three times (%i)", async (status) => {
    const down = await serve(always(status, JSON.stringify({ status, message: "back soon" })));
    const { client, waits } = ask(down.url);
    const refusal = await expectRefusal(client.downloadWallet(null));
    expect(refusal.code).toBe(status === 429 ? "NET_RATE_LIMITED" : "SERVICE_ERROR");
    expect(refusal.message).toContain(`(HTTP ${status}): back soon`);
    expect(refusal.file).toBe(HISTORY);
    expect(down.received).toHaveLength(4);
    expect(waits).toEqual([250, 500, 1000]);
  });

  test.each([400, 404, 409, 422, 500, 501])(
    "case 10: does not repeat what a repeat cannot fix (%i)",
    async (status) => {
      const server = await serve(always(status, ""));
      const refusal = await expectRefusal(clientOf(server.url).fetchBusiness());
      expect(refusal).toMatchObject({ code: "SERVICE_ERROR", file: "/sandbox/index/business/fetch" });
      expect(server.received).toHaveLength(1);
    },
  );

  test.each([201, 202, 203, 204, 206, 207, 226])(
    "case 104: accepts only HTTP 200 as success (%i)",
    async (status) => {
      const server = await serve(always(status, status === 204 ? "" : WALLET));
      const refusal = await expectRefusal(clientOf(server.url).downloadWallet(null));
      expect(refusal).toMatchObject({
        code: "SERVICE_ERROR",
        file: HISTORY,
        message: `The service responded with HTTP ${status}, but only 200 is a success`,
      });
      expect(server.received).toHaveLength(1);
      const login = await expectRefusal(clientOf(server.url).login());
      expect(login.code).toBe("LOGIN_UNKNOWN");
    },
  );

  test.each<[string, Reply]>([
    ["500", always(500, ECHO)],
    ["503", always(503, JSON.stringify({ message: ECHO }))],
    ["503 that asks to wait", always(503, "", { "Retry-After": "0" })],
    ["no answer", () => undefined],
    ["a reset", (_request, socket) => socket.resetAndDestroy()],
    ["half an answer", (_request, socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"st')],
  ])("case 11: sends a login that met %s once", async (_what, reply) => {
    const server = await serve(reply);
    const { client, waits } = ask(server.url, { timing: { headersMs: 100 } });
    const refusal = await expectRefusal(client.login());
    expect(refusal).toMatchObject({ code: "LOGIN_UNKNOWN", file: LOGIN });
    expect(refusal.message).toMatch(/^The result of the login is unknown: the /u);
    expect(server.received).toHaveLength(1);
    expect(waits).toEqual([]);
  });

  test.each([400, 401, 403, 422])(
    "case 11: reports a refused login as refused, not as unknown (%i)",
    async (status) => {
      const server = await serve(always(status, '{"status":401,"message":"wrong phone or password"}'));
      const refusal = await expectRefusal(clientOf(server.url).login());
      expect(refusal).toEqual({
        code: "LOGIN_REFUSED",
        message: `The service refused the login (HTTP ${status}): wrong phone or password`,
        file: LOGIN,
      });
      expect(server.received).toHaveLength(1);
    },
  );

  test.each([
    ["86400", "86400 seconds"],
    ["9".repeat(40), "more than a year"],
    ["61", "61 seconds"],
    [new Date(NOW_MS + 86_400_000).toUTCString(), "86400 seconds"],
  ])("case 12: reports Retry-After %s without waiting", async (header, words) => {
    for (const status of [429, 503]) {
      const server = await serve(always(status, ECHO, { "Retry-After": header }));
      const { client, waits } = ask(server.url);
      expect(await expectRefusal(client.downloadWallet(null))).toEqual({
        code: "NET_RATE_LIMITED",
        message: `The service asks to wait ${words} before the next request`,
        file: HISTORY,
      });
      expect(server.received).toHaveLength(1);
      expect(waits).toEqual([]);
    }
  });

  test("case 12: honours a short Retry-After, but never for a login", async () => {
    const short = await serve(({ number }, socket) => {
      if (number === 1) answer(socket, 429, "", { "Retry-After": "7" });
      else answer(socket, 200, WALLET);
    });
    const { client, waits } = ask(short.url);
    await client.downloadWallet(null);
    expect(waits).toEqual([7000]);
    const login = await serve(always(429, "", { "Retry-After": "0" }));
    expect((await expectRefusal(clientOf(login.url).login())).code).toBe("NET_RATE_LIMITED");
    expect(login.received).toHaveLength(1);
  });

  test("case 12: reads both forms of Retry-After", () => {
    expect(retryAfterMs("120", NOW_MS)).toBe(120_000);
    expect(retryAfterMs("Mon, 99 Abc 2026 00:00:00 GMT", NOW_MS)).toBeNull();
    expect(retryAfterMs("Sat, 21 Nov 2026 00:00:05 GMT", NOW_MS)).toBe(5000);
    expect(retryAfterMs("Fri, 20 Nov 2026 00:00:05 GMT", NOW_MS)).toBe(0);
    for (const nothing of ["", "soon", "-1", "1.5"]) expect(retryAfterMs(nothing, NOW_MS)).toBeNull();
  });
});

describe("responses that refuse", () => {
  test.each([401, 403])("case 13: reports %i in the middle", async (status) => {
    const server = await serve(
      serviceWith({ transactions: always(status, JSON.stringify({ status, message: `expired ${ECHO}` })) }),
    );
    const client = clientOf(server.url);
    await client.login();
    await client.downloadWallet(null);
    const refusal = await expectRefusal(client.downloadTransactions());
    expect(refusal).toMatchObject({ code: "AUTH_EXPIRED", file: "/sandbox/index/transaction/fetch/all" });
    expect(server.received).toHaveLength(3);
  });

  test.each<[string, Reply]>([
    ["breaks off", writes("HTTP/1.1 401 No\r\nContent-Length: 900\r\n\r\n{")],
    ["stops", (_request, socket) => socket.write("HTTP/1.1 401 No\r\nContent-Length: 900\r\n\r\n{")],
    ["is no gzip", always(401, "{", { "Content-Encoding": "gzip" })],
    ["is packed in an unknown way", always(401, "{", { "Content-Encoding": "zstd" })],
    [
      "has no end",
      (_request, socket) => {
        socket.write("HTTP/1.1 401 No\r\nTransfer-Encoding: chunked\r\n\r\n");
        socket.write(`${"10000\r\n".padEnd(65_536 + 7, "x")}\r\n`.repeat(20));
      },
    ],
  ])("case 13: reports a refusal as that refusal although its body %s", async (_what, reply) => {
    const server = await serve(reply);
    const { client, waits } = ask(server.url, { timing: { bodyMs: 100 } });
    expect((await expectRefusal(client.fetchBusiness())).code).toBe("AUTH_EXPIRED");
    expect(waits).toEqual([]);
  });

  test.each([
    ["a page", `<!doctype html><p>down for maintenance ${ECHO}`, "PAYLOAD_NOT_JSON"],
    ["a text", ECHO, "PAYLOAD_NOT_JSON"],
    ["XML", '<?xml version="1.0"?><error/>', "PAYLOAD_NOT_JSON"],
    ["a page after a blank", " \n<html>", "PAYLOAD_NOT_JSON"],
    ["JavaScript", "jsonp({})", "PAYLOAD_NOT_JSON"],
    ["nothing", "", "PAYLOAD_EMPTY"],
    ["other JSON", '{"ok":true}', "PAYLOAD_SCHEMA"],
    ["an envelope of something else", '{"status":200,"data":{"items":[]}}', "PAYLOAD_SCHEMA"],
    ["a bare list", "[]", "PAYLOAD_SCHEMA"],
    ["null data", '{"status":200,"data":null}', "PAYLOAD_SCHEMA"],
  ])("case 14: refuses %s with 200", async (_what, body, code) => {
    const server = await serve(always(200, body));
    const client = clientOf(server.url);
    const calls = [client.downloadWallet(null), client.downloadTransactions(), client.fetchUser()];
    for (const call of [...calls, client.fetchBusiness(), client.login()]) {
      expect((await expectRefusal(call)).code).toBe(code);
    }
    expect(server.received).toHaveLength(5);
  });

  test.each(["sk\r\nX-Injected: 1", "sk\ncanary", "sk\u0000", "sk ", "ключ"])(
    "case 15: refuses the key %j before anything is sent",
    async (secretKey) => {
      const server = await serve(always(200, WALLET));
      const refusal = await expectRefusal(
        Promise.resolve().then(() =>
          clientOf(server.url, { credentials: new Credentials({ ...CANARY, secretKey }) }).downloadWallet(
            null,
          ),
        ),
      );
      expect(refusal.code).toBe("SECRET_FORMAT");
      expect(refusal.message).toMatch(
        /^The secret key has a line break, a control character, a leading or trailing space, or another character/u,
      );
      expect(server.connections).toBe(0);
    },
  );

  test.each<AuthorizationForm>(["key", "basic", "bearer"])(
    "case 16: redacts what a server echoes (%s)",
    async (authorization) => {
      const server = await serve(({ headers, body }, socket) => {
        const sent = `${headers["authorization"]} ${Buffer.from(body, "latin1").toString()}`;
        answer(socket, 400, JSON.stringify({ status: 400, message: `bad key ${sent} ${ECHO}` }));
      });
      const client = clientOf(server.url, { authorization });
      expect((await expectRefusal(client.login())).message).toMatch(
        /bad key (?:Basic |Bearer )?\[redacted\]/u,
      );
      expect((await expectRefusal(client.downloadWallet(null))).message).toContain("[redacted]");
    },
  );

  test("case 16: redacts a status line, a header, a field, a key and an unknown status", async () => {
    const place = await serve(({ number }, socket) => {
      socket.end(
        `HTTP/1.1 ${number === 1 ? 418 : 302} ${CANARY.secretKey}\r\nLocation: /${CANARY.token}\r\n\r\n`,
      );
    });
    expect((await expectRefusal(clientOf(place.url).downloadWallet(null))).code).toBe("SERVICE_ERROR");
    expect((await expectRefusal(clientOf(place.url).downloadWallet(null))).code).toBe("NET_REDIRECT");
    const entry = (text: string) => histories([JSON.parse(text) as object]);
    const record = JSON.stringify(wireEntry());
    // As they are, key and password are refused before a record is read.
    const coded = [
      Buffer.from(CANARY.secretKey).toString("base64"),
      encodeURIComponent(CANARY.password),
      CANARY.token,
    ].join(" ");
    const twice = JSON.stringify({ [`${"x".repeat(100)}${coded}`]: 1 }).slice(1, -1);
    const bodies = [
      entry(record.replace("1500", JSON.stringify(coded))),
      entry(record.replace("1500", JSON.stringify("x".repeat(100) + encodeURIComponent(CANARY.password)))),
      entry(record.replace(/"dateCreated":"[^"]*"/u, `"dateCreated":${JSON.stringify(coded)}`)),
      `[${record}]`
        .replace("[{", `{"status":200,"data":{"histories":[{${twice},${twice},`)
        .replace(/\]$/u, "]}}"),
    ];
    for (const body of bodies) {
      const server = await serve(serviceWith({ wallet: body }));
      const client = clientOf(server.url);
      await client.login();
      const download = await client.downloadWallet(null);
      const refusal = await expectRefusal(Promise.resolve().then(() => [...readEntries(download)]));
      expect(refusal.code).toMatch(/^PAYLOAD_/u);
    }
  });

  test("case 16: does not show the token of a refused user record", async () => {
    const login = JSON.stringify({ token: CANARY.token, userID: CANARY.token, acc_type: ECHO });
    const server = await serve(always(200, `{"status":200,"data":{"user":${login}}}`));
    expect((await expectRefusal(clientOf(server.url).login())).code).toBe("PAYLOAD_AMOUNT");
    expect((await expectRefusal(clientOf(server.url).fetchUser())).code).toBe("PAYLOAD_AMOUNT");
    const failing = await serve(
      always(200, JSON.stringify({ status: 500, token: CANARY.token, message: ECHO })),
    );
    expect((await expectRefusal(clientOf(failing.url).fetchUser())).code).toBe("SERVICE_ERROR");
  });

  test("case 16: reports that no server listens where a redirect leads", async () => {
    const gone = await Loopback.start(() => undefined);
    await gone.stop();
    const server = await serve(always(302, ECHO, { Location: `${gone.url}/?${CANARY.secretKey}` }));
    expect((await expectRefusal(clientOf(server.url).fetchUser())).code).toBe("NET_REDIRECT");
  });
});
