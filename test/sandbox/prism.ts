/** Prism, a mock server of another making, with our description of the interface. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const require = createRequire(import.meta.url);
const DESCRIPTION = fileURLToPath(new URL("../../resources/openapi.yaml", import.meta.url));

/**
 * Starts Prism on a free port until the test ends: `mock` answers from the description alone, `proxy` passes requests on and
 * answers with an error of its own where request or answer is not as described.
 *
 * @returns where it listens
 */
export async function startPrism(kind: "mock" | "proxy", upstream?: string): Promise<string> {
  const main = require.resolve("@stoplight/prism-cli/dist/index.js");
  const target = upstream === undefined ? [] : [upstream];
  const args = [main, kind, "--host", "127.0.0.1", "--port", "0", "--errors", DESCRIPTION, ...target];
  const child = spawn(process.execPath, args, { env: { PATH: process.env["PATH"], NO_COLOR: "1" } });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let said = "";
  return new Promise((resolve, reject) => {
    const hear = (text: string): void => {
      said += text;
      const [, url] = /Prism is listening on (http:\/\/127\.0\.0\.1:\d+)/u.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    };
    child.stdout.setEncoding("utf8").on("data", hear);
    child.stderr.setEncoding("utf8").on("data", hear);
    child.on("exit", () => reject(new Error(`Prism ended: ${said}`)));
  });
}
