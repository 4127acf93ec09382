/** Bringing the records into the worker. */
import { describe, expect, test } from "vitest";
import { TieoutError } from "../../../src/core/errors.ts";
import { faultOf } from "../../../src/ipc/envelope.ts";
import { ApiError } from "../../../src/renderer/bridge/api-provider.tsx";
import { type LoadSettings, loadSnapshot } from "../../../src/renderer/rows/load.ts";
import type { HowFar } from "../../../src/renderer/bridge/messages.ts";
import { generateWorld } from "../../../sandbox/generate/generate-world.ts";
import { worldLedger } from "../../helpers/ledgers/world-ledger.ts";
import { runRequest, snapshotApi, startClient } from "./window.ts";

const world = generateWorld({ entries: 300, seed: 12, convention: "asset", faults: "default" });
/** Copies of one entry are one row. */
const ENTRIES = new Set(world.entries.map(({ walletID }) => walletID)).size;

function fault(code: "SNAPSHOT_GONE" | "LEDGER_CORRUPT"): ApiError {
  return new ApiError(faultOf(new TieoutError(code, "It is so")));
}

function settings(api: ReturnType<typeof snapshotApi>, change: Partial<LoadSettings> = {}) {
  const progress: HowFar[] = [];
  const load: LoadSettings = {
    api,
    client: startClient(),
    signal: new AbortController().signal,
    onProgress: (now) => progress.push(now),
    held: null,
    ...change,
  };
  return { load, progress };
}

describe("loading a snapshot", () => {
  test("transfers what a check reads, reports progress, and leaves a worker that can check", async () => {
    const { load, progress } = settings(snapshotApi(await worldLedger(world)));
    await loadSnapshot(load);
    const total = progress[0]?.total ?? 0;
    expect(total).toBeGreaterThan(600);
    expect(progress[0]).toEqual({ done: 0, total });
    expect(progress.at(-1)).toEqual({ done: total, total });
    const { counts } = await load.client.call("run", runRequest(null));
    expect(counts.entries).toBe(ENTRIES);
  });

  test("never has more than three batches in flight", async () => {
    const api = snapshotApi(await worldLedger(world));
    let now = 0;
    let most = 0;
    const read: (typeof api)["check.read"] = async (request) => {
      now += 1;
      most = Math.max(most, now);
      const batch = await api["check.read"](request);
      await new Promise((resolve) => setTimeout(resolve, 2));
      now -= 1;
      return batch;
    };
    const { load } = settings({ ...api, "check.read": read });
    await loadSnapshot(load);
    expect(most).toBe(3);
  });

  test("reads nothing that the worker already holds", async () => {
    const api = snapshotApi(await worldLedger(world));
    const { load } = settings(api);
    const held = await loadSnapshot(load);
    const again = settings(
      {
        ...api,
        "check.read": () => Promise.reject(new Error("nothing is to be read")),
      },
      { held: held.snapshot, client: load.client },
    );
    await expect(loadSnapshot(again.load)).resolves.toEqual({ ...held, bringTexts: null });
    expect(again.progress).toEqual([]);
  });

  test("starts again when the snapshot is gone, once", async () => {
    const api = snapshotApi(await worldLedger(world));
    let failures = 1;
    const flaky: (typeof api)["check.read"] = (request) => {
      if (request.table !== "labels" || failures === 0) return api["check.read"](request);
      failures -= 1;
      return Promise.reject(fault("SNAPSHOT_GONE"));
    };
    const { load } = settings({ ...api, "check.read": flaky });
    await loadSnapshot(load);
    await expect(load.client.call("run", runRequest(null))).resolves.toMatchObject({
      counts: { entries: ENTRIES },
    });
    failures = 2;
    await expect(loadSnapshot(load)).rejects.toMatchObject({ fault: { code: "SNAPSHOT_GONE" } });
  });

  test("fails with main's error, and reads nothing more", async () => {
    const api = snapshotApi(await worldLedger(world));
    let reads = 0;
    const broken: (typeof api)["check.read"] = () => {
      reads += 1;
      return Promise.reject(fault("LEDGER_CORRUPT"));
    };
    const { load } = settings({ ...api, "check.read": broken });
    await expect(loadSnapshot(load)).rejects.toMatchObject({ fault: { code: "LEDGER_CORRUPT" } });
    expect(reads).toBe(3);
  });

  test("can be cancelled", async () => {
    const control = new AbortController();
    const api = snapshotApi(await worldLedger(world));
    const stopping: (typeof api)["check.read"] = (request) => {
      control.abort();
      return api["check.read"](request);
    };
    const { load } = settings({ ...api, "check.read": stopping }, { signal: control.signal });
    await expect(loadSnapshot(load)).rejects.toMatchObject({ fault: { code: "CANCELLED" } });
  });
});
