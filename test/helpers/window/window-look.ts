/** In which theme and size the windows of a journey are. */
import { basename } from "node:path";
import { expect } from "vitest";
import { ASKED, SIZES, THEMES } from "../../window/journeys.ts";

export interface Look {
  readonly theme: (typeof THEMES)[number];
  readonly size: (typeof SIZES)[keyof typeof SIZES];
}

const theme = process.env[ASKED.theme];
const width = process.env[ASKED.width];

/** Whether what a journey leaves is looked at. */
export const IS_LOOKED_AT = theme !== undefined || width !== undefined;

const LOOKS: readonly Look[] = THEMES.filter((one) => theme === undefined || one === theme).flatMap((one) =>
  Object.values(SIZES)
    .filter((size) => width === undefined || String(size.width) === width)
    .map((size) => ({ theme: one, size })),
);
if (LOOKS.length === 0) throw new Error(`no look is ${theme ?? ""} ${width ?? ""}`);

/** The look of the file that runs. Of several that may be it has one by its name, so that a run of all files has each. */
export function currentLook(): Look {
  const name = basename(expect.getState().testPath ?? "");
  const turn = Array.from(name).reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0);
  return LOOKS[turn % LOOKS.length]!;
}

/** A look as it is asked for. */
export const saidLook = (look: Look): string => `--theme ${look.theme} --width ${look.size.width}`;
