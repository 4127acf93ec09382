/** What a page asks of its worker and of main, counted in the page itself. */
import type { Page } from "playwright";
import { atEnd } from "../at-end.ts";

interface Counting {
  tieoutCalls: number;
}

/** Counts from now on, over reloads too. Call it before the page is opened. */
export async function countCalls(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counting = globalThis as unknown as Counting;
    counting.tieoutCalls = 0;
    for (const [of, name] of [
      [Worker.prototype, "postMessage"],
      [WebSocket.prototype, "send"],
    ] as const) {
      const sends = of as unknown as Record<string, (...sent: unknown[]) => unknown>;
      const send = sends[name]!;
      sends[name] = function counted(...sent: unknown[]) {
        counting.tieoutCalls += 1;
        return send.apply(this, sent);
      };
    }
  });
}

/**
 * Calls of the worker that have a name arrive there late, and what is sent after them later still, as with a slow worker. Call it
 * before the page is opened. @param ms how late
 */
export async function slowWorker(page: Page, call: string, ms: number): Promise<void> {
  await page.addInitScript(
    ([name, late]) => {
      const sends = Worker.prototype as unknown as Record<string, (...sent: unknown[]) => unknown>;
      const send = sends["postMessage"]!;
      const waiting: { readonly isLate: boolean; readonly go: () => void }[] = [];
      const goOn = () => {
        while (waiting[0]?.isLate === false) waiting.shift()?.go();
        if (waiting.length === 0) return;
        setTimeout(() => {
          waiting.shift()?.go();
          goOn();
        }, late);
      };
      sends["postMessage"] = function slowed(...sent: unknown[]) {
        const [message] = sent as [{ readonly call?: string }];
        waiting.push({ isLate: message.call === name, go: () => send.apply(this, sent) });
        if (waiting.length === 1) goOn();
      };
    },
    [call, ms] as const,
  );
}

export interface HeldCalls {
  /** From now on they wait, at most until the test ends: others may share its page. */
  readonly hold: () => Promise<void>;
  /** How many wait. */
  readonly waiting: () => Promise<number>;
  /** Those that wait go on, and all after them. */
  readonly letThrough: () => Promise<void>;
}

interface Holding {
  tieoutHeld: { isOn: boolean; readonly waiting: (() => void)[] };
}

/**
 * Calls of the worker that have one of some names can be held and let through. Call it before the page is opened.
 *
 * @param isOn whether they wait from the beginning
 */
export async function holdWorker(page: Page, calls: readonly string[], isOn = false): Promise<HeldCalls> {
  await page.addInitScript(
    ([names, isOnAtFirst]) => {
      const held: Holding["tieoutHeld"] = { isOn: isOnAtFirst, waiting: [] };
      (globalThis as unknown as Holding).tieoutHeld = held;
      const sends = Worker.prototype as unknown as Record<string, (...sent: unknown[]) => unknown>;
      const send = sends["postMessage"]!;
      sends["postMessage"] = function holding(...sent: unknown[]) {
        const [message] = sent as [{ readonly call?: string }];
        if (held.isOn && names.includes(message.call ?? "")) held.waiting.push(() => send.apply(this, sent));
        else send.apply(this, sent);
      };
    },
    [calls, isOn] as const,
  );
  const turn = (to: boolean) =>
    page.evaluate((on) => {
      const { tieoutHeld } = globalThis as unknown as Holding;
      tieoutHeld.isOn = on;
      if (!on) for (const go of tieoutHeld.waiting.splice(0)) go();
    }, to);
  return {
    hold: async () => {
      // A page that is gone holds nothing.
      atEnd(async () => turn(false).catch(() => {}));
      await turn(true);
    },
    waiting: () => page.evaluate(() => (globalThis as unknown as Holding).tieoutHeld.waiting.length),
    letThrough: () => turn(false),
  };
}

/**
 * Waits until the page has asked for nothing through some frames, then counts what it asks for through twice as many.
 *
 * @returns calls at rest; all of them where it never comes to rest
 */
export async function callsAtRest(page: Page, frames = 15): Promise<number> {
  return page.evaluate(async (quiet) => {
    const counting = globalThis as unknown as Counting;
    const through = async (count: number) => {
      const before = counting.tieoutCalls;
      for (let frame = 0; frame < count; frame += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return counting.tieoutCalls - before;
    };
    const last = performance.now() + 5000;
    let asked = await through(quiet);
    while (asked > 0 && performance.now() < last) asked = await through(quiet);
    return asked > 0 ? asked : through(quiet * 2);
  }, frames);
}
