import { connect } from "node:net";
import { once } from "node:events";
import { expect, test, describe } from "vitest";
import { NOW_MS, ask, askRaw, headersOf, logIn, serve, within } from "./asking.ts";
import { WORLD_START_MS, handmadeWorld } from "./handmade.ts";

const DAY_MS = 86_400_000;
const world = handmadeWorld(12);

type Histories = readonly Record<string, unknown>[];

describe("the five endpoints", () => {
  test("login returns the login-only fields, and the fetch by either path does not", async () => {
    const sandbox = await serve(world);
    const { phone, password } = sandbox;
    const login = within((await logIn(sandbox, { phone, password })).text, "data", "user") as object;
    const fetched = await ask(sandbox, "/user/fetch");
    const user = within(fetched.text, "data", "user") as Record<string, unknown>;
    expect((await ask(sandbox, "/user/fetch/single")).text).toBe(fetched.text);

    const loginOnly = Object.keys(login).filter((key) => !(key in user));
    expect(loginOnly.toSorted()).toEqual(["invite_url", "is_interest_set", "quick_link"]);
    expect(Object.keys(user).filter((key) => !(key in login))).toEqual([]);
    expect(user["verification_status"]).toEqual({ email: 1, phone: 1, bvn: 1, bvn_issubmitted: 1 });
    expect(user["kyc_status"]).not.toHaveProperty("send_verrequest");
    expect(login).toMatchObject({
      token: user["token"],
      invite_url: expect.stringMatching(new RegExp(`/${String(user["token"])}$`, "u")) as string,
      dateJoined_alt: "2026-09-30",
      verification_status: { ssnitid: 1, ssnitid_issubmitted: 1, ssn: 1, ssn_issubmitted: 1 },
      kyc_status: { send_verrequest: 1 },
    });
  });

  test("the wallet is newest first, and limit keeps the newest", async () => {
    const sandbox = await serve(world);
    const idsOf = (text: string) =>
      (within(text, "data", "histories") as Histories).map((e) => e["walletID"]);
    const all = idsOf((await ask(sandbox, "/wallet/history")).text);
    expect(all).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(idsOf((await ask(sandbox, "/wallet/history?limit=2&other=x")).text)).toEqual([12, 11]);
    expect(idsOf((await ask(sandbox, "/wallet/history?limit=2147483647")).text)).toEqual(all);
    const empty = await serve(handmadeWorld(0));
    expect((await ask(empty, "/wallet/history?limit=5")).text).toBe('{"status":200,"data":{"histories":[]}}');
  });

  test.each(["0", "-1", "1.5", "ten", "", "1e3", "99999999999999999999", "1&limit=2"])(
    "refuses an invalid limit: %j",
    async (limit) => {
      const { status, text } = await ask(await serve(world), `/wallet/history?limit=${limit}`);
      expect({ status, body: within(text) }).toEqual({
        status: 422,
        body: { status: 422, message: "The parameter limit must be an integer above zero." },
      });
    },
  );

  test("transactions mix the cycles, newest first", async () => {
    const { text } = await ask(await serve(world), "/transaction/fetch/all");
    const list = within(text, "data", "histories") as Histories;
    expect(list.map(({ payID, cycle }) => [payID, cycle])).toEqual([
      [6, "one-time"],
      [5, "crowd-pay"],
      [4, "milestone"],
      [3, "one-time"],
      [2, "crowd-pay"],
      [1, "milestone"],
    ]);
    expect(list[2]).toMatchObject({
      datePaid: null,
      datePaid_alt: "N/A",
      customer: { userID: 0, name: "N/A" },
    });
  });

  test("relative texts refer to the time of the response", async () => {
    let nowMs = WORLD_START_MS + 12 * 3_600_000;
    const sandbox = await serve(world, { now: () => nowMs });
    const texts = async () => {
      const entry = within((await ask(sandbox, "/wallet/history?limit=1")).text, "data", "histories", 0);
      const business = within((await ask(sandbox, "/business/fetch")).text, "data", "business");
      return [(entry as never)["dateCreated_alt"], (business as never)["dateCreated"]] as unknown[];
    };
    expect(await texts()).toEqual(["Just now", "1 day ago"]);
    nowMs += 2 * DAY_MS;
    expect(await texts()).toEqual(["2 days ago", "3 days ago"]);
    nowMs += 400 * DAY_MS;
    expect(await texts()).toEqual(["1 year ago", "1 year ago"]);
  });

  test("the same world at the same time gives the same bytes, and another seed other credentials", async () => {
    const [one, same, other] = [await serve(world), await serve(world), await serve(world, { seed: 2 })];
    for (const path of ["/user/fetch", "/business/fetch", "/wallet/history", "/transaction/fetch/all"]) {
      expect((await ask(one, path)).text).toBe((await ask(same, path)).text);
    }
    expect([same.appId, same.secretKey, same.password]).toEqual([one.appId, one.secretKey, one.password]);
    expect([other.appId === one.appId, other.secretKey === one.secretKey]).toEqual([false, false]);
    expect(one.secretKey).toMatch(/^sandbox-key-[0-9a-f]{32}$/u);
  });
});

