/** Faults on the way to the service and back: cases 1 to 9. */
import { X509Certificate, createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { dirname } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ClientSettings } from "../../../src/main/api/http/client.ts";
import { Loopback, type Reply, SELF_SIGNED, answer } from "../../helpers/loopback.ts";
import { WALLET, always, clientOf, serve, writes } from "./asking.ts";
import { ECHO, expectRefusal } from "./secrecy.ts";

const PATH = "/sandbox/index/wallet/history";

/** What a download of the wallet history comes to, after making sure that nothing of it is kept. */
async function refusedWallet(fault: Reply, settings: Partial<ClientSettings> = {}) {
  let reply = fault;
  const server = await serve((request, socket) => reply(request, socket));
  const client = clientOf(server.url, settings);
  const refusal = await expectRefusal(client.downloadWallet(null));
  expect(refusal.file).toBe(PATH);
  const requests = server.received.length;
  reply = always(200, WALLET);
  const body = await client.downloadWallet(null);
  expect(readdirSync(dirname(body.file))).toHaveLength(1);
  expect(readFileSync(body.file, "utf8")).toBe(WALLET);
  return { code: refusal.code, message: refusal.message, requests };
}

/** A server that writes bytes and then nothing more. */
function writesOn(wire: string): Reply {
  return (_request, socket) => {
    socket.write(wire);
  };
}

/** A body larger than the caps some cases set, which WALLET is within. */
const LARGE = WALLET.replace("[", `[${" ".repeat(5000)}`);
const caps = { listBytes: 2000, recordBytes: 2000 };

describe("no connection", () => {
  test("case 1: no server listens", async () => {
    const server = await Loopback.start(() => undefined);
    await server.stop();
    expect(await expectRefusal(clientOf(server.url).downloadWallet(null))).toEqual({
      code: "NET_UNREACHABLE",
      message: "The service refused the connection (ECONNREFUSED)",
      file: PATH,
    });
    // A login that never left is not in doubt.
    expect((await expectRefusal(clientOf(server.url).login())).code).toBe("NET_UNREACHABLE");
  });

  test("case 1: no host has this name", async () => {
    const refusal = await expectRefusal(clientOf("https://no-such-host.invalid").downloadWallet(null));
    expect(refusal.code).toBe("NET_UNREACHABLE");
    expect(refusal.message).toMatch(
      /^The address of the service (?:was not found \(ENOTFOUND\)|could not be looked up \(EAI_AGAIN\))$/u,
    );
  });

  test("case 2: no handshake, no headers, endless headers; case 3: a body that stops", async () => {
    const timing = { connectMs: 500, headersMs: 400, bodyMs: 400 };
    const stops = writesOn(`HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n${WALLET.slice(0, 200)}`);
    const silent = await serve(() => undefined);
    const noHandshake = clientOf(silent.url.replace("http:", "https:"), { timing });
    const refusals = await Promise.all([
      expectRefusal(noHandshake.downloadWallet(null)),
      refusedWallet(() => undefined, { timing }),
      refusedWallet(writesOn("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-More: "), { timing }),
      refusedWallet(stops, { timing }),
    ]);
    expect(refusals.map(({ code }) => code)).toEqual(refusals.map(() => "NET_TIMEOUT"));
    const inTime = "The service did not respond in time (UND_ERR_HEADERS_TIMEOUT), at either of two attempts";
    expect(refusals.map(({ message }) => message)).toEqual([
      "The service did not accept the connection in time (UND_ERR_CONNECT_TIMEOUT), at either of two attempts",
      inTime,
      inTime,
      "The service stopped sending in the middle of its response (UND_ERR_BODY_TIMEOUT), at either of two attempts",
    ]);
    // A silent service is asked once more, and holds a pull for a minute, not for two.
    expect(silent.connections).toBe(2);
    expect(refusals.slice(1)).toEqual(
      refusals.slice(1).map(() => expect.objectContaining({ requests: 2 }) as object),
    );
  });
});

describe("an incomplete response", () => {
  test("case 3: one byte at a time meets the total deadline, though each came in time", async () => {
    const reply: Reply = (_request, socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${WALLET.length}\r\n\r\n`);
      let sent = 0;
      const drip = setInterval(() => socket.write(WALLET.slice(sent, (sent += 1))), 20);
      socket.on("close", () => clearInterval(drip));
    };
    const started = performance.now();
    const timing = { listDeadlineMs: 400, bodyMs: 5000, headersMs: 5000 };
    const refusal = await refusedWallet(reply, { timing });
    expect(refusal).toMatchObject({ code: "NET_TIMEOUT", requests: 1 });
    expect(refusal.message).toBe("The service exceeded the time limit of the whole request");
    expect(performance.now() - started).toBeLessThan(3000);
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
    ["all but the last bracket", `HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${WALLET.slice(0, -1)}`],
    ["nothing at all", ""],
    ["half a status line", "HTTP/1.1 2"],
  ])("case 4: %s", async (_what, wire) => {
    expect(await refusedWallet(writes(wire))).toMatchObject({ code: "NET_TRUNCATED", requests: 4 });
  });

  test("case 4: a reset, and truncated gzip", async () => {
    const reset: Reply = (_request, socket) => {
      socket.resetAndDestroy();
    };
    expect(await refusedWallet(reset)).toMatchObject({ code: "NET_TRUNCATED", requests: 4 });
    const cut = always(200, gzipSync(WALLET).subarray(0, 60), { "Content-Encoding": "gzip" });
    expect(await refusedWallet(cut)).toMatchObject({ code: "NET_TRUNCATED", requests: 4 });
  });

  test("case 4: after an interrupted download the next attempt starts anew", async () => {
    const server = await serve(({ number }, socket) => {
      if (number > 1) answer(socket, 200, WALLET);
      else socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${WALLET.length}\r\n\r\n${WALLET.slice(0, 200)}`);
    });
    const body = await clientOf(server.url).downloadWallet(null);
    expect(readFileSync(body.file, "utf8")).toBe(WALLET);
    expect(readdirSync(dirname(body.file))).toHaveLength(1);
  });
});

