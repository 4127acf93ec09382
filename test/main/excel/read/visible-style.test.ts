/** Whether somebody sees a text, by its colour, what lies behind it, and its size. */
import { expect, test } from "vitest";
import { BLACK, type Rgb, WHITE } from "../../../../src/main/excel/read/palette.ts";
import { type ShownStyle, isUnseen } from "../../../../src/main/excel/read/visible-style.ts";

const grey = (part: number): Rgb => [part, part, part];

test.each<[string, ShownStyle, boolean]>([
  ["white on white", { ink: WHITE, size: 11, behind: [WHITE] }, true],
  ["white on what fades from white to black", { ink: WHITE, size: 11, behind: [WHITE, BLACK] }, false],
  ["a grey 31 parts from white", { ink: grey(224), size: 11, behind: [WHITE] }, true],
  ["a grey 32 parts from white", { ink: grey(223), size: 11, behind: [WHITE] }, false],
  ["a yellow, of which only the blue differs", { ink: [255, 255, 0], size: 11, behind: [WHITE] }, false],
  ["black of 4 points", { ink: BLACK, size: 4, behind: [WHITE] }, false],
  ["black of less than 4 points", { ink: BLACK, size: 3.9, behind: [WHITE] }, true],
  ["black of a size that is no number", { ink: BLACK, size: Number.NaN, behind: [WHITE] }, true],
  ["an unknown colour", { ink: "unknown", size: 11, behind: [WHITE] }, false],
  ["white on an unknown colour", { ink: WHITE, size: 11, behind: "unknown" }, false],
])("%s", (_, style, isHidden) => {
  expect(isUnseen(style)).toBe(isHidden);
});
