/**
 * Answers calls one by one. Those that are called off while they wait cost nothing but the answer that says
 * so; one that runs in passes ends after the pass it is in, and rows that need no check are answered between two.
 */
import { TieoutError } from "../../../core/errors.ts";
import { CHECK_PASSES } from "../../../core/reconcile/reconcile.ts";
import { type InPasses, isInPasses } from "../../../core/in-passes.ts";
import { faultOf } from "../../../ipc/envelope.ts";
import type { FromWorker, Port, ToWorker } from "../../bridge/messages.ts";
import type { WorkerCall, WorkerCalls } from "../../bridge/protocol.ts";
import type { CallAnswers, WorkerAnswers } from "./calls.ts";

type QueuedCall = Exclude<ToWorker, { readonly abort: number }>;

/** So long nobody asks before something is done ahead, milliseconds. */
const QUIET_MS = 500;

/** @param calls what is done ahead goes on pass by pass, and is given up when somebody asks */
export function serve(port: Port<FromWorker, ToWorker>, calls: CallAnswers & Partial<WorkerAnswers>): void {
  const waiting: QueuedCall[] = [];
  const calledOff = new Set<number>();
  let running: RunningCall | null = null;
  let ahead: InPasses<void> | null = null;
  /** Whoever scrolls a grid asks again and again, and the passes go on all the same. */
  let wasEarly = false;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  const turn = new MessageChannel();
  const tell = (answer: FromWorker) => port.postMessage(answer, []);
  const workAhead = () => {
    if (ahead === null || endsNow(ahead)) ahead = null;
    else turn.port2.postMessage(null);
  };
  turn.port1.addEventListener("message", () => {
    const early = running === null || wasEarly ? null : begun(calls, takeEarly(waiting));
    wasEarly = early !== null;
    if (early !== null) {
      tell(calledOff.delete(early.id) ? superseded(early.id) : goOn(early));
      turn.port2.postMessage(null);
      return;
    }
    const next: RunningCall | null = running ?? begun(calls, waiting.shift());
    if (next === null) {
      workAhead();
      return;
    }
    const answer = calledOff.delete(next.id) ? superseded(next.id) : goOn(next);
    running = "howFar" in answer ? { ...next, passesDone: answer.howFar.done } : null;
    const isQuick = running !== null && performance.now() - next.begunMs < MOMENT_MS;
    if (!isQuick) tell(answer);
    if (running !== null || waiting.length > 0) turn.port2.postMessage(null);
    else quiet = setTimeout(beginAhead, QUIET_MS);
  });
  turn.port1.start();
  const beginAhead = () => {
    ahead = calls.checkAhead?.() ?? null;
    workAhead();
  };
  port.addEventListener("message", ({ data }) => {
    if ("abort" in data) {
      if (running?.id === data.abort || waiting.some(({ id }) => id === data.abort))
        calledOff.add(data.abort);
      return;
    }
    clearTimeout(quiet);
    ahead = null;
    // The turn comes after the messages that are here already, so that what was called off meanwhile is
    // known.
    if (waiting.push(data) === 1 && running === null) turn.port2.postMessage(null);
  });
}

/** Takes the first call that is answered between the passes of another out of those that wait. */
function takeEarly(waiting: QueuedCall[]): QueuedCall | undefined {
  const at = waiting.findIndex(({ call }) => call === "asRead");
  return at === -1 ? undefined : waiting.splice(at, 1)[0];
}

interface RunningCall {
  readonly id: number;
  readonly passes: InPasses<WorkerCalls[WorkerCall]["output"]>;
  readonly passesDone: number;
  readonly begunMs: number;
}

/** Nobody needs to be told how far something is that takes less, milliseconds. */
const MOMENT_MS = 300;

function begun(calls: CallAnswers, next: QueuedCall | undefined): RunningCall | null {
  if (next === undefined) return null;
  return { id: next.id, passes: passesOf(calls, next), passesDone: 0, begunMs: performance.now() };
}

function* passesOf(
  calls: CallAnswers,
  { call, input }: QueuedCall,
): InPasses<WorkerCalls[WorkerCall]["output"]> {
  const answer = (calls[call] as (given: typeof input) => unknown)(input);
  return (isInPasses(answer) ? yield* answer : answer) as WorkerCalls[WorkerCall]["output"];
}

/** Does the next pass of a call. @returns its answer, or how far it is while passes are left */
function goOn({ id, passes, passesDone }: RunningCall): FromWorker {
  try {
    const { done, value } = passes.next();
    if (done !== true) return { id, howFar: { done: passesDone + 1, total: CHECK_PASSES } };
    return { id, ok: true, value };
  } catch (error) {
    return { id, ok: false, fault: faultOf(error) };
  }
}

/** Does the next pass of what nobody asked for yet. @returns whether it was the last; a failure is met again when it is asked for */
function endsNow(ahead: InPasses<void>): boolean {
  try {
    return ahead.next().done === true;
  } catch {
    return true;
  }
}

function superseded(id: number): FromWorker {
  return { id, ok: false, fault: faultOf(new TieoutError("CANCELLED", "A newer request replaced it")) };
}
