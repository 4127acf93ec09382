/** JSON has times as texts: what writes it takes no milliseconds, which the type check proves. */
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { type Terminal, processTerminal, writeJson, writeJsonList } from "../../src/cli/terminal/terminal.ts";

const SENT = { atMs: 1 };

test("is given no milliseconds, at any depth and in no list", async () => {
  const stdout = new PassThrough();
  const terminal: Terminal = { ...processTerminal(), stdout: stdout as unknown as NodeJS.WriteStream };
  await writeJson(terminal, { sent: [{ at: "2026-10-01T00:00:00.000Z" }] });
  // @ts-expect-error It has milliseconds.
  await writeJson(terminal, SENT);
  // @ts-expect-error It has them in a list.
  await writeJson(terminal, { sent: [{ letter: SENT }] });
  // @ts-expect-error The list that is written item by item has them.
  await writeJsonList(terminal, { sent: [SENT] }, "sent");
  // @ts-expect-error So it has where its items come one by one.
  await writeJsonList(terminal, { sent: [SENT].values() }, "sent");
  expect(String(stdout.read())).toContain('"at": "2026-10-01T00:00:00.000Z"');
});
