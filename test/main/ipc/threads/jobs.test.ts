import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ConnectionInput, Fixed } from "../../../../src/ipc/contract.ts";
import type { Job } from "../../../../src/ipc/jobs.ts";
import { Jobs } from "../../../../src/main/backend/threads/jobs.ts";
import { type Sandbox, startSandbox } from "../../../../sandbox/generate/generate-world.ts";
import { NOW_MS, OPTIONS, Person, until } from "../opening.ts";
import { IS_EXHAUSTIVE } from "../../../helpers/exhaustive.ts";

/** A service whose wire can be made slow. */
async function slowService(entries: number, rules: readonly object[]): Promise<ConnectionInput> {
  const sandbox: Sandbox = await startSandbox({ entries, seed: 2, faults: "none" });
  onTestFinished(async () => sandbox.stop());
  await fetch(`${sandbox.baseUrl}/__sandbox/wire`, { method: "POST", body: JSON.stringify({ rules }) });
  const { baseUrl, secretKey, appId, phone, password } = sandbox;
  return { baseUrl, pathPrefix: "/sandbox/index", authForm: "key", secretKey, appId, phone, password };
}

/** A service in front of another one that lets nobody at the wallet until it is opened. */
async function gatedService(to: ConnectionInput): Promise<ConnectionInput & { readonly open: () => void }> {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    void (async () => {
      const { url = "", method = "GET", headers } = request;
      const body = await buffer(request);
      if (url.includes("wallet")) await opened;
      const { host: _, connection: _c, "content-length": _l, ...sent } = headers;
      const answer = await fetch(`${to.baseUrl}${url}`, {
        method,
        headers: sent as Record<string, string>,
        ...(body.length === 0 ? {} : { body }),
      });
      response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
      response.end(Buffer.from(await answer.arrayBuffer()));
    })();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { ...to, baseUrl: `http://127.0.0.1:${port}`, open };
}

const jobsOf = (person: Person): Job[] =>
  person.events.flatMap((message) => (message.event === "job.changed" ? [message.value] : []));

describe("jobs", () => {
  test("a pull reports each request, and at its end what it did", async () => {
    const person = await Person.open();
    const connection = await slowService(200, []);
    const target = await person.save(join(person.folder, "wallet.tieout"));
    const job = await person.done(await person.call("pull.start", { target, connection, full: false }));
    const phases = job.steps.map(({ phase }) => phase);
    expect(phases).toEqual([
      "Requesting login",
      "Requesting user",
      "Requesting business",
      "Requesting wallet",
      "Requesting transactions",
      // The newest entries, whether any came in meanwhile.
      "Requesting wallet",
      "Saving entries",
      "Saving transactions",
    ]);
    expect(job.steps[6]).toEqual({ phase: "Saving entries", done: 200, total: 200, unit: "entries" });
    expect(job).toMatchObject({
      kind: "pull",
      state: "done",
      fault: null,
      startedAtMs: NOW_MS,
      endedAtMs: NOW_MS,
    });
    expect(job.result).toMatchObject({
      is: "pulled",
      pullId: 1,
      ledgerCreated: true,
      sentence: expect.stringMatching(/^200 new entries; \d+ new transactions\.$/u),
      entries: { added: 200, changed: 0, vanished: 0, received: 200 },
    });
    expect(await person.call("ledger.current", {})).toMatchObject({
      name: "wallet.tieout",
      connection: "service",
    });
    expect(jobsOf(person).at(-1)).toEqual(job);
  });

  test("one job runs at a time, and the open ledger stays open, readable and decidable", async () => {
    const person = await Person.open();
    await person.fill(100);
    const { open, ...connection } = await gatedService(await slowService(100, []));
    const target = await person.save(join(person.folder, "wallet.tieout"));
    const running = await person.call("pull.start", { target, connection, full: true });
    expect(person.backend.isBusy()).toBe(true);
    const workbook = await person.save(join(person.folder, "x.xlsx"));
    const { ledgers } = await person.call("ledger.recent", {});
    const request = { period: null, options: OPTIONS, format: "xlsx" };
    for (const [method, input] of [
      ["pull.start", { target, connection, full: true }],
      ["pull.start", { target: null, connection: null, full: true }],
      ["sandbox.fill", { entries: 10 }],
      ["sandbox.advance", {}],
      ["export.start", { target: workbook, ...request }],
      ["ledger.verify", {}],
      ["ledger.backUp", { target: workbook }],
      ["ledger.open", { file: ledgers[0]!.handle }],
      ["ledger.close", {}],
    ] as const) {
      expect(await person.refused(method, input)).toMatchObject({
        code: "JOB_RUNNING",
        sentence: "A pull is under way",
      });
    }
    expect(await person.backend.openPath(join(person.folder, "y.tieout"))).toMatchObject({
      fault: { code: "JOB_RUNNING" },
    });
    await person.call("check.open", {});
    const settled = await person.call("ledger.changeSettings", {
      decimals: 2,
      by: "Ada Obi",
      note: "As agreed",
    });
    expect(settled).toMatchObject({ settings: { decimals: 2 } });
    open();
    expect((await person.end(running)).state).toBe("done");
    expect(person.backend.isBusy()).toBe(false);
  });

  test("a cancelled pull ends at once, leaves nothing, and can be started again", async () => {
    const person = await Person.open();
    const connection = await slowService(100, [{ fault: "hang", endpoint: "transactions", times: 1 }]);
    const path = join(person.folder, "wallet.tieout");
    const target = await person.save(path);
    const running = await person.call("pull.start", { target, connection, full: true });
    await until(() =>
      jobsOf(person).some((job) => job.steps.some(({ phase }) => phase === "Requesting wallet")),
    );
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
    const begun = performance.now();
    await person.call("jobs.cancel", { id: running.id });
    const ended = await person.end(running);
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(ended).toMatchObject({ state: "cancelled", result: null, fault: { code: "CANCELLED" } });
    expect(existsSync(path)).toBe(false);
    expect(await person.call("ledger.current", {})).toBeNull();
    await person.call("jobs.cancel", { id: running.id });
    await person.done(await person.call("pull.start", { target, connection, full: true }));
  });

  test("a server that dies halfway is a failure with its code, and the ledger is unchanged", async () => {
    const person = await Person.open();
    const connection = await slowService(100, []);
    const target = await person.save(join(person.folder, "wallet.tieout"));
    await person.done(await person.call("pull.start", { target, connection, full: true }));
    const before = await person.call("ledger.current", {});
    const rules = [{ fault: "truncate", endpoint: "wallet" }];
    await fetch(`${connection.baseUrl}/__sandbox/wire`, { method: "POST", body: JSON.stringify({ rules }) });
    const failed = await person.end(
      await person.call("pull.start", { target: null, connection: null, full: true }),
    );
    expect(failed).toMatchObject({ state: "failed", result: null, fault: { code: "NET_TRUNCATED" } });
    expect(await person.call("ledger.current", {})).toEqual(before);
    expect((await person.call("jobs.list", {})).jobs.map(({ state }) => state)).toEqual(["failed", "done"]);
  });

  test.runIf(IS_EXHAUSTIVE)(
    "filling from the sandbox and verifying a ledger can be cancelled, too",
    async () => {
      const person = await Person.open();
      await person.fill(20_000);
      const verifying = await person.call("ledger.verify", {});
      await until(() => jobsOf(person).some(({ id, steps }) => id === verifying.id && steps.length > 0));
      await person.call("jobs.cancel", { id: verifying.id });
      expect(await person.end(verifying)).toMatchObject({ state: "cancelled" });
      const proven = await person.done(await person.call("ledger.verify", {}));
      expect(proven.result).toMatchObject({ is: "verified", holds: true, problems: [] });

      const filling = await person.call("sandbox.fill", { entries: 1_000_000 });
      await until(() => jobsOf(person).some(({ id, steps }) => id === filling.id && steps.length > 0));
      const begun = performance.now();
      await person.call("jobs.cancel", { id: filling.id });
      expect(await person.end(filling)).toMatchObject({ state: "cancelled" });
      expect(performance.now() - begun).toBeLessThan(5000);
      await person.fill(50);
      expect(await person.call("ledger.current", {})).toMatchObject({ name: "Sandbox 2.tieout" });
    },
  );

  test("closing cancels the running job", async () => {
    const person = await Person.open();
    const connection = await slowService(100, [{ fault: "hang", endpoint: "wallet" }]);
    const target = await person.save(join(person.folder, "wallet.tieout"));
    await person.call("pull.start", { target, connection, full: true });
    await person.backend.close();
    expect(jobsOf(person).at(-1)).toMatchObject({ state: "cancelled" });
  });
});

