/**
 * Answers calls one by one. Those that are called off while they wait cost nothing but the answer that says
 * so; one that runs in passes ends after the pass it is in.
 */
import { TieoutError } from "../../../core/errors.ts";
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
    running = answer === null ? next : null;
    if (answer !== null) port.postMessage(answer, answer.ok ? buffersOf(answer.value) : []);
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
}

function begun(calls: CallAnswers, next: Waiting | undefined): Running | null {
  return next === undefined ? null : { id: next.id, passes: passesOf(calls, next) };
}

function* passesOf(
  calls: CallAnswers,
  { call, input }: Waiting,
): InPasses<WorkerCalls[WorkerCall]["output"]> {
  const answer = (calls[call] as (given: typeof input) => unknown)(input);
  return (isInPasses(answer) ? yield* answer : answer) as WorkerCalls[WorkerCall]["output"];
}

/** Does the next pass of a call. @returns its answer, or null while passes are left */
function goOn({ id, passes }: Running): FromWorker | null {
  try {
    const { done, value } = passes.next();
    return done === true ? { id, ok: true, value } : null;
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
