/** What the page's own thread does longest in one piece, by the browser's trace. */
import type { CDPSession, Page } from "playwright";

/** One event of a trace, as far as it is looked at. */
interface Traced {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time of its thread, microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** What the browser calls a task of a thread, and the thread of a page. */
const TASK = "ThreadControllerImpl::RunTask";
const PAGE_THREAD = "CrRendererMain";

/**
 * Begins to note the tasks of a page. CPU time counts: where others use the processor, a short task takes long.
 *
 * @returns what gives the longest since it was last asked, milliseconds of CPU time
 */
export async function longestTasks(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await begin(session);
  return async () => {
    const { traceEvents } = JSON.parse(await end(session)) as { readonly traceEvents: readonly Traced[] };
    await begin(session);
    const threadOf = ({ pid, tid }: Traced) => `${pid} ${tid}`;
    const ofPages = new Set(
      traceEvents
        .filter(({ name, args }) => name === "thread_name" && args?.name === PAGE_THREAD)
        .map(threadOf),
    );
    const tasks = traceEvents.filter((event) => event.name === TASK && ofPages.has(threadOf(event)));
    if (tasks.length === 0) throw new Error("the trace holds no task of the page");
    return Math.round(tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur), 0) / 1000);
  };
}

async function begin(session: CDPSession): Promise<void> {
  await session.send("Tracing.start", {
    transferMode: "ReturnAsStream",
    traceConfig: { includedCategories: ["toplevel"] },
  });
}

/** @returns the trace as JSON */
async function end(session: CDPSession): Promise<string> {
  const ended = new Promise<string>((resolve, reject) => {
    session.once("Tracing.tracingComplete", ({ stream, dataLossOccurred }) => {
      if (stream === undefined || dataLossOccurred) reject(new Error("the trace is not whole"));
      else resolve(stream);
    });
  });
  await session.send("Tracing.end");
  const handle = await ended;
  let text = "";
  for (;;) {
    const { data, eof, base64Encoded } = await session.send("IO.read", { handle });
    text += base64Encoded === true ? Buffer.from(data, "base64").toString() : data;
    if (eof) break;
  }
  await session.send("IO.close", { handle });
  return text;
}