describe("a response that breaks the rules", () => {
  test.each<[string, Reply]>([
    [
      "conflicting lengths",
      writes(`HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n${WALLET}`),
    ],
    [
      "a length and chunks",
      writes(`HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    ],
    ["a header of 100 KB", always(200, WALLET, { "X-Long": ECHO.repeat(50).slice(0, 100_000) })],
    ["no HTTP at all", writes(`${ECHO}\r\n\r\n`)],
    ["a compression that was not asked for", always(200, WALLET, { "Content-Encoding": "zstd" })],
    ["gzip that is none", always(200, "not gzip", { "Content-Encoding": "gzip" })],
    ["brotli that is none", always(200, "not brotli at all", { "Content-Encoding": "br" })],
  ])("case 5: %s", async (_what, reply) => {
    expect(await refusedWallet(reply)).toMatchObject({ code: "NET_PROTOCOL", requests: 1 });
  });

  test("case 6: larger than the limit, announced or not, a list or a record", async () => {
    const message = "The response is larger than 2000 bytes";
    const wanted = { code: "NET_TOO_LARGE", message, requests: 1 };
    expect(await refusedWallet(always(200, LARGE), { caps })).toEqual(wanted);
    const unsaid = writes(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${LARGE}`);
    expect(await refusedWallet(unsaid, { caps })).toEqual(wanted);
    const server = await serve(always(200, LARGE));
    expect((await expectRefusal(clientOf(server.url, { caps }).fetchUser())).code).toBe("NET_TOO_LARGE");
  });

  test("case 7: 48 KB of gzip that grow to 50 MB, for a list and for a record", async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, " "));
    expect(bomb.length).toBeLessThan(60_000);
    const reply = always(200, bomb, { "Content-Encoding": "gzip" });
    const limited = { caps: { listBytes: 1_000_000 } };
    expect(await refusedWallet(reply, limited)).toMatchObject({ code: "NET_TOO_LARGE", requests: 1 });
    const server = await serve(reply);
    const before = process.memoryUsage.rss();
    expect((await expectRefusal(clientOf(server.url).fetchBusiness())).code).toBe("NET_TOO_LARGE");
    expect(process.memoryUsage.rss() - before).toBeLessThan(40 * 1024 * 1024);
  });
});

describe("a response from somewhere else", () => {
  test.each([301, 302, 303, 307, 308])(
    "case 8: sends nothing to the target of a redirect (%i)",
    async (status) => {
      const target = await serve(always(200, WALLET));
      const server = await serve(always(status, "", { Location: `${target.url}/stolen` }));
      const client = clientOf(server.url);
      const login = await expectRefusal(client.login());
      expect(login).toMatchObject({ code: "NET_REDIRECT", file: "/sandbox/index/user/auth/login" });
      expect(login.message).toContain(`HTTP ${status}`);
      expect((await expectRefusal(client.downloadWallet(null))).code).toBe("NET_REDIRECT");
      expect(target.connections).toBe(0);
      expect(server.received).toHaveLength(2);
    },
  );

  test("case 9: refuses an untrusted certificate, whatever the environment says", async () => {
    const server = await serve(always(200, WALLET), SELF_SIGNED);
    const before = process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    onTestFinished(() => {
      if (before === undefined) delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
      else process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = before;
    });
    for (const value of ["1", "0"]) {
      process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = value;
      expect(await expectRefusal(clientOf(server.url).downloadWallet(null))).toMatchObject({
        code: "NET_TLS",
        file: PATH,
      });
      expect((await expectRefusal(clientOf(server.url).login())).code).toBe("NET_TLS");
    }
    expect(server.received).toHaveLength(0);
  });

  test("shows the certificate of each connection, also where the service closes each", async () => {
    const closing: Reply = (_request, socket) => {
      answer(socket, 200, WALLET, { Connection: "close" });
      socket.end();
    };
    const server = await serve(closing, SELF_SIGNED);
    const shown: (string | null)[] = [];
    const client = clientOf(server.url, {
      ca: SELF_SIGNED.cert,
      onAnswered: ({ certificateSha256 }) => shown.push(certificateSha256),
    });
    for (let times = 0; times < 3; times += 1) await client.downloadWallet(null);
    expect(server.connections).toBe(3);
    const own = createHash("sha256").update(new X509Certificate(SELF_SIGNED.cert).raw).digest("hex");
    expect(shown).toEqual([own, own, own]);
  });

  test("case 9: accepts a trusted one", async () => {
    const server = await serve(always(200, WALLET), SELF_SIGNED);
    expect((await clientOf(server.url, { ca: SELF_SIGNED.cert }).downloadWallet(null)).records).toBe(2);
  });

  // Elsewhere only one address of the loopback network is there.
  test.runIf(process.platform === "linux")("case 9: only for its own name", async () => {
    const server = await Loopback.start(always(200, WALLET), SELF_SIGNED, "127.0.0.2");
    onTestFinished(() => server.stop());
    const client = clientOf(server.url, { ca: SELF_SIGNED.cert });
    expect((await expectRefusal(client.downloadWallet(null))).code).toBe("NET_TLS");
    expect(server.received).toHaveLength(0);
  });
});
