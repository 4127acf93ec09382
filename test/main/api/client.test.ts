import { readFileSync, readdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { inspect } from "node:util";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { formatError } from "../../../src/core/errors.ts";
import { type ClientSettings, type ServiceClient, createClient } from "../../../src/main/api/client.ts";
import { networkError } from "../../../src/main/api/net-error.ts";
import { readEntries } from "../../../src/main/api/records.ts";
import { retryAfterMs } from "../../../src/main/api/retry-after.ts";
import { Credentials } from "../../../src/main/api/secret.ts";
import { Loopback, type Received, type Reply, SELF_SIGNED, answer } from "../../helpers/loopback.ts";
import { failureOf } from "../../helpers/saved-files.ts";
import {
  envelope,
  histories,
  wireBusiness,
  wireEntry,
  wireLoginUser,
  wireTransaction,
  wireUser,
} from "../../helpers/wire-records.ts";

const KEY = "sk-canary/1+2";
const PASSWORD = 'pass "canary" wörd';
const credentials = new Credentials({ secretKey: KEY, appId: "app-7", phone: "+234800", password: PASSWORD });
const WALLET = histories([wireEntry({ walletID: 2 }), wireEntry({ walletID: 1 })]);

const open: { stop?: () => Promise<void>; dispose?: () => Promise<void> }[] = [];
const waits: number[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) await (one.stop?.() ?? one.dispose?.());
  waits.length = 0;
});

async function serve(reply: Reply, tls?: typeof SELF_SIGNED): Promise<Loopback> {
  const server = await Loopback.start(reply, tls);
  open.push(server);
  return server;
}

function clientOf(baseUrl: string, settings: Partial<ClientSettings> = {}): ServiceClient {
  const client = createClient({
    baseUrl,
    credentials,
    patience: {
      random: () => 0.5,
      sleep: async (ms) => {
        waits.push(ms);
      },
      now: () => Date.UTC(2026, 10, 21),
    },
    ...settings,
  });
  open.push(client);
  return client;
}

/** The error a call fails with, after making sure that it shows no secret in any way. */
async function refusal(work: Promise<unknown>) {
  const failure = await failureOf(work);
  const shown =
    inspect(failure, { depth: 9, showHidden: true }) + JSON.stringify(failure) + formatError(failure);
  for (const secret of [KEY, PASSWORD]) {
    const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
    for (const form of [...forms, Buffer.from(secret).toString("base64")]) expect(shown).not.toContain(form);
  }
  return { code: failure.code, message: failure.message, file: failure.facts.file };
}

const always =
  (status: number, body: string | Uint8Array, headers: Record<string, string> = {}): Reply =>
  (_request, socket) => {
    answer(socket, status, body, headers);
  };

