/** Every journey through the window is driven by one run of CI, with Electron's runtime and without it. */
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import {
  IN_A_BROWSER_ALONE,
  IN_ELECTRON_ALONE,
  IN_THE_SUITE,
  JOURNEYS,
  LEFT_TO_CHROMIUM,
  LEFT_TO_ELECTRON,
} from "../../window/journeys.ts";

const FOLDER = join(import.meta.dirname, "../../window");

/** The path of each file by its name. */
const FILES = new Map(
  globSync("**/*.test.ts", { cwd: FOLDER }).map((file) => [basename(file, ".test.ts"), join(FOLDER, file)]),
);

test("every journey is in one list, and every listed name is a journey", () => {
  const listed = [
    ...IN_THE_SUITE,
    ...Object.keys(IN_A_BROWSER_ALONE),
    ...LEFT_TO_ELECTRON,
    ...LEFT_TO_CHROMIUM,
    ...IN_ELECTRON_ALONE,
  ];
  expect(listed.toSorted()).toEqual([...FILES.keys()].toSorted());
});

test("CI drives each journey once, whether Electron's runtime is there or not", () => {
  const all = [...FILES.keys()].toSorted();
  const { window, journeys, electron } = JOURNEYS;
  expect([...window, ...journeys].toSorted()).toEqual(all);
  const leftByElectron = journeys.filter((name) => !electron.includes(name));
  expect([...window, ...electron, ...leftByElectron].toSorted()).toEqual(all);
  expect(electron.filter((name) => !journeys.includes(name))).toEqual([]);
});

test("what runs in Electron instead of Chromium skips nothing there", () => {
  const skipping = LEFT_TO_ELECTRON.filter((name) =>
    readFileSync(FILES.get(name) ?? "", "utf8").includes("skipIf(IN_ELECTRON)"),
  );
  expect(skipping).toEqual([]);
});
