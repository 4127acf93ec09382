import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format, inspect } from "node:util";
import { describe, expect, test } from "vitest";
import type { ConnectionInput } from "../../../../src/ipc/contract.ts";
import { TABLE_NAMES } from "../../../../src/core/reconcile/input/snapshot.ts";
import { Connections } from "../../../../src/main/backend/stores/connections.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { sale, wallet } from "../../../helpers/records.ts";
import { CANARY, startService } from "../../../helpers/service.ts";
import { envelope, wireLoginUser } from "../../../helpers/wire-records.ts";
import { filledLedger, tamper } from "../../ledger/made.ts";
import { formsOf } from "../../api/secrecy.ts";
import { NO_KEYCHAIN, OPTIONS, Person, keychain } from "../opening.ts";

/** The phone is none: the service tells it with the user. */
const SECRETS = [CANARY.secretKey, CANARY.password, CANARY.token].flatMap(formsOf);
function connectionTo(baseUrl: string, given: Partial<ConnectionInput> = {}): ConnectionInput {
  const { secretKey, appId, phone, password } = CANARY;
  return {
    baseUrl,
    pathPrefix: "/sandbox/index",
    authForm: "key",
    secretKey,
    appId,
    phone,
    password,
    ...given,
  };
}

/** All that a reply holds, the bytes of columns, too. */
function shown(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    ArrayBuffer.isView(inner)
      ? Buffer.from(inner.buffer, inner.byteOffset, inner.byteLength).toString("latin1")
      : inner,
  );
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

/** No form of any secret was ever told to the window or written into a file. */
function expectSecrecy(person: Person): void {
  const told = shown([person.replies, person.events]);
  const texts = [told, ...filesUnder(person.folder).map((path) => readFileSync(path, "latin1"))];
  for (const text of texts) {
    for (const form of SECRETS) expect(text.includes(form)).toBe(false);
    expect(text).not.toContain("canary");
  }
}

async function service() {
  return startService({ entries: wallet([100, 200, -50, 300]), transactions: [sale(1, 100)] });
}

async function pullInto(person: Person, baseUrl: string, given: Partial<ConnectionInput> = {}) {
  const target = await person.save(join(person.folder, "wallet.tieout"));
  const connection = connectionTo(baseUrl, given);
  return person.end(await person.call("pull.start", { target, connection, full: false }));
}

