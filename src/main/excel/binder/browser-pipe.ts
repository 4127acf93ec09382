/** Talks to a browser over the DevTools protocol: messages of JSON through two pipes, each ended by a NUL. */
import type { Readable, Writable } from "node:stream";

interface Reply {
  readonly id?: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

interface Waiting {
  readonly resolve: (result: Readonly<Record<string, unknown>>) => void;
  readonly reject: (error: Error) => void;
}

export class BrowserPipe {
  readonly #to: Writable;
  readonly #waiting = new Map<number, Waiting>();
  #pieces: string[] = [];
  #last = 0;

  /** @param from UTF-8; when it ends, all that was asked fails */
  constructor(to: Writable, from: Readable) {
    this.#to = to;
    // A browser that is gone is noticed by what ends.
    to.on("error", () => {});
    from.setEncoding("utf8").on("data", (text: string) => this.#take(text));
    from.on("close", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("the browser ended"));
    });
  }

  /** Asks the browser, or one of its pages. @returns what it answers, of no certain shape */
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
      this.#hear(JSON.parse(this.#pieces.join("")) as Reply);
      this.#pieces = [following];
    }
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
