/** Every journey through the window is told to run in Electron, or why it does not. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { IN_A_BROWSER_ALONE, IN_ELECTRON_ALONE, IN_ELECTRON_TOO } from "../../window/journeys.ts";

const FOLDER = join(import.meta.dirname, "../../window");

test("every journey is in one list, and every listed name is a journey", () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".test.ts"));
  const listed = [...IN_ELECTRON_TOO, ...IN_ELECTRON_ALONE, ...Object.keys(IN_A_BROWSER_ALONE)];
  expect(listed.map((name) => `${name}.test.ts`).toSorted()).toEqual(files.toSorted());
});
