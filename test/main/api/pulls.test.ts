/** The faults of a wire met by a whole pull: what the ledger held stays, nothing of the pull is kept. */
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { Loopback, type Reply, SELF_SIGNED, answer } from "../../helpers/loopback.ts";
import { histories, wireEntry, wireTransaction } from "../../helpers/wire-records.ts";
import { type Route, WALLET, always, serve, writes } from "./asking.ts";
import { Pulling, expectWhole, refusedPull } from "./pulling.ts";
import { CANARY, ECHO } from "./secrecy.ts";

const ROUTES: readonly Route[] = ["login", "user", "business", "wallet", "transactions"];
const LISTS: readonly Route[] = ["wallet", "transactions"];

describe("a pull that fails on the wire", () => {
  test("case 1: no server", async () => {
    const pulling = await Pulling.start();
    const gone = await Loopback.start(() => undefined);
    await gone.stop();
    expect((await refusedPull(pulling, {}, { baseUrl: gone.url })).code).toBe("NET_UNREACHABLE");
  });

  test.each(LISTS)("case 4: half of the %s", async (route) => {
    const pulling = await Pulling.start();
    const half = writes(`HTTP/1.1 200 OK\r\nContent-Length: ${WALLET.length}\r\n\r\n${WALLET.slice(0, 300)}`);
    expect((await refusedPull(pulling, { [route]: half })).code).toBe("NET_TRUNCATED");
  });

  test.each<[string, Reply, string]>([
    [
      "5: conflicting lengths",
      writes("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n[]"),
      "NET_PROTOCOL",
    ],
    ["5: a header of 100 KB", always(200, WALLET, { "X-Long": ECHO.repeat(60) }), "NET_PROTOCOL"],
    [
      "6: an answer of 3 GB",
      writes(`HTTP/1.1 200 OK\r\nContent-Length: 3000000000\r\n\r\n${WALLET}`),
      "NET_TOO_LARGE",
    ],
    [
      "8: a redirect",
      always(307, ECHO, { Location: `http://127.0.0.1:1/${CANARY.secretKey}` }),
      "NET_REDIRECT",
    ],
    ["12: an order to wait a day", always(429, ECHO, { "Retry-After": "86400" }), "NET_RATE_LIMITED"],
    ["13: credentials that expired", always(401, JSON.stringify({ message: ECHO })), "AUTH_EXPIRED"],
    ["14: a page", always(200, `<html>${ECHO}`), "PAYLOAD_NOT_JSON"],
    ["16: an echo", always(400, JSON.stringify({ error: ECHO })), "SERVICE_ERROR"],
    ["19: nothing", always(200, ""), "PAYLOAD_EMPTY"],
    [
      "28: another status inside",
      always(200, JSON.stringify({ status: 401, message: ECHO })),
      "AUTH_EXPIRED",
    ],
  ])("case %s, at any point", async (_what, reply, code) => {
    const pulling = await Pulling.start();
    for (const route of ROUTES.slice(1)) {
      const refusal = await refusedPull(pulling, { [route]: reply });
      expect(refusal.code).toBe(code);
      expect(refusal.file).toMatch(/^\/sandbox\/index\//u);
      // Asked once, and nothing after it.
      expect(pulling.requests).toHaveLength(ROUTES.indexOf(route) + 1);
    }
  });

  test("case 7: a small response that grows to 50 MB", async () => {
    const pulling = await Pulling.start();
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, " "));
    const reply = always(200, bomb, { "Content-Encoding": "gzip" });
    expect((await refusedPull(pulling, { business: reply })).code).toBe("NET_TOO_LARGE");
  });

  test("case 9: an untrusted certificate", async () => {
    const pulling = await Pulling.start();
    const server = await serve(always(200, WALLET), SELF_SIGNED);
    expect((await refusedPull(pulling, {}, { baseUrl: server.url })).code).toBe("NET_TLS");
    expect(server.received).toEqual([]);
  });

  test("case 10: 503, 503, 200 brings rows once", async () => {
    const pulling = await Pulling.start();
    let times = 0;
    const report = await pulling.pull({
      wallet: (_request, socket) => answer(socket, (times += 1) < 3 ? 503 : 200, times < 3 ? ECHO : WALLET),
    });
    // Once more in the end, for the newest entries.
    expect(times).toBe(4);
    expect(report.entries).toMatchObject({ received: 2, inserted: 0, changed: 0, vanished: 0, repeated: 0 });
    await expectWhole(pulling);
  });

  test.each([500, 503])(
    "case 11: tries a login that met %i once, and repeats nothing else",
    async (status) => {
      const pulling = await Pulling.start();
      const refusal = await refusedPull(pulling, { login: always(status, ECHO) });
      expect(refusal.code).toBe("LOGIN_UNKNOWN");
      expect(pulling.requests).toEqual(["POST /user/auth/login"]);
    },
  );

  test("case 15: never sends a key with a line break", async () => {
    const pulling = await Pulling.start();
    const credentials = { ...CANARY, secretKey: `${CANARY.secretKey}\r\nX-Injected: 1` };
    expect((await refusedPull(pulling, {}, { credentials })).code).toBe("SECRET_FORMAT");
    expect(pulling.requests).toEqual([]);
  });
});

