/** What the sandbox's thread does: one sandbox at a time, made and served there; nobody waits. */
import { type Sandbox, startSandbox } from "../../../../sandbox/generate/generate-world.ts";
import type { SandboxPlan } from "../stores/connections.ts";

/** Where it answers, and what it asks for. Its credentials are made up, and open nothing else. */
type SandboxAddress = Pick<Sandbox, "baseUrl" | "appId" | "secretKey" | "phone" | "password">;

let running: { readonly sandbox: Sandbox; plan: SandboxPlan } | null = null;

/** Where a sandbox of this plan answers; one of another plan ends. */
async function start(plan: SandboxPlan): Promise<SandboxAddress> {
  if (running !== null && !isSame(running.plan, plan)) await stop();
  if (running === null) {
    const { entries, seed, months } = plan;
    const sandbox = await startSandbox({ entries, seed, faults: "default" });
    running = { sandbox, plan: { entries, seed, months: 0 } };
    for (let month = 0; month < months; month += 1) await advanceOnce(running);
  }
  const { baseUrl, appId, secretKey, phone, password } = running.sandbox;
  return { baseUrl, appId, secretKey, phone, password };
}

/** Moves a sandbox of this plan on a month, and says of which plan it is then. */
async function advance(plan: SandboxPlan): Promise<SandboxPlan> {
  await start(plan);
  if (running === null) throw new Error("the sandbox has just been started");
  await advanceOnce(running);
  return running.plan;
}

async function advanceOnce(moved: { readonly sandbox: Sandbox; plan: SandboxPlan }): Promise<void> {
  const answer = await fetch(`${moved.sandbox.baseUrl}/__sandbox/advance`, { method: "POST" });
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}`);
  moved.plan = { ...moved.plan, months: moved.plan.months + 1 };
}

/** Ends the sandbox that runs, if any. */
export async function stop(): Promise<void> {
  const stopped = running;
  running = null;
  await stopped?.sandbox.stop();
}

function isSame(a: SandboxPlan, b: SandboxPlan): boolean {
  return a.entries === b.entries && a.seed === b.seed && a.months === b.months;
}

export const SANDBOX = { start, advance };
export type SandboxTable = typeof SANDBOX;