describe("case 52: nothing in the window can read a secret", () => {
  test("in no reply or event of a whole journey, and in no file", async () => {
    const person = await Person.open();
    const { baseUrl } = await service();

    const wrong = { secretKey: "canary-wrong-44" };
    expect(await pullInto(person, baseUrl, wrong)).toMatchObject({ state: "failed" });
    await person.refused("connection.test", connectionTo(baseUrl, wrong));
    await person.call("connection.test", connectionTo(baseUrl));
    expect(await pullInto(person, baseUrl)).toMatchObject({ state: "done" });
    await person.call("connection.read", {});
    await person.call("connection.save", connectionTo(baseUrl));
    await person.done(await person.call("pull.start", { target: null, connection: null, full: true }));

    const head = await person.call("check.open", {});
    for (const table of TABLE_NAMES) {
      await person.call("check.read", { snapshot: head.snapshot, table, from: 0, count: 100 });
    }
    await person.call("record.entry", { walletID: 1 });
    await person.call("record.transaction", { payID: 1 });
    await person.call("review.list", {});
    await person.call("activity.list", { before: null, count: 100 });
    await person.call("ledger.changeSettings", { decimals: 2, by: "Ada Obi", note: "As agreed" });
    await person.call("ledger.recent", {});
    await person.call("app.describe", {});
    await person.call("preferences.change", { reviewer: "Ada" });
    const workbook = await person.save(join(person.folder, "October.xlsx"));
    const request = { period: null, options: OPTIONS } as const;
    await person.done(await person.call("export.start", { target: workbook, format: "xlsx", ...request }));
    const tables = await person.save(join(person.folder, "tables"));
    await person.done(await person.call("export.start", { target: tables, format: "json", ...request }));
    const backUp = await person.save(join(person.folder, "copy.tieout"));
    await person.done(await person.call("ledger.backUp", { target: backUp }));
    await person.done(await person.call("ledger.verify", {}));

    const saved = join(person.folder, "user.json");
    writeFileSync(saved, envelope({ user: wireLoginUser({ userID: 1, token: CANARY.token }) }));
    const file = await person.choose(saved);
    await person.call("import.look", { files: [file] });
    await person.end(await person.call("import.start", { target: null, files: [{ file, kind: "user" }] }));
    writeFileSync(saved, "");
    await person.call("connection.forget", {});
    await person.call("ledger.close", {});
    await person.call("jobs.list", {});
    expect(person.replies.length).toBeGreaterThan(40);
    expect(shown(person.events)).toContain("Requesting wallet");
    expectSecrecy(person);
  });

  test("uses kept credentials again without showing them: after a restart, and with a new path", async () => {
    const secrets = keychain();
    const person = await Person.open({ secrets });
    const { baseUrl, requests } = await service();
    await pullInto(person, baseUrl);
    await person.backend.close();

    const next = await Person.open({ secrets, dataFolder: person.dataFolder });
    await next.call("ledger.open", { file: await next.choose(join(person.folder, "wallet.tieout")) });
    expect(await next.call("ledger.current", {})).toMatchObject({ connection: "service" });
    const has = { secretKey: true, appId: true, phone: true, password: true };
    const described = {
      baseUrl,
      pathPrefix: "/sandbox/index",
      authForm: "key",
      has,
      kept: "keychain",
      fault: null,
    };
    expect(await next.call("connection.read", {})).toEqual(described);
    requests.length = 0;
    await next.done(await next.call("pull.start", { target: null, connection: null, full: false }));
    expect(requests.length).toBeGreaterThan(3);

    const none = { secretKey: null, appId: null, phone: null, password: null };
    const moved = await next.call("connection.save", connectionTo(baseUrl, { ...none, pathPrefix: "/v2" }));
    expect(moved).toEqual({ ...described, pathPrefix: "/v2" });
    await next.call("connection.save", connectionTo(baseUrl, { ...none, phone: "", password: "" }));
    expect(await next.call("connection.read", {})).toMatchObject({
      has: { ...has, phone: false, password: false },
    });
    await next.done(await next.call("pull.start", { target: null, connection: null, full: false }));
    await next.call("connection.forget", {});
    expect(await next.call("connection.read", {})).toBeNull();
    expect((await next.refused("pull.start", { target: null, connection: null, full: false })).code).toBe(
      "CONNECTION_MISSING",
    );
    expectSecrecy(next);
    expectSecrecy(person);
  });

  test("case 90: pulls a ledger whose address was changed still from where its credentials belong", async () => {
    const person = await Person.open({ secrets: keychain() });
    const [first, second] = [await service(), await service()];
    await pullInto(person, first.baseUrl);
    await person.call("ledger.close", {});
    const ledger = join(person.folder, "wallet.tieout");
    tamper(ledger, `UPDATE pull SET base_url = '${second.baseUrl}'`);
    await person.call("ledger.open", { file: await person.choose(ledger) });
    first.requests.length = 0;
    await person.done(await person.call("pull.start", { target: null, connection: null, full: false }));
    expect(first.requests.length).toBeGreaterThan(3);
    expect(second.requests).toEqual([]);
  });

  test.each([
    ["the system protects", keychain()],
    ["memory holds", NO_KEYCHAIN],
  ])("never sends what %s to another address than its own", async (_, secrets) => {
    const person = await Person.open({ secrets });
    const [first, second] = [await service(), await service()];
    await pullInto(person, first.baseUrl);
    const before = await person.call("connection.read", {});
    const [none, blank] = [null, ""].map((text) => ({
      secretKey: null,
      appId: null,
      phone: text,
      password: text,
    }));
    for (const given of [none, blank]) {
      for (const method of ["connection.save", "connection.test"]) {
        const fault = await person.refused(method, connectionTo(second.baseUrl, given));
        expect(fault).toMatchObject({
          code: "CONNECTION_MISSING",
          sentence: "The credentials are for another address. Enter them again for this one",
        });
      }
      const connection = connectionTo(second.baseUrl, given);
      await person.refused("pull.start", { target: null, connection, full: false });
    }
    expect(second.requests).toEqual([]);
    expect(await person.call("connection.read", {})).toEqual(before);
    const { secretKey, appId } = CANARY;
    const typed = { ...none, secretKey, appId };
    await person.call("connection.test", connectionTo(second.baseUrl, typed));
    expect(await person.call("connection.save", connectionTo(second.baseUrl, typed))).toMatchObject({
      has: { secretKey: true, appId: true, phone: false, password: false },
    });
  });

  test("keeps a connection only when its pull succeeds", async () => {
    const person = await Person.open();
    const small = await service();
    await person.backend.openPath(filledLedger());
    small.refusals.set("/wallet/history", 500);
    const failed = await person.end(
      await person.call("pull.start", { target: null, connection: connectionTo(small.baseUrl), full: false }),
    );
    expect(failed.state).toBe("failed");
    expect(await person.call("ledger.current", {})).toMatchObject({ connection: "none" });
    expect(await person.call("connection.read", {})).toBeNull();
  });
});

