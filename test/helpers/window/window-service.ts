/** The sandbox as a service that a window connects to, and ledgers that were filled from one. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pullIntoLedger } from "../../../src/main/services/pull/pull.ts";
import {
  type Sandbox,
  type SandboxSettings,
  startSandbox,
} from "../../../sandbox/generate/generate-world.ts";
import { atEnd } from "../at-end.ts";
import { temporaryFolder } from "../cli.ts";

const SMALL_WORLD: SandboxSettings = { entries: 1500, seed: 7, faults: "default" };

/** Starts a sandbox of the test's own; it stops when the test ends. */
export async function startService(settings: Partial<SandboxSettings> = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ ...SMALL_WORLD, ...settings });
  atEnd(() => sandbox.stop());
  return sandbox;
}

/** Tells a sandbox which faults the wire has from now on; none ends them. */
export async function setWire(sandbox: Sandbox, rules: readonly object[]): Promise<void> {
  const response = await fetch(new URL("/__sandbox/wire", sandbox.baseUrl), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ rules }),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** A ledger that holds all of a sandbox, pulled now. */
export async function filledLedger(sandbox: Sandbox, name = "wallet.tieout"): Promise<string> {
  const ledger = join(temporaryFolder(), name);
  await pullInto(ledger, sandbox, () => Date.now());
  return ledger;
}

/** Ledgers that were pulled in this worker, by what was asked for. */
const pulled = new Map<string, Promise<string>>();

/**
 * A ledger of the test's own that holds all of a sandbox which is gone by now. It is pulled once in a worker and copied from then on.
 *
 * @param nowMs when it was pulled; the machine's own time where none is given
 */
export async function ledgerOf(settings: Partial<SandboxSettings> = {}, nowMs?: number): Promise<string> {
  const key = JSON.stringify([settings, nowMs]);
  const made = pulled.get(key) ?? pullOnce(settings, () => nowMs ?? Date.now());
  pulled.set(key, made);
  const ledger = join(temporaryFolder(), "wallet.tieout");
  copyFileSync(await made, ledger);
  return ledger;
}

async function pullOnce(settings: Partial<SandboxSettings>, now: () => number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "tieout-pulled-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const ledger = join(folder, "wallet.tieout");
  const sandbox = await startSandbox({ ...SMALL_WORLD, ...settings });
  try {
    await pullInto(ledger, sandbox, now);
  } finally {
    await sandbox.stop();
  }
  return ledger;
}

async function pullInto(ledger: string, sandbox: Sandbox, now: () => number): Promise<void> {
  const { baseUrl, appId, secretKey, phone, password } = sandbox;
  await pullIntoLedger(
    {
      ledger,
      service: { baseUrl, pathPrefix: "/sandbox/index", authForm: "key" },
      credentials: { appId, secretKey, phone, password },
      history: { kind: "routine" },
    },
    { now, appVersion: "test" },
  );
}
