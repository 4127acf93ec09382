/** Talks to a browser over the DevTools protocol: messages of JSON through two pipes, each ended by a NUL. */
import type { Readable, Writable } from "node:stream";

interface Reply {
  readonly id?: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

interface PipeReply {
  readonly resolve: (result: Readonly<Record<string, unknown>>) => void;
  readonly reject: (error: Error) => void;
}

export class BrowserPipe {
  readonly #to: Writable;
  readonly #waiting = new Map<number, PipeReply>();
  #pieces: string[] = [];
  #last = 0;

  /** @param from UTF-8; when it ends, all that was asked fails */
  constructor(to: Writable, from: Readable) {
    this.#to = to;
    // A browser that is gone is noticed by what ends.
    to.on("error", () => {});
    from.setEncoding("utf8").on("data", (text: string) => this.#take(text));
    from.on("close", () => this.#fail("the browser ended"));
  }

  /**
   * Asks the browser, or one of its pages.
   *
   * @returns its answer, of no certain shape
   * @throws Error when it refuses, when it ended, or when what came from it is no message
   */
  async ask(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
    sessionId?: string,
  ): Promise<Readonly<Record<string, unknown>>> {
    const id = (this.#last += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#to.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  #take(text: string): void {
    const [first = "", ...more] = text.split("\0");
    this.#pieces.push(first);
    for (const following of more) {
      this.#read(this.#pieces.join(""));
      this.#pieces = [following];
    }
  }

  /** A program that is no browser may write anything. */
  #read(message: string): void {
    try {
      this.#hear(JSON.parse(message) as Reply);
    } catch {
      this.#fail("the browser sent no message");
    }
  }

  #fail(why: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(why));
    this.#waiting.clear();
  }

  #hear({ id, result, error }: Reply): void {
    // An event, which nobody waits for.
    if (id === undefined) return;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result ?? {});
    else waiting?.reject(new Error(error.message));
  }
}