describe("the calls of the interface", () => {
  const service: Reply = ({ path }, socket) => {
    const [route] = path.split("?");
    const bodies: Record<string, string> = {
      "/sandbox/index/user/auth/login": envelope({ user: wireLoginUser() }),
      "/sandbox/index/user/fetch/single": envelope({ user: wireUser() }),
      "/sandbox/index/business/fetch": envelope({ business: wireBusiness() }),
      "/sandbox/index/wallet/history": WALLET,
      "/sandbox/index/transaction/fetch/all": histories([wireTransaction()]),
    };
    const body = bodies[route ?? ""];
    answer(socket, body === undefined ? 404 : 200, body ?? '{"status":404,"message":"no such path"}');
  };

  const shapeOf = ({ method, path }: Received) => `${method} ${path}`;

  test("all five, with the three headers each; the second user path after a 404", async () => {
    const server = await serve(service);
    const client = clientOf(server.url);
    expect((await client.login()).record.userID).toBe(12);
    expect((await client.fetchUser()).origin.name).toBe("/sandbox/index/user/fetch/single");
    expect((await client.fetchBusiness()).record).toMatchObject({ businessID: 7, currency: "NGN" });
    const wallet = await client.downloadWallet(2);
    expect([...readEntries(wallet)].flat().map(({ walletID }) => walletID)).toEqual([1, 2]);
    expect((await client.downloadTransactions()).records).toBe(1);
    expect(server.received.map(shapeOf)).toEqual([
      "POST /sandbox/index/user/auth/login",
      "GET /sandbox/index/user/fetch",
      "GET /sandbox/index/user/fetch/single",
      "GET /sandbox/index/business/fetch",
      "GET /sandbox/index/wallet/history?limit=2",
      "GET /sandbox/index/transaction/fetch/all",
    ]);
    expect(JSON.parse(Buffer.from(server.received[0]?.body ?? "", "latin1").toString())).toEqual({
      phone: "+234800",
      password: PASSWORD,
    });
    for (const { headers } of server.received) {
      expect(headers).toMatchObject({
        "content-type": "application/json",
        authorization: KEY,
        appid: "app-7",
      });
      expect(headers).not.toHaveProperty("usertoken");
    }
  });

  test("a downloaded list is kept exactly, for its owner alone, until dispose", async () => {
    const server = await serve(service);
    const client = clientOf(server.url);
    const body = await client.downloadWallet(null);
    expect(server.received.map(shapeOf)).toEqual(["GET /sandbox/index/wallet/history"]);
    expect(readFileSync(body.file, "utf8")).toBe(WALLET);
    expect(statSync(body.file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(body.file)).mode & 0o777).toBe(0o700);
    await client.dispose();
    expect(() => statSync(dirname(body.file))).toThrow("ENOENT");
  });

  test("the user token goes back only when asked for; the forms of the key; another prefix", async () => {
    const server = await serve((request, socket) => {
      service({ ...request, path: request.path.replace("/v9", "/sandbox/index") }, socket);
    });
    const client = clientOf(`${server.url}/`, {
      sendUserToken: true,
      authorization: "bearer",
      pathPrefix: "/v9/",
    });
    await client.login();
    await client.fetchBusiness();
    expect(server.received.map(({ headers }) => headers["usertoken"])).toEqual([
      undefined,
      "user-token-canary",
    ]);
    expect(server.received[1]?.headers["authorization"]).toBe(`Bearer ${KEY}`);
    expect(server.received[1]?.path).toBe("/v9/business/fetch");
  });

  test("progress is told, and compressed answers are understood", async () => {
    for (const [name, compress] of [
      ["gzip", gzipSync],
      ["br", brotliCompressSync],
    ] as const) {
      const server = await serve(always(200, compress(WALLET), { "Content-Encoding": name }));
      const seen: unknown[] = [];
      const client = clientOf(server.url, { onProgress: (progress) => seen.push(progress) });
      expect((await client.downloadWallet(null)).bytes).toBe(WALLET.length);
      expect(seen.at(-1)).toEqual({ endpoint: "wallet", attempt: 1, bytes: WALLET.length });
      expect(server.received[0]?.headers["accept-encoding"]).toBe("gzip, br");
    }
  });

  test.each([
    ["not a url", "is not a URL"],
    ["ftp://127.0.0.1", "https://"],
    ["http://service.example", "plain http"],
    ["https://me:pw@service.example", "no user or password"],
    ["https://service.example?x=1", "no query"],
    ["https://service.example/sandbox/index", "without the path prefix"],
  ])("a base URL that cannot be used: %s", (baseUrl, why) => {
    expect(() => createClient({ baseUrl, credentials })).toThrowError(
      expect.objectContaining({ code: "USAGE", message: expect.stringContaining(why) as string }) as Error,
    );
  });

  test("a limit that is none", async () => {
    const client = clientOf("http://127.0.0.1:9");
    expect((await refusal(client.downloadWallet(0))).code).toBe("USAGE");
  });
});

