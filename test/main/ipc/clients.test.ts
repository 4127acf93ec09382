import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ClientLine } from "../../../src/ipc/contract.ts";
import type { Job } from "../../../src/ipc/jobs.ts";
import { changeSettings } from "../../../src/main/services/backup/settings.ts";
import { startSandbox } from "../../../sandbox/generate/generate-world.ts";
import { pullIntoLedger } from "../../../src/main/services/pull/pull.ts";
import { brokenWallet, importWallet } from "../../helpers/ledgers/review-ledger.ts";
import { NOW_MS, Person } from "./opening.ts";

const CONTEXT = { now: () => NOW_MS, appVersion: "test" };
const ALL = { month: "last", pull: false, full: false, target: null } as const;

/** A folder with a ledger of the sandbox, its credentials beside it, an imported one, and a file that is none. */
async function practice(person: Person): Promise<{ readonly folder: string; readonly secretKey: string }> {
  const folder = join(person.folder, "clients");
  mkdirSync(folder);
  const sandbox = await startSandbox({ entries: 200, seed: 4, faults: "none" });
  onTestFinished(async () => sandbox.stop());
  const { baseUrl, secretKey, appId, phone, password } = sandbox;
  const ledger = join(folder, "Harbour.tieout");
  const service = { baseUrl, pathPrefix: "/sandbox/index", authForm: "key" } as const;
  const credentials = { secretKey, appId, phone, password };
  await pullIntoLedger({ ledger, service, credentials, history: { kind: "full" } }, CONTEXT);
  writeFileSync(join(folder, "Harbour.credentials.json"), JSON.stringify({ baseUrl, ...credentials }), {
    mode: 0o600,
  });
  await importWallet(join(folder, "Quay.tieout"), brokenWallet(9));
  writeFileSync(join(folder, "Broken.tieout"), "no ledger");
  return { folder, secretKey };
}

/** The list, after each month that has no check yet was checked, as the window asks for it. */
async function checked(person: Person) {
  const { lines } = await person.call("clients.list", {});
  const files = lines.filter(({ client }) => client?.check === null).map(({ file }) => file.handle);
  const answer = files.length === 0 ? { lines: [] } : await person.call("clients.check", { files });
  expect(answer.lines.map(({ file }) => file.handle)).toEqual(files);
  return person.call("clients.list", {});
}

const linesOf = (job: Job) =>
  (job.ledgers ?? []).map(({ name, done }) => [name, done?.fault?.code ?? done?.words] as const);

