import { describe, expect, test } from "vitest";
import { type Asked, ask, askRaw, serve, switchWire, within } from "./asking.ts";
import { handmadeWorld } from "./handmade.ts";

const world = handmadeWorld(12);

const seen = ({ status, text }: Asked) => [status, within(text)];

describe("the month's truth", () => {
  test("faults lists what was planted, and advance moves the wallet and the truth one month on", async () => {
    const sandbox = await serve(world);
    const faults = async () => askRaw(sandbox, "/__sandbox/faults", { headers: {} });
    expect(seen(await faults())).toEqual([200, { month: "2026-10", faults: [] }]);
    const before = await ask(sandbox, "/wallet/history?limit=1");
    expect(sandbox.lastMonth).toBe("2026-10");

    const advanced = await askRaw(sandbox, "/__sandbox/advance", { method: "POST", headers: {} });
    const planted = { fault: "altered", told: "Month 1", history: [], month: [] };
    expect(seen(advanced)).toEqual([200, { month: "2026-11", faults: [planted] }]);
    expect((await faults()).text).toBe(advanced.text);
    expect(sandbox.lastMonth).toBe("2026-11");
    const after = await ask(sandbox, "/wallet/history?limit=1");
    const walletIDs = [before, after].map(({ text }) => within(text, "data", "histories", 0, "walletID"));
    expect(walletIDs).toEqual([12, 15]);
  });
});

describe("the controls accept only programs on this machine", () => {
  test.each([
    ["a name that was made to point here", { Host: "sandbox.example" }],
    ["another machine's address", { Host: "192.168.1.7:80" }],
    ["a name that begins like ours", { Host: "localhost.example" }],
    ["a page of a browser", { Origin: "http://127.0.0.1:8080" }],
  ])("%s", async (_what, headers) => {
    const sandbox = await serve(world);
    for (const [method, path] of [
      ["GET", "faults"],
      ["POST", "advance"],
      ["POST", "wire"],
    ] as const) {
      expect(seen(await askRaw(sandbox, `/__sandbox/${path}`, { method, headers }))).toEqual([
        403,
        { status: 403, message: "The sandbox's controls are for programs on this machine only." },
      ]);
    }
    expect(sandbox.lastMonth).toBe("2026-10");
  });

  test.each(["127.0.0.1", "localhost", "LOCALHOST:4000", "[::1]:4000", "127.1.2.3:9"])(
    "requested as %s",
    async (Host) => {
      const sandbox = await serve(world);
      expect((await askRaw(sandbox, "/__sandbox/faults", { headers: { Host } })).status).toBe(200);
    },
  );
});

describe("a plan of wire faults", () => {
  const fault = { status: 503, message: "The sandbox was told to fail." };

  async function statuses(...[sandbox, paths]: [Parameters<typeof ask>[0], readonly string[]]) {
    const found: number[] = [];
    for (const path of paths) found.push((await ask(sandbox, path)).status);
    return found;
  }

  test("is returned with its defaults filled in, and {} switches it off", async () => {
    const sandbox = await serve(world);
    const plan = { rules: [{ fault: "status", status: 503 }] };
    expect(seen(await switchWire(sandbox, plan))).toEqual([
      200,
      { rules: [{ fault: "status", ...fault, after: 0 }] },
    ]);
    expect(seen(await ask(sandbox, "/user/fetch"))).toEqual([503, fault]);
    expect(seen(await switchWire(sandbox, {}))).toEqual([200, { rules: [] }]);
    expect((await ask(sandbox, "/user/fetch")).status).toBe(200);
  });

  test("names the endpoint, how often, and after how many", async () => {
    const sandbox = await serve(world);
    const rule = { fault: "status", status: 503, endpoint: "user", after: 1, times: 2 };
    await switchWire(sandbox, { rules: [rule] });
    const paths = ["/user/fetch", "/business/fetch", "/user/fetch/single", "/user/fetch", "/user/fetch"];
    expect(await statuses(sandbox, paths)).toEqual([200, 200, 503, 503, 200]);
  });

  test("applies the first of two rules that is due, and adds delays", async () => {
    const sandbox = await serve(world);
    await switchWire(sandbox, {
      rules: [
        { fault: "delay", ms: 60, times: 1 },
        { fault: "status", status: 503, times: 1 },
        { fault: "delay", ms: 60, times: 1 },
        { fault: "status", status: 429, retryAfter: 7, times: 1 },
      ],
    });
    const startedMs = performance.now();
    expect(await statuses(sandbox, ["/user/fetch"])).toEqual([503]);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(119);
    const limited = await ask(sandbox, "/user/fetch");
    expect([limited.status, limited.headers["retry-after"]]).toEqual([429, "7"]);
    expect(await statuses(sandbox, ["/user/fetch"])).toEqual([200]);
  });

  test.each<[string, unknown, string]>([
    ["no object", [], "The plan is wrong at its root: "],
    ["an unknown key", { rule: [] }, 'The plan is wrong at its root: Unrecognized key: "rule"'],
    ["an unknown fault", { rules: [{ fault: "gremlin" }] }, "The plan is wrong at rules.0.fault: "],
    [
      "no status",
      { rules: [{ fault: "html" }, { fault: "status" }] },
      "The plan is wrong at rules.1.status: ",
    ],
    ["a key of another fault", { rules: [{ fault: "html", ms: 1 }] }, "The plan is wrong at rules.0: "],
    ["a time that is none", { rules: [{ fault: "delay", ms: -1 }] }, "The plan is wrong at rules.0.ms: "],
    [
      "an endpoint that is none",
      { rules: [{ fault: "hang", endpoint: "wallets" }] },
      "The plan is wrong at rules.0.endpoint: ",
    ],
  ])("that is wrong is refused, and the one before stays: %s", async (_what, plan, message) => {
    const sandbox = await serve(world);
    await switchWire(sandbox, { rules: [{ fault: "status", status: 503 }] });
    const refused = await switchWire(sandbox, plan);
    expect(seen(refused)).toEqual([
      422,
      { status: 422, message: expect.stringContaining(message) as string },
    ]);
    expect((await ask(sandbox, "/user/fetch")).status).toBe(503);
  });

  test("that is not JSON is refused", async () => {
    const sandbox = await serve(world);
    const refused = await askRaw(sandbox, "/__sandbox/wire", { method: "POST", headers: {}, body: "{" });
    expect(seen(refused)).toEqual([400, { status: 400, message: "The body is not JSON." }]);
  });

  test("changes only responses that the caller may have", async () => {
    const sandbox = await serve(world);
    await switchWire(sandbox, { rules: [{ fault: "field", path: ["name"], put: "5" }] });
    expect((await ask(sandbox, "/user/fetch", { headers: {} })).status).toBe(400);
    expect(within((await ask(sandbox, "/user/fetch")).text, "data", "user", "name")).toBe(5);
  });
});
