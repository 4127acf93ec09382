/** Every journey through the window is told to run in Electron, or why it does not. */
import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import {
  IN_A_BROWSER_ALONE,
  IN_ELECTRON_ALONE,
  IN_ELECTRON_IF_ASKED,
  IN_ELECTRON_TOO,
} from "../../window/journeys.ts";

const FOLDER = join(import.meta.dirname, "../../window");

test("every journey is in one list, and every listed name is a journey", () => {
  const files = globSync("**/*.test.ts", { cwd: FOLDER }).map((file) => basename(file));
  const listed = [
    ...IN_ELECTRON_TOO,
    ...IN_ELECTRON_IF_ASKED,
    ...IN_ELECTRON_ALONE,
    ...Object.keys(IN_A_BROWSER_ALONE),
  ];
  expect(listed.map((name) => `${name}.test.ts`).toSorted()).toEqual(files.toSorted());
});