describe("case 61: without protection by the system", () => {
  test("secrets stay in memory until the program ends, are never written, and it says so", async () => {
    const person = await Person.open({ secrets: NO_KEYCHAIN });
    const { baseUrl } = await service();
    await pullInto(person, baseUrl);
    const described = await person.call("connection.read", {});
    expect(described).toMatchObject({ kept: "memory", has: { secretKey: true, password: true } });
    expect(described?.fault?.code).toBe("SECRET_UNPROTECTED");
    await person.done(await person.call("pull.start", { target: null, connection: null, full: false }));
    const kept = JSON.parse(readFileSync(join(person.dataFolder, "connections.json"), "utf8")) as {
      readonly ledgers: Readonly<Record<string, unknown>>;
    };
    expect(Object.values(kept.ledgers)).toEqual([
      { kind: "service", baseUrl, pathPrefix: "/sandbox/index", authForm: "key", protected: null },
    ]);
    expectSecrecy(person);
    await person.backend.close();

    const next = await Person.open({ secrets: NO_KEYCHAIN, dataFolder: person.dataFolder });
    await next.call("ledger.open", { file: await next.choose(join(person.folder, "wallet.tieout")) });
    const has = { secretKey: false, appId: false, phone: false, password: false };
    expect(await next.call("connection.read", {})).toMatchObject({ baseUrl, kept: "nowhere", has });
    const fault = await next.refused("pull.start", { target: null, connection: null, full: false });
    expect(fault.code).toBe("CONNECTION_MISSING");
  });
});

describe("case 62: what cannot be decrypted", () => {
  test("is reported, and the ciphertext stays until everything is typed again", async () => {
    const secrets = keychain();
    const person = await Person.open({ secrets });
    const { baseUrl } = await service();
    await pullInto(person, baseUrl);
    await person.backend.close();
    const stored = join(person.dataFolder, "connections.json");
    const before = readFileSync(stored, "utf8");

    const other = await Person.open({ dataFolder: person.dataFolder });
    await other.call("ledger.open", { file: await other.choose(join(person.folder, "wallet.tieout")) });
    const described = await other.call("connection.read", {});
    expect(described).toMatchObject({ kept: "keychain", has: { secretKey: false } });
    expect(described?.fault?.code).toBe("SECRET_UNREADABLE");
    expect((await other.refused("pull.start", { target: null, connection: null, full: false })).code).toBe(
      "SECRET_UNREADABLE",
    );
    const some = { secretKey: null, appId: null, phone: null };
    expect((await other.refused("connection.save", connectionTo(baseUrl, some))).code).toBe(
      "SECRET_UNREADABLE",
    );
    expect(readFileSync(stored, "utf8")).toBe(before);
    await other.call("connection.save", connectionTo(`${baseUrl}/elsewhere`, { ...some, password: null }));
    await other.call("connection.save", connectionTo(baseUrl, { ...some, password: null }));
    expect(readFileSync(stored, "utf8")).toBe(before);
    await other.backend.close();

    const again = await Person.open({ secrets, dataFolder: person.dataFolder });
    await again.call("ledger.open", { file: await again.choose(join(person.folder, "wallet.tieout")) });
    expect(await again.call("connection.read", {})).toMatchObject({ fault: null, has: { secretKey: true } });
    await again.backend.close();
    const retyped = await Person.open({ dataFolder: person.dataFolder });
    await retyped.call("ledger.open", { file: await retyped.choose(join(person.folder, "wallet.tieout")) });
    expect(await retyped.call("connection.save", connectionTo(baseUrl))).toMatchObject({
      fault: null,
      kept: "keychain",
    });
    expect(readFileSync(stored, "utf8")).not.toBe(before);
  });
});

test("case 63, 64: refuses an unusable credential or address before anything is kept or sent", async () => {
  const person = await Person.open();
  await person.backend.openPath(filledLedger());
  const target = await person.save(join(person.folder, "new.tieout"));
  for (const [code, given] of [
    ["SECRET_FORMAT", { secretKey: `${CANARY.secretKey}\r\nX: 1` }],
    ["SECRET_FORMAT", { appId: " app" }],
    ["USAGE", { baseUrl: "ftp://service.example" }],
    ["USAGE", { baseUrl: "http://service.example" }],
    ["USAGE", { baseUrl: `https://ada:${CANARY.password}@service.example` }],
    ["USAGE", { pathPrefix: "../x" }],
  ] as const) {
    const input = connectionTo("https://service.example", given);
    const refusals = [
      await person.refused("connection.save", input),
      await person.refused("connection.test", input),
      await person.refused("pull.start", { target, connection: input, full: true }),
    ];
    expect(refusals.map((fault) => fault.code)).toEqual([code, code, code]);
  }
  expect(existsSync(join(person.dataFolder, "connections.json"))).toBe(false);
  expect((await person.call("jobs.list", {})).jobs).toEqual([]);
  expectSecrecy(person);
});

test("case 63: printing or serialising an object with secrets shows none", async () => {
  const folder = temporaryFolder();
  const connections = new Connections(folder, NO_KEYCHAIN);
  const connection = await connections.complete(null, connectionTo("https://service.example"));
  expect(connection.secrets()).toMatchObject({ password: CANARY.password });
  await connections.keepService("id", connection);
  for (const one of [connection, connections, await connections.serviceOf("id")]) {
    const texts = [
      inspect(one, { depth: 9, showHidden: true }),
      JSON.stringify(one),
      format("%o %s", one, one),
    ];
    expect(texts.join("\n")).not.toContain("canary");
  }
  expect(inspect(connection)).toContain("[redacted]");
  expect(JSON.stringify({ connection })).toContain("[redacted]");
});
