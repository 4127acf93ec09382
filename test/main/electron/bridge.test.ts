/** The whole way from a page to main and back, over the built preload and the built main. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { CHANNELS } from "../../../src/ipc/bridge.ts";
import type { LedgerFacts } from "../../../src/ipc/contract.ts";
import { METHODS } from "../../../src/ipc/methods.ts";
import type { Envelope } from "../../../src/ipc/envelope.ts";
import type { FileFacts } from "../../../src/ipc/values.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { appOfFile, startApp } from "./app.ts";

const ORIGIN = "app://tieout";

const shared = appOfFile();

describe("the preload", () => {
  test("exposes one name to the page, with one function per method of the contract", async () => {
    const app = shared();
    expect(await app.act("exposedNames")).toEqual(["tieout"]);
    expect(await app.act("methods")).toEqual([...METHODS]);
  });

  test("passes one input on, and drops what a page adds before it reaches main", async () => {
    const app = shared();
    const reply = await app.act("call", "app.describe", {}, "more", { than: "agreed" });
    expect(reply).toMatchObject({
      ok: true,
      value: { host: "electron", platform: "linux", version: "0.1.0" },
    });
  });
});

test("case 50: refuses a call of another form as IPC_INVALID", async () => {
  const app = shared();
  const wrong = [
    ["an extra argument", CHANNELS.call, ["app.describe", {}, 1]],
    ["no method", CHANNELS.call, []],
    ["a method that is no text", CHANNELS.call, [7, {}]],
    ["a method that there is not", CHANNELS.call, ["app.nothing", {}]],
    ["a name that every object has", CHANNELS.call, ["constructor", {}]],
    ["an input of another type", CHANNELS.call, ["app.describe", "text"]],
    ["an unknown key", CHANNELS.call, ["app.describe", { more: 1 }]],
    ["a number that no JSON has", CHANNELS.call, ["app.describe", { big: 1n }]],
    ["no files", CHANNELS.take, []],
    ["an empty drop", CHANNELS.take, [[]]],
    ["a file without a path", CHANNELS.take, [[""]]],
    ["a path that is no text", CHANNELS.take, [[{ path: "/a" }]]],
    ["paths and something more", CHANNELS.take, [["/a"], 1]],
    ["more files than an import takes", CHANNELS.take, [Array.from({ length: 501 }, () => "/a")]],
  ] as const;
  for (const [what, channel, given] of wrong) {
    const reply = (await app.act("invoke", channel, given, { frame: "main" })) as object;
    expect({ what, ...reply }).toMatchObject({ what, ok: false, fault: { code: "IPC_INVALID" } });
  }
});

test("case 51: answers only the page itself, in its main frame, and does nothing for others", async () => {
  const app = shared();
  const strangers = [
    { frame: "none" },
    { frame: "sub-frame" },
    { frame: "main", origin: "https://example.com" },
    { frame: "main", origin: "file://" },
    { frame: "main", origin: `${ORIGIN}.example.com` },
    { frame: "main", origin: "null" },
  ] as const;
  const calls = [
    [CHANNELS.call, ["app.describe", {}]],
    [CHANNELS.call, ["preferences.change", { theme: "dark" }]],
    [CHANNELS.take, [["/etc/passwd"]]],
  ] as const;
  for (const sender of strangers) {
    for (const [channel, given] of calls) {
      const reply = (await app.act("invoke", channel, given, sender)) as object;
      expect({ sender, ...reply }).toMatchObject({ sender, ok: false, fault: { code: "IPC_FORBIDDEN" } });
    }
  }
  expect((await app.act("seen")).theme).toBe("system");
  expect(await app.act("heard")).toEqual([]);
  expect(await app.act("invoke", CHANNELS.call, ["app.describe", {}], { frame: "main" })).toMatchObject({
    ok: true,
  });
});

test("case 53: accepts no path from a page, and refuses a handle that main never issued", async () => {
  const app = shared();
  for (const file of ["/etc/passwd", "../x", "00000000-0000-4000-8000-000000000000"]) {
    const reply = await app.call("ledger.open", { file });
    expect(reply).toMatchObject({ ok: false, fault: { code: expect.stringMatching(/^IPC_/u) } });
  }
});

test("gives dropped files handles, not paths, and delivers main's events to the page", async () => {
  const app = await startApp();
  const dropped = join(temporaryFolder(), "wallet.json");
  writeFileSync(dropped, "[]");
  const reply = (await app.act("drop", [dropped])) as Envelope<readonly FileFacts[]>;
  expect(reply).toMatchObject({ ok: true, value: [{ name: "wallet.json" }] });
  expect(await app.act("drop", [""])).toMatchObject({ ok: false, fault: { code: "IPC_INVALID" } });
  expect(await app.act("drop", [join(temporaryFolder(), "gone.json")])).toMatchObject({ ok: false });
  await app.call("preferences.change", { theme: "dark" });
  await vi.waitFor(async () =>
    expect(await app.act("heard")).toContainEqual({
      event: "preferences.changed",
      value: expect.objectContaining({ theme: "dark" }),
    }),
  );
  expect((await app.act("seen")).theme).toBe("dark");
});

test("fills the sandbox in one call: typed arrays cross, title and task bar follow", async () => {
  const app = await startApp();
  expect(await app.call("sandbox.fill", { entries: 400 })).toMatchObject({ ok: true });
  await vi.waitFor(async () => expect((await app.act("window")).title).toMatch(/^Sandbox – Tieout$/u), {
    timeout: 40_000,
  });
  const ledger = await app.call<LedgerFacts>("ledger.current");
  if (!ledger.ok) throw new Error(ledger.fault.sentence);
  const { entries } = ledger.value.counts;
  expect(entries).toBeGreaterThan(300);
  const opened = await app.call<{ readonly snapshot: string }>("check.open");
  if (!opened.ok) throw new Error(opened.fault.sentence);
  const { snapshot } = opened.value;
  const batch = await app.call<{ readonly walletID: Int32Array }>("check.read", {
    snapshot,
    table: "entries",
    from: 0,
    count: 400,
  });
  if (!batch.ok) throw new Error(batch.fault.sentence);
  expect(batch.value.walletID).toBeInstanceOf(Int32Array);
  expect(batch.value.walletID).toHaveLength(entries);
  await vi.waitFor(async () => expect((await app.act("window")).progress).toBe(-1));
  expect(await app.act("seen")).toMatchObject({ breaches: [], dialogs: [] });
});