describe("all clients through the bridge", () => {
  test("lists recent ledgers, then a chosen folder, which is remembered; a path crosses in neither", async () => {
    const person = await Person.open();
    const { folder } = await practice(person);
    expect(await checked(person)).toEqual({
      shows: "recent",
      folder: null,
      lines: [],
      fault: null,
    });
    await person.backend.openPath(join(folder, "Quay.tieout"));
    const recent = await checked(person);
    expect(recent.lines.map(({ file, client }) => [file.name, client?.month])).toEqual([
      ["Quay.tieout", "2026-10"],
    ]);
    expect(await person.call("clients.chooseFolder", {})).toEqual({ isChosen: false });
    person.chooses = [folder];
    expect(await person.call("clients.chooseFolder", {})).toEqual({ isChosen: true });
    await person.call("preferences.change", { dueDay: 10 });
    const before = await person.call("clients.list", {});
    const listed = await checked(person);
    expect(listed).toMatchObject({ shows: "folder", folder: { name: "clients" } });
    expect(
      listed.lines.map(({ file, client, fault }) => [
        file.name,
        fault?.code ?? client?.waiting.kind,
        client?.isOverdue,
      ]),
    ).toEqual([
      ["Broken.tieout", "LEDGER_FOREIGN", undefined],
      ["Harbour.tieout", "preparation", true],
      ["Quay.tieout", "pull", true],
    ]);
    // What was shown until the checks were made.
    expect(before.lines[1]?.client).toMatchObject({ check: null, waiting: { kind: "check" } });
    expect(before.lines.map(({ file }) => file)).toEqual(listed.lines.map(({ file }) => file));
    // The ledger that a line leads to.
    const [, harbour] = listed.lines;
    expect((await person.call("ledger.open", { file: harbour!.file.handle })).name).toBe("Harbour.tieout");
    const next = await Person.open({ dataFolder: person.dataFolder });
    expect((await next.call("clients.list", {})).folder?.name).toBe("clients");
    await next.call("clients.show", { shows: "recent" });
    expect((await next.call("clients.list", {})).shows).toBe("recent");
  });

  test("a check is kept as long as its ledger is as it was, and one that cannot be read any more says so alone", async () => {
    const person = await Person.open();
    const { folder } = await practice(person);
    person.chooses = [folder];
    await person.call("clients.chooseFolder", {});
    const checksOf = (lines: readonly ClientLine[]) =>
      Object.fromEntries(lines.map(({ file, client }) => [file.name, client?.check?.toResolve]));
    const { lines } = await checked(person);
    const all = checksOf(lines);
    expect(all).toEqual({ "Broken.tieout": undefined, "Harbour.tieout": "", "Quay.tieout": "99" });
    // Of another due date than when it was checked.
    await person.call("preferences.change", { dueDay: 10 });
    const again = await person.call("clients.list", {});
    expect(checksOf(again.lines)).toEqual(all);
    expect(again.lines.map(({ client }) => client?.dueOn)).toEqual([undefined, "2026-09-10", "2026-11-10"]);
    const quay = join(folder, "Quay.tieout");
    await changeSettings(quay, { options: { tolerance: 10 }, by: "Ada Obi", note: "Rounding" }, CONTEXT);
    const changed = await person.call("clients.list", {});
    expect(checksOf(changed.lines)).toEqual({ ...all, "Quay.tieout": undefined });
    const [, , line] = changed.lines;
    const files = [line!.file.handle];
    const { lines: known } = await person.call("clients.check", { files });
    expect(known[0]?.client?.check).not.toBeNull();
    rmSync(quay);
    const { lines: gone } = await person.call("clients.check", { files });
    expect(gone.map(({ client, fault }) => [client, fault?.code])).toEqual([[null, "LEDGER_NOT_FOUND"]]);
    expect(checksOf((await person.call("clients.list", {})).lines)["Harbour.tieout"]).toBe("");
    expect((await person.refused("clients.check", { files: [randomUUID()] })).code).toBe("IPC_FORBIDDEN");
  });

  test("closes all of the folder: each as it is done with its error, the open one too, and no secret crosses", async () => {
    const person = await Person.open();
    expect((await person.refused("clients.close", ALL)).code).toBe("LEDGER_NOT_FOUND");
    const { folder, secretKey } = await practice(person);
    person.chooses = [folder];
    await person.call("clients.chooseFolder", {});
    const opened = await person.backend.openPath(join(folder, "Harbour.tieout"));
    if (!opened.ok) throw new Error(opened.fault.sentence);
    const out = join(person.folder, "workbooks");
    mkdirSync(out);
    const target = await person.save(out);
    const done = await person.done(await person.call("clients.close", { ...ALL, pull: true, target }));
    expect(linesOf(done)).toEqual([
      ["Broken.tieout", "LEDGER_FOREIGN"],
      [
        "Harbour.tieout",
        expect.stringMatching(
          /^Preliminary, .* October 2026 .* Pull: no new entries; .* Wrote Harbour 2026-10\.xlsx\.$/u,
        ),
      ],
      ["Quay.tieout", expect.stringMatching(/Not pulled, because it was only ever imported\. Wrote Quay/u)],
    ]);
    expect(done.result).toMatchObject({ is: "closed", totals: { ledgers: 3, failed: 1 } });
    expect(done.steps).toMatchObject([{ phase: "Closing", done: 3, total: 3, unit: "ledgers" }]);
    expect(readdirSync(out).toSorted()).toEqual(["Harbour 2026-10.xlsx", "Quay 2026-10.xlsx"]);
    // The window learns what was pulled into the ledger that it has open.
    const { counts } = (await person.call("ledger.current", {}))!;
    expect(counts.pulls).toBe(opened.value.counts.pulls + 1);
    expect((await checked(person)).lines[1]?.client?.check).not.toBeNull();
    const crossed = JSON.stringify([person.events, person.replies]);
    expect(crossed).toContain("Harbour.tieout");
    expect(crossed).not.toContain(secretKey);
  });

  test("without credentials beside it a ledger's line says so, and a cancelled close keeps what was done", async () => {
    const person = await Person.open();
    const { folder } = await practice(person);
    person.chooses = [folder];
    await person.call("clients.chooseFolder", {});
    writeFileSync(join(folder, "Harbour.credentials.json"), "{}");
    const failed = await person.done(await person.call("clients.close", { ...ALL, pull: true }));
    const harbour = failed.ledgers?.find(({ name }) => name === "Harbour.tieout")?.done?.fault;
    expect(harbour).toMatchObject({
      code: "SECRET_MISSING",
      remedy: "Check the credentials file beside the ledger.",
    });
    const begun = await person.call("clients.close", ALL);
    expect((await person.refused("clients.close", ALL)).code).toBe("JOB_RUNNING");
    await person.call("jobs.cancel", { id: begun.id });
    const ended = await person.end(begun);
    expect(ended.ledgers?.map(({ name }) => name)).toEqual([
      "Broken.tieout",
      "Harbour.tieout",
      "Quay.tieout",
    ]);
    expect(["cancelled", "done"]).toContain(ended.state);
  });

  test("a ledger without a credentials file is pulled with the connection that the window keeps for it", async () => {
    const person = await Person.open();
    const { folder, secretKey } = await practice(person);
    const file = join(folder, "Harbour.credentials.json");
    const { baseUrl = "", ...secrets } = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
    rmSync(file);
    person.chooses = [folder];
    await person.call("clients.chooseFolder", {});
    const closed = async () => {
      const done = await person.done(await person.call("clients.close", { ...ALL, pull: true }));
      return done.ledgers?.find(({ name }) => name === "Harbour.tieout")?.done;
    };
    expect((await closed())?.fault?.sentence).toBe(
      "There is no Harbour.credentials.json beside the ledger, and no connection is kept for it",
    );
    await person.backend.openPath(join(folder, "Harbour.tieout"));
    const place = { baseUrl, pathPrefix: "/sandbox/index", authForm: "key" } as const;
    const { appId = "", phone = "", password = "" } = secrets;
    await person.call("connection.save", { ...place, secretKey, appId, phone, password });
    await person.call("ledger.close", {});
    expect((await closed())?.words).toContain("Pull: no new entries");
    expect(JSON.stringify([person.events, person.replies])).not.toContain(secretKey);
  });

  test("in a browser the folder is the app's own", async () => {
    const person = await Person.open({ host: "browser" });
    const own = join(person.dataFolder, "ledgers");
    expect((await person.refused("clients.close", ALL)).code).toBe("LEDGER_NOT_FOUND");
    mkdirSync(own);
    await importWallet(join(own, "Wallet.tieout"), brokenWallet(9));
    await person.call("clients.show", { shows: "folder" });
    const { lines, folder } = await checked(person);
    expect([folder?.name, lines.map(({ file }) => file.name)]).toEqual(["ledgers", ["Wallet.tieout"]]);
    // A folder of the page's own, which is made when it begins.
    const out = join(person.folder, "Workbooks.zip");
    const target = await person.save(out);
    await person.done(await person.call("clients.close", { ...ALL, target }));
    expect(existsSync(join(out, "Wallet 2026-10.xlsx"))).toBe(true);
  });
});
