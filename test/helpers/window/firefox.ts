/** An installed Firefox, driven by WebDriver BiDi: a page from disk must work in the browser that Debian brings, too. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";

const INSTALLED = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

/** The path of Firefox; null where there is none. TIEOUT_FIREFOX is the path of another one. */
export function findFirefox(): string | null {
  return process.env["TIEOUT_FIREFOX"] ?? INSTALLED.find((path) => existsSync(path)) ?? null;
}

interface Reply {
  readonly id?: number;
  readonly type: "success" | "error" | "event";
  readonly result?: unknown;
  readonly message?: string;
}

/** One page of a Firefox of its own. */
export class FirefoxPage {
  readonly #child: ChildProcess;
  readonly #profile: string;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #context = "";
  #commands = 0;

  private constructor(child: ChildProcess, profile: string, socket: WebSocket) {
    [this.#child, this.#profile, this.#socket] = [child, profile, socket];
    socket.on("message", (data: Buffer) => {
      const reply = JSON.parse(data.toString()) as Reply;
      if (reply.id !== undefined) this.#waiting.get(reply.id)?.(reply);
    });
  }

  /** Starts Firefox and opens an address. */
  static async open(path: string, address: string): Promise<FirefoxPage> {
    const profile = mkdtempSync(join(tmpdir(), "tieout-firefox-"));
    const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
    const child = spawn(path, args, {
      env: { ...process.env, HOME: profile },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const port = await portOf(child);
    const socket = new WebSocket(`ws://127.0.0.1:${port}/session`);
    await once(socket, "open");
    const page = new FirefoxPage(child, profile, socket);
    await page.#ask("session.new", { capabilities: {} });
    const { contexts } = (await page.#ask("browsingContext.getTree", {})) as {
      contexts: { context: string }[];
    };
    page.#context = contexts[0]?.context ?? "";
    await page.#ask("browsingContext.navigate", { context: page.#context, url: address, wait: "complete" });
    return page;
  }

  /** What an expression comes to, or what it promises. */
  async evaluate<T extends string | number | boolean>(expression: string): Promise<T> {
    const { result, exceptionDetails } = (await this.#ask("script.evaluate", {
      expression,
      target: { context: this.#context },
      awaitPromise: true,
    })) as { result?: { value: T }; exceptionDetails?: { text: string } };
    if (result === undefined) throw new Error(exceptionDetails?.text);
    return result.value;
  }

  /** Chooses a file in an input of the page. */
  async chooseFile(selector: string, path: string): Promise<void> {
    const located = await this.#ask("browsingContext.locateNodes", {
      context: this.#context,
      locator: { type: "css", value: selector },
    });
    const { nodes } = located as { nodes: { sharedId: string }[] };
    const element = { sharedId: nodes[0]?.sharedId };
    await this.#ask("input.setFiles", { context: this.#context, element, files: [path] });
  }

  async close(): Promise<void> {
    const ended = once(this.#child, "exit");
    await this.#ask("browser.close", {});
    await ended;
    this.#socket.close();
    rmSync(this.#profile, { recursive: true, force: true });
  }

  async #ask(method: string, params: object): Promise<unknown> {
    this.#commands += 1;
    const id = this.#commands;
    const replied = new Promise<Reply>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    const reply = await replied;
    this.#waiting.delete(id);
    if (reply.type === "error") throw new Error(`${method}: ${reply.message}`);
    return reply.result;
  }
}

async function portOf(child: ChildProcess): Promise<number> {
  let said = "";
  return new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error(`Firefox ended: ${said}`)));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const port = /WebDriver BiDi listening on ws:\/\/[^:]+:(\d+)/u.exec(said)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
  });
}