describe("faults on the way", () => {
  test("1: nobody listens; no such host", async () => {
    const server = await Loopback.start(() => undefined);
    await server.stop();
    const failure = await refusal(clientOf(server.url).downloadWallet(null));
    expect(failure).toMatchObject({ code: "NET_UNREACHABLE", file: "/sandbox/index/wallet/history" });
    expect(waits).toEqual([]);
    const lookup = Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" });
    expect(networkError(lookup, "/x").code).toBe("NET_UNREACHABLE");
  });

  test("2: no handshake, no headers, a body that stops", async () => {
    const silent = await serve(() => undefined);
    const stopping = await serve((_request, socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"status"');
    });
    const timing = { connectMs: 100, headersMs: 100, bodyMs: 100 };
    const urls = [silent.url.replace("http:", "https:"), silent.url, stopping.url];
    const failures = await Promise.all(
      urls.map((url) => refusal(clientOf(url, { timing }).downloadWallet(null))),
    );
    expect(failures.map(({ code }) => code)).toEqual(["NET_TIMEOUT", "NET_TIMEOUT", "NET_TIMEOUT"]);
    expect([silent.received.length, stopping.received.length]).toEqual([4, 4]);
  });

  test("3: a byte at a time meets the deadline", async () => {
    const drips: NodeJS.Timeout[] = [];
    const server = await serve((_request, socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n[");
      drips.push(setInterval(() => socket.write(" "), 20));
    });
    const client = clientOf(server.url, { timing: { listDeadlineMs: 300, bodyMs: 5000 } });
    expect((await refusal(client.downloadWallet(null))).code).toBe("NET_TIMEOUT");
    expect(server.received).toHaveLength(1);
    for (const drip of drips) clearInterval(drip);
  });

  test.each([
    [
      "fewer bytes than said",
      `HTTP/1.1 200 OK\r\nContent-Length: ${WALLET.length}\r\n\r\n${WALLET.slice(0, 200)}`,
    ],
    [
      "chunks without an end",
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\n${WALLET.slice(0, 100)}\r\n`,
    ],
    ["JSON without an end", `HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${WALLET.slice(0, 200)}`],
    ["nothing at all", ""],
  ])("4: %s; nothing is kept", async (_what, wire) => {
    const server = await serve((_request, socket) => {
      socket.end(wire);
    });
    let file = "";
    const client = clientOf(server.url);
    expect((await refusal(client.downloadWallet(null))).code).toBe("NET_TRUNCATED");
    expect(server.received).toHaveLength(4);
    const whole = await serve(always(200, WALLET));
    file = (await clientOf(whole.url).downloadWallet(null)).file;
    expect(readdirSync(dirname(file))).toHaveLength(1);
  });

  test("4: of a download that broke off, the next attempt starts anew", async () => {
    const server = await serve(({ number }, socket) => {
      if (number > 1) answer(socket, 200, WALLET);
      else socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${WALLET.length}\r\n\r\n${WALLET.slice(0, 200)}`);
    });
    const body = await clientOf(server.url).downloadWallet(null);
    expect(readFileSync(body.file, "utf8")).toBe(WALLET);
    expect(readdirSync(dirname(body.file))).toHaveLength(1);
  });

  test("5: conflicting lengths, and a header without end", async () => {
    const conflicting = await serve((_request, socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n${WALLET}`);
    });
    expect((await refusal(clientOf(conflicting.url).downloadWallet(null))).code).toBe("NET_PROTOCOL");
    const long = await serve(always(200, WALLET, { "X-Long": "x".repeat(100_000) }));
    expect((await refusal(clientOf(long.url).downloadWallet(null))).code).toBe("NET_PROTOCOL");
    const odd = await serve(always(200, WALLET, { "Content-Encoding": "zstd" }));
    expect((await refusal(clientOf(odd.url).downloadWallet(null))).code).toBe("NET_PROTOCOL");
    const broken = await serve(always(200, "not gzip", { "Content-Encoding": "gzip" }));
    expect((await refusal(clientOf(broken.url).downloadWallet(null))).code).toBe("NET_PROTOCOL");
    const cut = await serve(always(200, gzipSync(WALLET).subarray(0, 60), { "Content-Encoding": "gzip" }));
    expect((await refusal(clientOf(cut.url).downloadWallet(null))).code).toBe("NET_TRUNCATED");
  });

  test("6: larger than the cap, said beforehand or not", async () => {
    const caps = { listBytes: 500, recordBytes: 500 };
    const said = await serve(always(200, WALLET));
    expect((await refusal(clientOf(said.url, { caps }).downloadWallet(null))).code).toBe("NET_TOO_LARGE");
    expect((await refusal(clientOf(said.url, { caps }).fetchUser())).code).toBe("NET_TOO_LARGE");
    const unsaid = await serve((_request, socket) => {
      socket.end(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${WALLET}`);
    });
    expect((await refusal(clientOf(unsaid.url, { caps }).downloadWallet(null))).code).toBe("NET_TOO_LARGE");
  });

  test("7: 48 KB of gzip that grow to 50 MB", async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, " "));
    expect(bomb.length).toBeLessThan(100_000);
    const server = await serve(always(200, bomb, { "Content-Encoding": "gzip" }));
    const client = clientOf(server.url, { caps: { listBytes: 1_000_000 } });
    expect((await refusal(client.downloadWallet(null))).code).toBe("NET_TOO_LARGE");
  });

  test.each([301, 302, 303, 307, 308])("8: a redirect (%i) is not followed", async (status) => {
    const target = await serve(always(200, WALLET));
    const server = await serve(always(status, "", { Location: `${target.url}/stolen` }));
    const client = clientOf(server.url);
    expect((await refusal(client.login())).code).toBe("NET_REDIRECT");
    expect((await refusal(client.downloadWallet(null))).code).toBe("NET_REDIRECT");
    expect(target.connections).toBe(0);
    expect(server.received).toHaveLength(2);
  });

  test("9: a certificate no one vouches for, whatever the environment says", async () => {
    const server = await serve(always(200, WALLET), SELF_SIGNED);
    const before = process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    try {
      expect((await refusal(clientOf(server.url).downloadWallet(null))).code).toBe("NET_TLS");
    } finally {
      if (before === undefined) delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
      else process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = before;
    }
    expect(server.received).toHaveLength(0);
    const trusting = clientOf(server.url, { ca: SELF_SIGNED.cert });
    expect((await trusting.downloadWallet(null)).records).toBe(2);
  });

  test("10: 503, 503, 200 is one download, after waits that jitter decides", async () => {
    const server = await serve(({ number }, socket) => {
      if (number < 3) answer(socket, 503, "");
      else answer(socket, 200, WALLET);
    });
    expect((await clientOf(server.url).downloadWallet(null)).records).toBe(2);
    expect(waits).toEqual([250, 500]);
  });

  test("10: at most three retries, and none for what a repeat cannot mend", async () => {
    const down = await serve(always(503, '{"status":503,"message":"back soon"}'));
    expect(await refusal(clientOf(down.url).downloadWallet(null))).toMatchObject({
      code: "SERVICE_ERROR",
      message: "The service answers with an error (HTTP 503): back soon",
    });
    expect(down.received).toHaveLength(4);
    for (const status of [400, 404, 422, 500]) {
      const server = await serve(always(status, ""));
      expect((await refusal(clientOf(server.url).fetchBusiness())).code).toBe("SERVICE_ERROR");
      expect(server.received).toHaveLength(1);
    }
  });

  test.each<[string, Reply]>([
    ["500", always(500, "")],
    ["503", always(503, "")],
    ["no answer", () => undefined],
    ["a reset", (_request, socket) => socket.resetAndDestroy()],
    ["half an answer", (_request, socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"st')],
  ])("11: a login met by %s is sent once", async (_what, reply) => {
    const server = await serve(reply);
    const failure = await refusal(clientOf(server.url, { timing: { headersMs: 100 } }).login());
    expect(failure.code).toBe("LOGIN_UNKNOWN");
    expect(server.received).toHaveLength(1);
  });

  test("11: a login that never left is not unknown; one that is refused is refused", async () => {
    const gone = await Loopback.start(() => undefined);
    await gone.stop();
    expect((await refusal(clientOf(gone.url).login())).code).toBe("NET_UNREACHABLE");
    for (const status of [400, 401, 403, 422]) {
      const server = await serve(always(status, '{"status":401,"message":"wrong phone or password"}'));
      const failure = await refusal(clientOf(server.url).login());
      expect(failure.code).toBe("LOGIN_REFUSED");
      expect(failure.message).toContain("wrong phone or password");
    }
  });

  test("12: Retry-After is honoured when short, told when long", async () => {
    const long = await serve(always(429, "", { "Retry-After": "86400" }));
    expect(await refusal(clientOf(long.url).downloadWallet(null))).toMatchObject({
      code: "NET_RATE_LIMITED",
      message: "The service asks to wait 86400 seconds before the next request",
    });
    expect(long.received).toHaveLength(1);
    const short = await serve(({ number }, socket) => {
      if (number === 1) answer(socket, 429, "", { "Retry-After": "7" });
      else answer(socket, 200, WALLET);
    });
    await clientOf(short.url).downloadWallet(null);
    expect(waits).toEqual([7000]);
    const often = await serve(always(429, "", { "Retry-After": "0" }));
    expect((await refusal(clientOf(often.url).downloadWallet(null))).code).toBe("NET_RATE_LIMITED");
    expect(often.received).toHaveLength(4);
    const login = await serve(always(429, "", { "Retry-After": "0" }));
    expect((await refusal(clientOf(login.url).login())).code).toBe("NET_RATE_LIMITED");
    expect(login.received).toHaveLength(1);
  });

  test("12: both forms of Retry-After", () => {
    const now = Date.UTC(2026, 10, 21);
    expect(retryAfterMs("120", now)).toBe(120_000);
    expect(retryAfterMs("Sat, 21 Nov 2026 00:00:05 GMT", now)).toBe(5000);
    expect(retryAfterMs("Fri, 20 Nov 2026 00:00:05 GMT", now)).toBe(0);
    for (const nothing of ["", "soon", "-1", "1.5"]) expect(retryAfterMs(nothing, now)).toBeNull();
  });

  test("13: 401 in the middle", async () => {
    const server = await serve(({ path }, socket) => {
      if (path.includes("wallet")) answer(socket, 200, WALLET);
      else answer(socket, 401, '{"status":401,"message":"expired"}');
    });
    const client = clientOf(server.url);
    await client.downloadWallet(null);
    expect((await refusal(client.downloadTransactions())).code).toBe("AUTH_EXPIRED");
  });

  test("14: a page with 200; an empty answer; another service's JSON; a bare list", async () => {
    const codes: [string, string][] = [
      ["<!doctype html><p>down for maintenance", "PAYLOAD_NOT_JSON"],
      ["", "PAYLOAD_EMPTY"],
      ['{"ok":true}', "PAYLOAD_SCHEMA"],
      ['{"status":200,"data":{"items":[]}}', "PAYLOAD_SCHEMA"],
      ["[]", "PAYLOAD_SCHEMA"],
      ['{"status":418,"message":"no"}', "SERVICE_ERROR"],
    ];
    for (const [body, code] of codes) {
      const server = await serve(always(200, body));
      const client = clientOf(server.url);
      expect((await refusal(client.downloadWallet(null))).code).toBe(code);
      expect((await refusal(client.fetchBusiness())).code).toBe(code);
    }
  });

  test("16: a server that echoes what it was sent", async () => {
    const echo: Reply = ({ headers, body }, socket) => {
      const message = `bad key ${headers["authorization"] ?? ""} ${Buffer.from(body, "latin1").toString()}`;
      answer(socket, 400, JSON.stringify({ status: 400, message }));
    };
    const server = await serve(echo);
    for (const authorization of ["key", "basic", "bearer"] as const) {
      const client = clientOf(server.url, { authorization });
      const failure = await refusal(client.login());
      expect(failure.message).toContain("[redacted]");
      expect(failure.message).not.toContain(Buffer.from(`${KEY}:`).toString("base64"));
      await refusal(client.downloadWallet(null));
    }
    const inRecord = await serve(always(200, histories([{ ...wireEntry(), balance: `${KEY} ${PASSWORD}` }])));
    const body = await clientOf(inRecord.url).downloadWallet(null);
    const reading = Promise.resolve().then(() => [...readEntries(body)]);
    expect((await refusal(reading)).message).toContain('"[redacted] [redacted]" is not an integer');
  });
});

describe("a call that is cancelled", () => {
  test("before it begins, while it waits for an answer, and while it waits to try again", async () => {
    const silent = await serve((_request, socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n[");
      cancel.abort();
    });
    const cancel = new AbortController();
    expect((await refusal(clientOf(silent.url).downloadWallet(null, AbortSignal.abort()))).code).toBe(
      "CANCELLED",
    );
    expect((await refusal(clientOf(silent.url).downloadWallet(null, cancel.signal))).code).toBe("CANCELLED");
    expect(silent.received).toHaveLength(1);

    const later = new AbortController();
    const down = await serve(always(503, ""));
    const client = createClient({
      baseUrl: down.url,
      credentials,
      patience: {
        sleep: async (_ms, signal) => {
          later.abort();
          signal.throwIfAborted();
        },
      },
    });
    open.push(client);
    expect((await refusal(client.downloadWallet(null, later.signal))).code).toBe("CANCELLED");
    expect(down.received).toHaveLength(1);
  });
});