describe("a pull whose records are wrong", () => {
  const entries = (change: (text: string) => string) =>
    histories([3, 2, 1].map((walletID) => wireEntry({ walletID }))).replace('"walletID":2', (text) =>
      change(text),
    );
  const balance = (spelling: string) =>
    entries((id) => `${id},"x":0`).replace(/("walletID":2.*?"balance":)1500/u, `$1${spelling}`);

  test.each<[string, string | Uint8Array, string, string | undefined]>([
    [
      "17: bad UTF-8",
      Buffer.from(
        entries((id) => `${id},"é":1`),
        "latin1",
      ),
      "PAYLOAD_ENCODING",
      undefined,
    ],
    ["20: a key twice", entries((id) => `${id},"payref":""`), "PAYLOAD_DUPLICATE_KEY", "walletID 2"],
    ["21: past 2^53", balance("9007199254740993"), "PAYLOAD_AMOUNT", "walletID 2"],
    ["21: a fraction", balance("1.5"), "PAYLOAD_AMOUNT", "walletID 2"],
    ["21: 1e400", balance("1e400"), "PAYLOAD_AMOUNT", "walletID 2"],
    ["21: a text", balance('"12"'), "PAYLOAD_AMOUNT", "walletID 2"],
    [
      "22: deep",
      entries((id) => `${id},"x":${"[".repeat(100_000)}${"]".repeat(100_000)}`),
      "PAYLOAD_DEPTH",
      undefined,
    ],
    ["24: a missing field", entries((id) => id.replace("walletID", "wallet")), "PAYLOAD_SCHEMA", "record 2"],
    [
      "29: 31 February",
      entries((id) => id).replace(/(.*"dateCreated":)"[^"]*"/u, '$1"Tue, 31 Feb 2026 00:00:00 +0000"'),
      "PAYLOAD_DATE",
      "walletID 1",
    ],
  ])("case %s", async (_what, wallet, code, record) => {
    const pulling = await Pulling.start();
    const refusal = await refusedPull(pulling, { wallet });
    expect([refusal.code, refusal.record]).toEqual([code, record]);
    expect(refusal.file).toBe("/sandbox/index/wallet/history");
    // Transactions come last: the entries before them were fine.
    const transactions = histories([wireTransaction(), wireTransaction({ payID: 6, fee: null })]);
    const last = await refusedPull(pulling, { wallet: entries((id) => id), transactions });
    expect([last.code, last.record, last.field]).toEqual(["PAYLOAD_SCHEMA", "payID 6", "fee"]);
  });

  test("case 16: redacts the key in a refused record, in a small pull and a large one", async () => {
    const pulling = await Pulling.start();
    const coded = Buffer.from(CANARY.secretKey).toString("base64");
    const wrong = wireEntry({ walletID: 99_999, balance: `${coded} ${CANARY.token}` });
    const many = Array.from({ length: 12_000 }, (_, at) => wireEntry({ walletID: 50_000 - at }));
    for (const records of [[wrong], [wrong, ...many]]) {
      const held = pulling.contents();
      const failure = await pulling
        .pull({ wallet: histories(records) })
        .catch((error: unknown) => error as Error);
      expect(failure).toMatchObject({ code: "PAYLOAD_AMOUNT", facts: { record: "walletID 99999" } });
      expect((failure as Error).message).toContain('"[redacted] [redacted]" is a text');
      expect(pulling.contents()).toEqual(held);
    }
  });

  test("case 18: keeps a lone surrogate and NUL as escapes, with the record and its amounts", async () => {
    const pulling = await Pulling.start();
    const wallet = entries((id) => `${id},"\\ud800":"a\\u0000"`);
    expect((await pulling.pull({ wallet })).entries).toMatchObject({ received: 3, inserted: 1 });
    expect(JSON.stringify(pulling.contents()["entry_version"])).toContain(
      String.raw`{\"\\\\ud800\":\"a\\\\u0000\"}`,
    );
    await expectWhole(pulling);
  });

  test("case 23: keeps __proto__ as a field of its record", async () => {
    const pulling = await Pulling.start();
    const wallet = entries((id) => `${id},"__proto__":{"balance":9}`);
    expect((await pulling.pull({ wallet })).entries).toMatchObject({ received: 3 });
    expect(JSON.stringify(pulling.contents()["entry_version"])).toContain(
      String.raw`{\"__proto__\":{\"balance\":9}}`,
    );
    await expectWhole(pulling);
  });
});