describe("progress of jobs", () => {
  const told: Fixed<Job>[] = [];
  const jobs = new Jobs({
    now: () => NOW_MS,
    ledger: () => null,
    onChange: (job) => told.push(job),
    onDefect: () => undefined,
  });
  const RESULT = {
    is: "verified",
    holds: true,
    verdict: "The ledger is intact",
    isComplete: true,
    problems: [],
    facts: [],
    notes: [],
    head: "",
    links: 1,
  } as const;
  const verified = () => ({ ...RESULT, problems: [], facts: [], notes: [] });

  test("is sent at most ten times a second, and the last always", async () => {
    told.length = 0;
    const begun = performance.now();
    const isSaidOnce = () => told.filter(({ state }) => state === "running").length < 2;
    const { id } = jobs.start("verify", async ({ onProgress }) => {
      for (let done = 0; performance.now() - begun < 450 || isSaidOnce(); done += 1) {
        onProgress({ phase: "Verifying", done, total: null, unit: "links" });
        if (done % 50 === 0) {
          await new Promise((resolve) => {
            setTimeout(resolve, 1);
          });
        }
      }
      return verified();
    });
    await until(() => !jobs.isBusy());
    const running = told.filter(({ state }) => state === "running");
    expect(running.length).toBeGreaterThan(1);
    expect(running.length).toBeLessThan(7);
    expect(told.at(-1)).toMatchObject({ id, state: "done" });
    expect(told.filter(({ state }) => state === "done")).toHaveLength(1);
    await new Promise((resolve) => {
      setTimeout(resolve, 150);
    });
    expect(told.at(-1)?.state).toBe("done");
  });

  test("covers the last twenty that ended, newest first, and a repeated phase is its own step", async () => {
    for (let n = 0; n < 25; n += 1) {
      jobs.start("export", async ({ onProgress }) => {
        for (const done of [0, 5, 0, 7])
          onProgress({ phase: "Requesting wallet", done, total: null, unit: "bytes" });
        return Promise.resolve(verified());
      });
      await until(() => !jobs.isBusy());
    }
    const list = jobs.list();
    expect(list).toHaveLength(20);
    expect(new Set(list.map(({ id }) => id)).size).toBe(20);
    expect(list[0]?.steps.map(({ done }) => done)).toEqual([5, 7]);
  });

  test("reports an unexpected error as a defect without its text", async () => {
    const { id } = jobs.start("export", async () => Promise.reject(new Error("canary-key-11")));
    await until(() => !jobs.isBusy());
    const ended = jobs.list().find((job) => job.id === id);
    expect(ended).toMatchObject({ state: "failed", fault: { code: "DEFECT" } });
    expect(JSON.stringify(ended)).not.toContain("canary");
  });
});
