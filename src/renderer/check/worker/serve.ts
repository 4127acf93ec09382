/**
 * Answers calls one by one. Those that are called off while they wait cost nothing but the answer that says
 * so.
 */
import { TieoutError } from "../../../core/errors.ts";
import { faultOf } from "../../../ipc/envelope.ts";
import type { FromWorker, Port, ToWorker } from "../messages.ts";
import type { WorkerCall, WorkerCalls } from "../protocol.ts";
import type { CallAnswers } from "./calls.ts";

type Waiting = Exclude<ToWorker, { readonly abort: number }>;

export function serve(port: Port<FromWorker, ToWorker>, calls: CallAnswers): void {
  const waiting: Waiting[] = [];
  const calledOff = new Set<number>();
  const turn = new MessageChannel();
  turn.port1.addEventListener("message", () => {
    const next = waiting.shift();
    if (next === undefined) return;
    const answer = calledOff.delete(next.id) ? superseded(next.id) : answerOf(calls, next);
    port.postMessage(answer, answer.ok ? buffersOf(answer.value) : []);
    if (waiting.length > 0) turn.port2.postMessage(null);
  });
  turn.port1.start();
  port.addEventListener("message", ({ data }) => {
    if ("abort" in data) {
      if (waiting.some(({ id }) => id === data.abort)) calledOff.add(data.abort);
      return;
    }
    // The turn comes after the messages that are here already, so that what was called off meanwhile is
    // known.
    if (waiting.push(data) === 1) turn.port2.postMessage(null);
  });
}

function answerOf(calls: CallAnswers, { id, call, input }: Waiting): FromWorker {
  try {
    const answer = calls[call] as (given: typeof input) => WorkerCalls[WorkerCall]["output"];
    return { id, ok: true, value: answer(input) };
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