describe("one pull after another", () => {
  const wallet = (...ids: number[]) =>
    histories(ids.map((walletID) => wireEntry({ walletID, balance: walletID * 500 })));

  test("case 25: counts only new records of an overlapping pull, and repeats one that failed", async () => {
    const pulling = await Pulling.start({ wallet: wallet(3, 2, 1) });
    const again = await pulling.pull({ wallet: wallet(3, 2, 1) });
    expect(again.entries).toMatchObject({ received: 3, inserted: 0, changed: 0, vanished: 0, repeated: 0 });
    expect(again.transactions).toMatchObject({
      received: 1,
      inserted: 0,
      changed: 0,
      vanished: 0,
      repeated: 0,
    });
    await refusedPull(pulling, { wallet: wallet(5, 4, 3), transactions: always(401, "{}") });
    const routine = await pulling.pull({ wallet: wallet(5, 4, 3) }, { history: { kind: "routine" } });
    expect(routine.entries).toMatchObject({ received: 3, inserted: 2, changed: 0, vanished: 0, repeated: 0 });
    expect(pulling.contents()["entry"]).toHaveLength(5);
    await expectWhole(pulling);
  });

  test("case 26: keeps new content of an id as a new version beside the old one", async () => {
    const pulling = await Pulling.start({ wallet: wallet(3, 2, 1) });
    const held = pulling.contents()["entry"];
    const changed = wallet(3, 2, 1).replace('"balance":1000', '"balance":1001');
    expect((await pulling.pull({ wallet: changed })).entries).toMatchObject({
      received: 3,
      inserted: 0,
      changed: 1,
    });
    expect(pulling.contents()["entry"]).toEqual(held);
    expect(pulling.contents()["entry_version"]).toEqual([
      expect.objectContaining({ wallet_id: 2, version: 2, balance: 1001 }),
    ]);
    await expectWhole(pulling);
  });

  test("case 27: marks a vanished row, and deletes nothing", async () => {
    const pulling = await Pulling.start({ wallet: wallet(3, 2, 1) });
    const report = await pulling.pull(
      { wallet: wallet(3, 1), transactions: histories([]) },
      {
        accepted: {
          by: "Ada Obi",
          note: "The provider removed it",
          shown: { entries: 0, transactions: 1 },
        },
      },
    );
    expect(report.entries).toMatchObject({ received: 2, vanished: 1 });
    expect(report.transactions).toMatchObject({ received: 0, vanished: 1 });
    expect(pulling.contents()["entry"]).toHaveLength(3);
    expect(pulling.contents()["payment"]).toHaveLength(1);
    expect(pulling.contents()["entry_presence"]).toEqual([
      expect.objectContaining({ wallet_id: 2, present: 0 }),
    ]);
    await expectWhole(pulling);
  });
});