describe("the three headers", () => {
  const { "Content-Type": type, ...rest } = headersOf({ secretKey: "k", appId: "a" } as never);

  test.each([
    ["no Content-Type", rest, 400],
    ["another Content-Type", { ...rest, "Content-Type": "text/plain" }, 400],
    ["no Authorization", { "Content-Type": type!, Appid: "right" }, 401],
    ["no Appid", { "Content-Type": type!, Authorization: "right" }, 401],
    ["a wrong key", { "Content-Type": type!, Authorization: "wrong", Appid: "right" }, 401],
    ["an empty key", { "Content-Type": type!, Authorization: "", Appid: "right" }, 401],
    ["a wrong app id", { "Content-Type": type!, Authorization: "right", Appid: "wrong" }, 401],
    ["a Basic pair with a password", { "Content-Type": type!, Authorization: "basic", Appid: "right" }, 401],
  ])("%s", async (_what, given, status) => {
    const sandbox = await serve(world);
    const right: Record<string, string> = {
      Authorization: sandbox.secretKey,
      Appid: sandbox.appId,
    };
    const pair = Buffer.from(`${sandbox.secretKey}:x`).toString("base64");
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => {
        if (value === "basic") return [name, `Basic ${pair}`];
        return [name, value === "right" ? right[name]! : value];
      }),
    );
    const routes = ["/user/fetch", "/user/fetch/single", "/business/fetch", "/wallet/history"];
    for (const path of [...routes, "/transaction/fetch/all"]) {
      const refused = await ask(sandbox, path, { headers });
      expect([path, refused.status, within(refused.text, "status")]).toEqual([path, status, status]);
    }
    const { phone, password } = sandbox;
    const body = JSON.stringify({ phone, password });
    const login = await ask(sandbox, "/user/auth/login", { method: "POST", headers, body });
    expect([login.status, within(login.text)]).toEqual([
      status,
      { status, message: expect.stringMatching(/\.$/u) as string },
    ]);
    expect(login.text).not.toContain(sandbox.secretKey);
  });

  test("accepts the key as it is, as Basic and as Bearer", async () => {
    const sandbox = await serve(world);
    const { secretKey } = sandbox;
    const basic = Buffer.from(`${secretKey}:`).toString("base64");
    for (const Authorization of [secretKey, `Basic ${basic}`, `Bearer ${secretKey}`, `bearer ${secretKey}`]) {
      const headers = {
        ...headersOf(sandbox),
        Authorization,
        "Content-Type": "application/json; charset=utf-8",
      };
      expect((await ask(sandbox, "/user/fetch", { headers })).status).toBe(200);
    }
  });
});

describe("refusals", () => {
  const right = { phone: "+2348000000001", password: "?" };

  test.each<[string, string | Buffer, number, string]>([
    ["no body", "", 400, "The body must be a JSON object with phone and password."],
    ["half a body", '{"phone":', 400, "The body is not JSON."],
    ["no UTF-8", Buffer.from([0x22, 0xff, 0x22]), 400, "The body is not JSON."],
    ["a list", "[]", 400, "The body must be a JSON object with phone and password."],
    ["no password", '{"phone":"+2348000000001"}', 400, "The parameter password is missing."],
    ["phone null", '{"phone":null,"password":"x"}', 400, "The parameter phone is missing."],
    ["phone a number", '{"phone":234,"password":"x"}', 422, "The parameter phone must be a text."],
    [
      "a local phone",
      '{"phone":"0800","password":"x"}',
      422,
      "The parameter phone must be a phone number in international format.",
    ],
    [
      "password empty",
      '{"phone":"+2348000000001","password":""}',
      422,
      "The parameter password must not be empty.",
    ],
    ["a wrong password", JSON.stringify(right), 401, "The phone number or the password is wrong."],
    [
      "a wrong phone",
      '{"phone":"+2348000000009","password":"x"}',
      401,
      "The phone number or the password is wrong.",
    ],
  ])("a login with %s", async (_what, body, status, message) => {
    const refused = await logIn(await serve(world), body);
    expect([refused.status, within(refused.text)]).toEqual([status, { status, message }]);
  });

  test("a body larger than any login", async () => {
    const refused = await logIn(await serve(world), " ".repeat(1024 * 1024 + 1));
    expect([refused.status, within(refused.text, "status")]).toEqual([400, 400]);
  });

  test("after ten wrong logins in a minute checks none until the minute has passed", async () => {
    let nowMs = NOW_MS;
    const sandbox = await serve(world, { now: () => nowMs });
    const { phone, password } = sandbox;
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await logIn(sandbox, right)).status).toBe(401);
      nowMs += 1000;
    }
    const held = await logIn(sandbox, { phone, password });
    expect([held.status, held.headers["retry-after"]]).toEqual([429, "50"]);
    expect(within(held.text)).toEqual({
      status: 429,
      message: "Too many wrong logins; try again in 50 seconds.",
    });
    nowMs += 50_000;
    expect((await logIn(sandbox, { phone, password })).status).toBe(200);
  });

  test.each([
    ["GET", "/sandbox/index/user/fetch/double"],
    ["GET", "/user/fetch"],
    ["GET", "/"],
    ["GET", "/%zz"],
    ["POST", "/sandbox/index/user/fetch"],
    ["GET", "/sandbox/index/user/auth/login"],
    ["PUT", "/sandbox/index/business/fetch"],
  ] as const)("an unknown path: %s %s", async (method, path) => {
    const sandbox = await serve(world);
    const refused = await askRaw(sandbox, path, { method });
    expect([refused.status, within(refused.text)]).toEqual([404, { status: 404, message: "Unknown path." }]);
  });

  test("what is not HTTP gets the same envelope", async () => {
    const sandbox = await serve(world);
    const socket = connect(Number(new URL(sandbox.baseUrl).port), "127.0.0.1");
    let text = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    socket.end("HELLO\r\n\r\n");
    await once(socket, "close");
    expect(text).toMatch(
      /^HTTP\/1\.1 400 [^]*\r\n\r\n\{"status":400,"message":"The request cannot be read\."\}$/u,
    );
  });
});
