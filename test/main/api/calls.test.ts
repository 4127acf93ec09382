import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { ServiceClient } from "../../../src/main/api/http/client.ts";
import { readEntries } from "../../../src/main/api/records.ts";
import { type Received, answer } from "../../helpers/loopback.ts";
import { histories, wireEntry } from "../../helpers/wire-records.ts";
import { WALLET, always, clientOf, credentials, serve, serviceWith } from "./asking.ts";
import { CANARY, expectRefusal } from "./secrecy.ts";

/** The service whose second path for a user is the one that works, as in the interface's sample. */
const service = serviceWith({
  user: (_request, socket) => answer(socket, 404, '{"status":404}'),
});

const shapeOf = ({ method, path }: Received) => `${method} ${path}`;

describe("calls to the service", () => {
  test("sends all five with three headers each, and the second user path after a 404", async () => {
    const user = serviceWith();
    const server = await serve((request, socket) => {
      const second = request.path.endsWith("/single");
      (second ? user : service)({ ...request, path: request.path.replace("/single", "") }, socket);
    });
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
      phone: CANARY.phone,
      password: CANARY.password,
    });
    for (const { headers } of server.received) {
      expect(headers).toMatchObject({
        "content-type": "application/json",
        authorization: CANARY.secretKey,
        appid: CANARY.appId,
      });
      expect(headers).not.toHaveProperty("usertoken");
    }
  });

  test("keeps a downloaded list exactly, readable by its owner only, until dispose", async () => {
    const server = await serve(serviceWith());
    const client = clientOf(server.url);
    const body = await client.downloadWallet(null);
    expect(server.received.map(shapeOf)).toEqual(["GET /sandbox/index/wallet/history"]);
    expect(readFileSync(body.file, "utf8")).toBe(WALLET);
    expect(statSync(body.file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(body.file)).mode & 0o777).toBe(0o700);
    await client.dispose();
    expect(() => statSync(dirname(body.file))).toThrow("ENOENT");
  });

  test("sends the key in another form and asks under another prefix, and never sends the user token", async () => {
    const plain = serviceWith();
    const server = await serve((request, socket) => {
      plain({ ...request, path: request.path.replace("/v9", "/sandbox/index") }, socket);
    });
    const client = clientOf(`${server.url}/`, {
      credentials,
      authorization: "bearer",
      pathPrefix: "/v9/",
    });
    await client.login();
    await client.fetchBusiness();
    expect(server.received.map(({ headers }) => headers["usertoken"])).toEqual([undefined, undefined]);
    expect(server.received[1]?.headers["authorization"]).toBe(`Bearer ${CANARY.secretKey}`);
    expect(server.received[1]?.path).toBe("/v9/business/fetch");
  });

  test("reads a response that comes byte by byte after a byte order mark like any other", async () => {
    const body = Buffer.from(`\ufeff${histories([wireEntry({ description: String.raw`a"\\ü€😀` })])}`);
    const server = await serve((_request, socket) => {
      socket.setNoDelay(true).write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`);
      let sent = 0;
      const drip = setInterval(() => {
        socket.write(body.subarray(sent, (sent += 1)));
        if (sent === body.length) clearInterval(drip);
      }, 1);
      socket.on("close", () => clearInterval(drip));
    });
    const download = await clientOf(server.url).downloadWallet(null);
    const [entry] = [...readEntries(download)].flat();
    expect(entry?.description).toBe(String.raw`a"\\ü€😀`);
    expect(readFileSync(download.file)).toEqual(body);
  });

  test.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
  ] as const)("reports progress, and reads a response in %s", async (name, compress) => {
    const server = await serve(always(200, compress(WALLET), { "Content-Encoding": name }));
    const seen: unknown[] = [];
    const client = clientOf(server.url, { onProgress: (progress) => seen.push(progress) });
    expect((await client.downloadWallet(null)).bytes).toBe(WALLET.length);
    expect(seen[0]).toEqual({ endpoint: "wallet", attempt: 1, bytes: 0 });
    expect(seen.at(-1)).toEqual({ endpoint: "wallet", attempt: 1, bytes: WALLET.length });
    expect(server.received[0]?.headers["accept-encoding"]).toBe("gzip, br");
  });

  test.each([
    ["not a url", "Enter an address such as https://service.example"],
    ["ftp://127.0.0.1", "Start the address with https://"],
    ["http://service.example", "Start the address with https://. Plain http"],
    ["https://me:pw@service.example", "Leave user and password out of the address"],
    ["https://service.example?x=1", "Leave everything from ? or # on out"],
    ["https://service.example/sandbox/index", "Leave the path prefix /sandbox/index out of the address"],
  ])("refuses an unusable base URL: %s", (baseUrl, why) => {
    expect(() => new ServiceClient({ baseUrl, credentials })).toThrowError(
      expect.objectContaining({ code: "USAGE", message: expect.stringContaining(why) as string }) as Error,
    );
  });

  test("refuses an invalid limit", async () => {
    expect((await expectRefusal(clientOf("http://127.0.0.1:9").downloadWallet(0))).code).toBe("USAGE");
  });

  test("cancels a call before it starts, and during its response", async () => {
    const cancel = new AbortController();
    const server = await serve((_request, socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n[");
      cancel.abort();
    });
    const client = clientOf(server.url);
    expect((await expectRefusal(client.downloadWallet(null, AbortSignal.abort()))).code).toBe("CANCELLED");
    expect((await expectRefusal(client.downloadWallet(null, cancel.signal))).code).toBe("CANCELLED");
    expect(server.received).toHaveLength(1);
  });

  test("cancels a call that waits to try again", async () => {
    const later = new AbortController();
    const down = await serve(always(503, ""));
    const client = clientOf(down.url, {
      patience: {
        sleep: async (_ms, signal) => {
          later.abort();
          signal.throwIfAborted();
        },
      },
    });
    expect((await expectRefusal(client.downloadWallet(null, later.signal))).code).toBe("CANCELLED");
    expect(down.received).toHaveLength(1);
  });
});
