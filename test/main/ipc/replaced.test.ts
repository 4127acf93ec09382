/** Case 103: the file that a window has open is replaced under its name. Nothing is written into what stands there now. */
import { copyFileSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createLedger } from "../../../src/main/ledger/file/make.ts";
import { alwaysWrites, meantFor, isForOpenLedger } from "../../../src/ipc/meant-for.ts";
import type { MethodName } from "../../../src/ipc/contract.ts";
import type { HandlerContext } from "../../../src/main/backend/calls/desk.ts";
import { METHODS } from "../../../src/ipc/methods.ts";
import { CALLS } from "../../../src/main/backend/calls/all.ts";
import { closeLedger } from "../../../src/main/ledger/file/connection.ts";
import { pullIntoLedger } from "../../../src/main/services/pull/pull.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { CANARY } from "../../helpers/service.ts";
import { CONTEXT } from "../../helpers/ledgers/signing.ts";
import { failureOf } from "../../helpers/workbook/saved-files.ts";
import { serve, serviceWith } from "../api/asking.ts";
import { ENTRIES, filledLedger, publish, pull } from "../ledger/made.ts";
import { OPTIONS, Person } from "./opening.ts";

/** Another ledger than the one that tests open. */
function strangersLedger(): string {
  const path = join(temporaryFolder(), "stranger.tieout");
  const db = createLedger(path, { ledgerId: "3f0c9e9e-0000-4000-8000-000000000099", atMs: 1000 });
  publish(db, pull(ENTRIES));
  closeLedger(db);
  return path;
}

/** How another file comes to have a ledger's name, and what it holds then. */
const REPLACEMENTS: Readonly<Record<string, (ledger: string) => void>> = {
  "another ledger, renamed over it": (ledger) => renameSync(strangersLedger(), ledger),
  "another ledger, copied into it": (ledger) => copyFileSync(strangersLedger(), ledger),
  "another copy of it": (ledger) => {
    copyFileSync(ledger, `${ledger}.copy`);
    renameSync(`${ledger}.copy`, ledger);
  },
};

async function opened(person: Person, path: string): Promise<void> {
  await person.call("ledger.open", { file: await person.choose(path) });
}

describe.each(Object.keys(REPLACEMENTS))("%s", (how) => {
  test("is not written, and is opened only on request", async () => {
    const ledger = filledLedger();
    const person = await Person.open();
    await opened(person, ledger);
    REPLACEMENTS[how]?.(ledger);
    const bytes = readFileSync(ledger);
    const writes = [
      ["ledger.changeSettings", { decimals: 3, by: "Ada Obi", note: "As agreed" }],
      ["close.prepare", { month: "2026-10", by: "Ada Obi", override: "As it stands" }],
    ] as const;
    for (const [method, input] of writes) {
      const { code, file } = await person.refused(method, input);
      expect({ method, code, file }).toMatchObject({ method, code: "LEDGER_REPLACED" });
    }
    expect(readFileSync(ledger).equals(bytes)).toBe(true);

    await opened(person, ledger);
    await person.call("ledger.changeSettings", { decimals: 3, by: "Ada Obi", note: "As agreed" });
    expect(await person.call("ledger.current", {})).toMatchObject({ settings: { decimals: 3 } });
  });
});

test("does not show a file that replaced it by rename as the open one", async () => {
  const ledger = filledLedger();
  const person = await Person.open();
  await opened(person, ledger);
  await person.call("check.open", {});
  renameSync(strangersLedger(), ledger);
  expect((await person.refused("check.open", {})).code).toBe("LEDGER_REPLACED");
});

test("reports a deleted file as gone, not as replaced, on the next read", async () => {
  const ledger = filledLedger();
  const person = await Person.open();
  await opened(person, ledger);
  await person.call("check.open", {});
  rmSync(ledger);
  expect((await person.refused("check.open", {})).code).toBe("LEDGER_NOT_FOUND");
});

test("creates nothing in the place of a removed file", async () => {
  const ledger = filledLedger();
  const person = await Person.open();
  await opened(person, ledger);
  rmSync(ledger);
  expect(
    (await person.refused("ledger.changeSettings", { decimals: 3, by: "Ada Obi", note: "As agreed" })).code,
  ).toBe("LEDGER_NOT_FOUND");
});

test("keeps nothing of a pull in a ledger that replaced its own during the download", async () => {
  const ledger = join(temporaryFolder(), "a.tieout");
  const stranger = strangersLedger();
  const bytes = readFileSync(stranger);
  let replaces = false;
  const server = await serve((request, socket) => {
    if (replaces && request.path.includes("/transaction/")) renameSync(stranger, ledger);
    serviceWith()(request, socket);
  });
  const service = { baseUrl: server.url, pathPrefix: "/sandbox/index", authForm: "key" } as const;
  const request = { ledger, service, credentials: CANARY, history: { kind: "full" } as const };
  await pullIntoLedger(request, CONTEXT);
  replaces = true;
  expect(await failureOf(pullIntoLedger(request, CONTEXT))).toMatchObject({ code: "LEDGER_REPLACED" });
  expect(readFileSync(ledger).equals(bytes)).toBe(true);
});

test("refuses what was meant for the ledger that was open before", async () => {
  const [before, now] = [filledLedger(), strangersLedger()];
  const person = await Person.open();
  await opened(person, before);
  const { ledger } = { ledger: await person.call("ledger.current", {}) };
  const meant = (input: object) => meantFor(ledger?.key ?? "", input) as never;
  const note = { by: "Ada Obi", note: "As agreed" };
  await person.call("ledger.changeSettings", meant({ decimals: 3, ...note }));
  await opened(person, now);
  const bytes = readFileSync(now);
  const decided = { items: [{ fingerprint: "a".repeat(64), seen: null }], ...note };
  for (const [method, input] of [
    ["review.decide", { period: null, options: OPTIONS, status: "accepted", ...decided }],
    ["ledger.changeSettings", { decimals: 2, ...note }],
    ["pull.start", { target: null, connection: null, full: false }],
    ["connection.forget", {}],
    ["backups.restore", { backup: "of the other", ledger: null }],
  ] as const) {
    expect({ method, ...(await person.refused(method, meant(input))) }).toMatchObject({
      method,
      code: "LEDGER_OTHER",
      sentence: "Another ledger is open now than the one this was meant for",
    });
  }
  expect(readFileSync(now).equals(bytes)).toBe(true);
  await opened(person, before);
  expect(await person.call("ledger.current", {})).toMatchObject({ settings: { decimals: 3 } });
});

/** What a call asks of the open ledger, noting whether it needs to write there. */
function asksToWrite(method: MethodName): boolean {
  const call = CALLS[method];
  if (call.on === "here") return alwaysWrites(method);
  let isAsked = false;
  const ledger = {
    path: "/of/the/ledger",
    get writablePath() {
      isAsked = true;
      return this.path;
    },
  };
  const handles = { path: () => "/a/file", issue: () => "handle" };
  const app = { ledger, handles, preferences: { value: {} }, platform: {} } as unknown as HandlerContext;
  call.ask({ files: [], target: "a", out: "a", without: [] } as never, app, method);
  return isAsked;
}

test("no call asks for the ledger to write there but those that are said to write", () => {
  expect(METHODS.filter((method) => asksToWrite(method) && !isForOpenLedger(method, {}))).toEqual([]);
});
