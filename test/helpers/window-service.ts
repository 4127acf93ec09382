/** The sandbox as a service that a window connects to, and a ledger that was filled from it. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { pullIntoLedger } from "../../src/main/services/pull/pull.ts";
import { type Sandbox, type SandboxSettings, startSandbox } from "../../src/sandbox/server.ts";
import { temporaryFolder } from "./cli.ts";

/** Starts a sandbox of the test's own; it stops when the test ends. */
export async function startService(settings: Partial<SandboxSettings> = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ entries: 1500, seed: 7, faults: "default", ...settings });
  onTestFinished(() => sandbox.stop());
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

/** A ledger that holds all of a sandbox, pulled at a time; the machine's own where none is given. */
export async function filledLedger(
  sandbox: Sandbox,
  name = "wallet.tieout",
  now = () => Date.now(),
): Promise<string> {
  const ledger = join(temporaryFolder(), name);
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
  return ledger;
}
