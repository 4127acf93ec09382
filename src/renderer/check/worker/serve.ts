/**
 * Answers calls one by one. Those that are called off while they wait cost nothing but the answer that says
 * so; one that runs in passes ends after the pass it is in.
 */
import { TieoutError } from "../../../core/errors.ts";
import { CHECK_PASSES } from "../../../core/reconcile/reconcile.ts";
import { type InPasses, isInPasses } from "../../../core/work/in-passes.ts";
import { faultOf } from "../../../ipc/envelope.ts";
import type { FromWorker, Port, ToWorker } from "../messages.ts";
import type { WorkerCall, WorkerCalls } from "../protocol.ts";
import type { CallAnswers } from "./calls.ts";

type Waiting = Exclude<ToWorker, { readonly abort: number }>;

export function serve(port: Port<FromWorker, ToWorker>, calls: CallAnswers): void {
  const waiting: Waiting[] = [];
  const calledOff = new Set<number>();
  let running: Running | null = null;
  const turn = new MessageChannel();
  turn.port1.addEventListener("message", () => {
    const next: Running | null = running ?? begun(calls, waiting.shift());
    if (next === null) return;
    const answer = calledOff.delete(next.id) ? superseded(next.id) : goOn(next);
    running = "howFar" in answer ? { ...next, passesDone: answer.howFar.done } : null;
    const isQuick = running !== null && performance.now() - next.begunMs < MOMENT_MS;
    if (!isQuick) port.postMessage(answer, "ok" in answer && answer.ok ? buffersOf(answer.value) : []);
    if (running !== null || waiting.length > 0) turn.port2.postMessage(null);
  });
  turn.port1.start();
  port.addEventListener("message", ({ data }) => {
    if ("abort" in data) {
      if (running?.id === data.abort || waiting.some(({ id }) => id === data.abort))
        calledOff.add(data.abort);
      return;
    }
    // The turn comes after the messages that are here already, so that what was called off meanwhile is
    // known.
    if (waiting.push(data) === 1 && running === null) turn.port2.postMessage(null);
  });
}

/** A call that is being answered. */
interface Running {
  readonly id: number;
  readonly passes: InPasses<WorkerCalls[WorkerCall]["output"]>;
  readonly passesDone: number;
  readonly begunMs: number;
}

/** Nobody needs to be told how far something is that takes less, milliseconds. */
const MOMENT_MS = 300;

function begun(calls: CallAnswers, next: Waiting | undefined): Running | null {
  if (next === undefined) return null;
  return { id: next.id, passes: passesOf(calls, next), passesDone: 0, begunMs: performance.now() };
}

function* passesOf(
  calls: CallAnswers,
  { call, input }: Waiting,
): InPasses<WorkerCalls[WorkerCall]["output"]> {
  const answer = (calls[call] as (given: typeof input) => unknown)(input);
  return (isInPasses(answer) ? yield* answer : answer) as WorkerCalls[WorkerCall]["output"];
}

/** Does the next pass of a call. @returns its answer, or how far it is while passes are left */
function goOn({ id, passes, passesDone }: Running): FromWorker {
  try {
    const { done, value } = passes.next();
    if (done !== true) return { id, howFar: { done: passesDone + 1, total: CHECK_PASSES } };
    return { id, ok: true, value };
  } catch (error) {
    return { id, ok: false, fault: faultOf(error) };
  }
}

function superseded(id: number): FromWorker {
  return { id, ok: false, fault: faultOf(new TieoutError("CANCELLED", "A newer request replaced it")) };
}

/** A chart's columns go over without being copied. */
function buffersOf(value: WorkerCalls[WorkerCall]["output"]): Transferable[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((line: object) =>
    "atMs" in line &&
    line.atMs instanceof Float64Array &&
    "balance" in line &&
    line.balance instanceof Float64Array
      ? [line.atMs.buffer as ArrayBuffer, line.balance.buffer as ArrayBuffer]
      : [],
  );
}
